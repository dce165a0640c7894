"""Scores of many finished hands at once; the same reading of the rules as `scoring`."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cambio_edu.rules import Rules
from cambio_edu.scoring import KAMIKAZE, KAMIKAZE_POINTS
from cambio_edu.simulation.faces import EMPTY, Bytes, Faces, Points
from cambio_edu.simulation.packs import Index
from cambio_edu.simulation.table import NOBODY, Mask, Table


class Showing(NamedTuple):
    """Finished hands with all cards turned up.

    Args:
        cards: codes, `(seats, slots, hands)`.
        caller: the seat that called, or `NOBODY`, `(hands,)`.
        emptied: the seat whose empty grid ended the hand, or `NOBODY`, `(hands,)`.
    """

    cards: Bytes
    caller: Bytes
    emptied: Bytes

    @classmethod
    def of(cls, table: Table, who: Index) -> "Showing":
        """Those hands of a table."""
        return cls(table.card.take(who, axis=2), table.caller[who], table.emptied[who])

    def scores(self, faces: Faces, own: Points) -> Points:
        """What each seat writes down, `(seats, hands)` points.

        Args:
            faces: the cards of the rules in force.
            own: the points in each grid, `(seats, hands)`.
        """
        rules = faces.rules
        empty = np.logical_and.reduce(self.cards == EMPTY, axis=1)
        lowest: Mask = own == np.minimum.reduce(own)
        is_caller = _is(self.caller, own)
        zero = empty | (lowest & (is_caller | _shared(rules, lowest, is_caller)))
        scores: Points = own * ~zero
        scores += np.int16(rules.caller_penalty) * (is_caller & ~zero)
        ended = self.emptied != NOBODY
        if ended.any():
            scores[:, ended] = (own * ~_is(self.emptied, own))[:, ended]
        if rules.kamikaze:
            hits = _hits(self.cards, faces)
            those = np.logical_or.reduce(hits)
            scores[:, those] = (np.int16(KAMIKAZE_POINTS) * ~hits)[:, those]
        return scores


def _shared(rules: Rules, lowest: Mask, is_caller: Mask) -> Mask:
    """In which hands all that are lowest write down nothing."""
    caller_lowest: Mask = np.logical_or.reduce(lowest & is_caller)
    if rules.both_tied_zero == rules.lowest_zero:
        return np.full(len(caller_lowest), rules.lowest_zero)
    return caller_lowest if rules.both_tied_zero else ~caller_lowest


def totals(cards: Bytes, faces: Faces) -> Points:
    """Points in each grid, `(seats, hands)`, of cards `(seats, slots, hands)`."""
    summed: Points = np.add.reduce(faces.points.take(cards), axis=1, dtype=np.int16)
    return summed


def _is(seat: Bytes, own: NDArray[np.int16]) -> Mask:
    """Which seat it is, `(seats, hands)`."""
    same: Mask = np.arange(len(own), dtype=np.uint8)[:, np.newaxis] == seat
    return same


def _hits(cards: Bytes, faces: Faces) -> Mask:
    """Who has a kamikaze, `(seats, hands)`."""
    numbers = np.sort(faces.number.take(cards), axis=1)  # what is no card comes last
    size = len(KAMIKAZE)
    if numbers.shape[1] < size:
        return np.zeros(numbers[:, 0].shape, np.bool_)
    hits: Mask = (numbers[:, :size] == np.array(KAMIKAZE)[:, np.newaxis]).all(axis=1)
    alone: Mask = (numbers[:, size:] == 255).all(axis=1)
    return hits & alone
