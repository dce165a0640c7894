"""What a seat believes of the cards on the table, for many hands at once."""

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from cambio_edu import lots
from cambio_edu.errors import CambioError
from cambio_edu.simulation.faces import (
    EMPTY,
    MOST_POINTS,
    SAME_RANK,
    UNKNOWN,
    Bytes,
    Faces,
    Points,
)
from cambio_edu.simulation.packs import Index
from cambio_edu.simulation.table import FACE_UP, NOBODY, Mask, Table
from cambio_edu.thresholds import Threshold

N = TypeVar("N", np.int16, np.int32)
T = TypeVar("T", np.uint8, np.bool_, np.int16, np.intp)

_FEW, _MANY = 5, 12  # bits of a key for the place; the others are for the points
NONE = -(MOST_POINTS + 12)  # points of no card; above -512, so that a key fits into 16 bits


@dataclass(frozen=True, eq=False)
class Player:
    """A threshold player, ready to play many hands.

    Args:
        style: its dials.
        points: what it takes each code to be worth, an unknown card as well (points).
        stacks: the same, but for cards that it would never stack.
        dear: keys by which the dearest card is found; see `dearest`.
        cheap: keys by which the cheapest is.
    """

    style: Threshold
    points: Points
    stacks: Points
    dear: Points
    cheap: Points

    @classmethod
    def of(cls, style: Threshold, faces: Faces) -> "Player":
        """Prepare the tables of a player.

        Raises:
            CambioError: it takes unknown cards to be worth more than fits.
        """
        if abs(style.unknown) > MOST_POINTS:
            raise CambioError(
                f"unknown={style.unknown} is too many points to simulate; at most {MOST_POINTS} are"
            )
        points = faces.points.copy()
        points[UNKNOWN] = style.unknown
        stacks = np.where(faces.is_joker, np.int16(-10_000), points)
        card = np.zeros(len(points), np.bool_)
        card[[*faces.codes, UNKNOWN]] = True
        dear, cheap = (keys_of(np.where(card, worth, NONE)) for worth in (points, -points))
        return cls(style, points, stacks, dear, cheap)


class Chosen(NamedTuple):
    """A choice among cards, one a hand.

    Args:
        points: what the chosen card is worth.
        place: where it is; see `dearest` and `cheapest`.
    """

    points: NDArray[np.int16] | NDArray[np.int32]
    place: Index

    @property
    def has(self) -> Mask:
        """In which hands there was any card to choose."""
        found: Mask = self.points != NONE
        return found


def of_hands(rows: NDArray[T], who: Index | None) -> NDArray[T]:
    """The columns of some hands; of all of them with None."""
    return rows if who is None else rows.take(who, axis=-1)


def believed(table: Table, seat: int, who: Index | None = None) -> Bytes:
    """The own cards of a seat as it believes them, `(slots, hands)`."""
    return as_believed(of_hands(table.card[seat], who), of_hands(table.seen[seat], who), seat)


def as_believed(cards: Bytes, seen: Bytes, seat: int) -> Bytes:
    """Cards as a seat believes them: `UNKNOWN` what it does not know.

    Args:
        cards: the cards as they are.
        seen: who knows them.
        seat: whose belief it is.
    """
    hidden = seen >> np.uint8(seat)
    hidden &= 1
    hidden -= 1  # 0 where it knows the card, 255 where it does not
    hidden |= cards
    return hidden


def face_down(table: Table, seat: int, who: Index | None = None) -> Mask:
    """Where a seat has a card that lies face down, `(slots, hands)`."""
    down: Mask = of_hands(table.seen[seat], who) < FACE_UP
    return down


def keys_of(points: NDArray[N]) -> NDArray[N]:
    """Points as keys for `dearest`: they leave room below for a place, and 0 is no card."""
    keys: NDArray[N] = points - np.array(NONE, points.dtype)
    keys <<= np.array(_FEW, points.dtype)
    return keys


