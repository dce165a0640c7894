"""A match outlives its kernel: saved after every change, resumed, and never written over."""

import os
import random
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tables import GAMES, ask, hand_of, play, step, wanted

from cambio_edu import notation
from cambio_edu.cards import Pack
from cambio_edu.rules import rules, seats_allowed
from cambio_edu.widgets import Table, saving
from cambio_edu.words import words

WORDS = words("en")
RESUMED = WORDS["note.resumed"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAMBIO_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


def texts(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in sorted(folder.iterdir())}


def same_table(one: Table, other: Table) -> None:
    """Both have the same match and hand, and show the same."""
    a, b = one._session, other._session
    assert (a.match, a.order, a.begun) == (b.match, b.order, b.begun)
    assert (a.hand, a.totals_before) == (b.hand, b.totals_before)
    assert one.text == other.text
    different = {k for k in one.state if one.state[k] != other.state[k]}
    assert different <= {"position", "note"}, different


# Going on


@pytest.mark.parametrize("study", [False, True])
@pytest.mark.parametrize(("preset", "house"), GAMES)
def test_a_kernel_can_stop_after_any_move(preset: str, house: str, study: bool):
    seats = max(seats_allowed(rules(preset, house)))
    arguments = {"opponents": ["random"] * (seats - 1), "seed": 3, "study": study, "name": "t"}
    table, rng = Table(preset, house, **arguments), random.Random(4)
    checked = 0
    for number in range(1, 400):
        going_on = step(table, rng)
        if number % 9 == 0 or not going_on or number < 4:
            again = Table(preset, house, **arguments)
            assert again.state["note"] == RESUMED
            same_table(table, again)
            assert again.state["undo"] == table.state["undo"]
            checked += 1
            table = again
        if not going_on:
            break
    assert table.state["phase"] == "over"
    assert checked > 4
    ask(table, "hand")
    assert table.state["phase"] != "over"


def go_on(table: Table) -> bool:
    """One message that follows from what is on the table alone; whether the match goes on."""
    state = table.state
    if state["match"]["over"]:
        return False
    rng = random.Random(f"{len(state['log'])} {state['log'][-1:]} {state['match']['sheet']}")
    ask(table, **(wanted(state, rng) or {"type": "hand"}))
    return True


def test_a_match_goes_on_to_the_same_end():
    arguments = {"house": "limit=60", "opponents": ["careful", "beginner"], "seed": 8}
    straight, broken = Table(name="", **arguments), Table(name="t", **arguments)
    number = 0
    while go_on(straight):
        number += 1
        assert go_on(broken)
        if number % 15 == 0:
            broken = Table(name="t", **arguments)
            same_table(straight, broken)
    assert number > 200
    same_table(straight, broken)


def test_the_next_deals_are_those_that_would_have_come():
    arguments = {"opponents": ["careful"], "seed": 8}
    straight, broken = Table(name="", **arguments), Table(name="t", **arguments)
    for number in range(4):
        for table in (straight, broken):
            ask(table, "match")
        broken = Table(name="t", **arguments)
        for table in (straight, broken):
            play(table, number)
            ask(table, "hand")
        broken = Table(name="t", **arguments)
        assert straight.text == broken.text
    assert broken._session.begun == 5


def test_a_finished_match_is_still_there():
    arguments = {"house": "limit=5", "opponents": ["careful"], "seed": 1, "name": "t"}
    table = Table(**arguments)
    for number in range(60):
        play(table, number)
        if table.state["match"]["over"]:
            break
        ask(table, "hand")
    again = Table(**arguments)
    same_table(table, again)
    assert again.state["match"]["over"]
    assert again.state["result"]
    assert ask(again, "hand")["match"]["sheet"] == []


def test_a_first_look_that_was_turned_back_is_not_shown_again():
    arguments = {"opponents": ["careful"], "first": "A", "name": "t"}
    table = Table(**arguments)
    assert Table(**arguments).state["acknowledge"]
    ask(table, "ack")
    again = Table(**arguments)
    assert again.state["note"] == RESUMED
    assert not again.state["acknowledge"]
    assert not any(e["card"] for e in again.state["grids"]["A"])
    ask(again, "move", move="draw")
    assert Table(**arguments).state["holding"] == again.state["holding"]


def test_a_look_that_was_not_turned_back_is_still_to_be_seen():
    arguments = {"rules": "cabo", "opponents": ["careful"], "first": "A", "name": "t"}
    table = Table(**arguments)
    ask(table, "move", move="see 1 3")
    again = Table(**arguments)
    assert again.state["acknowledge"]
    assert again.state["grids"] == table.state["grids"]


def test_study_can_take_back_after_going_on():
    arguments = {"opponents": ["careful"], "first": "A", "study": True, "name": "t", "seed": 2}
    table = Table(**arguments)
    play(table, 1, at_most=8)
    again = Table(**arguments)
    while again.state["undo"]:
        ask(again, "undo")
    assert again.state["log"] == []
    assert hand_of(again) == table._session.past[0]


def test_opponents_may_be_others_when_a_match_goes_on():
    table = Table(opponents=["careful"], name="t")
    play(table, 1, at_most=8)
    again = Table(opponents=["random"], name="t")
    assert again.state["note"] == RESUMED
    assert hand_of(again) == hand_of(table)


def test_a_pack_of_ones_own_goes_on():
    def lay() -> Table:
        small = rules("cabo", "grid=2", Pack.from_counts({"1": 4, "5": 4, "9": 4}))
        return Table(small, opponents=["careful"], name="t", seed=1)

    table = lay()
    play(table, 1, at_most=9)
    same_table(table, lay())


def test_names_with_markup_go_on():
    names = ["<b>Ann</b>", "#Ben", "]{0}", "Čärа"]
    arguments = {"opponents": ["careful"] * 3, "names": names, "name": "t"}
    table = Table(**arguments)
    play(table, 1, at_most=9)
    same_table(table, Table(**arguments))


def test_what_goes_on_is_read_in_another_process(folder: Path):
    table = Table(opponents=["careful"], name="t", seed=5)
    play(table, 2, at_most=11)
    code = (
        "from cambio_edu import Table; t = Table(opponents=['careful'], name='t', seed=5);"
        "print(t.state['note']); print(t.text)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": "7", "PYTHONUTF8": "1"},
        capture_output=True, encoding="utf-8", check=True, cwd=folder.parent.parent,
    ).stdout  # fmt: skip
    assert told == f"{RESUMED}\n{table.text}\n"


