"""A session without a widget: study mode, memory, acknowledging, matches with players out."""

import json
import random
import re

import pytest
from hands import cards
from tables import GAMES, ask, hand_of, lay, play, scripted, step, until

from cambio_edu import notation
from cambio_edu.cards import Pack
from cambio_edu.errors import MoveError
from cambio_edu.hand import Hand, deal
from cambio_edu.moves import Place
from cambio_edu.rules import rules
from cambio_edu.strategies import make
from cambio_edu.widgets import Table
from cambio_edu.widgets.picture import picture
from cambio_edu.widgets.session import Session
from cambio_edu.words import words

WORDS = words("en")
LETTERS = "ABCDEF"


def session(house: str = "", seats: int = 3, preset: str = "cambio", **more) -> Session:
    names = ("Ann", "Ben", "Cara", "Dan", "Eva", "Finn")[:seats]
    players = [None, *(make("careful", n) for n in range(1, seats))]
    return Session(rules(preset, house), names, 0, players, **{"seed": 4, "first": 0, **more})


def lay_out(table: Table, grids: list[str], up: str, stock: str, first: int = 0) -> None:
    """Put a hand of our own on a table: the grids, the first upcard and the stock."""
    by_seat, seats = [cards(grid) for grid in grids], len(grids)
    order = [by_seat[(first + n) % seats][k] for k in range(len(by_seat[0])) for n in range(seats)]
    order += cards(up) + cards(stock)
    rest = list(table.rules.pack.cards)
    for dealt in order:
        rest.remove(dealt)
    session = table._session
    session.past = [deal(table.rules, session.names, [*order, *rest], first)]
    session._show_first_look()
    table._show()


# What a session refuses, on its own


def test_what_is_not_allowed_raises_and_changes_nothing():
    at_table = session()
    hand, position = at_table.hand, at_table.position
    for refused in (
        at_table.deal,
        at_table.undo,
        at_table.next,
        lambda: at_table.play("fly"),
        lambda: at_table.play("swap 1"),
    ):
        with pytest.raises(MoveError):
            refused()
    assert (at_table.hand is hand, at_table.position) == (True, position)


def test_the_position_rises_with_every_change():
    at_table = session(study=True)
    before = at_table.position
    for change in (
        at_table.turn_back,
        lambda: at_table.play("draw"),
        at_table.undo,
        lambda: at_table.complain("note.undone"),
        at_table.start,
    ):
        change()
        assert at_table.position > before
        before = at_table.position


def test_nobody_plays_for_a_seat_without_a_strategy():
    at_table = Session(rules(), ("Ann", "Ben"), 0, [None, None], first=1)
    at_table.turn_back()
    with pytest.raises(MoveError, match="nobody plays for Ben"):
        at_table.next()


# Looking, and turning back


def test_the_first_look_is_shown_once():
    table = lay("cambio", "", 3, first="B")
    shown = [e for e in table.state["grids"]["A"] if e["showing"]]
    assert [e["slot"] for e in shown] == [1, 2]
    assert all(e["card"] for e in shown)
    assert (table.state["acknowledge"], table.state["waiting"]) == (True, False)
    ask(table, "ack")
    assert not any(e["card"] or e["showing"] for e in table.state["grids"]["A"])
    assert (table.state["acknowledge"], table.state["waiting"]) == (False, True)


def test_a_chosen_first_look_is_turned_back_before_play_goes_on():
    table = lay("cabo", "", 3, first="A")
    assert not table.state["acknowledge"]
    state = ask(table, "move", move="see 2 4")
    assert [e["slot"] for e in state["grids"]["A"] if e["showing"] and e["card"]] == [2, 4]
    assert (state["acknowledge"], state["waiting"]) == (True, False)
    state = ask(table, "ack")
    assert not any(e["card"] for e in state["grids"]["A"])
    assert state["waiting"]


def test_a_blind_hand_shows_nothing_at_first():
    table = lay("cambio", "blind", 3)
    assert not table.state["acknowledge"]
    assert not any(e["card"] for grid in table.state["grids"].values() for e in grid)


