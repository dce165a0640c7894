"""Scores of a hand: who was lowest, what the caller pays, and why."""

from collections.abc import Sequence
from typing import NamedTuple

from cambio_edu.cards import Card
from cambio_edu.rules import Rules

KAMIKAZE = [12, 12, 13, 13]
KAMIKAZE_POINTS = 50


class Score(NamedTuple):
    """What one seat writes down.

    Args:
        points: points of this hand.
        reason: one of `REASONS`.
    """

    points: int
    reason: str


#: lowest: it scores 0; tied: lowest together with the caller; own: its own total;
#: called: the caller, lowest or tied lowest; wrong: the caller, not lowest.
REASONS = ("kamikaze", "hit", "emptied", "empty", "called", "wrong", "lowest", "tied", "own")


def scores(
    rules: Rules,
    grids: Sequence[Sequence[Card]],
    caller: int | None = None,
    emptied: int | None = None,
) -> tuple[Score, ...]:
    """Score a hand when all cards are turned up.

    Args:
        rules: the rules in force.
        grids: the cards of each seat, `(seats, cards)`.
        caller: the seat that called, or None.
        emptied: the seat whose empty grid ended the hand at once, or None.

    Returns: one `Score` a seat; in teams both partners have their team's.

    >>> from cambio_edu.cards import card
    >>> from cambio_edu.rules import rules
    >>> grids = [[card(c) for c in g.split()] for g in ("JK AS 3S", "2S 5S 4S 6S", "8S AD 2D 3D")]
    >>> [score.points for score in scores(rules("cambio-jokers"), grids, caller=0)]
    [0, 17, 14]
    """
    seats = len(grids)
    teams = [sorted({seat, rules.partner(seat, seats)}) for seat in range(seats)]
    hits = [seat for seat in range(seats) if _is_kamikaze(rules, grids[seat])]
    if hits:
        hitting = {partner for seat in hits for partner in teams[seat]}
        return tuple(
            Score(0, "kamikaze") if seat in hitting else Score(KAMIKAZE_POINTS, "hit")
            for seat in range(seats)
        )
    totals = team_totals(rules, grids)
    empty = [not any(grids[partner] for partner in team) for team in teams]
    if emptied is not None:
        return tuple(
            Score(0, "emptied") if emptied in team else Score(totals[seat], "own")
            for seat, team in enumerate(teams)
        )
    calling = () if caller is None else teams[caller]
    return tuple(
        Score(0, "empty") if empty[seat] else _score(rules, totals, seat, calling)
        for seat in range(seats)
    )


def team_totals(rules: Rules, grids: Sequence[Sequence[Card]]) -> list[int]:
    """The total of each seat (points), with its partner's where teams play."""
    own = [sum(map(rules.points, grid)) for grid in grids]
    partners = [rules.partner(seat, len(grids)) for seat in range(len(grids))]
    return [
        total + (own[partner] if partner != seat else 0)
        for seat, (total, partner) in enumerate(zip(own, partners, strict=True))
    ]


def _is_kamikaze(rules: Rules, grid: Sequence[Card]) -> bool:
    return rules.kamikaze and sorted(card.number for card in grid) == KAMIKAZE


def _score(rules: Rules, totals: list[int], seat: int, calling: Sequence[int]) -> Score:
    lowest = totals[seat] == min(totals)
    if seat in calling:
        if lowest:
            return Score(0, "called")
        return Score(totals[seat] + rules.caller_penalty, "wrong")
    caller_lowest = bool(calling) and totals[calling[0]] == min(totals)
    if lowest and (rules.both_tied_zero if caller_lowest else rules.lowest_zero):
        return Score(0, "lowest")
    return Score(totals[seat], "tied" if lowest and caller_lowest else "own")
