"""Numbers as learners write them: fractions, decimals, percentages, what Python computed."""

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import wraps
from itertools import islice
from math import isfinite
from typing import Any, ParamSpec, SupportsFloat, TypeVar

from cambio_edu.probability import Estimate

LONGEST = 60  # signs of a number in words; more is no number that anybody writes
MOST_DIGITS = 3_000  # before or after the point; exact chances of whole games have a few hundred
MOST_NUMBERS = 1_000  # of several; a generator may never end
GREATEST = 10**100  # of what is kept as a decimal; its square is one still

P = ParamSpec("P")
T = TypeVar("T")
_DIGITS = r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,3})?"
_WRITTEN = re.compile(rf"\s*(?:≈\s*)?({_DIGITS})\s*(?:/\s*({_DIGITS}))?\s*(%?)\s*")


def harmless(read: Callable[P, T | None]) -> Callable[P, T | None]:
    """Decorator: what cannot be read is None, whatever an object of somebody's does."""

    @wraps(read)
    def guarded(*given: P.args, **named: P.kwargs) -> T | None:
        try:
            return read(*given, **named)
        except Exception:  # an answer can be any object at all
            return None

    return guarded


@harmless
def as_number(value: object) -> Fraction | None:
    """A number, however it is written; None for what is none.

    Args:
        value: a whole number, decimal, fraction, estimate, NumPy number, or a text: `"3/13"`,
            `"23 %"`, `"0,23"`.

    >>> as_number("3/13"), as_number("23 %"), as_number("0,5"), as_number(0.25), as_number("a lot")
    (Fraction(3, 13), Fraction(23, 100), Fraction(1, 2), Fraction(1, 4), None)
    """
    if isinstance(value, str):
        return _written(value)
    if is_truth(value):
        return None
    if isinstance(value, int | Fraction):
        return _exact(value)
    if isinstance(value, Decimal):
        return _decimal(value)
    return _floating(value.value if isinstance(value, Estimate) else value)


def is_truth(value: object) -> bool:
    """Whether it is True or False, NumPy's too; neither is a number here."""
    return type(value).__name__ in ("bool_", "bool")


def _written(text: str) -> Fraction | None:
    found = _WRITTEN.fullmatch(text.replace("−", "-")) if len(text) <= LONGEST else None
    if found is None:
        return None
    above, below, percent = found.groups()
    over, under = (Fraction((part or "1").replace(",", ".")) for part in (above, below))
    return None if under == 0 else over / under / (100 if percent else 1)


def _exact(value: int | Fraction) -> Fraction | None:
    """A plain fraction, of a kind of its own too; one of too many digits is None."""
    above, below = int(value.numerator), int(value.denominator)
    longest = max(above.bit_length(), below.bit_length())
    return Fraction(above, below) if longest <= MOST_DIGITS * 10 // 3 else None


def _decimal(value: Decimal) -> Fraction | None:
    """As a fraction, unless that would have too many digits: `Decimal("1e999999999")`."""
    last = value.as_tuple().exponent  # a letter for what is no number
    if not isinstance(last, int) or max(abs(last), abs(value.adjusted())) > MOST_DIGITS:
        return None
    return Fraction(value)


def _floating(value: Any) -> Fraction | None:
    """What Python takes for a number with a point, NumPy's single numbers too."""
    if not isinstance(value, SupportsFloat) or getattr(value, "shape", ()) != ():
        return None
    if getattr(getattr(value, "dtype", None), "kind", "f") not in "iufO":
        return None  # complex numbers, dates and truths are none, though NumPy makes floats of them
    as_float = float(value)
    return Fraction(as_float) if isfinite(as_float) else None


def as_float(value: object) -> float | None:
    """A number as a decimal, to be kept and shown; None where it is none, or far too large.

    >>> as_float("1/4"), as_float("1e200")
    (0.25, None)
    """
    found = as_number(value)
    return None if found is None or abs(found) > GREATEST else float(found)


@harmless
def as_numbers(values: object) -> tuple[Fraction, ...] | None:
    """Several numbers, in order; None where one of them is none.

    >>> as_numbers(["1/2", 0.5])
    (Fraction(1, 2), Fraction(1, 2))
    """
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        return None
    found = [as_number(value) for value in islice(values, MOST_NUMBERS + 1)]
    if len(found) > MOST_NUMBERS:
        return None
    return None if None in found else tuple(n for n in found if n is not None)
