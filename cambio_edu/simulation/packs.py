"""Packs for many hands at once, shuffled only as far as cards are asked for."""

import numpy as np
from numpy.typing import NDArray

from cambio_edu.simulation.faces import Bytes

Index = NDArray[np.intp]


class Packs:
    """One pack a hand, top card in the first row: `cards` is `(cards, hands)`.

    A row is dealt when the first hand needs it: one step of the shuffle of Fisher and Yates
    (1938) for all hands. The random numbers of a row are those of all hands, whoever still plays,
    so that a hand's pack follows from the generator alone, not from how it is played.

    Args:
        codes: the cards of a pack.
        hands: how many hands.
        rng: the generator; without one the cards lie as `codes` has them, `(cards, hands)`.
    """

    def __init__(self, codes: Bytes, hands: int, rng: np.random.Generator | None) -> None:
        if rng is None:
            self.cards = codes.copy()
        else:
            self.cards = np.repeat(codes[:, np.newaxis], hands, axis=1)
        self.hands = hands
        self._rng = rng
        self._dealt = len(codes) if rng is None else 0

    def __len__(self) -> int:
        return len(self.cards)

    def deal(self, rows: int, who: Index) -> None:
        """See that so many rows are dealt.

        Args:
            rows: how many.
            who: the hands that still play.
        """
        while self._dealt < min(rows, len(self) - 1):  # the last row has nothing to change with
            self._deal_row(self._dealt, who)
            self._dealt += 1

    def _deal_row(self, row: int, who: Index) -> None:
        assert self._rng is not None  # packs that were given are dealt already
        chosen = self._rng.integers(row, len(self), self.hands, np.uint16)
        everybody = len(who) == self.hands
        there = (chosen if everybody else chosen[who]).astype(np.intp)
        there *= self.hands
        there += who
        cards = self.cards.reshape(-1)
        here = self.cards[row] if everybody else self.cards[row, who]
        new = cards.take(there)
        cards[there] = here
        if everybody:
            self.cards[row] = new
        else:
            self.cards[row, who] = new
