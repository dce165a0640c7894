"""What a person is sent depends only on what that person knows: every byte, every message.

Here the tests keep their own account of what a person has seen, move by move, also in moves
that were taken back. All other cards change places, and nothing that is sent may change.
"""

import json
import random
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import GAMES, ask, hand_of, lay, most_seats, scripted, step

from cambio_edu.cards import Pack
from cambio_edu.hand import Hand
from cambio_edu.rules import rules
from cambio_edu.strategies import Random, make
from cambio_edu.view import view
from cambio_edu.widgets import Table
from cambio_edu.widgets.likely import outlook
from cambio_edu.widgets.picture import picture
from cambio_edu.words import words

WORDS = words("en")
SMALL = {"1": 3, "5": 3, "7": 2, "9": 2, "11": 2, "12": 2}

MORE = [
    *GAMES,
    ("cambio", "kamikaze=yes; failed_claim=discard; exchange_many=yes; stacking in any turn"),
    ("cambio-jokers", "stock_out=reshuffle; blind; caller_protected=no; taken_face_up=yes"),
]


def in_sight(hand: Hand, who: int | None) -> set[int]:
    """The cards, as positions in the pack, that a person sees or may remember the place of."""
    bit = hand.seats if who is None else who
    placed = {p.card for grid in hand.grids for p in grid if p and p.seen >> bit & 1}
    held = {hand.holding} if hand.taken or hand.turn == who else set()
    return (placed | held | set(hand.discard)) - {None}


@dataclass
class Account:
    """What the person at a table has seen of the hand, kept without the session's help."""

    table: Table
    known: set[int] = field(default_factory=set)
    shuffles: int = 0

    def update(self) -> None:
        """Take in what lies on the table now."""
        hand = hand_of(self.table)
        if len(hand.shuffles) > self.shuffles:
            self.known -= set(hand.shuffles[-1])
        self.shuffles = len(hand.shuffles)
        self.known |= in_sight(hand, self.table._session.seat)

    def undo(self) -> None:
        """Take a move back; the states between were seen one by one."""
        ask(self.table, "undo")
        self.update()

    @property
    def unknown(self) -> list[int]:
        return [n for n in range(len(hand_of(self.table).pack)) if n not in self.known]


def exchanged(hand: Hand, where: dict[int, int]) -> Hand:
    """The same hand, but that each of those places in the pack has the card of another one."""
    pack = list(hand.pack)
    for place, card in where.items():
        pack[place] = hand.pack[card]
    other = object.__new__(Hand)
    other.__dict__.update(hand.__dict__, pack=tuple(pack))
    return other


def mixed(places: list[int], rng: random.Random) -> dict[int, int]:
    return dict(zip(places, rng.sample(places, len(places)), strict=True))


def sent(table: Table, memory: str) -> bytes:
    session = table._session
    # what is likely is dear, and after a shuffle any card cannot be any other one any more
    shown = session.position % 9 == 0 and not session.hand.shuffles and not session.hand.is_over
    likely = outlook(session.view, WORDS) if shown else None
    return json.dumps(picture(session, WORDS, memory, guide=True, outlook=likely)).encode()


def check(account: Account, rng: random.Random) -> int:
    """Let the unknown cards change places; in how many cases the pack became another one."""
    session, changed = account.table._session, 0
    before = {memory: sent(account.table, memory) for memory in ("remember", "show")}
    real, match = session.past, session.match
    where = mixed(account.unknown, rng)
    session.past = [exchanged(hand, where) for hand in real]
    if match.played and match.played[-1].hand is real[-1]:
        booked = replace(match.played[-1], hand=session.past[-1])
        session.match = replace(match, played=(*match.played[:-1], booked))
    changed += session.past[-1].pack != real[-1].pack
    for memory, expected in before.items():
        assert sent(account.table, memory) == expected, memory
    session.past, session.match = real, match
    return changed


def take_part(account: Account, rng: random.Random, undos: float) -> bool:
    table = account.table
    if table.state["undo"] and rng.random() < undos:
        for _ in range(rng.randrange(1, 4)):
            if table.state["undo"]:
                account.undo()
        return True
    going_on = step(table, rng)
    account.update()
    return going_on


@pytest.mark.parametrize("study", [False, True])
@pytest.mark.parametrize(("preset", "house"), MORE)
def test_no_byte_depends_on_what_is_not_known(preset: str, house: str, study: bool):
    rng, changed = random.Random(f"{preset} {house} {study}"), 0
    for seed in range(2):
        table = lay(preset, house, study=study, seed=seed, seat="AB"[seed])
        account = Account(table)
        account.update()
        for _ in range(150):
            if table.state["phase"] == "over" or not take_part(account, rng, 0.15):
                break
            if rng.random() < 0.5:
                changed += check(account, rng)
    assert changed > 10


