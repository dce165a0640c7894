"""The table by its messages alone: whole hands and matches, and what must not go wrong."""

import json
import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import GAMES, ask, hand_of, lay, most_seats, play, scripted, step, until, wanted

from cambio_edu.cards import Pack, card
from cambio_edu.errors import CambioError
from cambio_edu.moves import Move
from cambio_edu.rules import PRESETS, rules, seats_allowed
from cambio_edu.scoring import scores, team_totals
from cambio_edu.strategies import Beginner, Careful
from cambio_edu.widgets import Table
from cambio_edu.words import words

WORDS = words("en")


def check_result(table: Table) -> list[int]:
    """See that the result is what the cards that lie there give; the points of each seat."""
    state, in_force, hand = table.state, table.rules, hand_of(table)
    lines = state["result"]["lines"]
    grids = [[card(text) for text in line["cards"]] for line in lines]
    shown = [[entry["card"] for entry in state["grids"][line["letter"]]] for line in lines]
    right = scores(in_force, grids, hand.caller, hand.emptied)
    assert [line["cards"] for line in lines] == shown
    assert [line["name"] for line in lines] == [seat["name"] for seat in state["seats"]]
    assert [line["score"] for line in lines] == [score.points for score in right]
    assert [line["total"] for line in lines] == team_totals(in_force, grids)
    for line, score in zip(lines, right, strict=True):
        check_reason(table, line, score)
    return [score.points for score in right]


def check_reason(table: Table, line: dict, score) -> None:
    filling = {"total": line["total"], "penalty": table.rules.caller_penalty, "score": score.points}
    assert line["why"].startswith(WORDS[f"why.{score.reason}"].format(**filling))
    named = list(map(int, re.findall(r"-?\d+", line["why"].replace("two", ""))))
    if score.reason == "wrong":
        assert named[0] + named[1] == score.points
    else:
        assert score.points in named


@pytest.mark.parametrize("study", [False, True])
@pytest.mark.parametrize(("preset", "house"), GAMES)
def test_whole_hands_under_every_rule_set(preset: str, house: str, study: bool):
    for seats in seats_allowed(rules(preset, house)):
        seat = "ABCDEF"[seats - 1] if study else "A"
        table = lay(preset, house, seats, seat=seat, study=study, seed=seats)
        assert len(table.state["seats"]) == len(table.state["grids"]) == seats
        play(table, seats)
        state = table.state
        assert (state["phase"], state["mover"], state["legal"]) == ("over", None, [])
        assert all(entry["up"] for grid in state["grids"].values() for entry in grid)
        points = check_result(table)
        if study:
            assert state["match"] is None
        else:
            assert state["match"]["sheet"] == [points]


def running_totals(sheet: list[list[int | None]], in_force) -> list[int]:
    """The totals that a match sheet gives."""
    totals, used = [0] * len(sheet[0]), [0] * len(sheet[0])
    most = {"no": 0, "once": 1, "always": 10**6}[in_force.lucky_100]
    for row in sheet:
        for n, points in enumerate(row):
            totals[n] += points or 0
            if points is not None and totals[n] == 100 and used[n] < most:
                totals[n], used[n] = 50, used[n] + 1
    return totals


MATCHES = [
    ("cambio", "limit=40", 2),
    ("cambio", "limit=60; no penalty", 6),
    ("cambio", "teams; limit=50", 6),
    ("cambio", "fixed hands=3; stacking in any turn", 3),
    ("cambio-jokers", "", 4),
    ("cambio-jokers", "limit=30; teams", 4),
    ("cabo", "", 3),
    ("cabo-lenient", "limit=40", 4),
]


