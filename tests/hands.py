"""Hands for the tests: laid out card by card, played from words, or drawn at random."""

import random
from collections.abc import Iterator, Sequence

from hypothesis import assume
from hypothesis import strategies as st

from cambio_edu.cards import Card, Pack, card
from cambio_edu.errors import RulesError
from cambio_edu.hand import Hand, deal
from cambio_edu.moves import WORDS_AFTER, Move
from cambio_edu.notation import write
from cambio_edu.rules import LETTERS, PRESETS, Rules, rules, seats_allowed

#: The hand that the notation is explained with.
WORKED = """\
[Rules "cambio"]
[House "no penalty"]
[Seats "Ann Ben Cara"]
[First "A"]
[Pack "4S 9C 2D KH 6C QH 7D JS AC 9D 5H 10S 8C 9S 3C KD 2S 9H 8H JD QC 4D 6H 10C AH 5C 7S KS JH 3S \
2H 5D AD 10D 6S QD 8S 4C 7C 3H 6D JC 2C 8D 4H 3D 5S 10H AS 7H QS KC"]
A draw discard spy B2 done
B stack 4 draw swap 1 done          # a wrong stack: 5H on 9S; 3C is added as B5
C take swap 3 done
A draw discard done
B draw discard spy A2 done
C call
A draw discard peek 3 done
B draw discard switch 3 A2 done
[Scores "31 0 33"]
"""


def cards(text: str) -> list[Card]:
    """Several cards."""
    return [card(word) for word in text.split()]


def laid(
    preset: str,
    grids: Sequence[str],
    up: str,
    stock: str = "",
    house: str = "",
    first: int = 0,
    pack: Pack | None = None,
    whole: bool = True,
) -> Hand:
    """A hand dealt just so: the grids, the first upcard, and the first cards of the stock.

    The rest of the pack follows in its own order; with `whole` False it is left out, and the pack
    is one of our own.
    """
    by_seat = [cards(grid) for grid in grids]
    seats = len(grids)
    order = [
        by_seat[(first + n) % seats][slot] for slot in range(len(by_seat[0])) for n in range(seats)
    ]
    order += cards(up) + cards(stock)
    if not whole:
        return deal(rules(preset, house, Pack(tuple(order))), seats, order, first)
    in_force = rules(preset, house, pack)
    rest = list(in_force.pack.cards)
    for dealt in order:
        rest.remove(dealt)
    return deal(in_force, seats, order + rest, first)


def moves(words: str) -> Iterator[str]:
    """The moves in a line of words."""
    move: list[str] = []
    for word in words.split():
        if word in WORDS_AFTER and move:
            yield " ".join(move)
            move = []
        move.append(word)
    yield " ".join(move)


def go(hand: Hand, *lines: str) -> Hand:
    """Play lines of moves, each begun by the letter of the seat that acts."""
    for line in lines:
        letter, words = line.split(" ", 1)
        for move in moves(words):
            assert hand.mover is not None, f"over before {line!r}"
            assert LETTERS[hand.mover] == letter, f"{LETTERS[hand.mover]} is to act, not {line!r}"
            hand = hand.play(move)
    return hand


def legal(hand: Hand) -> list[str]:
    """The legal moves as words."""
    return [str(move) for move in hand.legal]


def points(hand: Hand) -> list[int]:
    """The scores of a finished hand."""
    assert hand.scores is not None, "the hand is not over"
    return [score.points for score in hand.scores]


def pile(hand: Hand) -> str:
    """The discard pile, top card last."""
    return " ".join(str(hand.pack[n]) for n in hand.discard)


def grid(hand: Hand, seat: int) -> str:
    """The cards of a seat in order of their slots, - for an emptied slot."""
    return " ".join(str(hand.pack[placed.card]) if placed else "-" for placed in hand.grids[seat])


def known(hand: Hand, seat: int) -> set[str]:
    """The places whose cards a seat knows."""
    return {
        f"{LETTERS[owner]}{slot}"
        for owner, of_seat in enumerate(hand.grids)
        for slot, placed in enumerate(of_seat, 1)
        if placed and placed.seen >> seat & 1
    }


# At random

