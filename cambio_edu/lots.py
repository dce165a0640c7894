"""Lots: chances that follow from a seed, the same for one number in Python and for arrays.

A player that is played in the engine and in the simulation must forget the same cards and dare the
same things. So every such chance is a number made from the hand's seed and from what is asked.
"""

from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bits = NDArray[np.uint32]  # one number of 32 bits a hand

WORD = 0xFFFFFFFF  # 32 bits
WHOLE = 1 << 16  # a lot is one of so many

STACK, WINDOW, CLAIM, SHUFFLE, FORGET = 0, 1, 2, 4, 1024


@overload
def mixed(seed: int, turn: int, seat: int, what: int) -> int: ...
@overload
def mixed(seed: "Bits", turn: int, seat: int, what: int) -> "Bits": ...
def mixed(seed: "int | Bits", turn: int, seat: int, what: int) -> "int | Bits":
    """Thirty-two bits that follow from all of it.

    The end of MurmurHash3 (Austin Appleby, 2011), which mixes a number so that every bit of the
    outcome hangs on every bit that goes in.

    Args:
        seed: the hand's seed, or the seeds of many hands.
        turn: number of the turn, or of the round.
        seat: the seat, from 0.
        what: what is asked: one of the names above, and for places and cards a number after it.

    >>> mixed(1, turn=0, seat=0, what=STACK) == mixed(1, turn=0, seat=0, what=CLAIM)
    False
    """
    asked = (turn << 20) + (seat << 16) + what
    bits: Any = seed ^ (asked * 0x9E3779B1 & WORD)
    bits = (bits ^ bits >> 16) * 0x85EBCA6B & WORD
    bits = (bits ^ bits >> 13) * 0xC2B2AE35 & WORD
    mixed_well: int | Bits = bits ^ bits >> 16
    return mixed_well


@overload
def lot(seed: int, turn: int, seat: int, what: int) -> int: ...
@overload
def lot(seed: "Bits", turn: int, seat: int, what: int) -> "Bits": ...
def lot(seed: "int | Bits", turn: int, seat: int, what: int) -> "int | Bits":
    """A number from 0 to 65,535, each equally likely; see `mixed`."""
    bits: Any = mixed(seed, turn, seat, what)
    low: int | Bits = bits & (WHOLE - 1)
    return low


def share(chance: float) -> int:
    """How many of the lots win, for a chance from 0 to 1.

    >>> share(0.25)
    16384
    """
    return round(chance * WHOLE)


def place(seat: int, slot: int) -> int:
    """The number that a place has in what is asked."""
    return FORGET + (seat << 9) + slot
