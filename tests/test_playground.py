"""The playground and the replay: what their plain widgets do, without a browser."""

from pathlib import Path

import ipywidgets
import pytest
from hands import WORKED
from tables import ask, play

from cambio_edu import notation
from cambio_edu.rules import HOUSE_RULES, PRESETS
from cambio_edu.strategies import STRATEGIES
from cambio_edu.view import view
from cambio_edu.widgets import Playground, Replay, Table
from cambio_edu.widgets.picture import still
from cambio_edu.words import LANGUAGES, words

WORDS = words("en")
RESUMED = WORDS["note.resumed"]
SHORT = "\n".join(line for line in WORKED.splitlines()[:5]) + "\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CAMBIO_SAVES", str(tmp_path / "saves"))
    return tmp_path / "saves"


def set_players(playground: Playground, *who: str) -> None:
    playground.seats.value = len(who)
    for dropdown, name in zip(playground.players, who, strict=False):
        dropdown.value = name


def error(widget: Playground | Replay) -> str:
    return str(widget._error.value)


# Playground


def test_a_table_is_laid_from_the_start():
    playground = Playground()
    assert isinstance(playground.table, Table)
    assert [s["player"] for s in playground.table.state["seats"]] == ["you", "careful", "beginner"]
    assert playground._place.children == (playground.table,)
    assert repr(playground) == "<Playground: cambio, 3 seats>"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_set_can_be_laid_and_played(preset: str):
    playground = Playground(seed=1)
    playground.rules.value = preset
    for seats in (2, 3, 4):
        set_players(playground, "you", *(["random"] * (seats - 1)))
        playground.button.click()
        assert error(playground) == ""
        assert playground.table.rules == PRESETS[preset]
        play(playground.table, seats)
        assert playground.table.state["result"]


@pytest.mark.parametrize("house", HOUSE_RULES)
def test_every_house_rule_can_be_chosen(house: str):
    playground = Playground()
    playground.rules.value = "cambio-jokers" if house == "cabo cards" else "cambio"
    playground.house.value = (house,)
    set_players(playground, "you", "random", "random", "random")
    playground.lay()
    assert error(playground) == ""
    assert playground.table.rules.house == (house,)


def test_house_rules_and_further_fields_go_together():
    playground = Playground()
    playground.house.value = ("no penalty", "blind")
    playground.more.value = " limit=50; red_king=-3; "
    assert playground.house_text == "no penalty; blind; limit=50; red_king=-3"
    playground.lay()
    table = playground.table
    assert (table.rules.limit, table.rules.red_king, table.rules.caller_penalty) == (50, -3, 0)


def test_any_seat_or_none_can_be_the_persons():
    playground = Playground()
    set_players(playground, "random", "careful", "you", "beginner")
    playground.lay()
    assert playground.table.state["seat"] == "C"
    assert [s["player"] for s in playground.table.state["seats"]][2] == "you"
    set_players(playground, "random", "careful")
    playground.lay()
    assert playground.table.state["seat"] is None
    play(playground.table)
    assert playground.table.state["result"]


def test_as_many_players_are_offered_as_there_are_seats():
    playground = Playground()
    for seats in (2, 6, 4):
        playground.seats.value = seats
        assert len(playground._player_box.children) == seats
    offered = {value for _, value in playground.players[0].options}
    assert offered == {"you", *STRATEGIES}


def test_what_does_not_fit_is_said_and_the_table_stays():
    playground = Playground()
    table = playground.table
    for change, told in (
        (lambda: set_players(playground, "you", "you"), WORDS["play.one"]),
        (lambda: set_players(playground, "you", *["random"] * 5), "2, 3, 4, 5 can"),
        (lambda: setattr(playground.more, "value", "limt=3"), "is no field"),
        (lambda: setattr(playground.more, "value", "<b>x</b>"), "&lt;b&gt;x&lt;/b&gt;"),
    ):
        playground.rules.value = "cambio-jokers"
        change()
        playground.lay()
        assert told in error(playground)
        assert 'role="alert"' in error(playground)
        assert "<b>x" not in error(playground)
        assert playground.table is table
        assert playground._place.children == (table,)
    playground.more.value = ""
    set_players(playground, "you", "random")
    playground.lay()
    assert error(playground) == ""
    assert playground.table is not table


def test_each_rule_set_goes_on_where_it_was(folder: Path):
    playground = Playground(seed=2)
    play(playground.table, 1, at_most=7)
    first = playground.table
    playground.rules.value = "cabo"
    playground.lay()
    play(playground.table, 1, at_most=7)
    second = playground.table
    playground.study.value = True
    playground.lay()
    assert playground.table.state["study"]
    assert sorted(file.name for file in folder.iterdir()) == [
        "playground-cabo-3-study.txt",
        "playground-cabo-3.txt",
        "playground-cambio-3.txt",
    ]
    again = Playground(seed=2)
    assert again.table.state["note"] == RESUMED
    assert again.table.text == first.text
    again.rules.value = "cabo"
    again.lay()
    assert again.table.state["note"] == RESUMED
    assert again.table.text == second.text


