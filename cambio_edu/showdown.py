"""What if everybody turned up their cards now: who would be lowest, and what a call would score.

Seats are followed card by card, scores are settled team by team; where no teams play each seat is
a team of its own.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from operator import add
from typing import NamedTuple, TypeVar

from cambio_edu import ways
from cambio_edu.cards import Card
from cambio_edu.pmf import Pmf
from cambio_edu.probability import (
    DEALS,
    WORK,
    Chance,
    Estimate,
    Sample,
    Standing,
    random_deals,
    standing,
    standings,
)
from cambio_edu.rules import Rules
from cambio_edu.scoring import KAMIKAZE, KAMIKAZE_POINTS
from cambio_edu.ways import Shape, TooMuchWork, Urn

T = TypeVar("T")
N = TypeVar("N", int, Fraction)


class Kind(NamedTuple):
    """What of a card matters for scores: its number (for kamikaze) and its points."""

    number: int
    points: int


Kinds = tuple[tuple[Kind, int], ...]  # how many cards there are of each kind


class Call(NamedTuple):
    """What a call would come to if everybody turned up their cards at once.

    Args:
        seat: the caller.
        lowest: the chance that its total (its team's) is below all others.
        tied: that it is lowest together with others.
        beaten: that somebody is lower.
        score: the expected score that it writes down (points).
    """

    seat: int
    lowest: Chance
    tied: Chance
    beaten: Chance
    score: Chance

    @property
    def exact(self) -> bool:
        """Whether all of these are exact numbers, and none an estimate."""
        return isinstance(self.lowest, Fraction) and isinstance(self.score, Fraction)


class _World(NamedTuple):
    """One deal of the hidden cards.

    Args:
        totals: the total of each team.
        lowest: the teams that are lowest.
        hits: the seats that hold the kamikaze cards.
    """

    totals: tuple[int, ...]
    lowest: tuple[int, ...]
    hits: tuple[int, ...]


@dataclass(frozen=True)
class Showdown:
    """All cards of a hand, as far as somebody knows them.

    Args:
        rules: the rules in force.
        urns: the hidden cards of each urn.
        known: the cards that are known, of each seat.
        shape: hidden cards of each urn in each grid, `(seats, urns)`.
    """

    rules: Rules
    urns: tuple[Kinds, ...]
    known: tuple[tuple[Kind, ...], ...]
    shape: Shape

    @classmethod
    def of(
        cls,
        rules: Rules,
        urns: Iterable[Mapping[Card, int]],
        known: Iterable[Iterable[Card]],
        shape: Shape,
    ) -> "Showdown":
        """From cards instead of kinds."""

        def kind(card: Card) -> Kind:
            return Kind(card.number, rules.points(card))

        return cls(
            rules,
            tuple(tuple(sorted(_summed((kind(c), n) for c, n in u.items()).items())) for u in urns),
            tuple(tuple(sorted(map(kind, cards))) for cards in known),
            shape,
        )

    def lowest(self, limit: int = WORK) -> tuple[Chance, ...]:
        """The chance of each seat that its total (its team's) is lowest, alone or tied.

        Args:
            limit: how many steps counting may take before the answers are estimates.
        """
        chances = [self._chance_lowest(team, limit) for team in range(len(self._teams))]
        return tuple(chances[self._team(seat)] for seat in range(len(self.known)))

    def _chance_lowest(self, team: int, limit: int) -> Chance:
        if found := self._standings(limit):
            return found.probability(lambda standing: team in standing.hands)
        return self._sample.probability(lambda world: team in world.lowest)

    def call(self, seat: int, limit: int = WORK) -> Call:
        """What a call of a seat would come to.

        Args:
            seat: the caller (from 0).
            limit: how many steps counting may take before the answers are estimates.
        """
        team, found = self._team(seat), self._standings(limit)
        score = self._expected_score(team, limit)
        if found is None:
            return Call(seat, *self._estimated_chances(team), score)
        lowest = found.probability(lambda standing: standing.hands == (team,))
        tied = found.probability(lambda standing: team in standing.hands) - lowest
        return Call(seat, lowest, tied, 1 - lowest - tied, score)

    def _expected_score(self, team: int, limit: int) -> Chance:
        """What a caller scores on average: exactly, or from random deals."""
        try:
            return self._score(team, limit) + self._kamikaze(team, limit)
        except TooMuchWork:
            return self._sample.mean(lambda world: self._scored(world, team))

    # Teams

    @cached_property
    def _teams(self) -> list[list[int]]:
        """The seats of each team, in order of their first seat."""
        seats = range(len(self.known))
        partners = [self.rules.partner(seat, len(seats)) for seat in seats]
        return [sorted({seat, partners[seat]}) for seat in seats if seat <= partners[seat]]

    def _team(self, seat: int) -> int:
        return next(n for n, team in enumerate(self._teams) if seat in team)

    def _is_empty(self, team: int) -> bool:
        return not any(self.known[seat] or any(self.shape[seat]) for seat in self._teams[team])

    # Exactly

    @cached_property
    def _points(self) -> tuple[Urn, ...]:
        return tuple(
            ways.urn(_summed((kind.points, n) for kind, n in kinds)) for kinds in self.urns
        )

    @cached_property
    def _team_shape(self) -> Shape:
        return tuple(
            tuple(sum(self.shape[seat][urn] for seat in team) for urn in range(len(self.urns)))
            for team in self._teams
        )

    @cached_property
    def _team_known(self) -> tuple[int, ...]:
        return tuple(
            sum(kind.points for seat in team for kind in self.known[seat]) for team in self._teams
        )

    def _standings(self, limit: int) -> Pmf[Standing] | None:
        return standings(self._points, self._team_shape, self._team_known, limit)

    def _exact_standings(self, limit: int) -> Pmf[Standing]:
        if found := self._standings(limit):
            return found
        raise TooMuchWork

    def _score(self, team: int, limit: int) -> Fraction:
        """The expected score of a caller, kamikaze left aside.

        It pays its total and the penalty, unless it is lowest: what it would pay always, less
        what it is spared when it is lowest.
        """
        if self._is_empty(team):
            return Fraction(0)
        penalty, found = self.rules.caller_penalty, self._exact_standings(limit).items()
        spared = (p * (s.total + penalty) for s, p in found if team in s.hands)
        return self._mean(team) + penalty - sum(spared, Fraction(0))

    def _mean(self, team: int) -> Fraction:
        """The expected total of a team (points)."""
        hidden = (
            Fraction(k * sum(ways.worths(urn)), ways.size(urn))
            for k, urn in zip(self._team_shape[team], self._points, strict=True)
            if k
        )
        return self._team_known[team] + sum(hidden, Fraction(0))

    # Kamikaze: it overrides everything, so what a caller would have scored otherwise goes off

    def _kamikaze(self, team: int, limit: int) -> Fraction:
        """What the chance of a kamikaze adds to the expected score of a caller.

        Inclusion and exclusion over the seats that may hold those cards.
        """
        added = Fraction(0)
        for size in range(1, len(self._may_hit) + 1):
            for hitting in combinations(self._may_hit, size):
                sign = (-1) ** (size + 1)
                instead = 0 if set(hitting) <= set(self._teams[team]) else KAMIKAZE_POINTS
                for chance, left in self._with_kamikaze(hitting):
                    added += sign * chance * (instead - left._score(team, limit))
        return added

    def _with_kamikaze(self, seats: Iterable[int]) -> list[tuple[Fraction, "Showdown"]]:
        """What may be known once those seats hold the kamikaze cards, and how likely each is."""
        found = {self: Fraction(1)}
        for seat in seats:
            found = _summed(
                (after, chance * p)
                for before, chance in found.items()
                for after, p in before._kamikaze_of(seat)
            )
        return [(chance, left) for left, chance in found.items()]

    def _kamikaze_of(self, seat: int) -> Iterator[tuple["Showdown", Fraction]]:
        """Turn up the hidden cards of a seat one by one, as long as they fit."""
        wanted = Counter(KAMIKAZE) - Counter(kind.number for kind in self.known[seat])
        if wanted.total() != sum(self.shape[seat]):  # one of the known cards is none of them
            return
        if not wanted:
            yield self, Fraction(1)
            return
        urn = next(n for n, k in enumerate(self.shape[seat]) if k)
        whole = sum(n for _, n in self.urns[urn])
        for kind, n in self.urns[urn]:
            if wanted[kind.number] > 0:
                for left, chance in self._turned_up(seat, urn, kind)._kamikaze_of(seat):
                    yield left, chance * Fraction(n, whole)

    def _turned_up(self, seat: int, urn: int, kind: Kind) -> "Showdown":
        """With one hidden card of a seat turned up."""
        counts = dict(self.urns[urn])
        counts[kind] -= 1
        hand = list(self.shape[seat])
        hand[urn] -= 1
        return replace(
            self,
            urns=_set(self.urns, urn, tuple((k, n) for k, n in counts.items() if n)),
            known=_set(self.known, seat, tuple(sorted((*self.known[seat], kind)))),
            shape=_set(self.shape, seat, tuple(hand)),
        )

    # By random deals

    @cached_property
    def _sample(self) -> Sample[_World]:
        cards = [[kind for kind, n in kinds for _ in range(n)] for kinds in self.urns]
        deals = random_deals(cards, self.shape, random.Random(0), DEALS)
        return Sample([self._world(dealt) for dealt in deals])

    def _world(self, dealt: list[list[Kind]]) -> _World:
        hidden = [sum([kind[1] for kind in cards]) for cards in dealt]
        if self.rules.teams:
            hidden = [sum([hidden[seat] for seat in team]) for team in self._teams]
        totals = tuple(map(add, self._team_known, hidden))
        hits = [seat for seat in self._may_hit if self._is_kamikaze(seat, dealt[seat])]
        return _World(totals, standing(totals).hands, tuple(hits))

    @cached_property
    def _may_hit(self) -> list[int]:
        """The seats with as many cards as a kamikaze needs, where it counts."""
        sizes = [len(k) + sum(h) for k, h in zip(self.known, self.shape, strict=True)]
        return [n for n, size in enumerate(sizes) if self.rules.kamikaze and size == len(KAMIKAZE)]

    def _is_kamikaze(self, seat: int, hidden: Sequence[Kind]) -> bool:
        return sorted([kind.number for kind in (*self.known[seat], *hidden)]) == KAMIKAZE

    def _estimated_chances(self, team: int) -> tuple[Estimate, Estimate, Estimate]:
        """The chances of a team to be lowest, tied and beaten."""
        sample = self._sample
        return (
            sample.probability(lambda world: world.lowest == (team,)),
            sample.probability(lambda world: team in world.lowest and len(world.lowest) > 1),
            sample.probability(lambda world: team not in world.lowest),
        )

    def _scored(self, world: _World, team: int) -> int:
        """What a caller scores in a world, by the rules of `scoring.scores`."""
        if world.hits:
            return 0 if set(world.hits) & set(self._teams[team]) else KAMIKAZE_POINTS
        if self._is_empty(team) or team in world.lowest:
            return 0
        return world.totals[team] + self.rules.caller_penalty


def _summed(parts: Iterable[tuple[T, N]]) -> dict[T, N]:
    """What belongs to the same thing, added up."""
    summed: dict[T, N] = {}
    for thing, n in parts:
        summed[thing] = summed[thing] + n if thing in summed else n
    return summed


def _set(things: tuple[T, ...], number: int, thing: T) -> tuple[T, ...]:
    """The things with one of them replaced."""
    return (*things[:number], thing, *things[number + 1 :])
