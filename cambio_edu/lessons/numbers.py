"""Numbers as learners write them: fractions, decimals, percentages, what Python computed."""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Any, SupportsFloat

from cambio_edu.probability import Estimate

LONGEST = 60  # signs of a number in words; more is no number that anybody writes
_DIGITS = r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,3})?"
_WRITTEN = re.compile(rf"\s*(?:≈\s*)?({_DIGITS})\s*(?:/\s*({_DIGITS}))?\s*(%?)\s*")


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
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return None
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if isinstance(value, Decimal):
        return Fraction(value) if value.is_finite() else None
    if isinstance(value, Estimate):
        return Fraction(value.value)
    return _floating(value)


def _written(text: str) -> Fraction | None:
    found = _WRITTEN.fullmatch(text.replace("−", "-")) if len(text) <= LONGEST else None
    if found is None:
        return None
    above, below, percent = found.groups()
    over, under = (Fraction((part or "1").replace(",", ".")) for part in (above, below))
    return None if under == 0 else over / under / (100 if percent else 1)


def _floating(value: Any) -> Fraction | None:
    """What Python takes for a number with a point, NumPy's single numbers too."""
    if not isinstance(value, SupportsFloat) or getattr(value, "shape", ()) != ():
        return None
    try:
        as_float = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return Fraction(as_float) if isfinite(as_float) else None


def as_numbers(values: object) -> tuple[Fraction, ...] | None:
    """Several numbers, in order; None where one of them is none.

    >>> as_numbers(["1/2", 0.5])
    (Fraction(1, 2), Fraction(1, 2))
    """
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        return None
    found = [as_number(value) for value in values]
    return None if None in found else tuple(n for n in found if n is not None)
