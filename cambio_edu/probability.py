"""Exact probability of totals: cards drawn without replacement."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

from cambio_edu.errors import CambioError


def total(counts: Mapping[int, int], cards: int) -> dict[int, Fraction]:
    """The distribution of the total of some cards drawn without replacement.

    Counts the ways: of `n` cards that are worth `v`, `j` are drawn in C(n, j) ways.

    Args:
        counts: how many cards there are of each worth (points).
        cards: how many are drawn.

    Returns: the probability of each total (points), rising.

    Raises:
        CambioError: more cards are drawn than there are, or a count is negative.

    >>> total({1: 2, 5: 1}, 2)
    {2: Fraction(1, 3), 6: Fraction(2, 3)}
    """
    if min(counts.values(), default=0) < 0:
        raise CambioError(f"{min(counts.values())} cards: a count cannot be negative")
    if not 0 <= cards <= sum(counts.values()):
        raise CambioError(f"{cards} cards cannot be drawn from {sum(counts.values())}")
    ways = _ways(tuple(sorted(counts.items())), cards)
    every = comb(sum(counts.values()), cards)
    return {points: Fraction(n, every) for points, n in ways}


@lru_cache(maxsize=1024)
def _ways(counts: tuple[tuple[int, int], ...], cards: int) -> tuple[tuple[int, int], ...]:
    """In how many ways each total arises."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}  # (cards drawn, their total)
    for worth, count in counts:
        more: dict[tuple[int, int], int] = {}
        for (drawn, points), n in ways.items():
            for j in range(min(count, cards - drawn) + 1):
                key = drawn + j, points + j * worth
                more[key] = more.get(key, 0) + n * comb(count, j)
        ways = more
    return tuple(sorted((points, n) for (drawn, points), n in ways.items() if drawn == cards))