@pytest.mark.parametrize(("preset", "house", "seats"), MATCHES)
def test_whole_matches_and_their_sheets(preset: str, house: str, seats: int):
    table = lay(preset, house, seats, seed=f"{preset} {house}")
    sheet, before = [], [0] * seats
    for number in range(1, 200):
        match = table.state["match"]
        assert (match["hand"], match["sheet"], match["totals"]) == (number, sheet, before)
        playing = [name for name, out in zip(match["names"], match["out"], strict=True) if not out]
        if WORDS["match.decide"].split("{")[0] not in match["title"]:
            assert [seat["name"] for seat in table.state["seats"]] == playing
        play(table, number)
        names = [seat["name"] for seat in table.state["seats"]]
        points = dict(zip(names, check_result(table), strict=True))
        totals = {s["name"]: s["total"] for s in table.state["seats"]}
        assert totals == {n: t for n, t in zip(match["names"], before, strict=True) if n in totals}
        sheet = [*sheet, [points.get(name) for name in match["names"]]]
        before = running_totals(sheet, table.rules)
        if table.state["match"]["over"]:
            break
        ask(table, "hand")
    match = table.state["match"]
    assert match["over"]
    assert (match["sheet"], match["totals"]) == (sheet, before)
    check_winners(table)
    ask(table, "hand")
    assert (table.state["match"]["hand"], table.state["match"]["sheet"]) == (1, [])
    assert not table.state["match"]["over"]


def check_winners(table: Table) -> None:
    match, in_force = table.state["match"], table.rules
    names = dict(enumerate(match["names"]))
    if in_force.match_end == "over" or in_force.fixed_hands:
        least = min(match["totals"])
        won = [n for n in names if match["totals"][n] == least]
    else:
        won = [n for n in names if not match["out"][n]]
    if len(won) > 1 and not in_force.teams and in_force.match_end == "out":
        return  # decided by one more hand
    expected = WORDS["match.you"] if won == [0] else ", ".join(names[n] for n in won)
    assert expected in match["title"]


def test_the_person_is_out_and_the_others_play_on():
    table = lay("cambio", "limit=30", 4, seed=1)
    for number in range(60):
        play(table, number)
        ask(table, "hand")
        if table.state["match"]["out"][0] and not table.state["match"]["over"]:
            break
    state = table.state
    assert state["match"]["out"][0]
    assert state["seat"] is None
    assert (state["legal"], state["acknowledge"], state["waiting"]) == ([], False, True)
    assert "You" not in [seat["name"] for seat in state["seats"]]
    assert "you" not in [seat["player"] for seat in state["seats"]]

    def only_public() -> None:
        if table.state["phase"] == "over":
            return
        assert table.state["legal"] == []
        assert table.state["undo"] is False
        hand = hand_of(table)
        for letter, grid in table.state["grids"].items():
            for entry in grid:
                placed = hand.grids["ABCDEF".index(letter)][entry["slot"] - 1]
                assert entry["card"] is None or placed.seen >> hand.seats & 1

    while not table.state["match"]["over"]:
        play(table, each=only_public)
        assert table.state["match"]["sheet"][-1][0] is None
        if not table.state["match"]["over"]:
            ask(table, "hand")
    assert "You" not in table.state["match"]["title"]


def test_who_watches_sees_a_whole_match_and_is_asked_for_nothing():
    table = lay("cambio", "limit=40", 3, seat=None)
    assert table.state["seat"] is None
    assert [seat["name"] for seat in table.state["seats"]] == ["Ben", "Cara", "Dan"]
    for number in range(1, 100):
        play(table)
        check_result(table)
        assert len(table.state["match"]["sheet"]) == number
        if table.state["match"]["over"]:
            break
        ask(table, "hand")
    assert table.state["match"]["over"]
    refused = ask(table, "move", move="draw")
    assert WORDS["note.refused"].split("{")[0] in refused["note"]


def test_every_seat_can_be_the_persons():
    for letter in "ABCD":
        table = lay("cabo", "", 4, seat=letter)
        play(table, 3, at_most=12)
        you = [s for s in table.state["seats"] if s["player"] == "you"]
        assert [(s["letter"], s["name"]) for s in you] == [(letter, "You")]
        assert table.state["seat"] == letter


def test_first_says_who_plays_first():
    assert {lay(seats=3, first=letter).state["first"] for letter in "ABC"} == {"A", "B", "C"}
    assert lay(seats=3, first="B").state["turn"] == "B"
    by_lot = {lay(seats=3, seed=seed).state["first"] for seed in range(30)}
    assert by_lot == {"A", "B", "C"}


