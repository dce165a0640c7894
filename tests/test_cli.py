"""The command line: what it prints, and what it does with what cannot be done."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hands import WORKED

from cambio_edu.__main__ import main
from cambio_edu.hand import deal
from cambio_edu.notation import read, state, write
from cambio_edu.rules import PRESETS, rules


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
    for words in (("--help",), ("replay", "--help"), ("deal", "--help")):
        status, out, err = asked(capsys, *words)
        assert (status, err) == (0, "")
        assert "usage" in out