@pytest.mark.parametrize("house", ["grid=2; first_look=none", "grid=1-1; stacking in any turn"])
def test_no_byte_depends_on_it_when_cards_are_shuffled_and_taken_back(house: str):
    """A pack so small that the stock is shuffled again and again."""
    in_force = rules("cabo", house, Pack.from_counts(SMALL))
    rng, changed, undone = random.Random(house), 0, 0
    table = Table(in_force, opponents=[Random(3, patience=99)], study=True, seed=2, name="")
    account = Account(table)
    for _ in range(900):
        account.update()
        shuffled = bool(hand_of(table).shuffles)
        if not take_part(account, rng, 0.2 if shuffled else 0.02):
            ask(table, "hand")
            account = Account(table)
        elif shuffled:
            changed += check(account, rng)
            undone += bool(table._session.taken_back)
    assert min(changed, undone) > 50


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(MORE), st.integers(0, 2**32), st.integers(0, 60), st.booleans())
def test_no_byte_depends_on_it_at_any_moment(game, seed, moves, study):
    preset, house = game
    seats = most_seats(preset, house)
    rng = random.Random(seed)
    table = lay(preset, house, seed=seed, study=study, seat="ABCDEF"[seed % seats])
    account = Account(table)
    account.update()
    for _ in range(moves):
        if table.state["phase"] == "over" or not take_part(account, rng, 0.1):
            break
    if table.state["phase"] != "over":
        check(account, rng)


def test_who_watches_is_sent_public_things_alone():
    rng, changed = random.Random(1), 0
    for preset, house in MORE:
        table = lay(preset, house, seat=None, seed=4)
        account = Account(table)
        account.update()
        for _ in range(60):
            if table.state["phase"] == "over" or not step(table, rng):
                break
            account.update()
            changed += check(account, rng)
    assert changed > 300


def test_who_is_out_is_sent_public_things_alone():
    table, rng, changed = lay("cambio", "limit=30", 4, seed=1), random.Random(0), 0
    for _ in range(60):
        while step(table, rng):
            pass
        if table.state["match"]["over"]:
            break
        ask(table, "hand")
        if table.state["seat"] is None:
            account = Account(table)
            account.update()
            while step(table, rng) and table.state["phase"] != "over":
                account.update()
                changed += check(account, rng)
    assert changed > 20


# The sequence of messages: the same moves on a pack in which unknown cards lie elsewhere


def recorded(table: Table) -> list[bytes]:
    """From here on, every state that is sent."""
    states: list[bytes] = []
    table.observe(lambda change: states.append(json.dumps(change.new).encode()), "state")
    return states


@pytest.mark.parametrize("memory", ["remember", "show"])
@pytest.mark.parametrize(("preset", "house"), MORE)
def test_the_messages_are_the_same_one_by_one(preset: str, house: str, memory: str):
    rng = random.Random(f"{preset} {house}")
    seats, compared = most_seats(preset, house), 0
    for seed in range(4):
        table = lay(preset, house, seats, seed=seed, memory=memory, first="A")
        dealt = hand_of(table)
        record, account = recorded(table), Account(table)
        account.update()
        messages = []
        for _ in range(rng.randrange(10, 50)):
            position = table.state["position"]
            if not step(table, rng) or hand_of(table).shuffles or hand_of(table).is_over:
                break
            account.update()
            messages.append((position, record[-1]))
        if hand_of(table).shuffles or hand_of(table).is_over:
            continue  # all is seen at the end, and a shuffle is chance
        compared += replayed(table, dealt, account, messages, rng)
    assert compared > 5


def replayed(table: Table, dealt: Hand, account: Account, messages, rng: random.Random) -> int:
    """Play the same moves where other cards lie hidden; how many messages were compared."""
    moves = [(step[-1].seat, str(step[-1].move)) for step in hand_of(table).history]
    others = [scripted([m for s, m in moves if s == n]) for n in range(1, len(dealt.names))]
    other = lay(
        table.rules.preset, table.rules.house_text(), len(dealt.names),
        opponents=others, names=dealt.names, memory=table.memory, first="A",
    )  # fmt: skip
    session = other._session
    session.past = [exchanged(dealt, mixed(account.unknown, rng))]
    session._show_first_look()
    other._show()
    record = recorded(other)
    own = scripted([move for seat, move in moves if seat == 0])
    plain = names_of_players(table)
    for count, (position, expected) in enumerate(messages, 1):
        assert other.state["position"] == position
        if other.state["acknowledge"]:
            ask(other, "ack")
        elif other.state["waiting"]:
            ask(other, "next")
        else:
            ask(other, "move", move=own(None))
        assert len(record) == count
        got = json.loads(record[-1])
        for seat, player in zip(got["seats"], plain, strict=True):
            seat["player"] = player
        assert json.dumps(got).encode() == expected
    return len(messages)