def test_the_same_seed_is_the_same_match():
    one, other = lay(seed="s"), lay(seed="s")
    for _ in range(3):
        play(one, 5)
        play(other, 5)
        assert one.state == other.state
        ask(one, "hand")
        ask(other, "hand")
    assert one.text == other.text
    assert one.text != lay(seed="t").text
    assert Table(name="").text != Table(name="").text


# Messages that nobody should send


def without_note(table: Table) -> dict:
    return {k: v for k, v in table.state.items() if k not in ("position", "note")}


def test_a_double_click_does_nothing_twice():
    rng = random.Random(2)
    table = lay("cambio", "stacking in any turn", 3)
    while (message := wanted(table.state, rng)) is not None:
        message["position"] = table.state["position"]
        table.ask(message)
        hand, state = hand_of(table), table.state
        table.ask(message)
        table.ask(dict(message))
        assert hand_of(table) is hand
        assert table.state is state
    over = {"type": "hand", "position": table.state["position"]}
    table.ask(over)
    dealt = hand_of(table)
    table.ask(over)
    assert hand_of(table) is dealt
    afresh = {"type": "match", "position": table.state["position"]}
    table.ask(afresh)
    begun = hand_of(table)
    table.ask(afresh)
    assert hand_of(table) is begun
    assert begun is not dealt


@pytest.mark.parametrize("position", [0, -1, 10**9, None, "1", 1.5, [1], {"a": 1}, float("nan")])
def test_a_message_for_another_position_does_nothing(position):
    table = lay()
    state = table.state
    for kind in ("move", "next", "ack", "undo", "hand", "match", "nonsense"):
        table.ask({"type": kind, "position": position, "move": "draw"})
    assert table.state is state


@pytest.mark.parametrize("message", [None, 1, "next", [], ["next"], {}, {"type": "next"}])
def test_what_is_no_message_does_nothing(message):
    table = lay()
    state = table.state
    table.ask(message)
    assert table.state is state


def deep(levels: int) -> object:
    value: object = "draw"
    for _ in range(levels):
        value = [value]
    return value


BAD = [
    {"type": "fly"},
    {"type": None},
    {"type": 3},
    {"type": ["move"]},
    {"type": {"move": "draw"}},
    {"type": "move"},
    {"type": "move", "move": None},
    {"type": "move", "move": ["draw"]},
    {"type": "move", "move": {"verb": "draw"}},
    {"type": "move", "move": ""},
    {"type": "move", "move": " "},
    {"type": "move", "move": "draw draw"},
    {"type": "move", "move": "DRAW"},
    {"type": "move", "move": "swap B1"},
    {"type": "move", "move": "swap 0"},
    {"type": "move", "move": "swap 99999999999999999999"},
    {"type": "move", "move": "spy A1"},
    {"type": "move", "move": "{0.__class__} %s <script>alert(1)</script>"},
    {"type": "move", "move": "x" * 1_000_000},
    {"type": "x" * 1_000_000},
    {"type": "move", "move": "\udc80\x00"},
    {"type": deep(5000)},
    {"type": "move", "move": deep(5000)},
    {"type": "_do"},
    {"type": "__class__"},
]


@pytest.mark.parametrize("message", BAD, ids=range(len(BAD)))
def test_a_bad_message_changes_nothing_and_is_told(message):
    table = lay(first="A", study=True)
    ask(table, "ack")
    before, hand, text = without_note(table), hand_of(table), table.text
    state = ask(table, **message)
    assert without_note(table) == before
    assert (hand_of(table) is hand, table.text == text) == (True, True)
    assert state["note"].startswith("That is not possible now: ")
    assert len(state["note"]) < 400
    assert ask(table, "move", move="draw")["note"] == ""  # and play goes on


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
_words = st.lists(
    st.sampled_from(["draw", "take", "call", "swap", "see", "stack", "1", "B1", "1+2", "+", ""]),
    max_size=4,
).map(" ".join)


