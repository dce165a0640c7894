"""Kinds of answers: how each is read, and when two of them are the same."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from cambio_edu.lessons.numbers import MOST_NUMBERS, as_number, as_numbers, harmless
from cambio_edu.pmf import Pmf

SAME = Fraction(1, 200)  # of the value: as far as three digits can be off
NEAR = Fraction(3, 100)
TWO_DECIMALS = Fraction(51, 10_000)

#: How far an answer is off: 0 is the same, at most 1 is close, more is not.
Off = Fraction
FAR = Fraction(2)


@dataclass(frozen=True)
class Kind:
    """A kind of answer.

    Args:
        name: what it is called in the words: `kind.chance`.
        read: an answer as it was given, as it is compared; None where it is of another kind.
        off: how far an answer is from a value, both as `read` gives them.
    """

    name: str
    read: Callable[[Any], Any]
    off: Callable[[Any, Any], Off]


def _number_off(given: Fraction, value: Fraction) -> Off:
    """Three digits are the same; two decimals or 3 % are close."""
    away = abs(given - value)
    if away <= SAME * abs(value):
        return Fraction(0)
    return Fraction(1) if away <= max(NEAR * abs(value), TWO_DECIMALS) else FAR


def _whole_off(given: Fraction, value: Fraction) -> Off:
    """The same number, or one beside it."""
    away = abs(given - value)
    return Fraction(0) if away == 0 else Fraction(1) if away <= 1 else FAR


def _chance(value: object) -> Fraction | None:
    found = as_number(value)
    return found if found is not None and 0 <= found <= 1 else None


def _worst(offs: Iterable[Off]) -> Off:
    return max(offs, default=Fraction(0))


def _numbers_off(given: tuple[Fraction, ...], values: tuple[Fraction, ...]) -> Off:
    if len(given) != len(values):
        return FAR
    return _worst(map(_number_off, given, values))


@harmless
def _read_pmf(value: object) -> dict[Fraction, Fraction] | None:
    """Numbers and their chances; what has a chance of 0 need not be there."""
    pairs = value.items() if isinstance(value, Pmf | Mapping) else ()
    found = {as_number(at): as_number(chance) for at, chance in islice(pairs, MOST_NUMBERS)}
    if not found or None in found or None in found.values():
        return None
    return {at: chance for at, chance in found.items() if at is not None and chance}


def _pmf_off(given: dict[Fraction, Fraction], values: dict[Fraction, Fraction]) -> Off:
    nothing = Fraction(0)
    every = {*given, *values}
    return _worst(_number_off(given.get(at, nothing), values.get(at, nothing)) for at in every)


@harmless
def _word(value: object) -> str | None:
    """A plain text, of a text of a kind of its own too."""
    return str.casefold(str.strip(value)) or None if isinstance(value, str) else None


def _same(given: object, value: object) -> Off:
    return Fraction(0) if given == value else FAR


KINDS = {
    kind.name: kind
    for kind in (
        Kind("chance", _chance, _number_off),
        Kind("number", as_number, _number_off),
        Kind("count", as_number, _whole_off),
        Kind("numbers", as_numbers, _numbers_off),
        Kind("pmf", _read_pmf, _pmf_off),
        Kind("choice", _word, _same),
    )
}