@pytest.mark.parametrize(
    ("drawn", "move", "places"),
    [("7D", "peek 3", ["A3"]), ("9D", "spy B2", ["B2"]), ("QD", "look 4 C1", ["A4", "C1"])],
)
def test_a_look_shows_its_cards_and_no_others(drawn, move, places):
    table = lay("cambio", "", 3, first="A")
    lay_out(table, ["AS 2S 3S 4S", "AH 2H 3H 4H", "AC 2C 3C 4C"], "8S", drawn)
    ask(table, "ack")
    for earlier in ("draw", "discard"):
        ask(table, "move", move=earlier)
    state = ask(table, "move", move=move)
    shown = {
        f"{letter}{e['slot']}": e["card"]
        for letter, grid in state["grids"].items()
        for e in grid
        if e["showing"] or e["card"]
    }
    suits = {"A": "S", "B": "H", "C": "C"}
    ranks = {"1": "A"}
    assert shown == {p: ranks.get(p[1], p[1]) + suits[p[0]] for p in places}
    assert state["acknowledge"] == (not move.startswith("look"))
    if state["acknowledge"]:
        state = ask(table, "ack")
    else:  # they lie open while it is decided whether to switch them
        assert state["legal"] == ["switch", "leave"]
        state = ask(table, "move", move="switch")
    assert not any(e["card"] or e["showing"] for grid in state["grids"].values() for e in grid)


def test_another_players_look_shows_where_and_not_what():
    table = lay(
        "cambio", "", 3, first="B", opponents=[scripted(["draw", "discard", "spy A3"]), "careful"]
    )
    lay_out(table, ["AS 2S 3S 4S", "AH 2H 3H 4H", "AC 2C 3C 4C"], "8S", "9D", first=1)
    ask(table, "ack")
    for _ in range(3):
        state = ask(table, "next")
    assert state["last"] == {"seat": "B", "move": "spy A3", "places": ["A3"]}
    entry = state["grids"]["A"][2]
    assert (entry["card"], entry["seen"], entry["showing"]) == (None, ["B"], False)
    assert not state["acknowledge"]
    assert state["log"][-1]["text"] == "Ben looks at your card 3."


# Memory


FACE = re.compile(r"(?<![\w])(?:10|[2-9AJQK])[♠♥♦♣]")
SIGNS = str.maketrans("♠♥♦♣", "SHDC")


def open_cards(state: dict) -> list[dict]:
    return [e for grid in state["grids"].values() for e in grid if e["card"]]


@pytest.mark.parametrize(("preset", "house"), [g for g in GAMES if "cabo" not in " ".join(g)])
def test_remembering_shows_no_card_that_was_turned_back(preset: str, house: str):
    table = lay(preset, house, study=True, seed=2)
    hand, lines, rng = hand_of(table), 0, random.Random(3)
    laid = {str(hand.pack[n]) for n in hand.discard}
    while step(table, rng):
        state, hand = table.state, hand_of(table)
        laid |= {str(hand.pack[n]) for n in hand.discard}
        assert all(e["up"] or e["showing"] for e in open_cards(state))
        assert {e["mark"] for grid in state["grids"].values() for e in grid} <= {None}
        assert state["stock_card"] is None
        for line in state["log"][:-1]:
            named = {text.translate(SIGNS) for text in FACE.findall(line["text"])}
            assert named <= laid, line
            lines += len(named)
    assert lines > 20


@pytest.mark.parametrize(("preset", "house"), GAMES)
def test_showing_pencils_exactly_what_was_seen(preset: str, house: str):
    table = lay(preset, house, seed=3, memory="show")
    rng, pencilled = random.Random(5), 0
    while step(table, rng):
        state = table.state
        if state["phase"] == "over":
            break
        drawn = {
            Place(LETTERS.index(letter), e["slot"]): e["card"]
            for letter, grid in state["grids"].items()
            for e in grid
            if e["card"]
        }
        known = {place: str(card) for place, card in table._session.view.known.items()}
        assert drawn == known
        marks = {(e["mark"], e["up"] or e["showing"]) for e in open_cards(state)}
        assert marks <= {("seen", False), (None, True)}
        pencilled += sum(e["mark"] == "seen" for e in open_cards(state))
    assert pencilled > 10


