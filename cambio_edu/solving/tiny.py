"""A Cambio small enough to solve: few cards, one or two each, played by the engine itself."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from typing import NamedTuple

from cambio_edu.cards import Card, Pack
from cambio_edu.errors import CambioError
from cambio_edu.hand import Event, Hand, deal
from cambio_edu.moves import Move
from cambio_edu.rules import LETTERS, Rules, check_seats, rules
from cambio_edu.view import view

MOST_MOVES = 60  # a hand of more will not end

#: What makes hands end soon: a taken card stays where it is, and the stock is not made anew.
SHORT = "grid=1; taken_face_up=yes; stacking=no; stock_out=end"


def tiny(counts: Mapping[str, int], house: str = SHORT) -> Rules:
    """The rules of a small game.

    Args:
        counts: how many there are of each card.
        house: house rules on top of those of `cambio`.

    Raises:
        CambioError: they do not fit.
    """
    return rules("cambio", house, Pack.from_counts(counts))


class Seen(NamedTuple):
    """A hand and what each seat has seen of it, in words.

    Args:
        hand: the hand.
        told: of each seat.
    """

    hand: Hand
    told: tuple[str, ...]


@dataclass(frozen=True)
class TinyCambio:
    """A hand for two, for points: what the second seat writes down less what the first does.

    Args:
        rules: the rules in force; their stock is not made anew, for a shuffle would be chance.

    Raises:
        CambioError: the stock can be made anew, or two cannot play.
    """

    rules: Rules

    def __post_init__(self) -> None:
        check_seats(self.rules, 2)
        if self.rules.stock_out != "end":
            raise CambioError("a shuffle within a hand cannot be solved; add 'stock_out=end'")

    def deals(self) -> Iterator[tuple[Fraction, Seen]]:
        """Every order of the pack that can be told from the others."""
        counts = self.rules.pack.counts
        chance = Fraction(prod(map(factorial, counts.values())), factorial(counts.total()))
        for pack in _orders(counts):
            hand = deal(self.rules, 2, pack)
            yield chance, Seen(hand, tuple(_at_first(hand, n) for n in (0, 1)))

    def mover(self, state: Seen) -> int | None:
        """The seat to move; None at the end."""
        return state.hand.mover

    def actions(self, state: Seen) -> Sequence[Move]:
        """The legal moves; of places that cannot be told apart all are kept."""
        if len(state.hand.history) > MOST_MOVES:
            raise CambioError(f"a hand has more than {MOST_MOVES} moves; take '{SHORT}'")
        return state.hand.legal

    def play(self, state: Seen, action: Move) -> Seen:
        """What comes of a move."""
        hand = state.hand.play(action)
        step = hand.history[-1]
        return Seen(hand, tuple(f"{told}, {_words(step[n])}" for n, told in enumerate(state.told)))

    def information_set(self, state: Seen) -> str:
        """What the mover has seen: its first look, the upcard, and every move since."""
        assert state.hand.mover is not None  # asked while the hand goes on
        return state.told[state.hand.mover]

    def payoff(self, state: Seen) -> float:
        """By how many points the first seat does better."""
        assert state.hand.scores is not None  # asked when the hand is over
        first, second = state.hand.scores
        return float(second.points - first.points)


def _orders(counts: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """Every different order of the cards; all are equally likely."""
    if not counts:
        yield ()
    for card in sorted(counts):
        for rest in _orders(+(counts - Counter([card]))):
            yield (card, *rest)


def _at_first(hand: Hand, seat: int) -> str:
    seen = view(hand, seat)
    known = " ".join(str(card) for card in seen.known.values()) or "?"
    return f"{LETTERS[seat]} has {known}, up {seen.upcard}"


def _words(event: Event) -> str:
    """A move as a seat saw it, with the cards it saw by it."""
    cards = f" ({' '.join(map(str, event.cards))})" if event.cards else ""
    return f"{LETTERS[event.seat]} {event.move}{cards}"


#: Games by name: 80 information sets, which can be solved on paper; 503; 2,010, with a queen that
#: looks and switches; 11,715.
TINY: Mapping[str, Rules] = {
    "two and two": tiny({"1": 2, "3": 2}),
    "ones and fours": tiny({"1": 2, "4": 3}),
    "with a queen": tiny({"1": 2, "6": 2, "12": 1}),
    "three pairs": tiny({"1": 2, "3": 2, "5": 2}),
}