# What is written


def test_every_change_is_saved_whole(folder: Path):
    table, rng = Table(opponents=["random"] * 2, name="my table", seed=2), random.Random(1)
    while step(table, rng):
        assert list(texts(folder)) == ["my-table.txt"]
        heading, _, text = (folder / "my-table.txt").read_text().partition("\n")
        assert text == table.text
        assert heading.startswith("# match of A, number 1")


def test_the_text_replays_to_the_same_match(folder: Path):
    table = Table(opponents=["careful"], name="t")
    play(table, 1)
    ask(table, "hand")
    play(table, 1, at_most=7)
    match, hand = notation.read_match((folder / "t.txt").read_text())
    assert (match, hand) == (table._session.match, hand_of(table))
    assert notation.read_match(table.text) == (match, hand)


def test_nothing_is_saved_without_a_name(folder: Path):
    table = Table(opponents=["careful"], name="")
    play(table, 1)
    assert table.file is None
    assert not folder.exists()


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("a b", "a-b.txt"),
        ("../../x", "x.txt"),
        ("/etc/passwd", "etc-passwd.txt"),
        ("…", "table.txt"),
        ("Übung 1", "Übung-1.txt"),
        ("a\0b", "a-b.txt"),
    ],
)
def test_a_file_lies_in_the_folder_whatever_the_name(folder: Path, name: str, file: str):
    table = Table(opponents=["careful"], name=name)
    assert table.file == folder / file
    assert list(texts(folder)) == [file]


def test_without_the_variable_it_lies_beside_the_notebook(monkeypatch, tmp_path):
    monkeypatch.delenv("CAMBIO_SAVES")
    monkeypatch.chdir(tmp_path)
    Table(opponents=["careful"], name="t")
    assert (tmp_path / "cambio-saves" / "t.txt").exists()


# Another table under the same name


OTHERS = [
    {"house": "no penalty"},
    {"rules": "cabo"},
    {"names": ["Ann", "Ben"]},
    {"opponents": ["careful", "careful"]},
    {"study": True},
    {"seat": "B", "names": ["You", "Ben"]},
]


@pytest.mark.parametrize("other", OTHERS, ids=range(len(OTHERS)))
def test_another_table_keeps_the_old_one_aside(folder: Path, other: dict):
    arguments = {"opponents": ["careful"], "name": "t", "first": "A"}
    table = Table(**arguments)
    play(table, 1, at_most=6)
    old = (folder / "t.txt").read_text()
    changed = Table(**(arguments | other))
    assert changed.state["note"] == WORDS["note.kept"].format(file="t-1.txt")
    assert texts(folder)["t-1.txt"] == old
    assert changed.text in texts(folder)["t.txt"]
    assert not changed.state["log"]
    play(changed, 1, at_most=6)
    back = Table(**arguments)
    assert back.state["note"] == WORDS["note.kept"].format(file="t-2.txt")
    assert sorted(texts(folder)) == ["t-1.txt", "t-2.txt", "t.txt"]


