"""A caller against opponents with random cards, counted out or, where that is too much, dealt.

Of a caller of whom only the total is known every way to have it is as likely; the chances are then
those of each hand, weighed by its ways: the law of total probability.
"""

import random
from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from math import comb

from cambio_edu.cards import Card
from cambio_edu.errors import CambioError
from cambio_edu.labs.asking import Cards
from cambio_edu.probability import DEALS, WORK, Chance, Estimate, Sample, anyone_lower, random_deals
from cambio_edu.probability import total as total_of
from cambio_edu.rules import Rules
from cambio_edu.scoring import scores
from cambio_edu.showdown import Call, Showdown

AROUND = 2  # points below and above a total in a table
CELL = 25 * WORK  # steps for one number of a table

Hands = list[tuple[Cards, int]]  # hands, and in how many ways each arises


@dataclass(frozen=True)
class Case:
    """A caller and opponents whose cards are random.

    Args:
        rules: the rules in force.
        left: the cards that were not seen.
        each: how many cards each opponent has, and the caller where its cards are not given.
        opponents: how many opponents there are.
        own: the caller's cards, or nothing.
    """

    rules: Rules
    left: Counter[Card]
    each: int
    opponents: int
    own: Cards = ()
    _samples: dict[int, Sample[tuple[Cards, ...]]] = field(default_factory=dict)

    def total(self, asked: int | None) -> int:
        """The caller's total (points).

        Raises:
            CambioError: it cannot be, or is not that of the cards.
        """
        if self.own:
            points = self._points(self.own)
            if asked not in (None, points):
                raise CambioError(f"a total of {asked}: those cards have {points}; leave one out")
            return points
        if asked is None or not self.can_be(asked):
            least, most = self._possible[0], self._possible[-1]
            raise CambioError(
                f"a total of {asked}: give the caller's cards, or a total that {self.each} cards "
                f"can have, {least} to {most}"
            )
        return asked

    def can_be(self, points: int) -> bool:
        """Whether so many cards can have that total."""
        return points in self._possible

    def lower(self, points: int) -> dict[tuple[int, int], Chance]:
        """The chance that somebody is lower, by totals around (points) and number of opponents."""
        around = range(points - AROUND, points + AROUND + 1)
        counted = self.opponents  # what is too much to count is so for higher totals too
        found: dict[tuple[int, int], Chance] = {}
        for t in (t for t in around if t == points or self.can_be(t)):
            for k in range(1, self.opponents + 1):
                found[t, k] = self._anyone_lower(t, k, CELL if k <= counted else 0)
                if isinstance(found[t, k], Estimate):
                    counted = min(counted, k - 1)
        return found

    def call(self, points: int, limit: int) -> Call:
        """What a call with that total comes to.

        Args:
            points: the caller's total.
            limit: how many steps counting may take before the answer is an estimate.
        """
        lower = self._anyone_lower(points, self.opponents, limit)
        not_higher = self._anyone_lower(points, self.opponents, limit, at_most=True)
        if not (isinstance(lower, Fraction) and isinstance(not_higher, Fraction)):
            return self._estimated_call(points)
        score = self._score(points, lower, limit)
        return Call(0, 1 - not_higher, not_higher - lower, lower, score)

    def _anyone_lower(
        self, points: int, opponents: int, limit: int, at_most: bool = False
    ) -> Chance:
        """The chance that somebody has less than those points, or at most as many."""
        if limit and (exact := self._counted(points, opponents, limit, at_most)) is not None:
            return exact
        return self._sample(points).probability(
            lambda grids: self._lowest(grids[1 : opponents + 1]) < points + at_most
        )

    def _counted(self, points: int, opponents: int, limit: int, at_most: bool) -> Fraction | None:
        """The same, exactly; None if it is too much to count."""
        hands, dealt = self._hands(points), [self.each] * opponents
        found = []
        for hand, ways in hands:
            worths, share = self._worths(self._left(hand)), limit // len(hands)
            chance = anyone_lower(worths, dealt, points, at_most, share)
            if not isinstance(chance, Fraction):
                return None
            found.append((chance, ways))
        return _mean(found)

    def _score(self, points: int, lower: Fraction, limit: int) -> Chance:
        """What the caller writes down in the mean (points); a kamikaze overrides everything."""
        if not self.rules.kamikaze:
            return lower * (points + self.rules.caller_penalty)
        hands = self._hands(points)
        found = []
        for hand, ways in hands:
            score = self._showdown(hand).call(0, limit // len(hands)).score
            if not isinstance(score, Fraction):
                return self._estimated_call(points).score
            found.append((score, ways))
        return _mean(found)

    # The caller's hand

    def _hands(self, points: int) -> Hands:
        return [(self.own, 1)] if self.own else hands_with(self.rules, self.left, self.each, points)

    def _left(self, hand: Cards) -> Counter[Card]:
        return self.left if self.own else self.left - Counter(hand)

    def _showdown(self, hand: Cards) -> Showdown:
        shape = ((0,), *[(self.each,)] * self.opponents)
        known: list[Cards] = [hand, *[()] * self.opponents]
        return Showdown.of(self.rules, [self._left(hand)], known, shape)

    # Points

    def _points(self, cards: Cards) -> int:
        return sum(map(self.rules.points, cards))

    def _lowest(self, grids: Sequence[Cards]) -> int:
        return min(map(self._points, grids))

    def _worths(self, cards: Counter[Card]) -> Counter[int]:
        return Counter(map(self.rules.points, cards.elements()))

    @property
    def _possible(self) -> list[int]:
        """The totals that so many cards can have."""
        return total_of(self._worths(self.left), self.each).values()

    # Random deals

    def _estimated_call(self, points: int) -> Call:
        sample = self._sample(points)
        return Call(
            0,
            sample.probability(lambda grids: self._lowest(grids[1:]) > points),
            sample.probability(lambda grids: self._lowest(grids[1:]) == points),
            sample.probability(lambda grids: self._lowest(grids[1:]) < points),
            sample.mean(lambda grids: scores(self.rules, grids, caller=0)[0].points),
        )

    def _sample(self, points: int) -> Sample[tuple[Cards, ...]]:
        case = self._points(self.own) if self.own else points  # the same cards for any total
        if case not in self._samples:
            self._samples[case] = Sample(list(self._deals(case, random.Random(0))))
        return self._samples[case]

    def _deals(self, points: int, rng: random.Random) -> Iterator[tuple[Cards, ...]]:
        """Grids at random, the caller's first."""
        hands = self._hands(points)
        sums = list(accumulate(ways for _, ways in hands))
        shape = ((self.each,),) * self.opponents
        for _ in range(DEALS):
            own = hands[bisect(sums, int(rng.random() * sums[-1]))][0]
            (grids,) = random_deals([list(self._left(own).elements())], shape, rng, 1)
            yield (own, *map(tuple, grids))


def hands_with(rules: Rules, left: Counter[Card], cards: int, points: int) -> Hands:
    """The hands of so many cards that have a total, and in how many ways each arises.

    Cards of one number and worth stand for one another, as they make no difference to any score.

    Args:
        rules: the rules in force.
        left: the cards that may be in the hand.
        cards: how many are.
        points: what they are worth together.

    >>> from cambio_edu.rules import rules
    >>> cabo = rules("cabo")
    >>> [(hand, ways) for hand, ways in hands_with(cabo, cabo.pack.counts, 2, 1)]
    [((Card(rank='0', suit=''), Card(rank='1', suit='')), 8)]
    """
    kinds: dict[tuple[int, int], list[Card]] = {}
    for one in sorted(left.elements()):
        kinds.setdefault((rules.points(one), one.number), []).append(one)
    alike = [(worth, same) for (worth, _), same in kinds.items()]
    return list(_chosen(alike, cards, points))


def _chosen(
    alike: Sequence[tuple[int, list[Card]]], cards: int, points: int
) -> Iterator[tuple[Cards, int]]:
    """Take some cards of the first kind, the others of the other kinds."""
    if not alike or not cards:
        if cards == points == 0:
            yield (), 1
        return
    worth, same = alike[0]
    for j in range(min(cards, len(same)) + 1):
        for hand, ways in _chosen(alike[1:], cards - j, points - j * worth):
            yield (*same[:j], *hand), comb(len(same), j) * ways


def _mean(found: Sequence[tuple[Fraction, int]]) -> Fraction:
    """The mean of numbers, each counted so many times."""
    whole = sum(ways for _, ways in found)
    return sum((number * ways for number, ways in found), Fraction(0)) / whole
