"""What one seat may know of a hand, and nothing else.

Widgets, strategies and beliefs get a `View`. It holds what the seat has seen and can still follow,
who else has seen what (everybody sees that a card is looked at), and the public history.
"""

from functools import cache
from operator import itemgetter
from typing import NamedTuple

from cambio_edu.cards import Card
from cambio_edu.hand import Event, Hand
from cambio_edu.moves import Move, Place
from cambio_edu.rules import Rules
from cambio_edu.scoring import Score


class Lying(NamedTuple):
    """A card in a grid as a seat sees it.

    Args:
        card: the card, or None where the seat does not know it.
        seen: who knows it, as bits: bit `n` is the seat `n`, the bit after the last seat whoever
            watches.
        face_up: whether it lies face up.
    """

    card: Card | None
    seen: int
    face_up: bool

    def seen_by(self, seat: int) -> bool:
        """Whether that seat knows the card."""
        return bool(self.seen >> seat & 1)


class View(NamedTuple):
    """What a seat knows.

    Args:
        rules: the rules in force.
        names: the players' names, clockwise.
        seat: whose view it is (from 0); None for somebody who only watches.
        first: the seat that played first.
        phase: "first look", "start", "holding", "action", "look", "end", "window" or "over".
        turn: the seat whose turn it is.
        mover: the seat to act; None when the hand is over.
        caller: the seat that called, or None.
        holds: whether a card is in the hand of `turn`.
        holding: that card, where this seat may know it.
        taken: whether it was taken from the discard pile.
        stock: cards left in the stock.
        discard: the discard pile, top card last.
        grids: the cards of each seat, slot 1 first; None is an emptied slot.
        legal: this seat's moves, if it is to act.
        turns: how many turns have ended.
        history: every move so far, as this seat saw it.
        scores: what each seat writes down, once the hand is over.
        upcard: the card that was turned up at the deal.
    """

    rules: Rules
    names: tuple[str, ...]
    seat: int | None
    first: int
    phase: str
    turn: int
    mover: int | None
    caller: int | None
    holds: bool
    holding: Card | None
    taken: bool
    stock: int
    discard: tuple[Card, ...]
    grids: tuple[tuple[Lying | None, ...], ...]
    legal: tuple[Move, ...]
    turns: int
    history: tuple[Event, ...]
    scores: tuple[Score, ...] | None
    upcard: Card

    @property
    def known(self) -> dict[Place, Card]:
        """Every place whose card this seat knows, face-up cards included."""
        return {
            Place(seat, slot): lying.card
            for seat, grid in enumerate(self.grids)
            for slot, lying in enumerate(grid, 1)
            if lying and lying.card
        }

    def slots(self, seat: int) -> dict[int, Lying]:
        """The cards of a seat by number of slot; emptied slots are left out."""
        return {slot: lying for slot, lying in enumerate(self.grids[seat], 1) if lying}


_lying = cache(Lying)  # the same few thousand values come up again and again

#: A card that a seat does not know, by who does: six seats and whoever watches.
UNKNOWN = tuple(Lying(None, seen, False) for seen in range(1 << 7))


def view(hand: Hand, seat: int | None) -> View:
    """What a seat knows of a hand.

    Args:
        hand: the hand.
        seat: the seat (from 0), or None for somebody who only watches.

    Raises:
        IndexError: there is no such seat.

    >>> import random
    >>> from cambio_edu.hand import deal
    >>> from cambio_edu.rules import rules
    >>> sorted(str(place) for place in view(deal(rules(), 2, random.Random(1)), 0).known)
    ['A1', 'A2']
    """
    who = len(hand.names) if seat is None else seat
    if seat is not None and not 0 <= seat < len(hand.names):
        raise IndexError(f"there is no seat {seat}; seats are 0 to {len(hand.names) - 1}")
    pack, held, over = hand.pack, hand.holding, hand.mover is None
    knows_held = held is not None and (hand.taken or hand.turn == who)
    return View(
        rules=hand.rules,
        names=hand.names,
        seat=seat,
        first=hand.first,
        phase=hand.phase,
        turn=hand.turn,
        mover=hand.mover,
        caller=hand.caller,
        holds=held is not None,
        holding=pack[held] if held is not None and knows_held else None,
        taken=hand.taken,
        stock=len(hand.stock),
        discard=tuple(map(pack.__getitem__, hand.discard)),
        grids=_seen_grids(hand, 1 << who),
        legal=hand.legal if hand.mover == who else (),
        turns=hand.turns,
        history=tuple(map(itemgetter(who), hand.history)),
        scores=hand.scores if over else None,
        upcard=pack[len(hand.names) * hand.rules.cards_each],
    )


def _seen_grids(hand: Hand, bit: int) -> tuple[tuple[Lying | None, ...], ...]:
    pack = hand.pack
    return tuple(
        [
            tuple(
                [
                    placed
                    and (
                        _lying(pack[placed[0]], placed[1], placed[2])
                        if placed[1] & bit
                        else UNKNOWN[placed[1]]
                    )
                    for placed in grid
                ]
            )
            for grid in hand.grids
        ]
    )
