"""`Pmf`: how likely each value of something is, as exact fractions.

Source of the idea: the verbs of probability as methods of one small type, as in A. Downey, "Think
Bayes" (2021); here every probability stays a fraction.
"""

import html
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm, sqrt
from numbers import Rational
from typing import Any, Generic, NamedTuple, TypeVar

from cambio_edu.errors import CambioError

T = TypeVar("T")
U = TypeVar("U")

WIDEST_BAR = 24  # characters


class Comparison(NamedTuple):
    """How two independent values compare.

    Args:
        less: the probability that the first is below the second.
        equal: that they are equal.
        more: that the first is above the second.
    """

    less: Fraction
    equal: Fraction
    more: Fraction


class Pmf(Generic[T]):
    """A probability mass function: the probability of each value, adding up to exactly 1.

    It is kept as whole numbers, so many of `whole` for each value, and never changes. Numbers and
    tuples of numbers stand in rising order, other values in the order in which they were given.

    Args:
        weights: how much each value counts (whole numbers or fractions); values that count 0 are
            left out.

    Raises:
        CambioError: a weight is negative or no fraction, or nothing is left.

    >>> coin = Pmf({"heads": 1, "tails": 1})
    >>> coin["heads"]
    Fraction(1, 2)
    >>> two_dice = Pmf({n: 1 for n in range(1, 7)}) + Pmf({n: 1 for n in range(1, 7)})
    >>> two_dice[7], two_dice.mean
    (Fraction(1, 6), Fraction(7, 1))
    """

    __slots__ = ("_weights", "_whole")

    def __init__(self, weights: Mapping[T, int | Fraction]) -> None:
        counts = _whole_numbers(weights)
        if not counts:
            raise CambioError("the weights add up to 0; at least one value must be possible")
        self._weights = _in_order(counts)
        self._whole = sum(counts.values())

    @classmethod
    def counted(cls, weights: dict[T, int], whole: int) -> "Pmf[T]":
        """From positive whole numbers that are in order already and add up to `whole`."""
        pmf = object.__new__(cls)
        pmf._weights, pmf._whole = weights, whole
        return pmf

    @classmethod
    def mixture(cls, parts: Iterable[tuple["Pmf[T]", int | Fraction]]) -> "Pmf[T]":
        """One of several, each as likely as its weight says: the law of total probability.

        Args:
            parts: pairs of a `Pmf` and its weight.

        Raises:
            CambioError: a weight is negative, or all are 0.

        >>> Pmf.mixture([(Pmf({0: 1}), 3), (Pmf({0: 1, 1: 1}), 1)])[1]
        Fraction(1, 8)
        """
        mixed: dict[T, Fraction] = {}
        for pmf, weight in parts:
            if weight < 0:
                raise CambioError(f"a weight of {weight}: a weight cannot be negative")
            for value, probability in pmf.items():
                mixed[value] = mixed.get(value, Fraction(0)) + weight * probability
        return cls(mixed)

    # What it holds

    def __getitem__(self, value: T) -> Fraction:
        return Fraction(self._weights.get(value, 0), self._whole)

    def __contains__(self, value: object) -> bool:
        return value in self._weights

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pmf):
            return NotImplemented
        return self._reduced() == other._reduced()

    def __hash__(self) -> int:
        return hash(frozenset(self._reduced().items()))

    def _reduced(self) -> dict[T, int]:
        common = gcd(*self._weights.values())
        return {value: weight // common for value, weight in self._weights.items()}

    def values(self) -> list[T]:
        """The values that are possible, in order."""
        return list(self._weights)

    def items(self) -> list[tuple[T, Fraction]]:
        """Each value with its probability, in order."""
        return [(value, Fraction(n, self._whole)) for value, n in self._weights.items()]

    @property
    def counts(self) -> Mapping[T, int]:
        """Whole numbers in proportion to the probabilities, such as ways to get each value."""
        return dict(self._weights)

    # What it says

    def probability(self, event: "T | Collection[T] | Callable[[T], bool]") -> Fraction:
        """The probability of an event.

        Args:
            event: a value; a set, list or range of values; or a function that says of a value
                whether it belongs to the event.

        >>> Pmf({n: 1 for n in range(1, 7)}).probability(lambda n: n > 4)
        Fraction(1, 3)
        """
        return self._sum(_as_function(event))

    def at_most(self, most: T | float) -> Fraction:
        """The probability of that value or less.

        >>> Pmf({n: 1 for n in range(1, 7)}).at_most(2)
        Fraction(1, 3)
        """
        return self._sum(lambda value: value <= most)

    def below(self, value: T | float) -> Fraction:
        """The probability of less than that value.

        >>> Pmf({n: 1 for n in range(1, 7)}).below(2)
        Fraction(1, 6)
        """
        return self._sum(lambda other: other < value)

    def _sum(self, belongs: Callable[[Any], bool]) -> Fraction:
        return Fraction(sum(n for x, n in self._weights.items() if belongs(x)), self._whole)

    def cumulative(self) -> dict[T, Fraction]:
        """For each value the probability of it or less.

        >>> Pmf({0: 1, 5: 3}).cumulative()
        {0: Fraction(1, 4), 5: Fraction(1, 1)}
        """
        sums = accumulate(self._weights.values())
        return {x: Fraction(n, self._whole) for x, n in zip(self._weights, sums, strict=True)}

    @property
    def mean(self) -> Fraction:
        """The expected value: each value times its probability, added up.

        >>> Pmf({n: 1 for n in range(1, 7)}).mean
        Fraction(7, 2)
        """
        return self._expected(lambda x: x)

    @property
    def variance(self) -> Fraction:
        """The expected square of the distance from the mean: E[X²] − E[X]².

        >>> Pmf({0: 1, 2: 1}).variance
        Fraction(1, 1)
        """
        return self._expected(lambda x: x * x) - self.mean**2

    def _expected(self, worth: Callable[[Any], Any]) -> Fraction:
        if not all(isinstance(value, Rational) for value in self._weights):
            raise CambioError("only whole numbers and fractions have a mean; map the values first")
        weighed = (worth(value) * n for value, n in self._weights.items())
        return Fraction(sum(weighed)) / self._whole

    @property
    def sd(self) -> float:
        """The standard deviation: the square root of the variance.

        >>> Pmf({0: 1, 2: 1}).sd
        1.0
        """
        return sqrt(self.variance)

    @property
    def modes(self) -> tuple[T, ...]:
        """The most likely values; several where they are equally likely.

        >>> Pmf({1: 2, 2: 1, 3: 2}).modes
        (1, 3)
        """
        most = max(self._weights.values())
        return tuple(value for value, n in self._weights.items() if n == most)

    # What can be made of it

    def given(self, event: "T | Collection[T] | Callable[[T], bool]") -> "Pmf[T]":
        """What is left once the event is known to have happened: P(x | event).

        Args:
            event: as for `probability`.

        Raises:
            CambioError: the event is impossible.

        >>> Pmf({n: 1 for n in range(1, 7)}).given({2, 4, 6})[2]
        Fraction(1, 3)
        """
        belongs = _as_function(event)
        left = {value: n for value, n in self._weights.items() if belongs(value)}
        if not left:
            raise CambioError("the event has probability 0; nothing can be said given that")
        return Pmf.counted(left, sum(left.values()))

    def map(self, function: Callable[[T], U]) -> "Pmf[U]":
        """The distribution of a function of the value.

        >>> Pmf({-1: 1, 0: 1, 1: 1}).map(abs)[1]
        Fraction(2, 3)
        """
        mapped: dict[U, int] = {}
        for value, n in self._weights.items():
            to = function(value)
            mapped[to] = mapped.get(to, 0) + n
        return Pmf.counted(_in_order(mapped), self._whole)

    def __add__(self, other: Any) -> "Pmf[Any]":
        """The sum of independent values, or of a value and a number."""
        if not isinstance(other, Pmf):
            return self.map(lambda value: value + other)
        sums: dict[Any, int] = {}
        for a, n in self._weights.items():
            for b, m in other._weights.items():
                sums[a + b] = sums.get(a + b, 0) + n * m
        return Pmf.counted(_in_order(sums), self._whole * other._whole)

    __radd__ = __add__

    def compare(self, other: "Pmf[T]") -> Comparison:
        """Which of two independent values is the lower one.

        >>> die = Pmf({n: 1 for n in range(1, 7)})
        >>> die.compare(die).equal
        Fraction(1, 6)
        """
        less = sum(n * other._count_above(a) for a, n in self._weights.items())
        equal = sum(n * other._weights.get(a, 0) for a, n in self._weights.items())
        whole = self._whole * other._whole
        below, same = Fraction(less, whole), Fraction(equal, whole)
        return Comparison(below, same, 1 - below - same)

    def _count_above(self, value: Any) -> int:
        return sum(n for x, n in self._weights.items() if x > value)

    # How it is shown

    def floats(self) -> dict[T, float]:
        """The probabilities as floats."""
        return {value: n / self._whole for value, n in self._weights.items()}

    def arrays(self) -> tuple["array[float]", "array[float]"]:
        """The values and their probabilities as arrays of floats, for plots.

        Raises:
            TypeError: the values are no numbers.
        """
        return array("d", map(float, self._weights)), array("d", self.floats().values())  # type: ignore[arg-type]

    def __repr__(self) -> str:
        if len(self) > 4:
            return f"<Pmf of {len(self)} values, {self._shown(0)} to {self._shown(-1)}>"
        return f"Pmf({{{', '.join(f'{_text(x)}: {p}' for x, p in self.items())}}})"

    def _shown(self, number: int) -> str:
        return _text(self.values()[number])

    def __str__(self) -> str:
        rows = self._rows()
        wide = max(len(value) for value, *_ in rows)
        return "\n".join(f"{x:>{wide}}  {p:>7}  {bar}".rstrip() for x, p, bar in rows)

    def _rows(self) -> list[tuple[str, str, str]]:
        most = max(self._weights.values())
        return [
            (_text(value), f"{n / self._whole:.2%}", bar(n, most))
            for value, n in self._weights.items()
        ]

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        """A table with a bar for each value; the bars are letters, so that any reader sees them."""
        rows = "".join(
            f'<tr><th scope="row">{html.escape(value)}</th><td>{self[x]}</td><td>{share}</td>'
            f'<td style="text-align:left" aria-hidden="true">{bar}</td></tr>'
            for x, (value, share, bar) in zip(self, self._rows(), strict=True)
        )
        head = '<th scope="col">value</th><th scope="col" colspan="3">probability</th>'
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _as_function(event: object) -> Callable[[Any], bool]:
    """An event as a function of a value."""
    if callable(event):
        return event
    if isinstance(event, set | frozenset | list | range | dict):
        return lambda value: value in event
    return lambda value: bool(value == event)


def _whole_numbers(weights: Mapping[T, int | Fraction]) -> dict[T, int]:
    """The weights as whole numbers in the same proportion, zeros left out."""
    for value, weight in weights.items():
        if not isinstance(weight, Rational) or weight < 0:
            raise CambioError(
                f"a weight of {weight} for {_text(value)}: a whole number or a fraction "
                "from 0 is wanted"
            )
    common = lcm(*(weight.denominator for weight in weights.values()))
    return {value: int(weight * common) for value, weight in weights.items() if weight}


def _in_order(weights: dict[T, int]) -> dict[T, int]:
    """Numbers, and tuples of numbers, rising; everything else as it comes."""
    numbers = all(isinstance(value, Rational) for value in weights)
    if numbers or all(map(_is_vector, weights)):
        return dict(sorted(weights.items(), key=lambda item: item[0]))  # type: ignore[arg-type,return-value]
    return weights


def _is_vector(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(part, Rational) for part in value)


def _text(value: object) -> str:
    """A value as it is shown: a card by its notation, a tuple by its parts."""
    if type(value) is tuple:
        return f"({', '.join(map(_text, value))})"
    return str(value)


def bar(weight: int | Fraction, most: int | Fraction) -> str:
    """A bar of block letters, in halves; the widest stands for the greatest weight.

    >>> bar(1, 16), bar(0, 16)
    ('█▌', '')
    """
    halves = round(2 * WIDEST_BAR * Fraction(weight) / most)
    return "█" * (halves // 2) + "▌" * (halves % 2)