def names_of_players(table: Table) -> list[str]:
    return [seat["player"] for seat in table.state["seats"]]


# All that is synced, not the state alone


def all_synced(table: Table) -> str:
    return json.dumps(table.get_state(), default=str)


def test_neither_seed_nor_name_nor_pack_is_synced():
    table = Table(
        opponents=[make("careful", "a seed for a player"), "random"], seed="nobody guesses it",
        name="secret-name", study=True,
    )  # fmt: skip
    rng = random.Random(1)
    for _ in range(40):
        step(table, rng)
        synced = all_synced(table)
        for secret in ("nobody guesses it", "a seed for a player", "secret-name", '"pack"'):
            assert secret not in synced
        hand = hand_of(table)
        order = [str(hand.pack[n]) for n in hand.stock[:3]]
        assert f"{order}"[1:-1].replace("'", '"') not in synced
        assert " ".join(order) not in synced


def test_other_seats_looks_are_not_synced():
    """A card that only another seat has seen stands nowhere in what is sent."""
    pack = Pack.from_counts({"1": 6, "2": 6, "9": 6, "13": 1})
    in_force = rules("cabo", "grid=2; first_look=none", pack)
    checked = 0
    for seed in range(60):
        table = Table(in_force, opponents=["random"], seed=seed, name="", memory="show")
        rng = random.Random(seed)
        for _ in range(25):
            if not step(table, rng) or table.state["phase"] == "over":
                break
            hand = hand_of(table)
            theirs = [e for e in view(hand, 1).history if e.seat == 1 and e.cards]
            where = next(n for n, c in enumerate(hand.pack) if str(c) == "13")
            if where in in_sight(hand, 0) or any("13" in map(str, e.cards) for e in mine(hand)):
                break
            checked += any("13" in map(str, event.cards) for event in theirs)
            assert '"13"' not in json.dumps(table.state)
            assert "13" not in json.dumps(table.state["log"]).replace('"n": 13', "")
    assert checked > 10


def mine(hand: Hand):
    return view(hand, 0).history


@pytest.mark.parametrize("kind", ["undo", "hand", "match"])
def test_nothing_of_what_was_is_synced(kind: str):
    """After a move taken back, a new hand or a fresh start: as if nothing had been before."""
    table = lay("cambio", "", 3, study=True, seed=3, first="A", names=["Ann", "Ben", "Cara"])
    rng = random.Random(2)
    ask(table, "ack")
    if kind == "undo":
        at_first = {k: v for k, v in table.state.items() if k not in ("position", "note")}
        for _ in range(30):
            step(table, rng)
        while table.state["undo"]:
            ask(table, "undo")
        now = {k: v for k, v in table.state.items() if k not in ("position", "note")}
        assert now == at_first
        return
    while step(table, rng):
        pass
    ask(table, kind)
    other = lay("cambio", "", 3, study=True, seed=3, first="A", names=["Ann", "Ben", "Cara"])
    ask(other, "match")
    assert table.state | {"position": 0} == other.state | {"position": 0}
    state = json.loads(all_synced(table))
    fresh = json.loads(all_synced(other))
    different = {key for key in state if state[key] != fresh[key]}
    assert different <= {"state", "layout", "_anywidget_id", "tabbable", "tooltip"}


def test_the_still_picture_holds_no_more_than_the_state():
    table, rng = lay("cambio", "", 3, seed=5), random.Random(3)
    account = Account(table)
    account.update()
    while step(table, rng) and table.state["phase"] != "over":
        account.update()
        bundle = table._repr_mimebundle_()
        before = bundle[0]["text/html"], table.described, repr(table)
        session, real = table._session, table._session.past
        session.past = [exchanged(hand, mixed(account.unknown, rng)) for hand in real[-1:]]
        table._show()
        bundle = table._repr_mimebundle_()
        assert (bundle[0]["text/html"], table.described, repr(table)) == before
        session.past = real


def test_these_tests_would_notice():
    """With every card taken for unknown the bytes do change."""
    table = lay("cambio", "", 3, seed=5, first="A")
    nothing_known, rng = Account(table), random.Random(1)
    with pytest.raises(AssertionError):
        check(nothing_known, rng)