def test_everybody_sees_who_has_looked_where():
    table = lay("cambio", "", 4, seed=8)
    rng = random.Random(1)
    while step(table, rng):
        hand = hand_of(table)
        for letter, grid in table.state["grids"].items():
            for e in grid:
                placed = hand.grids[LETTERS.index(letter)][e["slot"] - 1]
                seen = [LETTERS[n] for n in range(4) if placed.seen >> n & 1]
                assert (e["seen"], e["up"]) == (seen, placed.face_up)


# Taking back


def test_taking_back_goes_to_the_persons_last_decision():
    table = lay("cambio", "", 3, study=True, first="A", seed=6)
    ask(table, "ack")
    assert table.state["undo"] is False
    start = hand_of(table)
    ask(table, "move", move="draw")
    assert table.state["undo"] is True
    drawn = hand_of(table)
    ask(table, "move", move="swap 1")
    ask(table, "move", move="done")
    assert table.state["waiting"]
    ask(table, "next")
    for expected in (None, drawn, start):
        state = ask(table, "undo")
        assert state["note"] == WORDS["note.undone"]
        assert state["legal"]
        if expected:
            assert hand_of(table) is expected
    assert state["undo"] is False
    assert state["log"] == []
    assert "nothing to take back" in ask(table, "undo")["note"]
    assert hand_of(table) is start


@pytest.mark.parametrize("seed", range(4))
def test_taking_back_and_doing_again_gives_the_same_hand(seed: int):
    table = lay("cambio", "", 3, study=True, seed=seed)
    rng = random.Random(seed)
    taken_back = 0
    while step(table, rng):
        if not table.state["undo"] or rng.random() > 0.3:
            continue
        before, note = list(table._session.past), table.state["log"]
        ask(table, "undo")
        past = table._session.past
        assert len(past) < len(before)
        assert all(a is b for a, b in zip(past, before, strict=False))
        assert hand_of(table).mover == table._session.seat
        assert len(table.state["log"]) <= len(note)
        for hand in before[len(past) :]:  # the same moves again
            table._session._add(hand_of(table).play(hand.history[-1][-1].move))
        assert hand_of(table) == before[-1]
        table._show()
        taken_back += 1
    assert taken_back > 3
    while table.state["undo"]:
        ask(table, "undo")
    assert not any(hand.mover == table._session.seat for hand in table._session.past[:-1])


def test_what_was_seen_stays_seen():
    table = lay("cambio", "", 2, study=True, first="A", memory="show")
    lay_out(table, ["AS 2S 3S 4S", "AH 2H 3H 4H"], "8S", "9D 7C")
    ask(table, "ack")
    for move in ("draw", "discard", "spy B2"):
        ask(table, "move", move=move)
    ask(table, "ack")
    for _ in range(3):
        state = ask(table, "undo")
    marks = {(e["card"], e["mark"]) for e in state["grids"]["B"]}
    assert marks == {("2H", "undone"), (None, None)}
    assert state["stock_card"] == "9D"
    assert {e["mark"] for e in state["grids"]["A"]} == {"seen", None}
    table.memory = "remember"
    assert table.state["stock_card"] is None
    assert not open_cards(table.state)


def test_the_stock_is_forgotten_when_it_is_shuffled():
    """A card that leaves the new stock at once is no more known than those that stay in it."""
    small = rules("cabo", "grid=1; first_look=none", Pack.from_counts({"1": 2, "2": 2, "3": 2}))
    other = scripted(["draw", "discard", "draw", "swap 1"])
    table = Table(small, opponents=[other], study=True, memory="show", first="A", seed=1, name="")
    for move in ("draw", "discard"):
        ask(table, "move", move=move)
    for _ in range(2):
        ask(table, "next")
    for move in ("draw", "discard"):
        ask(table, "move", move=move)
    ask(table, "undo")
    assert table._session.undone
    ask(table, "move", move="discard")
    state = ask(table, "next")
    assert "shuffled" in state["log"][-1]["text"]
    assert state["stock_card"] is None
    state = ask(table, "next")
    assert state["last"]["move"] == "swap 1"
    assert [(e["card"], e["mark"], e["seen"]) for e in state["grids"]["B"]] == [(None, None, ["B"])]


def test_a_match_takes_nothing_back():
    table = lay("cambio", "", 2, first="A")
    rng = random.Random(2)
    while step(table, rng):
        assert table.state["undo"] is False
        assert table.state["study"] is False
    hand = hand_of(table)
    assert "nothing to take back" in ask(table, "undo")["note"]
    assert hand_of(table) is hand


