"""Every world that a seat cannot tell from the true one, enumerated without the package's beliefs.

A hidden card that was dealt can be any unseen card of the dealt stock; one from a stock of shuffled
discards any unseen card of that stock. The stock itself is not laid out: each world counts as often
as its stock can lie.
"""

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import NamedTuple

from hands import stock_of

from cambio_edu.cards import Card
from cambio_edu.hand import Hand

MOST = 1200  # worlds; hands with more are left out


class World(NamedTuple):
    """The cards of every grid, slot 1 first, an emptied slot None; and in how many ways."""

    grids: tuple[tuple[Card | None, ...], ...]
    ways: int

    @property
    def cards(self) -> list[list[Card]]:
        """The cards without the emptied slots, as scores are reckoned."""
        return [[card for card in grid if card] for grid in self.grids]


def secret(hand: Hand, seat: int | None) -> list[int]:
    """The cards (positions in the pack) outside the stock that a seat has not seen."""
    bit = hand.seats if seat is None else seat
    lying = [placed for grid in hand.grids for placed in grid if placed]
    found = [placed.card for placed in lying if not placed.seen >> bit & 1]
    if hand.holding is not None and not hand.taken and hand.turn != seat:
        found.append(hand.holding)
    return found


def worlds(hand: Hand, seat: int | None) -> list[World] | None:
    """Every world, or None where there are too many."""
    hidden = secret(hand, seat)
    stocks = {n: stock_of(hand, n) for n in (*hidden, *hand.stock)}
    left = {
        stock: Counter(hand.pack[n] for n in stocks if stocks[n] == stock)
        for stock in set(stocks.values())
    }
    deals: list[tuple[dict[int, Card], int]] = [({}, 1)]
    for n in hidden:
        deals = [
            ({**deal, n: card}, ways * (many - used))
            for deal, ways in deals
            for card, many in left[stocks[n]].items()
            if many > (used := sum(deal[m] == card and stocks[m] == stocks[n] for m in deal))
        ]
        if len(deals) > MOST:
            return None
    return [World(_grids(hand, deal), ways) for deal, ways in deals]


def _grids(hand: Hand, deal: dict[int, Card]) -> tuple[tuple[Card | None, ...], ...]:
    return tuple(
        tuple(placed and deal.get(placed.card, hand.pack[placed.card]) for placed in grid)
        for grid in hand.grids
    )


def distribution(
    found: list[World], function: Callable[[World], Hashable]
) -> dict[Hashable, Fraction]:
    """How likely each value of a function is, over all worlds."""
    counts: Counter[Hashable] = Counter()
    for world in found:
        counts[function(world)] += world.ways
    return {value: Fraction(n, counts.total()) for value, n in counts.items()}