_ANYWHERE = (
    "no early call", "no lucky 100", "six cards", "blind", "five cards", "no penalty",
    "stacking in any turn", "both tied score 0", "empty grid wins", "fixed hands",
    "fixed hands=2", "caller_penalty=7", "grid=1-2", "grid=3-3", "grid=2", "first_look=none",
    "first_look=choose", "first_look=nearest", "queen=look", "queen=switch",
    "taken_face_up=yes", "taken_face_up=no", "exchange_many=yes", "exchange_many=no",
    "failed_claim=add", "failed_claim=discard", "stacking=no", "stacking=own turn",
    "stacking=any turn", "early_call=no", "caller_protected=yes", "stock_out=reshuffle",
    "stock_out=end", "lowest_zero=yes", "lowest_zero=no", "both_tied_zero=yes", "kamikaze=yes",
    "empty_ends=yes", "lucky_100=no", "lucky_100=once", "lucky_100=always", "match_end=out",
    "match_end=over", "limit=40", "fixed_hands=3", "teams", "red_king=-1", "black_king=13",
)  # fmt: skip
_OWN = {"cambio": ("jokers", "open kings"), "cambio-jokers": ("cabo cards", "joker=-5")}
_SMALL = (
    None,
    Pack.from_counts({"7": 4, "9": 4, "11": 4, "12": 4, "13": 2}),
    Pack.from_counts({"1": 6, "8": 6, "10": 5, "12": 5}),
    Pack.from_counts({"AS": 2, "AH": 2, "QD": 3, "QS": 3, "JK": 3, "KH": 2, "7C": 3, "7D": 2}),
)


@st.composite
def rule_sets(
    draw: st.DrawFn, presets: Sequence[str] = tuple(PRESETS), own_packs: bool = True
) -> Rules:
    """A preset with house rules, and now and then a small pack of our own."""
    preset = draw(st.sampled_from(presets))
    words = _ANYWHERE + _OWN.get(preset, ())
    chosen = draw(st.lists(st.sampled_from(words), max_size=6, unique_by=_name))
    pack = draw(st.sampled_from(_SMALL)) if own_packs else None
    try:
        return rules(preset, "; ".join(chosen), pack)
    except RulesError:
        assume(False)
        raise


def _name(word: str) -> str:
    name = word.partition("=")[0]
    return "six cards" if name == "five cards" else name  # they do not go together


@st.composite
def deals(draw: st.DrawFn) -> Hand:
    """A hand that has just been dealt, by any rule set for any number of seats."""
    in_force = draw(rule_sets())
    seats = draw(st.sampled_from(seats_allowed(in_force)))
    first = draw(st.integers(0, seats - 1))
    return deal(in_force, seats, random.Random(draw(st.integers(0, 2**32))), first)


def choose(hand: Hand, rng: random.Random) -> Move:
    """A random move, in which each verb is equally likely and a call is rare."""
    verbs = sorted({move.verb for move in hand.legal})
    if len(verbs) > 1 and "call" in verbs and rng.random() > 0.1:
        verbs.remove("call")
    verb = rng.choice(verbs)
    return rng.choice([move for move in hand.legal if move.verb == verb])


class Game(list[Hand]):
    """Every state of a hand, from the deal on; shown as its text."""

    def __repr__(self) -> str:
        return write(self[-1])


def game(hand: Hand, seed: int, length: int = 1000) -> Game:
    """A hand played at random, for so many moves or to its end."""
    rng = random.Random(seed)
    states = Game([hand])
    while hand.mover is not None and len(states) <= length:
        hand = hand.play(choose(hand, rng))
        states.append(hand)
    return states


@st.composite
def games(draw: st.DrawFn, length: int = 150) -> Game:
    """A hand played at random, by any rule set."""
    return game(draw(deals()), draw(st.integers(0, 2**32)), length)


# Secrets


def exchanged(hand: Hand, secret: Sequence[int], rng: random.Random) -> Hand:
    """The hand with secret cards (positions in the pack) exchanged as they might be.

    A card that was dealt can be any other one from the dealt pack; one from a stock of shuffled
    discards, which everybody saw, any other one from that stock.
    """
    pack, becomes = list(hand.pack), list(range(len(hand.pack)))
    for stock in range(len(hand.shuffles) + 1):
        cards = [n for n in secret if stock_of(hand, n) == stock]
        for n, other in zip(cards, rng.sample(cards, len(cards)), strict=True):
            if stock:
                becomes[n] = other
            else:
                pack[n] = hand.pack[other]
    other_hand = object.__new__(Hand)
    other_hand.__dict__.update(
        hand.__dict__,
        pack=tuple(pack),
        stock=tuple(becomes[n] for n in hand.stock),
        holding=hand.holding if hand.holding is None else becomes[hand.holding],
        grids=tuple(
            tuple(placed and placed._replace(card=becomes[placed.card]) for placed in of_seat)
            for of_seat in hand.grids
        ),
    )
    return other_hand


def stock_of(hand: Hand, card: int) -> int:
    """Which stock a card came from last: the dealt one is 0, that of the first shuffle 1."""
    return max((n for n, stock in enumerate(hand.shuffles, 1) if card in stock), default=0)