def test_a_hand_without_a_move_is_not_kept_aside(folder: Path):
    Table(opponents=["careful"], name="t")
    table = Table("cabo", opponents=["careful"], name="t")
    assert table.state["note"] == ""
    assert list(texts(folder)) == ["t.txt"]


def test_a_match_is_no_single_hand_for_study_even_without_a_heading(folder: Path):
    arguments = {"opponents": ["careful"], "name": "t"}
    table = Table(**arguments)
    play(table, 1)
    ask(table, "hand")
    (folder / "t.txt").write_text(table.text)
    study = Table(**arguments, study=True)
    assert study.state["note"] == WORDS["note.kept"].format(file="t-1.txt")
    assert texts(folder)["t-1.txt"] == table.text


def test_a_text_without_a_heading_goes_on(folder: Path):
    arguments = {"opponents": ["careful"], "name": "t"}
    table = Table(**arguments)
    play(table, 1, at_most=9)
    (folder / "t.txt").write_text(table.text)
    assert Table(**arguments).text == table.text


def test_two_tables_at_once_do_not_write_over_each_other(folder: Path):
    arguments = {"opponents": ["careful"], "name": "t", "first": "A", "seed": 1}
    one = Table(**arguments)
    ask(one, "ack")
    other = Table(**arguments)
    assert other.state["note"] == RESUMED
    ask(one, "move", move="draw")
    ask(one, "move", move="swap 1")
    note = ask(other, "move", move="call")["note"]
    assert note == WORDS["note.elsewhere"].format(file="t-1.txt")
    assert other.file == folder / "t-1.txt"
    for table in (one, other):
        play(table, 1, at_most=4)
        assert table.text in table.file.read_text()
    assert sorted(texts(folder)) == ["t-1.txt", "t.txt"]


def test_a_file_that_somebody_takes_away_is_written_again(folder: Path):
    table = Table(opponents=["careful"], name="t", first="A")
    (folder / "t.txt").unlink()
    assert ask(table, "ack")["note"] == ""
    assert list(texts(folder)) == ["t.txt"]


# What cannot be read


BROKEN = {
    "empty": b"",
    "blank": b"\n\n  \n",
    "binary": bytes(range(256)) * 20,
    "zeros": b"\0" * 1000,
    "page": b"<!doctype html><html></html>",
    "notebook": b'{"cells": []}',
    "half": b'# match of A, number 1\n[Rules "cambio"]\n[Seats "You B',
    "long": b"x" * 2_000_000,
    "utf16": '[Rules "cambio"]'.encode("utf-16"),
    "only heading": b"# match of A, number 1, looked\n",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
def test_what_cannot_be_read_is_kept_and_told(folder: Path, content: bytes):
    folder.mkdir()
    (folder / "t.txt").write_bytes(content)
    table = Table(opponents=["careful"], name="t", first="A")
    told = WORDS["note.unreadable"].format(file="t-1.txt", error="")
    assert table.state["note"].startswith(told)
    assert len(table.state["note"]) < 500
    assert (folder / "t-1.txt").read_bytes() == content
    assert table.text in (folder / "t.txt").read_text()
    ask(table, "ack")
    assert ask(table, "move", move="draw")["note"] == ""


@cache
def saved() -> bytes:
    """What a match of two hands saves."""
    with tempfile.TemporaryDirectory() as new:
        os.environ["CAMBIO_SAVES"] = new
        table = Table(opponents=["careful"], name="t", seed=1)
        play(table, 1)
        ask(table, "hand")
        play(table, 1, at_most=9)
        return table.file.read_bytes()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_damaged_file_never_stops_a_table(data):
    """Cut off, or with some bytes changed: it goes on, or the old file is kept as it was."""
    whole = saved()
    content = bytearray(whole[: data.draw(st.integers(0, len(whole)))])
    for _ in range(data.draw(st.integers(0, 3))):
        if content:
            content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with tempfile.TemporaryDirectory() as new:
        os.environ["CAMBIO_SAVES"] = new
        file = Path(new, "t.txt")
        file.write_bytes(bytes(content))
        table = Table(opponents=["careful"], name="t", seed=1)
        kept = Path(new, "t-1.txt")
        note = table.state["note"]
        if note == RESUMED:
            assert not kept.exists()
        elif note:
            assert kept.read_bytes() == bytes(content)
        assert table.text in file.read_text()


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
@example('[Seats "A B"]\n[Pack ""]')
def test_any_text_is_read_or_kept(text):
    with tempfile.TemporaryDirectory() as new:
        os.environ["CAMBIO_SAVES"] = new
        content = text.encode("utf-8")
        Path(new, "t.txt").write_bytes(content)
        table = Table(opponents=["careful"], name="t", seed=1)
        assert "could not be read" in table.state["note"]
        assert Path(new, "t-1.txt").read_bytes() == content


# What cannot be written


def refuse(*args, **more):
    raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize("call", ["os.replace", "tempfile.mkstemp", "pathlib.Path.mkdir"])
def test_a_folder_that_cannot_be_written_is_told_and_play_goes_on(monkeypatch, call):
    table = Table(opponents=["careful"], name="t", first="A")
    old = table.file.read_text()
    monkeypatch.setattr(call, refuse)
    state = ask(table, "ack")
    assert state["note"].startswith("This could not be saved: ")
    assert "Permission denied" in state["note"]
    state = ask(table, "move", move="draw")
    assert state["note"].startswith("This could not be saved: ")
    assert state["holding"]["seat"] == "A"
    assert table.file.read_text() == old
    monkeypatch.undo()
    os.environ["CAMBIO_SAVES"] = str(table.file.parent)
    assert ask(table, "move", move="swap 1")["note"] == ""
    assert [file.name for file in table.file.parent.iterdir()] == ["t.txt"]
    assert table.text in table.file.read_text()


def test_a_write_that_breaks_off_leaves_the_old_file(folder: Path, monkeypatch):
    table = Table(opponents=["careful"], name="t", first="A")
    old = (folder / "t.txt").read_bytes()

    def full(handle, *args, **more):
        os.close(handle)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saving.os, "fdopen", full)
    assert "No space left" in ask(table, "ack")["note"]
    assert {f.name: f.read_bytes() for f in folder.iterdir()} == {"t.txt": old}


