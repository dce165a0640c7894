"""Places and moves as values, how they are written, and the frozen lists of legal ones."""

import re
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from cambio_edu.errors import NotationError
from cambio_edu.rules import LETTERS


class Place(NamedTuple):
    """A place in a grid: the seat (from 0) and the number of the slot (from 1)."""

    seat: int
    slot: int

    def __str__(self) -> str:
        return f"{LETTERS[self.seat]}{self.slot}"


class Move(NamedTuple):
    """One move.

    Args:
        verb: what is done, the first word of its notation.
        slots: the mover's own slots that it is done with, rising.
        place: the other seat's place, where there is one.
    """

    verb: str
    slots: tuple[int, ...] = ()
    place: Place | None = None

    @property
    def word(self) -> str:
        """The move without its verb, as it is written."""
        between = " " if self.verb == "see" else "+"
        words = [between.join(map(str, self.slots))] if self.slots else []
        return " ".join(words + ([str(self.place)] if self.place else []))

    def places(self, mover: int) -> tuple[Place, ...]:
        """The places that it names, for the seat that makes it."""
        own = own_places(mover, self.slots)
        return (*own, self.place) if self.place else own

    def __str__(self) -> str:
        return f"{self.verb} {self.word}".strip()


DRAW, TAKE, CALL, DISCARD = Move("draw"), Move("take"), Move("call"), Move("discard")
SWITCH, LEAVE, SKIP, PASS, DONE = (
    Move("switch"), Move("leave"), Move("skip"), Move("pass"), Move("done"),
)  # fmt: skip


@lru_cache(maxsize=4096)
def own_places(mover: int, slots: tuple[int, ...]) -> tuple[Place, ...]:
    """The places of those slots of a seat."""
    return tuple(Place(mover, slot) for slot in slots)


#: How many words may follow each verb.
WORDS_AFTER = {
    "see": (2,), "stack": (1,), "draw": (0,), "take": (0,), "call": (0,), "swap": (1,),
    "discard": (0,), "peek": (1,), "spy": (1,), "switch": (2, 0), "look": (2,), "leave": (0,),
    "skip": (0,), "pass": (0,), "done": (0,),
}  # fmt: skip

_PLACE = re.compile(r"([A-F])([1-9][0-9]{0,3})", re.ASCII)
_SLOT = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)


def read_place(word: str) -> Place:
    """Read a place.

    Args:
        word: the letter of a seat and the number of a slot.

    Raises:
        NotationError: it cannot be read.

    >>> read_place("B3")
    Place(seat=1, slot=3)
    """
    match = _PLACE.fullmatch(word)
    if not match:
        raise NotationError(0, word, "a place is wanted, such as B3")
    return Place(LETTERS.index(match[1]), int(match[2]))


def _slot(word: str, mover: int | None, own_letter: bool) -> int:
    if own_letter and mover is not None and word[:1] == LETTERS[mover]:
        word = word[1:]
    if not _SLOT.fullmatch(word):
        raise NotationError(0, word, "the number of one of the mover's own slots is wanted")
    return int(word)


@lru_cache(maxsize=4096)
def read_move(text: str, mover: int | None = None) -> Move:
    """Read one move.

    Args:
        text: the move in notation.
        mover: the seat (from 0) that makes it, so that `swap A2` can be read.

    Raises:
        NotationError: it cannot be read.

    >>> str(read_move("swap A3+A1", mover=0)), read_move("look 1 B3").place
    ('swap 1+3', Place(seat=1, slot=3))
    """
    verb, *words = text.split(" ")
    if verb not in WORDS_AFTER:
        raise NotationError(0, verb, f"no such move; moves are {', '.join(WORDS_AFTER)}")
    if len(words) not in WORDS_AFTER[verb]:
        wanted = " or ".join(map(str, WORDS_AFTER[verb]))
        raise NotationError(0, text, f"{wanted} words are wanted after {verb!r}")
    if verb == "spy":
        return Move(verb, (), read_place(words[0]))
    if verb in ("switch", "look") and words:
        return Move(verb, (_slot(words[0], mover, False),), read_place(words[1]))
    parts = words[0].split("+") if verb == "swap" else words
    slots = [_slot(part, mover, verb in ("swap", "stack")) for part in parts]
    if len(set(slots)) < len(slots):
        raise NotationError(0, text, "a slot is named twice; name each once")
    return Move(verb, tuple(sorted(slots) if verb == "swap" else slots))


@cache
def sees(slots: tuple[int, ...]) -> tuple[Move, ...]:
    """Every first look at two of the slots."""
    return tuple(Move("see", pair) for pair in combinations(slots, 2))


@lru_cache(maxsize=4096)
def one_each(verb: str, slots: tuple[int, ...]) -> tuple[Move, ...]:
    """The verb with each of the own slots."""
    return tuple(Move(verb, (slot,)) for slot in slots)


@lru_cache(maxsize=4096)
def swaps(slots: tuple[int, ...], most: int) -> tuple[Move, ...]:
    """Every swap, and every claim of up to `most` slots, in the order of notation.

    >>> [str(move) for move in swaps((1, 2, 3), 2)]
    ['swap 1', 'swap 1+2', 'swap 1+3', 'swap 2', 'swap 2+3', 'swap 3']
    """
    chosen = [c for size in range(1, most + 1) for c in combinations(slots, size)]
    return tuple(Move("swap", c) for c in sorted(chosen))


@lru_cache(maxsize=4096)
def spies(places: tuple[Place, ...]) -> tuple[Move, ...]:
    """A look at each of the places."""
    return tuple(Move("spy", (), place) for place in places)


@lru_cache(maxsize=4096)
def exchanges(verb: str, slots: tuple[int, ...], places: tuple[Place, ...]) -> tuple[Move, ...]:
    """Each own slot with each of the places."""
    return tuple(Move(verb, (slot,), place) for slot in slots for place in places)
