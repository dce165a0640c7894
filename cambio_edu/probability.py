"""Probability of totals: cards drawn without replacement, several hidden hands, who is lowest.

Answers are exact fractions. Only where counting would take more steps than a limit are they
estimates from random deals, and then they say so: an `Estimate` is no `Fraction`.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, combinations, pairwise
from math import sqrt
from operator import mul
from typing import Generic, NamedTuple, TypeVar

from cambio_edu import ways
from cambio_edu.errors import CambioError
from cambio_edu.pmf import Pmf
from cambio_edu.ways import Meter, Shape, TooMuchWork, Urn

T = TypeVar("T")
U = TypeVar("U")

#: How many steps counting may take before an answer is estimated; about a hundredth of a second.
WORK = 6_500
#: How many deals an estimate is made of.
DEALS = 600

Counts = Mapping[int, int]


class Estimate(NamedTuple):
    """A number that was estimated from random deals or from simulated hands.

    Args:
        value: the estimate.
        standard_error: how far off it typically is.
        worlds: how many deals or hands it comes from.
        effective: how many equally weighted ones would be worth as much (Kish, 1965).
        unit: what they are called.
    """

    value: float
    standard_error: float
    worlds: int
    effective: float
    unit: str = "worlds"

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return f"≈ {self.value:.3f} ± {self.standard_error:.3f} ({self.worlds:,} {self.unit})"

    def __repr__(self) -> str:
        return str(self)


Chance = Fraction | Estimate


class Sample(Generic[T]):
    """Random deals, each with a weight, and what they say.

    Args:
        worlds: what was drawn.
        weights: how much each counts, where they do not count alike.

    Raises:
        CambioError: nothing was drawn, or all that was drawn counts 0.

    >>> Sample([1, 2, 2, 3]).mean(lambda x: x).value
    2.0
    """

    def __init__(self, worlds: Sequence[T], weights: Sequence[float] | None = None) -> None:
        self.worlds = tuple(worlds)
        self.weights = tuple(weights) if weights is not None else (1.0,) * len(self.worlds)
        if not sum(self.weights) > 0:
            raise CambioError(f"0 of {len(self.worlds)} worlds count; draw more of them")

    @cached_property
    def effective(self) -> float:
        """The effective sample size: (Σ w)² / Σ w² (Kish, "Survey Sampling", 1965)."""
        return sum(self.weights) ** 2 / sum(w * w for w in self.weights)

    def mean(self, function: Callable[[T], float]) -> Estimate:
        """The expected value of a function of a world, with its standard error.

        The error is that of a weighted mean, √(Σ w²(f − mean)²) / Σ w. Where all worlds agree, the
        true spread is not known to be 0; the error is then that of one more world, 1 away.
        """
        values = [float(function(world)) for world in self.worlds]
        whole = sum(self.weights)
        mean = sum(map(mul, self.weights, values)) / whole
        spread = sum([(w * (v - mean)) ** 2 for w, v in zip(self.weights, values, strict=True)])
        agree = min(values) == max(values)
        error = 1 / (1 + self.effective) if agree else sqrt(spread) / whole
        return Estimate(mean, error, len(values), self.effective)

    def map(self, function: Callable[[T], U]) -> "Sample[U]":
        """The same deals, with what a function makes of each."""
        return Sample([function(world) for world in self.worlds], self.weights)

    def probability(self, event: Callable[[T], bool]) -> Estimate:
        """The probability of an event, with its standard error.

        >>> Sample(range(10)).probability(lambda x: x < 5).standard_error.__round__(3)
        0.158
        """
        return self.mean(event)


class Hidden(NamedTuple):
    """A hand as others see it.

    Args:
        cards: how many of its cards are hidden.
        known: what its other cards are worth together (points).
    """

    cards: int
    known: int = 0


def total(counts: Counts, cards: int) -> Pmf[int]:
    """The total of some cards drawn without replacement.

    Of `n` cards that are worth `v`, `j` are drawn in C(n, j) ways; all ways are equally likely.

    Args:
        counts: how many cards there are of each worth (points).
        cards: how many are drawn.

    Raises:
        CambioError: more cards are drawn than there are, or a count is negative.

    >>> total({1: 2, 5: 1}, 2)
    Pmf({2: 1/3, 6: 2/3})
    """
    return _total(_checked(counts, [cards]), cards)


@lru_cache(maxsize=1024)
def _total(urn: Urn, cards: int) -> Pmf[int]:
    shape = ((cards,),)
    counted = {points: n for (points,), n in ways.joint([urn], shape).items()}
    return Pmf.counted(counted, ways.deals([urn], shape))


def joint(
    counts: Counts, hands: Sequence[int | Hidden], limit: int = 20 * WORK
) -> Pmf[tuple[int, ...]] | Sample[tuple[int, ...]]:
    """The totals of several hands dealt from the same cards, together.

    Args:
        counts: how many hidden cards there are of each worth (points).
        hands: for each the number of hidden cards, or a `Hidden`.
        limit: how many steps counting may take; above it the answer is a `Sample` of deals.

    Raises:
        CambioError: the hands need more cards than there are, or a count is negative.

    >>> joint({1: 2, 5: 1}, [1, 1])[1, 5]
    Fraction(1, 3)
    """
    hidden = _hidden(hands)
    urn, shape = _checked(counts, [h.cards for h in hidden]), tuple((h.cards,) for h in hidden)
    return joint_or_sample([urn], shape, [h.known for h in hidden], limit)


def joint_or_sample(
    urns: Sequence[Urn], shape: Shape, known: Sequence[int], limit: int
) -> Pmf[tuple[int, ...]] | Sample[tuple[int, ...]]:
    """The totals of several hands together, or random deals where counting takes too long.

    Args:
        urns: the urns.
        shape: hidden cards of each urn in each hand, `(hands, urns)`.
        known: what the other cards of each hand are worth, `(hands,)` points.
        limit: how many steps counting may take.
    """
    if ways.cost(urns, shape) <= limit:
        return joint_total(urns, shape, known)
    most = [_dearest(urns, hand) for hand in shape]  # no hand has more, so none is left out
    try:
        counted = ways.low_totals(urns, shape, most, Meter(limit))
    except TooMuchWork:
        return sampled_totals(urns, shape, known)
    found = {
        tuple([t + k for t, k in zip(totals, known, strict=True)]): n
        for totals, n in sorted(counted.items())
    }
    return Pmf.counted(found, ways.deals(urns, shape))


def joint_total(urns: Sequence[Urn], shape: Shape, known: Sequence[int]) -> Pmf[tuple[int, ...]]:
    """The totals of several hands that hold cards of several urns, together.

    Args:
        urns: the urns.
        shape: hidden cards of each urn in each hand, `(hands, urns)`.
        known: what the other cards of each hand are worth, `(hands,)` points.
    """
    counted = dict(sorted(ways.joint(urns, shape, known).items()))
    return Pmf.counted(counted, ways.deals(urns, shape))


def anyone_lower(
    counts: Counts,
    hands: Sequence[int | Hidden],
    points: int,
    at_most: bool = False,
    limit: int = WORK,
) -> Chance:
    """The probability that at least one of several hidden hands is below a total.

    Inclusion and exclusion over the hands that are low: P(A or B) = P(A) + P(B) − P(A and B), and
    so on for more of them; low hands use up low cards, so the hands are not independent.

    Args:
        counts: how many hidden cards there are of each worth (points).
        hands: for each the number of hidden cards, or a `Hidden`.
        points: the total.
        at_most: whether that total itself counts too.
        limit: how many steps counting may take; the answer is an `Estimate` where it takes more.

    Raises:
        CambioError: the hands need more cards than there are, or a count is negative.

    >>> anyone_lower({1: 1, 5: 3}, [1, 1], 5)
    Fraction(1, 2)
    """
    hidden = _hidden(hands)
    urn = _checked(counts, [hand.cards for hand in hidden])
    most = points if at_most else points - 1
    try:
        return _anyone_low(urn, tuple(sorted(hidden)), most, limit)
    except TooMuchWork:
        known = [hand.known for hand in hidden]
        deals = sampled_totals([urn], tuple((hand.cards,) for hand in hidden), known)
        return deals.probability(lambda totals: min(totals) <= most)


@lru_cache(maxsize=256)
def _anyone_low(urn: Urn, hands: tuple[Hidden, ...], most: int, limit: int) -> Fraction:
    found, meter = Fraction(0), Meter(limit)
    for size in range(len(hands), 0, -1):  # the dearest first, so that too much work shows at once
        for low, times in Counter(combinations(hands, size)).items():
            found -= (-1) ** size * times * _all_low(urn, low, most, meter)
    return found


def _all_low(urn: Urn, hands: tuple[Hidden, ...], most: int, meter: Meter) -> Fraction:
    """The probability that all those hands have at most so many points."""
    shape = tuple((hand.cards,) for hand in hands)
    counted = ways.low_count([urn], shape, [most - hand.known for hand in hands], meter)
    return Fraction(counted, ways.deals([urn], shape))


# Who is lowest


def lowest(
    counts: Counts,
    hands: Sequence[int | Hidden],
    caller: int | None = None,
    shared: bool = False,
    limit: int = WORK,
) -> Pmf[tuple[int, ...]] | Sample[tuple[int, ...]]:
    """Who is lowest: the hands that share the lowest total, or the caller alone where it is one.

    Args:
        counts: how many hidden cards there are of each worth (points).
        hands: for each the number of hidden cards, or a `Hidden`.
        caller: the number (from 0) of the hand that called, or None.
        shared: whether those that are tied with the caller are lowest too.
        limit: how many steps counting may take; above it the answer is a `Sample` of deals.

    Raises:
        CambioError: the hands need more cards than there are, a count is negative, or there is no
            such hand.

    >>> lowest({1: 1, 5: 3}, [1, Hidden(0, 5)], caller=1)
    Pmf({(0): 1/4, (1): 3/4})
    """
    hidden = _hidden(hands)
    if caller is not None and not 0 <= caller < len(hidden):
        raise CambioError(f"hand {caller} cannot have called; hands are 0 to {len(hidden) - 1}")
    urn, shape = _checked(counts, [h.cards for h in hidden]), tuple((h.cards,) for h in hidden)
    known = tuple(hand.known for hand in hidden)
    if found := standings((urn,), shape, known, limit):
        return found.map(lambda who: settled(who.hands, caller, shared))
    deals = sampled_totals([urn], shape, known).worlds
    return Sample([settled(standing(totals).hands, caller, shared) for totals in deals])


class Standing(NamedTuple):
    """Who is lowest, before ties are settled.

    Args:
        total: the lowest total (points).
        hands: the hands that have it.
    """

    total: int
    hands: tuple[int, ...]


def standing(totals: Sequence[int]) -> Standing:
    """Who is lowest.

    >>> standing((5, 7, 5))
    Standing(total=5, hands=(0, 2))
    """
    least = min(totals)
    return Standing(least, tuple([n for n, total in enumerate(totals) if total == least]))


def settled(hands: tuple[int, ...], caller: int | None, shared: bool) -> tuple[int, ...]:
    """Ties settled: of the hands that are lowest the caller alone, or all where they share it.

    >>> settled((0, 2), 2, False), settled((0, 2), 2, True), settled((0, 2), 1, False)
    ((2,), (0, 2), (0, 2))
    """
    return (caller,) if caller in hands and not shared else hands


@lru_cache(maxsize=64)
def standings(
    urns: tuple[Urn, ...], shape: Shape, known: tuple[int, ...], limit: int
) -> Pmf[Standing] | None:
    """Who is lowest of several hands that hold cards of several urns; None if too much to count.

    Args:
        urns: the urns.
        shape: hidden cards of each urn in each hand, `(hands, urns)`.
        known: what the other cards of each hand are worth, `(hands,)` points.
        limit: how many steps counting may take.
    """
    hidden = [n for n, hand in enumerate(shape) if any(hand)]
    part, base = tuple(shape[n] for n in hidden), tuple(known[n] for n in hidden)
    most = min(k + _dearest(urns, hand) for k, hand in zip(known, shape, strict=True))
    try:
        counted = _counted(urns, part, base, most, limit)
    except TooMuchWork:
        return None
    found: dict[Standing, int] = {}
    totals = list(known)
    for theirs, n in counted.items():
        for hand, points in zip(hidden, theirs, strict=True):
            totals[hand] = points
        who = standing(totals)
        found[who] = found.get(who, 0) + n
    return Pmf.counted(found, ways.deals(urns, part))


def _counted(
    urns: tuple[Urn, ...], shape: Shape, known: tuple[int, ...], most: int, limit: int
) -> dict[tuple[int, ...], int]:
    """In how many ways each combination of totals arises, as far as the lowest may be in it.

    A total above `most` cannot be the lowest, as some hand never has more than that.
    """
    if ways.cost(urns, shape) <= limit:
        return ways.joint(urns, shape, known)
    return _clipped(urns, shape, known, most, limit)


def _dearest(urns: Sequence[Urn], hand: Sequence[int]) -> int:
    """The most that the hidden cards of a hand can be worth (points)."""
    return sum(
        sum(sorted(ways.worths(cards), reverse=True)[:k])
        for k, cards in zip(hand, urns, strict=True)
    )


def _clipped(
    urns: tuple[Urn, ...], shape: Shape, known: tuple[int, ...], most: int, limit: int
) -> dict[tuple[int, ...], int]:
    """The same with totals above `most` given as `most + 1`.

    Of the deals in which some hands are low, those in which more hands are low are taken off:
    inclusion and exclusion, from all hands down to none.
    """
    found: dict[tuple[int, ...], int] = {}
    counter = _LowTotals(urns, shape, known, most, Meter(limit))
    for count in range(len(shape), -1, -1):
        for low in combinations(range(len(shape)), count):
            exact = counter.at_least(low)
            counter.meter.spend(len(found))
            for totals, n in found.items():
                part = tuple([t if hand in low else most + 1 for hand, t in enumerate(totals)])
                if part in exact:
                    exact[part] -= n
            found |= {totals: n for totals, n in exact.items() if n}
    return found


@dataclass
class _LowTotals:
    """Counts in how many ways some hands are low; hands that are alike are counted once."""

    urns: tuple[Urn, ...]
    shape: Shape
    known: tuple[int, ...]
    most: int
    meter: Meter
    counted: dict[object, dict[tuple[int, ...], int]] = field(default_factory=dict)

    def at_least(self, low: tuple[int, ...]) -> dict[tuple[int, ...], int]:
        """In how many ways at least those hands are low, by their totals."""
        part = tuple(self.shape[hand] for hand in low)
        budgets = tuple(self.most - self.known[hand] for hand in low)
        if (part, budgets) not in self.counted:
            counted = ways.low_totals(self.urns, part, budgets, self.meter)
            self.counted[part, budgets] = counted
        others = ways.deals(self.urns, self.shape) // ways.deals(self.urns, part)
        found = {}
        for points, n in self.counted[part, budgets].items():
            totals = [self.most + 1] * len(self.shape)
            for hand, p in zip(low, points, strict=True):
                totals[hand] = self.known[hand] + p
            found[tuple(totals)] = n * others
        return found


# Random deals


def sampled_totals(
    urns: Sequence[Urn],
    shape: Shape,
    known: Sequence[int],
    deals: int = DEALS,
    seed: int = 0,
) -> Sample[tuple[int, ...]]:
    """The totals of several hands in random deals; the same seed gives the same deals.

    Args:
        urns: the urns.
        shape: hidden cards of each urn in each hand, `(hands, urns)`.
        known: what the other cards of each hand are worth, `(hands,)` points.
        deals: how many deals.
        seed: decides them.
    """
    cards = [ways.worths(urn) for urn in urns]
    return Sample(
        [
            tuple([k + sum(hand) for k, hand in zip(known, hands, strict=True)])
            for hands in random_deals(cards, shape, random.Random(seed), deals)
        ]
    )


def random_deals(
    urns: Sequence[Sequence[T]], shape: Shape, rng: random.Random, deals: int
) -> Iterator[list[list[T]]]:
    """Deal cards from urns at random, every deal equally likely.

    Args:
        urns: the cards of each urn.
        shape: cards of each urn in each hand, `(hands, urns)`.
        rng: the generator to use.
        deals: how many deals.

    Returns: for each deal the cards of each hand.
    """
    mixed = [list(cards) for cards in urns]
    ends = [[0] * len(mixed), *zip(*map(accumulate, zip(*shape, strict=True)), strict=True)]
    hands = [
        [(cards, slice(*part)) for cards, *part in zip(mixed, *stops, strict=True)]
        for stops in pairwise(ends)
    ]
    for _ in range(deals):
        for cards, many in zip(mixed, ends[-1], strict=True):
            mix(cards, many, rng)
        yield [[card for cards, part in hand for card in cards[part]] for hand in hands]


def mix(cards: list[T], many: int, rng: random.Random) -> None:
    """Put random cards to the front, in random order: the first steps of a Fisher–Yates shuffle."""
    size = len(cards)
    for n in range(many):
        other = n + int(rng.random() * (size - n))
        cards[n], cards[other] = cards[other], cards[n]


def _hidden(hands: Sequence[int | Hidden]) -> list[Hidden]:
    if not hands:
        raise CambioError("0 hands: at least one is wanted")
    return [Hidden(hand) if isinstance(hand, int) else hand for hand in hands]


def _checked(counts: Counts, hands: Sequence[int]) -> Urn:
    """The cards as an urn, once it is sure that the hands can be dealt from it."""
    for worth, n in counts.items():
        if n < 0:
            raise CambioError(f"{n} cards of {worth} points: a count cannot be negative")
    if min(hands) < 0:
        raise CambioError(f"a hand of {min(hands)} cards: a number of cards cannot be negative")
    urn = ways.urn(counts)
    if sum(hands) > ways.size(urn):
        raise CambioError(f"{sum(hands)} cards cannot be drawn from {ways.size(urn)}")
    return urn
