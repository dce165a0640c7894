"""The true risk of a call: the same total, turn by turn, against people who play.

Three layers are set side by side. Random grids: the opponents' cards are any cards (exact).
Turned up at once: what the others hold after so many turns. To the end: after the turn that each of
them still has.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from cambio_edu.errors import CambioError
from cambio_edu.labs.asking import cards_left, title
from cambio_edu.labs.calls import changed
from cambio_edu.labs.case import Case
from cambio_edu.probability import WORK, Chance, Estimate
from cambio_edu.report import Report, Shown, Table, Words, count, number, percent
from cambio_edu.rules import Rules, check_seats
from cambio_edu.simulation.estimates import Interval
from cambio_edu.simulation.results import Mask, Results
from cambio_edu.simulation.run import check_players, rules_in_force, simulate
from cambio_edu.simulation.summary import players_text, points_of
from cambio_edu.thresholds import ALWAYS, MOST, Threshold
from cambio_edu.words import words as words_of

FEWEST = 100  # hands of a row; of fewer an estimate says too little
TOTALS = ("true", "believed")


class Ends(NamedTuple):
    """How a call ends.

    Args:
        lowest: the chance that the caller alone is lowest.
        tied: that it is lowest together with others.
        beaten: that somebody is lower.
    """

    lowest: Chance
    tied: Chance
    beaten: Chance


class CallNow(NamedTuple):
    """A call with a total after so many turns.

    Args:
        round: how many turns everybody has had.
        total: the caller's total (points).
        hands: how many hands came to that.
        at_once: how it ends if all cards are turned up at once.
        to_the_end: how it ends after everybody else's last turn.
        call: what the caller writes down (points).
        play_on: what it writes down if it plays on, and calls when it usually does (points).
        gain: by how many points calling is better than playing on, hand by hand.
    """

    round: int
    total: int
    hands: int
    at_once: Ends
    to_the_end: Ends
    call: Estimate
    play_on: Estimate
    gain: Estimate


@dataclass(frozen=True, repr=False)
class Risk(Shown):
    """The risk of a call, turn by turn and total by total.

    Args:
        rules: the rules in force.
        seats: how many seats.
        me: who calls, at the seat that plays first.
        others: who plays at the other seats.
        by: whether totals are "true" ones or those that the caller "believed" to have.
        random: the first layer, by total (points): against random grids.
        calls: the other two layers, by round and total.
        language: language of the words.
    """

    rules: Rules
    seats: int
    me: Threshold
    others: Threshold
    by: str
    random: Mapping[int, Ends]
    calls: Mapping[tuple[int, int], CallNow]
    language: str = "en"

    def __repr__(self) -> str:
        return f"<Risk: {self.rules.preset}, {self.seats} seats, {len(self.calls)} calls>"

    @property
    def rounds(self) -> list[int]:
        """After how many turns of everybody a call was tried."""
        return sorted({round for round, _ in self.calls})

    def at(self, round: int) -> dict[int, CallNow]:
        """The calls after so many turns of everybody, by total (points)."""
        return {total: call for (r, total), call in self.calls.items() if r == round}

    def report(self) -> Report:
        words = words_of(self.language)
        return Report(
            title("sim.risk", self.rules, words),
            words["sim.risk.answer"].format(opponents=self.seats - 1),
            [
                words[f"sim.risk.by.{self.by}"],
                *players_text([self.me, self.others], words),
                words["sim.error"],
            ],
            [self._table(round, words) for round in self.rounds],
            words["lang"],
        )

    def _table(self, round: int, words: Words) -> Table:
        rows = [self._row(call, words) for call in self.at(round).values()]
        keys = (
            "lab.points", "sim.hands", "sim.risk.random", "sim.risk.at_once", "sim.risk.end",
            "sim.risk.call", "sim.risk.on", "sim.risk.gain",
        )  # fmt: skip
        return Table(
            words["sim.risk.caption"].format(round=round), tuple(words[k] for k in keys), rows
        )

    def _row(self, call: CallNow, words: Words) -> tuple[str, ...]:
        random = self.random.get(call.total)
        low, high = (number(end, words) for end in Interval.of(call.gain))
        return (
            str(call.total),
            count(call.hands, words),
            percent(random.beaten, words) if random else "–",
            *(percent(ends.beaten, words).removeprefix("≈ ") for ends in call[3:5]),
            points_of(call.call, words),
            points_of(call.play_on, words),
            f"{low} … {high}",
        )


def risk_by_turn(
    rules: Rules | str = "cambio",
    seats: int = 4,
    rounds: Sequence[int] = (2, 4, 6),
    hands: int = 50_000,
    seed: int = 0,
    *,
    me: Threshold | None = None,
    others: Threshold | None = None,
    by: str = "true",
    totals: Sequence[int] | None = range(-4, 16),
    penalty: int | None = None,
    both_tied: bool | None = None,
    house: str = "",
    executor: Executor | None = None,
    language: str = "en",
) -> Risk:
    """How risky is a call after so many turns, against people who play?

    The seat that plays first calls at the start of a turn whatever it has, in hands in which
    nobody has called before. The same hands are played once more in which it plays on.

    Args:
        rules: a rule set, or the name of a preset.
        seats: how many seats.
        rounds: after how many turns of everybody it calls; each is simulated by itself.
        hands: how many hands a round.
        seed: of the packs.
        me: how the caller plays until then, and when it plays on; the usual player without it.
        others: how the others play; the usual player without it.
        by: whether totals are "true" ones or those that the caller "believed" to have.
        totals: which totals are asked for (points); None for all that enough hands come to.
        penalty: what a caller who is not lowest pays on top (points); without it the rules say.
        both_tied: whether those who tie with the caller score 0 too; without it the rules say.
        house: house rules, where `rules` is a name.
        executor: who shares the work.
        language: language of the words.

    Raises:
        CambioError: something that cannot be; the message names it.
    """
    words_of(language)
    in_force = changed(rules_in_force(rules, house), penalty, both_tied)
    check_seats(in_force, seats)
    if by not in TOTALS:
        raise CambioError(f"by={by!r}: one of {', '.join(TOTALS)} is wanted")
    _check_listed("rounds", rounds)
    _check_listed("totals", [] if totals is None else totals)
    caller, opponents = me or Threshold(), others or Threshold()
    check_players(caller, opponents)
    calls: dict[tuple[int, int], CallNow] = {}
    for round in rounds:
        players = [[style, *[opponents] * (seats - 1)] for style in _now_or_later(caller, round)]
        now, later = (simulate(p, in_force, seats, hands, seed, executor=executor) for p in players)
        calls |= {(round, call.total): call for call in _calls(now, later, round, by, totals)}
    random = against_random(in_force, sorted({total for _, total in calls}), seats - 1)
    return Risk(in_force, seats, caller, opponents, by, random, calls, language)


def _check_listed(name: str, numbers: object) -> None:
    if not isinstance(numbers, Sequence) or isinstance(numbers, str):
        raise CambioError(f"{name}={numbers!r}: a list of whole numbers is wanted")


def _now_or_later(me: Threshold, round: int) -> tuple[Threshold, Threshold]:
    """The caller as it calls after so many turns, and as it does not until the next one."""
    if type(round) is not int or not 0 <= round < ALWAYS:
        raise CambioError(f"round {round!r}: a whole number of turns from 0 is wanted")
    never = (-MOST,) * round
    now = replace(
        me, call_at=(*never, MOST), per_seat=0, per_take=0, after_switch=0, patience=ALWAYS
    )
    usual = me.call_at[round + 1 :] or me.call_at[-1:]
    later = replace(me, call_at=(*never, -MOST, *usual), patience=max(me.patience, round + 1))
    return now, later


def _calls(
    now: Results, later: Results, round: int, by: str, wanted: Sequence[int] | None
) -> Iterator[CallNow]:
    reached = (now.caller == 0) & (now.called == round * now.seats)
    totals = now.at_call[:, 0] if by == "true" else now.believed
    for total, hands in zip(*np.unique(totals[reached], return_counts=True), strict=True):
        if hands >= FEWEST and (wanted is None or total in wanted):
            given = reached & (totals == total)
            call, on = now.scores[:, 0], later.scores[:, 0]
            yield CallNow(
                round,
                int(total),
                int(hands),
                _ends(now, given, at_call=True),
                _ends(now, given),
                now.mean(call, given),
                now.mean(on, given),
                now.mean(on - call, given),
            )


def _ends(results: Results, given: Mask, at_call: bool = False) -> Ends:
    outcome = results.outcome(at_call)
    return Ends(*(results.probability(outcome == n, given) for n in range(3)))


def against_random(rules: Rules, totals: Iterable[int], opponents: int) -> dict[int, Ends]:
    """The first layer: how a call ends against random grids of as many cards as are dealt.

    Args:
        rules: the rules in force.
        totals: the caller's totals (points); those that no grid can have as it is dealt are left
            out.
        opponents: how many opponents there are.

    >>> against_random(rules_in_force("cambio"), [5], opponents=1)[5].beaten
    Fraction(12149, 8366940)
    """
    case = Case(rules, cards_left(rules, ()), rules.cards_each, opponents)
    calls = {total: case.call(total, 25 * WORK) for total in totals if case.can_be(total)}
    return {total: Ends(call.lowest, call.tied, call.beaten) for total, call in calls.items()}