def test_an_end_can_be_taken_back_in_study_mode():
    table = lay("cambio", "", 2, study=True, seed=3)
    play(table, 1)
    assert table.state["result"]
    state = ask(table, "undo")
    assert state["result"] is None
    assert state["phase"] != "over"
    play(table, 2)
    assert table.state["phase"] == "over"


def test_nothing_of_an_old_hand_is_left():
    for kind in ("hand", "match"):
        table = lay("cambio", "", 3, study=True, seed=5, memory="show")
        play(table, 2)
        ask(table, "undo")
        play(table, 3)
        ask(table, kind)
        fresh = picture(table._session, WORDS, "show")
        assert (table.state["log"], table.state["last"], table.state["result"]) == ([], None, None)
        assert {e["mark"] for grid in fresh["grids"].values() for e in grid} <= {None, "seen"}
        assert (table.state["stock_card"], table._session.undone) == (None, frozenset())
        assert table.state["undo"] is False


# Matches


def test_seats_of_a_hand_are_those_still_in():
    at_table = session("limit=20", 4, seed=2)
    rng = random.Random(1)
    seen = set()
    for _ in range(300):
        if at_table.match.is_over:
            break
        assert at_table.order == at_table.match.players
        assert at_table.hand.names == tuple(at_table.names[n] for n in at_table.order)
        assert at_table.seat == (at_table.order.index(0) if 0 in at_table.order else None)
        seen.add(at_table.order)
        play_hand(at_table, rng)
        if not at_table.match.is_over:
            at_table.deal()
    assert at_table.match.is_over
    assert len(seen) > 1


def play_hand(at_table: Session, rng: random.Random) -> None:
    """Play the hand of a session to its end."""
    while not at_table.hand.is_over:
        if at_table.acknowledge:
            at_table.turn_back()
        elif at_table.is_waiting:
            at_table.next()
        else:
            legal = [m for m in at_table.view.legal if m.verb != "call" or rng.random() < 0.05]
            at_table.play(str(rng.choice(legal or at_table.view.legal)))


def test_totals_before_are_those_before_the_hand_that_lies_there():
    at_table, rng = session("", 3, seed=9), random.Random(2)
    before = (0, 0, 0)
    for _ in range(4):
        assert at_table.totals_before == before
        play_hand(at_table, rng)
        assert at_table.totals_before == before
        before = at_table.match.totals
        at_table.deal()
    assert sum(before) > 0


def test_every_match_of_a_table_is_another_one():
    at_table = session()
    packs = {at_table.hand.pack}
    for _ in range(5):
        at_table.start()
        packs.add(at_table.hand.pack)
    assert len(packs) == 6


@pytest.mark.parametrize(("preset", "house"), GAMES)
def test_the_text_leads_to_the_same_match(preset: str, house: str):
    table = lay(preset, house, seed=7)
    for number in range(3):
        play(table, number, at_most=25 if number == 2 else 3000)
        at_table = table._session
        match, hand = notation.read_match(table.text)
        assert match == at_table.match
        assert same(hand or match.played[-1].hand, at_table.hand)
        if number < 2:
            if at_table.match.is_over:
                break
            ask(table, "hand")


def same(one: Hand, other: Hand) -> bool:
    return one == other and json.dumps(notation.state(one)) == json.dumps(notation.state(other))


def test_a_window_is_for_each_seat_in_turn():
    table = lay("cambio", "stacking in any turn", 3, seed=2)
    until(table, lambda state: state["phase"] == "window" and state["mover"] == "A")
    state = table.state
    assert state["turn"] != "A"
    assert state["legal"][-1] == "pass"
    assert not state["waiting"]
    state = ask(table, "move", move="pass")
    assert state["log"][-1]["text"] == "You lay nothing down."


def test_a_protected_caller_is_named():
    table = lay("cambio-jokers", "", 3, first="B", opponents=[lambda seen: "call", "careful"])
    ask(table, "ack")
    state = ask(table, "next")
    assert (state["caller"], state["protected"]) == ("B", "B")
    plain = lay("cambio", "", 3, first="B", opponents=[lambda seen: "call", "careful"])
    ask(plain, "ack")
    state = ask(plain, "next")
    assert (state["caller"], state["protected"]) == ("B", None)