@settings(max_examples=70, deadline=None)
@given(st.dictionaries(st.sampled_from(["type", "move", "more"]), _json | _words), st.data())
def test_any_message_is_refused_or_does_what_is_legal(message, data):
    table = lay("cambio", "", 3, seed=data.draw(st.integers(0, 20)))
    play(table, 1, at_most=data.draw(st.integers(0, 30)))
    if data.draw(st.booleans()):
        message["type"] = "move"
    legal, hand = table.state["legal"], hand_of(table)
    table.ask(message | {"position": table.state["position"]})
    json.dumps(table.state)
    if hand_of(table) is not hand and message["type"] == "move":
        move = str(hand_of(table).history[-1][-1].move)
        assert move in legal
    elif hand_of(table) is not hand:
        assert message["type"] in ("next", "hand", "match")


def test_moves_out_of_turn_are_refused():
    table = lay("cambio", "", 3, first="B")
    ask(table, "ack")
    hand = hand_of(table)
    for move in map(str, hand.legal):
        state = ask(table, "move", move=move)
        assert state["note"] == "That is not possible now: it is not your turn"
    assert hand_of(table) is hand


def test_what_cannot_be_asked_for_now_is_refused_and_nothing_pauses():
    table = lay("cambio", "", 3, first="A")
    hand = hand_of(table)
    assert table.state["acknowledge"]
    for kind in ("next", "undo", "hand"):
        assert ask(table, kind)["note"].startswith("That is not possible now: ")
    ask(table, "ack")
    for kind in ("ack", "next", "undo", "hand"):
        assert ask(table, kind)["note"].startswith("That is not possible now: ")
    assert hand_of(table) is hand
    assert table.paused is False


def test_waiting_is_for_other_players_and_never_while_cards_are_to_be_turned_back():
    rng = random.Random(4)
    table = lay("cambio", "", 4)
    seen = set()
    while True:
        state = table.state
        others = state["mover"] not in (None, state["seat"])
        assert state["waiting"] == (others and not state["acknowledge"])
        assert bool(state["legal"]) == (state["mover"] == state["seat"])
        seen.add((state["waiting"], state["acknowledge"], bool(state["legal"])))
        if not step(table, rng):
            break
    assert len(seen) >= 4
    assert not table.state["acknowledge"]


def test_a_look_that_ends_the_hand_needs_no_turning_back():
    rest = "7 2 3 4 5 6 8 9 10 11 12"  # the person draws the 7, discards it, and peeks
    table = lay(
        "cabo", "first_look=nearest; grid=1", 2, first="B",
        opponents=[scripted(["call"])], seed=0, study=True,
    )  # fmt: skip
    session = table._session
    order = [card(text) for text in f"1 13 2 {rest}".split()]
    left = list(table.rules.pack.cards)
    for dealt in order:
        left.remove(dealt)
    session.past = [session.match.deal([*order, *left])]
    table._show()
    ask(table, "ack") if table.state["acknowledge"] else None
    ask(table, "next")
    for move in ("draw", "discard", "peek 1"):
        state = ask(table, "move", move=move)
    assert state["phase"] == "over"
    assert (state["acknowledge"], state["waiting"]) == (False, False)


# Strategies that do what they should not


class BadTextError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no text")


def endless(seen):
    return endless(seen)


def raising(error: BaseException):
    def strategy(seen):
        raise error

    return strategy


BROKEN = [
    raising(ValueError("own mistake {name} <b>")),
    raising(KeyError("k")),
    raising(AssertionError()),
    raising(CambioError("no")),
    raising(StopIteration()),
    raising(ValueError("x" * 100_000)),
    endless,
    lambda seen: None,
    lambda seen: 5,
    lambda seen: "",
    lambda seen: "fly",
    lambda seen: "x" * 100_000,
    lambda seen: ["draw"],
    lambda seen: ("draw", (), None),
    lambda seen: Move("swap", (1, 1)),
    lambda seen: seen,
    lambda seen, more: "draw",
    lambda: "draw",
]