def test_a_write_that_is_interrupted_leaves_the_old_file(folder: Path, monkeypatch):
    table = Table(opponents=["careful"], name="t", first="A")
    old = (folder / "t.txt").read_bytes()

    def stop(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(saving.os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        ask(table, "ack")
    assert {f.name: f.read_bytes() for f in folder.iterdir()} == {"t.txt": old}


def test_what_may_not_be_read_is_left_alone(folder: Path, monkeypatch):
    table = Table(opponents=["careful"], name="t", first="A")
    play(table, 1, at_most=5)
    old = (folder / "t.txt").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", refuse)
        again = Table(opponents=["careful"], name="t", first="A")
        assert "Permission denied" in again.state["note"]
        play(again, 1, at_most=5)
    assert again.file is None
    assert {f.name: f.read_bytes() for f in folder.iterdir()} == {"t.txt": old}


def test_what_cannot_be_put_aside_is_not_written_over(folder: Path, monkeypatch):
    folder.mkdir()
    (folder / "t.txt").write_bytes(b"somebody's only copy")
    monkeypatch.setattr(saving, "keep", refuse)
    table = Table(opponents=["careful"], name="t", first="A")
    assert "Permission denied" in table.state["note"]
    ask(table, "ack")
    ask(table, "move", move="draw")
    assert {f.name: f.read_bytes() for f in folder.iterdir()} == {"t.txt": b"somebody's only copy"}


def test_a_file_in_place_of_the_folder_and_a_folder_in_place_of_the_file(folder: Path):
    folder.write_text("a file")
    table = Table(opponents=["careful"], name="t", first="A")
    assert table.state["note"].startswith("This could not be saved: ")
    assert folder.read_text() == "a file"
    folder.unlink()
    (folder / "t.txt").mkdir(parents=True)
    table = Table(opponents=["careful"], name="t", first="A")
    assert table.state["note"].startswith("This could not be saved: ")
    ask(table, "ack")
    assert (folder / "t.txt").is_dir()


def test_a_name_that_is_too_long_for_a_file_is_told():
    table = Table(opponents=["careful"], name="x" * 1000, first="A")
    assert table.state["note"].startswith("This could not be saved: ")
    assert len(table.state["note"]) < 500
    ask(table, "ack")
    assert ask(table, "move", move="draw")["holding"]["seat"] == "A"


def test_a_name_that_no_text_can_hold_is_told():
    table = Table(opponents=["careful"], names=["\udc80", "Ben"], name="t", first="A")
    assert table.state["note"].startswith("This could not be saved: ")
