"""What travels to the browser depends only on what the person knows, byte for byte."""

import json
import random

import pytest

from cambio_edu.hand import Hand
from cambio_edu.rules import rules, seats_allowed
from cambio_edu.widgets import Table

GAMES = [
    ("cambio", ""),
    ("cambio", "stacking in any turn; empty grid wins"),
    ("cambio", "teams; jokers"),
    ("cambio", "blind; six cards"),
    ("cambio-jokers", ""),
    ("cambio-jokers", "cabo cards; stacking=own turn"),
    ("cabo", ""),
    ("cabo-lenient", "no early call"),
]
SYNCED = ("state", "words", "memory", "pace", "paused")


def table_for(preset: str, house: str, seed: int, **more) -> Table:
    seats = max(seats_allowed(rules(preset, house)))
    others = ["random", "beginner", "careful", "random", "careful"][: seats - 1]
    return Table(preset, house, opponents=others, seed=seed, name="", **more)


def synced(table: Table) -> bytes:
    """All that the front end gets."""
    state = {name: value for name, value in table.get_state().items() if name in SYNCED}
    assert {name for name in table.keys if name in SYNCED} == set(SYNCED)
    return json.dumps(state).encode()


def step(table: Table, rng: random.Random) -> bool:
    """One thing that the person or another player does; False when the hand is over."""
    state = table.state
    ask = {"position": state["position"]}
    if state["acknowledge"]:
        table.ask(ask | {"type": "ack"})
    elif state["waiting"]:
        table.ask(ask | {"type": "next"})
    elif state["legal"]:
        moves = [m for m in state["legal"] if m != "call" or rng.random() < 0.1]
        table.ask(ask | {"type": "move", "move": rng.choice(moves)})
    return table.state["phase"] != "over"


def unknown(table: Table) -> list[int]:
    """The cards, as positions in the pack, that the person knows nothing of."""
    session = table._session
    hand, seat = session.hand, session.seat
    placed = {p.card for grid in hand.grids for p in grid if p and p.seen >> seat & 1}
    held = {hand.holding} if hand.taken or hand.turn == seat else set()
    known = placed | held | set(hand.discard) | session.undone
    return [n for n in range(len(hand.pack)) if n not in known]


def permuted(hand: Hand, cards: list[int], rng: random.Random) -> Hand:
    """The same hand, but that those cards have changed places."""
    pack = list(hand.pack)
    for place, card in zip(cards, rng.sample(cards, len(cards)), strict=True):
        pack[place] = hand.pack[card]
    other = object.__new__(Hand)
    other.__dict__.update(hand.__dict__, pack=tuple(pack))
    return other


@pytest.mark.parametrize("memory", ["remember", "show"])
@pytest.mark.parametrize(("preset", "house"), GAMES)
def test_unknown_cards_change_no_byte(preset: str, house: str, memory: str):
    rng = random.Random(f"{preset} {house}")
    changed = 0
    for seed in range(4):
        table = table_for(preset, house, seed, study=seed % 2 == 1, memory=memory)
        while step(table, rng):
            session, before = table._session, synced(table)
            real = session.past[-1]
            session.past[-1] = permuted(real, unknown(table), rng)
            changed += session.past[-1].pack != real.pack
            table._show()
            assert synced(table) == before
            session.past[-1] = real
    assert changed > 50


@pytest.mark.parametrize(("preset", "house"), GAMES)
def test_the_test_would_notice_a_card_that_is_shown(preset: str, house: str):
    """Permuting a card that the person does see changes the bytes."""
    rng = random.Random(1)
    table = table_for(preset, house, 3, memory="show")
    step(table, rng)
    session, before = table._session, synced(table)
    real = session.past[-1]
    for _ in range(20):
        session.past[-1] = permuted(real, list(range(len(real.pack))), rng)
        table._show()
        if synced(table) != before:
            return
    raise AssertionError("nothing of the pack is shown at all")


def test_neither_seed_nor_pack_order_travels():
    table = Table(opponents=["random"], seed="a seed that nobody guesses", name="secret name")
    sent = json.dumps(table.get_state(), default=str)
    assert "a seed that nobody guesses" not in sent
    assert "secret name" not in sent
    assert " ".join(map(str, table._session.hand.pack[:6])) not in sent


def test_six_seats_stay_under_20_kilobytes():
    rng, most = random.Random(5), 0
    table = Table("cambio", "six cards", opponents=["random"] * 5, seed=2, name="", memory="show")
    for _ in range(1500):
        if not step(table, rng):
            table.ask({"type": "hand", "position": table.state["position"]})
        most = max(most, len(json.dumps(table.state)))
    assert most < 20_000