@pytest.mark.parametrize("strategy", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_strategy_leaves_the_hand_and_is_named(strategy):
    broken = [True]
    table = lay(
        "cambio", "", 3, first="B",
        opponents=[lambda seen: strategy(seen) if broken[0] else "draw", "careful"],
    )  # fmt: skip
    ask(table, "ack")
    before, hand = without_note(table), hand_of(table)
    state = ask(table, "next")
    assert state["note"].startswith("Ben could not move: ")
    assert len(state["note"]) < 400
    assert (without_note(table), hand_of(table) is hand) == (before, True)
    assert table.paused is True
    broken[0] = False
    state = ask(table, "next")
    assert state["note"] == ""
    assert state["holding"]["seat"] == "B"


def test_an_error_that_cannot_even_be_told_escapes_not():
    table = lay("cambio", "", 2, first="B", opponents=[raising(BadTextError())])
    ask(table, "ack")
    hand = hand_of(table)
    assert ask(table, "next")["note"]
    assert hand_of(table) is hand


def test_an_interrupted_strategy_leaves_the_hand():
    table = lay("cambio", "", 2, first="B", opponents=[raising(KeyboardInterrupt())])
    ask(table, "ack")
    hand, state = hand_of(table), table.state
    with pytest.raises(KeyboardInterrupt):
        ask(table, "next")
    assert hand_of(table) is hand
    assert table.state is state


def test_an_error_in_the_table_itself_is_told(monkeypatch):
    table = lay(first="A")
    ask(table, "ack")
    hand = hand_of(table)
    monkeypatch.setattr(type(table._session), "play", lambda self, move: 1 / 0)
    note = ask(table, "move", move="draw")["note"]
    assert note.startswith("Something went wrong, and nothing was changed: ZeroDivisionError")
    assert hand_of(table) is hand


def plain(seen):
    """The first legal move."""
    return seen.legal[0]


class Simple:
    def __call__(self, seen):
        return str(seen.legal[-1])


@pytest.mark.parametrize(
    ("who", "named"),
    [
        (plain, "plain"),
        (Simple, "simple"),
        (Simple(), "simple"),
        (Careful, "careful"),
        (Beginner(3), "beginner"),
        ("random", "random"),
        (lambda seen: seen.legal[0], "<lambda>"),
    ],
)
def test_functions_classes_and_names_are_strategies(who, named):
    table = lay("cambio", "", 2, opponents=[who])
    assert [seat["player"] for seat in table.state["seats"]] == ["you", named]
    play(table, 2, at_most=60)


class Needy:
    def __init__(self, needed):
        self.needed = needed


CANNOT = [
    ({"opponents": "careful"}, "a list such as"),
    ({"opponents": 3}, "a list such as"),
    ({"opponents": ["carefull"]}, "there are random, beginner, careful"),
    ({"opponents": [3]}, "no strategy"),
    ({"opponents": [None]}, "no strategy"),
    ({"opponents": [Needy]}, "no Needy could be made"),
    ({"opponents": [object]}, "no strategy"),
    ({"opponents": []}, "2, 3, 4, 5, 6 can"),
    ({"opponents": ["random"] * 6}, "2, 3, 4, 5, 6 can"),
    ({"opponents": ["random"] * 40}, "2, 3, 4, 5, 6 can"),
    ({"rules": "cabo", "opponents": ["random"] * 4}, "2, 3, 4 can"),
    ({"house": "teams"}, "4, 6 can"),
    ({"seat": "C"}, "one of A, B is wanted"),
    ({"seat": ""}, "one of A, B is wanted"),
    ({"seat": "AB"}, "one of A, B is wanted"),
    ({"seat": "a"}, "one of A, B is wanted"),
    ({"seat": 0}, "one of A, B is wanted"),
    ({"first": "F"}, "one of A, B is wanted"),
    ({"first": 1}, "one of A, B is wanted"),
    ({"names": ["Ann"]}, "2 names"),
    ({"names": ["Ann", "Ben Bo"]}, "2 names"),
    ({"names": ["Ann", ""]}, "2 names"),
    ({"names": ["Ann", 'B"n']}, "2 names"),
    ({"names": ["Ann", 3]}, "2 names"),
    ({"names": "AB"}, "2 names"),
    ({"rules": "cambo"}, "no rule set"),
    ({"house": "no penaltie"}, "no house rule"),
    ({"rules": PRESETS["cabo"], "house": "no penalty"}, "stand in the rule set"),
    ({"rules": replace(PRESETS["cabo"], limit=50)}, "cannot be written down"),
    ({"rules": replace(PRESETS["cabo"], preset="mine")}, "no rule set"),
    ({"memory": "photographic"}, "remember, show"),
    ({"language": "tlh"}, "no language"),
]


@pytest.mark.parametrize(("arguments", "told"), CANNOT, ids=range(len(CANNOT)))
def test_what_cannot_be_laid_is_said_in_one_line(arguments, told):
    arguments = {"opponents": ["random"], "name": "", **arguments}
    with pytest.raises(CambioError) as error:
        Table(**arguments)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_a_pack_of_ones_own():
    small = rules("cabo", "grid=2; no penalty", Pack.from_counts({"1": 4, "5": 4, "9": 4}))
    table = Table(small, opponents=["careful"], seed=1, name="")
    play(table)
    check_result(table)


# What travels


def test_messages_come_through_the_widget():
    table = lay(first="A")
    table._handle_custom_msg({"type": "ack", "position": table.state["position"]}, [])
    table._handle_custom_msg(
        {"type": "move", "move": "draw", "position": table.state["position"]}, []
    )
    assert table.state["holding"]["seat"] == "A"


def test_memory_is_drawn_anew_and_is_no_move():
    table = lay(first="A")
    ask(table, "ack")
    position = table.state["position"]
    marks = {e["slot"]: (e["card"], e["mark"]) for e in table.state["grids"]["A"]}
    assert set(marks.values()) == {(None, None)}
    table.memory = "show"
    known = {p.slot: str(c) for p, c in table._session.view.known.items()}
    marks = {e["slot"]: e["card"] for e in table.state["grids"]["A"] if e["mark"] == "seen"}
    assert marks == known
    table.memory = "remember"
    assert {e["card"] for e in table.state["grids"]["A"]} == {None}
    assert table.state["position"] == position


def test_markup_in_names_stays_text():
    names = ["<b>Ann</b>", "<script>alert('x')</script>", "{0.__class__}", "%s#\\u2660"]
    table = lay("cambio", "", 4, names=names, study=False)
    play(table, 1)
    assert [seat["name"] for seat in table.state["seats"]] == names
    bundle = table._repr_mimebundle_()
    page = (bundle[0] if isinstance(bundle, tuple) else bundle)["text/html"]
    assert "<script" not in page
    assert "<b>" not in page


def test_a_table_has_a_short_text_and_a_still_picture():
    table = lay("cambio", "", 3)
    assert repr(table) == "<Table: cambio, You, Ben, Cara>"
    bundle = table._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/html"].startswith("<img ")
    assert "hidden" in table.described


SIX_CARDS = [
    ("cambio", "six cards; stacking in any turn; jokers"),
    ("cambio", "six cards; exchange_many=yes"),
    ("cambio", "six cards; teams; exchange_many=yes; taken_face_up=yes"),
    ("cambio-jokers", "six cards"),
    ("cabo", "six cards; queen=look"),
]


@pytest.mark.parametrize(("preset", "house"), SIX_CARDS)
def test_a_state_stays_under_20_kilobytes(preset: str, house: str, record_property):
    seats, largest = most_seats(preset, house), 0
    kinds = ["random"] * (seats - 1)
    names = [f"{letter}-of-a-longer-name" for letter in "ABCDEF"[:seats]]
    for seed in range(3):
        table = lay(
            preset, house, seats, opponents=kinds, names=names, seed=seed,
            memory="show", study=seed == 2, guide=True,
        )  # fmt: skip
        rng = random.Random(seed)
        for _ in range(350):
            if not step(table, rng):
                ask(table, "hand")
            largest = max(largest, len(json.dumps(table.state).encode()))
    record_property("largest state in bytes", largest)
    print(f"largest state of {preset!r}, {house!r}: {largest} bytes")
    assert 5_000 < largest < 20_000


def test_a_claim_of_several_cards_can_be_made_at_the_table():
    table = lay("cambio-jokers", "", 2, seed=3)
    until(table, lambda state: any("+" in move for move in state["legal"]))
    move = next(move for move in table.state["legal"] if "+" in move)
    before = len(table.state["grids"]["A"])
    state = ask(table, "move", move=move)
    assert len(state["grids"]["A"]) != before
    assert state["last"]["move"] == move
