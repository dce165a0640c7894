"""Hands in a row: running totals, the 100 rules, who starts, who is out, and who won."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cambio_edu.cards import Card
from cambio_edu.errors import MoveError
from cambio_edu.hand import Hand, deal
from cambio_edu.rules import Rules, check_seats
from cambio_edu.scoring import team_totals

LUCKY, BACK_TO = 100, 50


@dataclass(frozen=True)
class Played:
    """One finished hand of a match.

    Args:
        hand: the hand; its seats are those who played it.
        points: what each player of the match wrote down, None for those who sat out.
        totals: running totals after it, the 100 rules applied.
    """

    hand: Hand
    points: tuple[int | None, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """A match at one moment; booking a hand gives a new one.

    Players are numbered from 0 in clockwise order and keep their number when others are out.

    Args:
        rules: the rules in force.
        names: the players' names.
        first: the player who plays first in the next hand.
        totals: running totals in points.
        out: who is out.
        lucky: how often each player's 100 was reset.
        tied: the players of a deciding hand; empty while the match is not being decided.
        winners: who won; empty while it goes on.
        played: the finished hands.
    """

    rules: Rules
    names: tuple[str, ...]
    first: int
    totals: tuple[int, ...]
    out: tuple[bool, ...]
    lucky: tuple[int, ...]
    tied: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    played: tuple[Played, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    @property
    def players(self) -> tuple[int, ...]:
        """Who plays the next hand, clockwise; the letters of that hand in this order."""
        return self.tied or tuple(n for n in range(len(self.names)) if not self.out[n])

    def deal(self, pack: Sequence[Card] | random.Random) -> Hand:
        """Deal the next hand.

        Args:
            pack: the whole pack, top card first, or a generator that shuffles it.

        Raises:
            MoveError: the match is over.
        """
        if self.is_over:
            raise MoveError("the match is over; begin a new one")
        names = [self.names[n] for n in self.players]
        return deal(self.rules, names, pack, self.players.index(self.first))

    def book(self, hand: Hand) -> "Match":
        """Write down a finished hand.

        Args:
            hand: a hand that this match dealt, played to its end.

        Raises:
            MoveError: the hand is not over, or not the next one of this match.
        """
        self.check_next(hand)
        if hand.scores is None:
            raise MoveError("the hand is not over yet; play it to its end first")
        points: list[int | None] = [None] * len(self.names)
        for player, score in zip(self.players, hand.scores, strict=True):
            points[player] = score.points
        totals, lucky = self._add(points)
        played = (*self.played, Played(hand, tuple(points), totals))
        booked = replace(self, totals=totals, lucky=lucky, played=played)
        return booked._settled(points)._next_first(hand, self.players)

    def check_next(self, hand: Hand) -> None:
        """See that a hand is the next one of this match.

        Args:
            hand: a hand, over or not.

        Raises:
            MoveError: it is not; the message says who plays, by which rules, and who is first.
        """
        names = tuple(self.names[n] for n in self.players)
        if self.is_over:
            raise MoveError("the match is over; no more hands are booked")
        same = (hand.rules, hand.names) == (self.rules, names)
        if not same or self.players[hand.first] != self.first:
            raise MoveError(
                f"this is not the next hand of the match: {' '.join(names)} play "
                f"{self.rules.preset!r}, {self.names[self.first]} first"
            )

    def _add(self, points: Sequence[int | None]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        totals, lucky = [], []
        most = {"no": 0, "once": 1, "always": len(self.played) + 1}[self.rules.lucky_100]
        for old, new, used in zip(self.totals, points, self.lucky, strict=True):
            total = old + (new or 0)
            reset = new is not None and total == LUCKY and used < most
            totals.append(BACK_TO if reset else total)
            lucky.append(used + reset)
        return tuple(totals), tuple(lucky)

    def _settled(self, points: Sequence[int | None]) -> "Match":
        """Who is out, who has won, or who decides the match in one more hand."""
        if self.tied:
            return self._best([(points[n] or 0, n) for n in self.tied], deciding=True)
        if self.rules.fixed_hands:
            if len(self.played) < self.rules.fixed_hands:
                return self
            return self._best([(self.totals[n], n) for n in range(len(self.names))], deciding=True)
        if self.rules.match_end == "over":
            if max(self.totals) <= self.rules.limit:
                return self
            return self._best([(t, n) for n, t in enumerate(self.totals)], deciding=False)
        was_in = self.players
        out = tuple(total >= self.rules.limit for total in self.totals)
        after = replace(self, out=tuple(a or b for a, b in zip(self.out, out, strict=True)))
        left = [n for n in was_in if not after.out[n]]
        if not left:
            return after._best([(self.totals[n], n) for n in was_in], deciding=True)
        return replace(after, winners=tuple(left)) if after._one_side(left) else after

    def _best(self, results: list[tuple[int, int]], deciding: bool) -> "Match":
        lowest = min(result for result, _ in results)
        best = tuple(n for result, n in results if result == lowest)
        if deciding and not self._one_side(best):
            return replace(self, tied=best)
        return replace(self, tied=(), winners=best)

    def _one_side(self, players: Sequence[int]) -> bool:
        seats = len(self.names)
        return len({min(n, self.rules.partner(n, seats)) for n in players}) == 1

    def _next_first(self, hand: Hand, players: tuple[int, ...]) -> "Match":
        if self.is_over:
            return self
        if self.rules.winner_starts:
            first = players[winner(hand, [self.totals[n] for n in players])]
            dealt = first if first in self.players else self._after(first)
        else:  # the next dealer is the next one still in, and the one after it starts
            dealer = next(n for n in self._clockwise(self.first, back=True) if n in players)
            dealt = self._after(self._after(dealer))
        return replace(self, first=dealt)

    def _clockwise(self, start: int, back: bool = False) -> list[int]:
        step = -1 if back else 1
        return [(start + step * n) % len(self.names) for n in range(1, len(self.names) + 1)]

    def _after(self, player: int) -> int:
        return next(n for n in self._clockwise(player) if n in self.players)


def winner(hand: Hand, totals: Sequence[int]) -> int:
    """Who won a finished hand, for the rule sets in which the winner starts the next.

    A kamikaze, else the caller if lowest or tied lowest, else the lowest; of several the one with
    the lowest match total, then the nearest clockwise from the seat that played first.

    Args:
        hand: a finished hand.
        totals: the match totals of its seats after it, in points.
    """
    assert hand.scores is not None
    reasons = [score.reason for score in hand.scores]
    sums = team_totals(hand.rules, hand.cards)
    lowest = [seat for seat in range(hand.seats) if sums[seat] == min(sums)]
    best = [seat for seat in range(hand.seats) if reasons[seat] == "kamikaze"]
    if not best:
        best = [seat for seat in lowest if seat == hand.caller] or lowest
    return min(best, key=lambda seat: (totals[seat], (seat - hand.first) % hand.seats))


def start(rules: Rules, names: Sequence[str], first: int | random.Random = 0) -> Match:
    """Begin a match.

    Args:
        rules: the rules in force.
        names: the players' names, clockwise.
        first: the player (from 0) who plays first, or a generator that draws the lot.

    Raises:
        RulesError: so many cannot play.

    >>> from cambio_edu.rules import rules
    >>> start(rules("cabo"), ["Ann", "Ben"]).players
    (0, 1)
    """
    check_seats(rules, len(names))
    n = len(names)
    if isinstance(first, random.Random):
        first = int(first.random() * n)
    if not 0 <= first < n:
        raise MoveError(f"player {first} cannot play first; players are 0 to {n - 1}")
    return Match(rules, tuple(names), first, (0,) * n, (False,) * n, (0,) * n)
