"""The command line: what it prints, and what it does with what cannot be done."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hands import WORKED

import cambio_edu
from cambio_edu.__main__ import main
from cambio_edu.errors import CambioError
from cambio_edu.hand import deal
from cambio_edu.notation import read, state, write
from cambio_edu.rules import PRESETS, rules
from cambio_edu.simulation import command as commands
from cambio_edu.simulation import load_results, simulate, stored_thresholds
from cambio_edu.simulation.plain import DIALS
from cambio_edu.thresholds import Threshold


def run(*words: str, send: bytes | None = b"", **options: object) -> tuple[int, bytes, str]:
    """Run the command as a person does; exit status, standard output, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "cambio_edu", *words],
        input=send,
        capture_output=True,
        check=False,
        **options,  # type: ignore[arg-type]
    )
    return done.returncode, done.stdout, done.stderr.decode()


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run the command in this process."""
    try:
        status = main(words)
    except SystemExit as end:
        status = int(str(end.code))
    return (status, *capsys.readouterr())


@pytest.fixture
def worked(tmp_path: Path) -> str:
    file = tmp_path / "hand.txt"
    file.write_text(WORKED, encoding="utf-8")
    return str(file)


# What can be done


def test_replay_prints_one_object(worked: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = asked(capsys, "replay", worked)
    assert (status, err) == (0, "")
    assert json.loads(out) == state(read(WORKED))


def test_replay_as_a_seat(worked: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    cut = tmp_path / "cut.txt"
    cut.write_text("\n".join(WORKED.splitlines()[:6]), encoding="utf-8")
    for n, seat in enumerate("ABC"):
        status, out, _ = asked(capsys, "replay", str(cut), "--as", seat)
        assert status == 0
        assert json.loads(out) == state(read(cut.read_text(encoding="utf-8")), n)


def test_replay_of_standard_input_and_of_other_line_ends() -> None:
    status, out, err = run("replay", "-", send=WORKED.replace("\n", "\r\n").encode("utf-8-sig"))
    assert (status, err) == (0, "")
    assert json.loads(out) == state(read(WORKED))


def test_deal_prints_a_hand_and_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("deal", "--rules", "cambio", "--house", "six cards", "--seats", "3", "--seed", "7")
    status, out, err = asked(capsys, *words)
    assert (status, err) == (0, "")
    assert out == write(deal(rules("cambio", "six cards"), 3, random.Random(7)))
    assert asked(capsys, *words)[1] == out


@pytest.mark.parametrize("player", ["random", "beginner", "careful"])
def test_deal_plays_to_the_end(player: str, capsys: pytest.CaptureFixture[str]) -> None:
    for preset in PRESETS:
        status, out, _ = asked(capsys, "deal", "--rules", preset, "--seed", "3", "--play", player)
        assert status == 0
        assert read(out).is_over
        assert "[Scores" in out


def test_house_rules_are_separated_by_semicolons(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = asked(capsys, "deal", "--house", "blind; limit=50;no penalty", "--seats", "2")
    assert read(out).rules.house == ("blind", "limit=50", "no penalty")


def test_what_deal_prints_replay_reads() -> None:
    _, out, _ = run("deal", "--play", "careful", "--seed", "-12", "--seats", "6")
    status, data, _ = run("replay", "-", send=out)
    assert status == 0
    assert json.loads(data)["phase"] == "over"


def test_the_same_seed_gives_the_same_hand_under_any_hash_seed() -> None:
    for player in ("careful", "beginner", "random"):
        words = ("deal", "--play", player, "--seed", "5", "--rules", "cabo", "--seats", "3")
        printed = {
            run(*words, env={**os.environ, "PYTHONHASHSEED": seed})[1] for seed in ("0", "1", "77")
        }
        assert len(printed) == 1


# Very many hands


def test_simulate_prints_the_summary(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "--rules", "cabo", "--house", "blind", "--hands", "500", "--seed", "7")
    for language in ("en", "nl"):
        status, out, err = asked(capsys, *words, "--call-at", "7", "--language", language)
        found = simulate(
            Threshold(call_at=(7,)), "cabo", 4, 500, 7, house="blind", language=language
        )
        assert (status, out, err) == (0, f"{found}\n", "")


def test_simulate_prints_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "--hands", "2000", "--seats", "3", "--call-at", "4", "--json")
    printed = json.loads(asked(capsys, *words)[1])
    found = simulate(Threshold(call_at=(4,)), seats=3, hands=2000)
    assert (printed["rules"], printed["hands"], printed["seats"]) == ("cambio", 2000, 3)
    for number, seat in enumerate(printed["by_seat"]):
        points = found.points(number)
        assert seat["seat"] == "ABC"[number]
        assert seat["points"] == {
            "value": points.value, "standard_error": points.standard_error, "hands": 2000,
        }  # fmt: skip
    at_four = found.total_at_call == 4
    row = next(row for row in printed["by_total"] if row["total"] == 4)
    assert row["hands"] == at_four.sum()
    assert row["beaten"]["value"] == found.probability(found.outcome() == 2, at_four).value
    assert printed["calls"]["believed"]["value"] <= 4
    ends = [printed["calls"][name]["value"] for name in ("lowest", "tied", "beaten")]
    assert sum(ends) == pytest.approx(1)


def test_players_are_printed_so_that_they_can_be_made_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("simulate", "--hands", "10", "--json", "--call-at", "2,4", "--player", "forget=0.5")
    players = json.loads(asked(capsys, *words)[1])["players"]
    made = [Threshold(**{**dials, "call_at": tuple(dials["call_at"])}) for dials in players]
    assert made == [Threshold(call_at=(2, 4)), Threshold(forget=0.5)]


def test_where_nobody_calls_there_are_no_numbers_of_calls(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("simulate", "--rules", "cambio-jokers", "--call-at=-5", "--hands", "100")
    printed = json.loads(asked(capsys, *words, "--json")[1])
    assert printed["called"]["value"] == 0
    assert (printed["calls"], printed["by_total"]) == (None, [])
    assert "Nobody ever called." in asked(capsys, *words)[1]


@pytest.mark.parametrize(
    ("options", "players"),
    [
        ((), [Threshold()] * 4),
        (("--seats", "2"), [Threshold()] * 2),
        (("--player", "usual", "--seats", "3"), [Threshold()] * 3),
        (("--call-at", "-5"), [Threshold(call_at=(-5,))] * 4),
        (("--call-at", "2,4,6"), [Threshold(call_at=(2, 4, 6))] * 4),
        (("--call-at=-2/4",), [Threshold(call_at=(-2, 4))] * 4),
        (("--call-at", "3", "--call-at", "5"), [Threshold(call_at=(3,)), Threshold()]),
        (
            ("--player", "call_at=3 forget=0.1", "--player", "usual", "--call-at", "7"),
            [Threshold(call_at=(3,), forget=0.1), Threshold(), Threshold(call_at=(7,))],
        ),
        (
            ("--player", " call_at = 2, 4; dare=1,patience=9 ", "--seats", "2"),
            [Threshold(call_at=(2, 4), dare=1, patience=9)] * 2,
        ),
    ],
)
def test_who_plays(
    options: tuple[str, ...],
    players: list[Threshold],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = str(tmp_path / "hands.npz")
    assert asked(capsys, "simulate", *options, "--hands", "5", "--json", "--save", file)[0] == 0
    assert load_results(file).players == tuple(players)


def test_every_dial_can_be_set() -> None:
    for number, dial in enumerate(DIALS):
        value = "1" if dial in ("forget", "dare") else str(number + 2)
        assert commands.player(f"{dial}={value}") != Threshold()
    with pytest.raises(CambioError, match="'seed' is no dial"):
        commands.player("seed=3")


def test_what_is_saved_are_the_hands_that_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "hands.npz")
    words = ("simulate", "--rules", "cambio-jokers", "--hands", "500", "--seed", "3")
    printed = asked(capsys, *words, "--save", file)[1]
    assert f"{load_results(file)}\n" == printed == asked(capsys, *words)[1]


def test_workers_change_nothing() -> None:
    words = ("simulate", "--hands", "70000", "--seats", "2", "--json")
    alone, shared = run(*words), run(*words, "--workers", "2")
    assert alone[0] == 0
    assert alone == shared


def test_thresholds_prints_the_stored_table(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = asked(capsys, "thresholds")
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 2 + len(stored_thresholds())
    rows = json.loads(asked(capsys, "thresholds", "--json")[1])
    assert [(row["preset"], tuple(row["cycle"])) for row in rows] == [
        (row.preset, row.cycle) for row in stored_thresholds()
    ]
    assert "Die Schwelle" in asked(capsys, "thresholds", "--language", "de")[1]


def test_what_is_interrupted_says_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "simulate", interrupted)
    assert asked(capsys, "simulate") == (130, "", "interrupted\n")


# What is loaded, and when


def loaded(code: str) -> set[str]:
    """Which of the larger packages a piece of code loads."""
    heavy = "{'numpy', 'matplotlib', 'IPython', 'ipywidgets', 'anywidget', 'tqdm'}"
    code = f"import sys\n{code}\nprint(); print(*{heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("words", [["deal", "--play", "careful"], ["replay", "HAND"]])
def test_hands_are_dealt_and_replayed_without_numpy(words: list[str], worked: str) -> None:
    words = [worked if word == "HAND" else word for word in words]
    assert loaded(f"from cambio_edu.__main__ import main; assert main({words}) == 0") == set()


def test_the_package_loads_the_simulation_at_its_first_use() -> None:
    assert loaded("import cambio_edu; cambio_edu.Threshold(); dir(cambio_edu)") == set()
    assert loaded("from cambio_edu import simulate, tournament, solve") == {"numpy"}


def test_every_name_of_the_package_is_there() -> None:
    for name in cambio_edu.__all__:
        assert getattr(cambio_edu, name) is not None
        assert name in dir(cambio_edu)
    assert cambio_edu.simulate is simulate
    with pytest.raises(AttributeError, match="no attribute 'simulated'"):
        _ = cambio_edu.simulated


# What cannot be done: status 2, one line on standard error, nothing on standard output


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "required: replay|deal"),
        (("jump",), "invalid choice: 'jump'"),
        (("replay",), "required: file"),
        (("replay", "no such file"), "no such file: No such file or directory"),
        (("replay", ""), "Is a directory"),
        (("replay", "/"), "Is a directory"),
        (("replay", "two\nlines"), "two lines: No such file"),
        (("replay", "a", "b\nc"), "unrecognized arguments: b c"),
        (("deal", "--rules", "whist"), "there are cambio, cambio-jokers, cabo, cabo-lenient"),
        (("deal", "--rules", "two\nlines"), "is no rule set"),
        (("deal", "--house", "no fun"), "there are no early call, no lucky 100"),
        (("deal", "--house", "blind; blind"), "given twice"),
        (("deal", "--house", "limit=" + "9" * 5000), "a whole number from 1 to 10000"),
        (("deal", "--house", "pack=own"), "needs the cards of that pack"),
        (("deal", "--seats", "7"), "2, 3, 4, 5, 6 can"),
        (("deal", "--seats", "1"), "2, 3, 4, 5, 6 can"),
        (("deal", "--seats", "0"), "2, 3, 4, 5, 6 can"),
        (("deal", "--seats", "-3"), "2, 3, 4, 5, 6 can"),
        (("deal", "--seats", "9" * 4000), "2, 3, 4, 5, 6 can"),
        (("deal", "--seats", "9" * 5000), "--seats: a whole number is wanted"),
        (("deal", "--seats", "two"), "--seats: a whole number is wanted, not 'two'"),
        (("deal", "--seats", "2.5"), "--seats: a whole number is wanted, not '2.5'"),
        (("deal", "--seats", "3", "--house", "teams"), "4, 6 can"),
        (("deal", "--seed", "x"), "--seed: a whole number is wanted, not 'x'"),
        (("deal", "--seed", "9" * 5000), "--seed: a whole number is wanted"),
        (("deal", "--play", "genius"), "there are random, beginner, careful"),
        (("deal", "--play", ""), "there are random, beginner, careful"),
        (("deal", "--play"), "--play: expected one argument"),
        (("deal", "--what"), "unrecognized arguments: --what"),
        (("simulate", "--rules", "whist"), "'whist' is no rule set"),
        (("simulate", "--house", "no fun"), "there are no early call"),
        (("simulate", "--house", "teams", "--seats", "4"), "'teams' play together"),
        (("simulate", "--seats", "1"), "1 seats cannot play"),
        (("simulate", "--seats", "-3"), "-3 seats cannot play"),
        (("simulate", "--seats", "9" * 30), "2, 3, 4, 5, 6 can"),
        (("simulate", "--seats", "3", "--call-at", "2", "--call-at", "5"), "2 players for 3 seats"),
        (("simulate", *["--player", "usual"] * 7), "7 seats cannot play"),
        (("simulate", "--hands", "0"), "hands=0: a whole number from 1"),
        (("simulate", "--hands", "-5"), "hands=-5: a whole number from 1"),
        (("simulate", "--hands", "1e6"), "--hands: a whole number is wanted, not '1e6'"),
        (("simulate", "--hands", "9" * 30), "a whole number from 1"),
        (("simulate", "--seed", "-1"), "seed=-1: a whole number from 0"),
        (("simulate", "--call-at", "low"), "call_at=('low',): one or more whole numbers"),
        (("simulate", "--call-at", "2,,4.5"), "one or more whole numbers"),
        (("simulate", "--call-at", ""), "one or more whole numbers"),
        (("simulate", "--call-at"), "--call-at: expected one argument"),
        (("simulate", "--player", "callat=3"), "'callat' is no dial; there are call_at, per_seat"),
        (("simulate", "--player", "call_at 3"), "is no dial; there are"),
        (("simulate", "--player", ""), "is no dial; there are"),
        (("simulate", "--player", "look=1 look=2"), "'look' is given twice"),
        (("simulate", "--player", "forget=2"), "forget=2: a chance from 0 to 1 is wanted"),
        (("simulate", "--player", "forget=nan"), "forget=nan: a chance from 0 to 1 is wanted"),
        (("simulate", "--player", "take_most=1.5"), "take_most=1.5: a whole number"),
        (("simulate", "--workers", "0"), "--workers 0: a whole number from 1 to 60"),
        (("simulate", "--workers", "two"), "--workers: a whole number is wanted"),
        (("simulate", "--save", "hands.txt"), "--save 'hands.txt': the name of the file must end"),
        (("simulate", "--hands", "1", "--save", "no/such/x.npz"), "no/such/x.npz: No such file"),
        (("simulate", "--language", "xx"), "'xx' is no language here"),
        (("thresholds", "--language", "xx"), "'xx' is no language here"),
        (("thresholds", "--json", "--language", "xx"), "'xx' is no language here"),
        (("thresholds", "cabo"), "unrecognized arguments: cabo"),
    ],
)
def test_what_cannot_be_done(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = asked(capsys, *words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("seat", ["D", "b", "", "AB", "1", "Ann"])
def test_a_seat_that_is_not_there(
    seat: str, worked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = asked(capsys, "replay", worked, "--as", seat)
    assert (status, out) == (2, "")
    assert err == f"--as {seat!r}: one of the seats A, B, C is wanted\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", 'the header [Seats "…"] is missing'),
        (b"\x00\x01\x02", "is missing"),
        (b"\xff\xfe\x00", "line 1: this is no text; a hand is written in UTF-8"),
        (b'[Seats "Ann"]\n\n\xe9', "line 3: this is no text; a hand is written in UTF-8"),
        (b'[Seats "Ann"]\r\r\xe9', "line 3: this is no text"),
        (bytes(range(256)) * 50, "this is no text"),
        (WORKED.replace("call", "shout").encode(), "line 11: 'shout': no such move; moves are see"),
        (WORKED.replace("31 0 33", "1 2 3").encode(), "line 14: '1 2 3': the scores of this hand"),
        (WORKED.replace('KC"]', 'XX"]').encode(), "line 5: 'XX': no card; cards are written"),
        (WORKED.encode("utf-16"), "line 1: this is no text"),
    ],
)
def test_a_text_that_is_no_hand(
    text: bytes, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad"
    file.write_bytes(text)
    status, out, err = asked(capsys, "replay", str(file))
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_streams_that_are_closed() -> None:
    shell = f"{sys.executable} -m cambio_edu"
    for command, says in (
        (f"{shell} replay - <&-", "standard input is closed"),
        (f"{shell} deal >&-", "standard output is closed"),
        (f"{shell} deal > /dev/full", "standard output: No space left on device"),
    ):
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, ""), command
        assert says in done.stderr
        assert done.stderr.count("\n") == 1
    silent = subprocess.run(
        ["sh", "-c", f"{shell} deal --seats 9 2>&-"], capture_output=True, text=True, check=False
    )
    assert (silent.returncode, silent.stdout, silent.stderr) == (2, "", "")


def test_a_reader_that_has_gone_away() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "cambio_edu", "deal"],
            stdout=stream,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "standard output: Broken pipe\n"


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    link = tmp_path / "loop"
    link.symlink_to(link)
    status, out, err = run("replay", str(link))
    assert (status, out) == (2, b"")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_help_is_printed_and_is_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    for command_words in ((), ("replay",), ("deal",), ("simulate",), ("thresholds",)):
        words = (*command_words, "--help")
        status, out, err = asked(capsys, *words)
        assert (status, err) == (0, "")
        assert "usage" in out