def dearest(keys: NDArray[N], may: Mask | None = None) -> Chosen:
    """The card that is worth most, the first of several.

    Points and place are packed into one number, so that one maximum finds both.

    Args:
        keys: what the cards are worth, as `keys_of` says, `(places, hands)`.
        may: which of them can be chosen; all without it. Where none can, the points are `NONE`.
    """
    room, key = _FEW, keys
    if len(keys) > 1 << _FEW:
        room, key = _MANY, keys.astype(np.int32) << (_MANY - _FEW)
    last = (1 << room) - 1
    key = key | (last - np.arange(len(key), dtype=key.dtype))[:, np.newaxis]
    if may is not None:
        key *= may
    best = np.maximum.reduce(key)
    return Chosen((best >> room) + NONE, (last - (best & last)).astype(np.intp))


def anywhere(may: Mask) -> Mask:
    """In which hands any place may be, of `(places, hands)`."""
    found: Mask = np.logical_or.reduce(may)
    return found


def first(may: Mask) -> tuple[Mask, Index]:
    """Whether any place may be, and the first that may, for each hand.

    The smallest number is many times faster than the place of the first that is true.

    Args:
        may: `(places, hands)`; at most 65,535 places.
    """
    places: NDArray[Any] = np.arange(len(may), dtype=np.uint8 if len(may) < 0xFF else np.uint16)
    key = may.astype(places.dtype) - np.ones(1, places.dtype)  # all bits where none may be
    key |= places[:, np.newaxis]
    lowest = np.minimum.reduce(key)
    return lowest < len(may), lowest.astype(np.intp)


def at_place(rows: NDArray[T], place: Index) -> NDArray[T]:
    """What stands in a place, for each hand, of `(places, hands)`; anything where no place is."""
    where = place * rows.shape[1] + np.arange(rows.shape[1])
    found: NDArray[T] = rows.reshape(-1).take(where, mode="clip")
    return found


def same_rank(cards: Bytes, other: Bytes) -> Mask:
    """Where cards have the same rank; what is unknown or no card has none."""
    same: Mask = (cards ^ other) < SAME_RANK
    return same


def forget(table: Table, seat: int, player: Player, who: Mask) -> None:
    """Each card that the seat remembers may slip its mind."""
    round, lost = table.turn // table.seats, lots.share(player.style.forget)
    for owner in range(table.seats):
        for slot in range(table.slots):
            seen = table.seen[owner, slot]
            what = lots.place(owner, slot + 1)
            slips = lots.lot(table.seeds, round, seat, what) < lost
            slips &= who & (seen < FACE_UP)
            seen &= ~(slips.astype(np.uint8) << seat)


def wants_to_call(table: Table, seat: int, player: Player, total: Points) -> Mask:
    """Where the seat's own count is low enough, its grid empty, or its patience at an end."""
    style, round = player.style, table.turn // table.seats
    if round >= style.patience:
        return np.ones(len(table), np.bool_)
    at: int | NDArray[np.int32] = style.threshold(round, table.seats)
    if style.per_take:
        others = [other for other in range(table.seats) if other != seat]
        at = at + style.per_take * table.takes[others].sum(axis=0, dtype=np.int32)
    if style.after_switch:
        at = at + style.after_switch * (table.switched >> seat & 1).astype(np.int32)
    wants: Mask = total <= at
    return wants | ~anywhere(is_card(table.card[seat]))


def may_call(table: Table) -> Mask:
    """Where the rules let the seat call."""
    if not table.rules.early_call and table.turn < table.seats:
        return table.none()
    may: Mask = table.caller == NOBODY
    return may


def dares(table: Table, seat: int, player: Player, what: int, who: Index) -> Mask:
    """Which of those hands the seat dares something in that it is not sure of."""
    lot = lots.lot(table.seeds[who], table.turn, seat, what)
    dared: Mask = lot < lots.share(player.style.dare)
    return dared


def all_bits(where: Mask) -> Bytes:
    """255 where it is so, to blend by exclusive-or: many times faster than `np.where`."""
    bits: Bytes = -where.view(np.uint8)
    return bits


def is_card(cards: Bytes) -> Mask:
    """Where there is a card at all."""
    there: Mask = cards != EMPTY
    return there
