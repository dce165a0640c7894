"""Means of many hands, with their standard errors."""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cambio_edu.errors import CambioError
from cambio_edu.probability import Estimate

NORMAL_95 = 1.959964  # standard errors each side that hold 95 % of a normal distribution


def estimate(values: NDArray[Any]) -> Estimate:
    """The mean of a number a hand, with its standard error.

    The error is s / √n with s² = Σ (x − mean)² / (n − 1). Where all hands agree, the true spread
    is not known to be 0; the error is then that of one more hand, 1 away, as in `Sample.mean`.

    Args:
        values: a number, or yes or no, for each hand, `(hands,)`.

    Raises:
        CambioError: there is no hand.

    >>> estimate(np.array([1, 3, 1, 3]))
    ≈ 2.000 ± 0.577 (4 hands)
    """
    hands = len(values)
    if not hands:
        raise CambioError("no hand is like that; play more of them, or ask for less")
    mean = float(np.mean(values, dtype=np.float64))
    agree = hands == 1 or bool(values.min() == values.max())
    error = (
        1 / (1 + hands) if agree else float(np.std(values, ddof=1, dtype=np.float64)) / sqrt(hands)
    )
    return Estimate(mean, error, hands, float(hands), "hands")


class Interval(NamedTuple):
    """An interval that holds the true value in 95 of 100 such experiments.

    Args:
        low: its lower end.
        high: its upper end.
    """

    low: float
    high: float

    @classmethod
    def of(cls, value: Estimate) -> "Interval":
        """The normal interval about an estimate: 1.96 standard errors to each side."""
        half = NORMAL_95 * value.standard_error
        return cls(value.value - half, value.value + half)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high