def test_laying_the_same_table_again_goes_on():
    playground = Playground()
    play(playground.table, 1, at_most=7)
    text = playground.table.text
    playground.lay()
    assert playground.table.text == text
    assert playground.table.state["note"] == RESUMED


def test_a_playground_without_a_name_saves_nothing(folder: Path):
    playground = Playground(name="", seed=1, memory="show")
    play(playground.table)
    assert playground.table.file is None
    assert playground.table.memory == "show"
    assert not folder.exists()


# Replay


def test_a_hand_is_stepped_through():
    replay, hands = Replay(WORKED), notation.replay(WORKED)
    assert replay.step.max == len(hands) - 1 == 27
    assert repr(replay) == "<Replay: 27 moves>"
    assert replay.step.value == 0
    replay.back.click()
    assert replay.step.value == 0
    for n in range(1, 28):
        replay.forward.click()
        assert replay.step.value == n
        expected = still(view(hands[n], 0), WORDS, n)
        assert replay._picture.state == expected
    replay.forward.click()
    assert replay.step.value == 27
    assert replay._picture.state["result"]
    replay.step.value = 3
    assert len(replay._picture.state["log"]) == 3


def test_it_is_seen_through_the_eyes_of_any_seat_or_none():
    replay, hands = Replay(WORKED), notation.replay(WORKED)
    labels = [label for label, _ in replay.eyes.options]
    assert labels == ["A Ann", "B Ben", "C Cara", WORDS["replay.public"]]
    replay.step.value = 5
    for index, seat in ((0, 0), (2, 2), (3, None), (1, 1)):
        replay.eyes.index = index
        assert replay.eyes.label == labels[index]
        assert replay._picture.state == still(view(hands[5], seat), WORDS, 5)
    replay.eyes.index = 3
    assert not any(e["card"] for e in replay._picture.state["grids"]["C"])


def test_nothing_can_be_done_in_a_picture():
    replay = Replay(WORKED)
    for n in range(replay.step.max):
        replay.step.value = n
        state = replay._picture.state
        assert (state["still"], state["legal"], state["waiting"]) == (True, [], False)
        assert state["undo"] is False


def test_a_shorter_hand_can_follow_a_longer_one():
    replay = Replay(WORKED)
    replay.step.value, replay.eyes.index = 27, 3
    replay.text.value = SHORT
    replay.button.click()
    assert error(replay) == ""
    assert (replay.step.max, replay.step.value, replay.eyes.index) == (0, 0, 0)
    assert replay._picture.state["phase"] == "start"
    replay.text.value = WORKED
    replay.button.click()
    assert replay.step.max == 27


def test_what_cannot_be_read_is_said_and_the_hand_stays():
    replay = Replay(WORKED)
    replay.step.value = 9
    state = replay._picture.state
    for text in ("nonsense", WORKED.replace("spy B2", "spy A2"), "[Rules <script>x</script>]"):
        replay.text.value = text
        replay.button.click()
        assert 'role="alert"' in error(replay)
        assert "<script" not in error(replay)
        assert replay._picture.state == state
        assert replay.step.value == 9
    replay.text.value = "  \n"
    replay.button.click()
    assert error(replay) == ""
    assert replay._picture.state == state


def test_a_replay_may_begin_empty():
    replay = Replay()
    assert repr(replay) == "<Replay: 0 moves>"
    assert error(replay) == ""
    for button in (replay.back, replay.forward, replay.button):
        button.click()
    assert not replay._picture.state
    replay.text.value = WORKED
    replay.button.click()
    assert replay._picture.state["seats"]


def test_the_text_of_a_table_can_be_stepped_through():
    table = Table("cabo", opponents=["careful"], name="", seed=3)
    play(table, 1)
    replay = Replay(table.text)
    replay.step.value = replay.step.max
    lines = replay._picture.state["result"]["lines"]
    assert [line["score"] for line in lines] == table.state["match"]["sheet"][0]


# What both are


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_are_there_in_every_language(language: str):
    playground, replay = Playground(language=language), Replay(WORKED, language=language)
    assert playground.button.description == words(language)["play.lay"]
    assert replay.button.description == words(language)["replay.read"]
    ask(playground.table, "nonsense")
    assert playground.table.state["note"].startswith(
        words(language)["note.refused"].partition("{")[0]
    )


def test_both_have_a_still_picture_where_no_kernel_runs():
    for widget in (Playground(), Replay(WORKED)):
        assert isinstance(widget, ipywidgets.VBox)
        bundle = widget._repr_mimebundle_()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        assert data["text/html"].startswith("<img ")
        assert "application/vnd.jupyter.widget-view+json" in data


def test_a_replay_shows_what_was_likely_through_any_eyes():
    replay = Replay(WORKED)
    assert replay._picture.state["likely"] is None
    replay.step.value = 5
    replay.likely.value = True
    own = replay._picture.state["likely"]
    assert own["given"] == "Given what you have seen"
    replay.eyes.value = -1
    assert replay._picture.state["likely"]["given"] == "Given what everybody has seen"
    assert replay._picture.state["likely"]["places"] != own["places"]
    replay.likely.value = False
    assert replay._picture.state["likely"] is None
