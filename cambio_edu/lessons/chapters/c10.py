"""Chapter 10, tips on trial: hypotheses fixed beforehand, many tests at once, size of effects.

`CLAIMS` is the list of what is tried: for each piece of advice which numbers are computed, from how
many hands, and which effect is too small to matter. Its words stand in the texts of the chapter. An
effect is signed so that above 0 speaks for the tip, unless the tip says that there is none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb, erfc, hypot, sqrt
from random import Random
from statistics import NormalDist
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from cambio_edu.cards import Card
from cambio_edu.errors import CambioError
from cambio_edu.figures import BLACK, BLUE, ORANGE, PALE_BLUE
from cambio_edu.labs import explore_stock
from cambio_edu.lessons.exercises import asks
from cambio_edu.lessons.texts import texts
from cambio_edu.probability import Estimate, Hidden, anyone_lower, total
from cambio_edu.rules import rules
from cambio_edu.simulation import Results, compare_players, estimate, risk_by_turn, simulate
from cambio_edu.simulation.comparing import in_every_seat
from cambio_edu.thresholds import Threshold

Test = Callable[[int, int], Estimate | Fraction]

LEVEL = 0.05  # chance of one false verdict or more in the whole trial, if no tip had an effect
POWER = 0.9  # chance to see an effect of the smallest size that matters
PILOT, TRIAL = 99, 10  # seeds: one for planning, one for the trial
HOLDS, FAILS, OPEN, UNTESTED = "holds", "does not hold", "cannot tell", "cannot be tested"

USUAL = Threshold()
FORGETFUL = Threshold(forget=0.1)
NO_ACTIONS = Threshold(peek=0, spy=0, switch=0, look=0)
SWITCHERS = Threshold(switch_from=-20)  # switch blind whenever they can


# How an effect is measured


def saved(
    first: Threshold,
    second: Threshold,
    preset: str = "cambio",
    seats: int = 4,
    house: str = "",
    others: Threshold = USUAL,
) -> Test:
    """A test: how many points a hand the first player saves against the second."""

    def test(hands: int, seed: int) -> Estimate:
        found = compare_players(
            first, second, preset, seats, hands, seed, others=others, house=house
        )
        return _minus(found.difference)

    return test


def saved_each(
    first: Threshold, second: Threshold, preset: str, seats: int, hands: int, seed: int
) -> NDArray[np.float64]:
    """How many points the first player saves in each pack, the mean over all seats, `(hands,)`."""
    game = rules(preset)
    one, other = (
        in_every_seat(player, USUAL, game, seats, hands, seed) for player in (first, second)
    )
    return other - one


def twins(hands: int, seed: int) -> NDArray[np.float64]:
    """Points saved in each hand of two by a player against its twin, who sits at another table.

    Both play alike, each with packs of its own: whatever one saves is chance.
    """
    one, other = (simulate(seats=2, hands=hands, seed=seed + n).scores[:, 0] for n in (0, 1))
    return other.astype(np.float64) - one


def p_values(differences: NDArray[np.float64], tests: int) -> list[float]:
    """Cut one long series into so many tests of equal length, and give the p-value of each."""
    return [p_value(estimate(part)) for part in differences.reshape(tests, -1)]


def _minus(value: Estimate) -> Estimate:
    return value._replace(value=-value.value)


def _less(first: Estimate, second: Estimate) -> Estimate:
    """The difference of two estimates from different hands."""
    error = hypot(first.standard_error, second.standard_error)
    return Estimate(
        first.value - second.value, error, first.worlds, min(first.effective, second.effective),
        first.unit,
    )  # fmt: skip


# The tests, claim by claim


def _at_five(preset: str, seats: int, round: int, hands: int, seed: int) -> Any:
    """A call with five points after so many rounds, as `risk_by_turn` has it."""
    return risk_by_turn(preset, seats, (round,), hands, seed, totals=[5]).at(round)[5]


def _caught_up(preset: str, early: int, late: int, hands: int, seed: int) -> Estimate:
    """How much oftener five points are beaten late than early (as a share of calls)."""
    late_call, early_call = (
        _beaten(preset, round, hands, seed + n) for n, round in enumerate((late, early))
    )
    return _less(late_call, early_call)


def _beaten(preset: str, round: int, hands: int, seed: int) -> Estimate:
    """How often the first of four is beaten with five points, if it calls after so many rounds."""
    caller = Threshold(call_at=(*[-1_000] * round, 1_000), patience=10_000)
    found = simulate([caller, *[USUAL] * 3], preset, hands=hands, seed=seed)
    called = (found.caller == 0) & (found.called == 4 * round)
    return found.probability(found.outcome() == 2, called & (found.at_call[:, 0] == 5))


def _waiting(seats: int, round: int, hands: int, seed: int) -> Estimate:
    """How many points it saves not to call with five points, but to play on."""
    return _minus(_at_five("cambio", seats, round, hands, seed).gain)


def _beyond_counting(round: int, hands: int, seed: int) -> Estimate:
    """How much oftener five points are beaten than counting cards says, with two players."""
    beaten = _at_five("cabo-lenient", 2, round, hands, seed).to_the_end.beaten
    counted = anyone_lower(_without_five(), [4], 5)
    return Estimate(
        beaten.value - float(counted), beaten.standard_error, beaten.worlds, beaten.effective,
        beaten.unit,
    )  # fmt: skip


def _without_five() -> dict[int, int]:
    """The CABO cards that are left when the caller holds 0, 1, 2, 2."""
    left = rules("cabo-lenient").worths
    left.subtract([0, 1, 2, 2])
    return left


def _low_call(safe: bool) -> Test:
    """A call at 2 or 3 points that has seen two opponents at 10, against others (points)."""

    def test(hands: int, seed: int) -> Estimate:
        found = simulate(hands=hands, seed=seed)
        own, score = found.total_at_call, found.score_of_caller
        high = (found.at_call >= 10).sum(axis=1)  # the caller of 2 or 3 is none of them
        low = (own == 2) | (own == 3)
        rival = (own <= 1) & (high < 2) if safe else low & (high < 2)
        return _less(found.mean(score, rival), found.mean(score, low & (high >= 2)))

    return test


def _early_looks(hands: int, seed: int) -> Estimate:
    """How many points more looks in the first three rounds save than all later ones."""
    never, early, always = (
        in_every_seat(Threshold(peek=n), USUAL, rules("cambio-jokers"), 4, hands, seed)
        for n in (0, 3, 10_000)
    )
    return estimate((never - early) - (early - always))


def _six_turns(seats: int, hands: int, seed: int) -> Estimate:
    """How many turns more a hand of six cards has than one of four."""
    six, four = (
        simulate(rules="cambio-jokers", house=house, seats=seats, hands=hands, seed=seed + n)
        for n, house in enumerate(("six cards", ""))
    )
    return _less(six.mean(six.turns), four.mean(four.turns))


def _six_forgotten(hands: int, seed: int) -> Estimate:
    """How many points more it costs to forget with six cards than with four."""
    costs = [
        saved(USUAL, FORGETFUL, "cambio-jokers", house=house)(hands, seed + n)
        for n, house in enumerate(("six cards", ""))
    ]
    return _less(*_estimates(costs))


def _estimates(values: Sequence[Estimate | Fraction]) -> list[Estimate]:
    return [value for value in values if isinstance(value, Estimate)]


def _crowd(of: Callable[[Results], Estimate], way: int, hands: int, seed: int) -> Estimate:
    """Something about hands of six players, less the same about hands of four, or the reverse."""
    six, four = (of(simulate(seats=n, hands=hands, seed=seed + n)) for n in (6, 4))
    return _less(six, four) if way > 0 else _less(four, six)


def _rounds(found: Results) -> Estimate:
    return found.mean(found.round, found.was_called)


def _turns(found: Results) -> Estimate:
    return found.mean(found.turns)


def _misjudged(found: Results) -> Estimate:
    """By how many points callers are off about their own final total."""
    return found.mean(abs(found.believed - found.total_at_end), found.was_called)


# Tests that are counted


def counted(value: Callable[[], Fraction | int]) -> Test:
    """A test whose effect is counted exactly, and needs no hands."""
    return lambda hands, seed: Fraction(value())


def swing(points: int) -> int:
    """What a caller writes down who is beaten, less what it writes down if it is lowest."""
    return points + rules("cambio").caller_penalty


def risk_at_five(their_king: bool) -> Fraction:
    """The chance that a random opponent is below K♥ A♠ 2♠ 4♠, one who has K♦ or any cards."""
    left = rules("cambio").worths
    left.subtract([-2, 1, 2, 4, *([-2] if their_king else [])])
    found = anyone_lower(left, [Hidden(3, -2) if their_king else Hidden(4)], 5, limit=10**9)
    assert isinstance(found, Fraction)
    return found


def with_red_king(points: int, gone: int) -> int:
    """What a grid is worth once a red king has taken the place of a card (points)."""
    return points - gone + rules("cambio").red_king


def highest_total(known: Sequence[int]) -> int:
    """The most that four cards of the CABO pack can be worth if some of them are known."""
    left = rules("cabo-lenient").worths
    left.subtract(known)
    return sum(known) + sum(sorted(left.elements())[len(known) - 4 :])


def mean_opponent(known: Sequence[int]) -> Fraction:
    """What four unseen cards of the CABO pack are worth in the mean, once some are known."""
    left = rules("cabo-lenient").worths
    left.subtract(known)
    return total(left, 4).mean


def spread_of_four(house: str) -> Fraction:
    """The variance of the points of four cards of a full pack."""
    return total(rules("cambio", house).worths, 4).variance


def hidden_share(seats: int) -> Fraction:
    """The share of the cards in all grids that a player has not seen after the first look."""
    return Fraction(4 * seats - 2, 4 * seats)


def _joker_is_lowest() -> int:
    game = rules("cambio-jokers")
    return game.points(Card("JK")) - min(game.worths)


def _king_is_highest() -> int:
    game = rules("cambio-jokers")
    return game.points(Card("K", "S")) - max(game.worths)


def _looked_up() -> Fraction:
    """A laboratory's chance of a 0 in five draws, less the formula's."""
    asked = explore_stock("cabo-lenient", "5 7 9", want="0", draws=5).at_least_one
    return asked - (1 - Fraction(comb(47, 5), comb(49, 5)))


# The list


@dataclass(frozen=True)
class Claim:
    """A piece of advice as a hypothesis, written down before it is tried.

    Args:
        key: of its words in the texts.
        group: the part of the trial that it belongs to.
        tests: how the effect is computed, case by case, first where it is expected to spread most;
            none where it cannot be tested.
        hands: how many hands a case.
        exact: whether it is counted.
        none: whether the tip says that there is no effect.
        least: the smallest effect that matters, in the claim's unit.
    """

    key: str
    group: str
    tests: tuple[Test, ...] = ()
    hands: int = 0
    exact: bool = False
    none: bool = False
    least: float = 0.1

    @property
    def words(self) -> Mapping[str, Any]:
        """Its words: `tip`, `book`, `means`, `unit`, `cases`, and what it may `depends` on."""
        found: Mapping[str, Any] = texts("c10")["claim"][self.key]
        return found

    @property
    def kind(self) -> str:
        """The decision rule: "sign", "none", "exact", or "" where there is no test."""
        return "" if not self.tests else "exact" if self.exact else "none" if self.none else "sign"


CALLING, LOOKING, CARDS, SWITCHING, TABLE = "calling", "looking", "cards", "switching", "table"
_JOKERS, _LENIENT = "cambio-jokers", "cabo-lenient"
_TWO, _FIVE, _EIGHT = (Threshold(call_at=(at,)) for at in (2, 5, 8))
_EARLY = Threshold(call_at=(15, 5), after_switch=-20)
_WAITS, _GOES_ON = Threshold(after_switch=-20), Threshold(after_switch=6)

CLAIMS = (
    Claim("five", CALLING, (
        saved(_FIVE, _EIGHT, _JOKERS), saved(_FIVE, _TWO, _JOKERS),
        saved(_FIVE, _EIGHT), saved(_FIVE, _TWO),
    ), 6_000, least=0.2),
    Claim("catch_up", CALLING, (partial(_caught_up, _JOKERS, 4, 7),), 20_000),
    Claim("twice", CALLING, (
        partial(_waiting, 4, 2), partial(_waiting, 4, 5), partial(_waiting, 2, 3),
    ), 36_000, least=2),
    Claim("swing", CALLING, (
        counted(lambda: swing(5) - 15),), exact=True, none=True),
    Claim("swing_king", CALLING, (
        counted(lambda: risk_at_five(True) - risk_at_five(False)),), exact=True),
    Claim("best_call", CALLING, (_low_call(False), _low_call(True)), 16_000, least=1),
    Claim("early", CALLING, tuple(
        saved(_EARLY, USUAL, _LENIENT, seats) for seats in (2, 3, 4)), 2_000, least=0.2),
    Claim("bound", CALLING, (
        counted(lambda: mean_opponent([0, 1]) - highest_total([0, 1])),), exact=True),
    Claim("arithmetic", CALLING, (partial(_beyond_counting, 4),), 40_000, none=True, least=0.05),
    Claim("hidden", CALLING, tuple(
        counted(partial(lambda n: hidden_share(n) - Fraction(1, 2), n)) for n in (3, 4)),
        exact=True),
    Claim("peek_early", LOOKING, (
        _early_looks, saved(Threshold(peek=3), Threshold(peek=0), _JOKERS)), 4_000),
    Claim("unsure", LOOKING, (
        saved(FORGETFUL, Threshold(forget=0.1, peek=0)),), 7_000),
    Claim("memory", LOOKING, (
        saved(NO_ACTIONS, FORGETFUL), saved(NO_ACTIONS, FORGETFUL, _JOKERS)), 6_000, least=0.2),
    Claim("six_longer", LOOKING, (
        partial(_six_turns, 2), partial(_six_turns, 4)), 8_000, least=0.5),
    Claim("six_harder", LOOKING, (_six_forgotten,), 7_000, least=0.2),
    Claim("extremes", CARDS, (
        counted(_joker_is_lowest), counted(_king_is_highest)), exact=True, none=True),
    Claim("ten_to_eight", CARDS, tuple(
        counted(partial(lambda gone: with_red_king(10, gone) - 8, gone)) for gone in (0, 5, 10)),
        exact=True, none=True),
    Claim("red_king", CARDS, tuple(
        saved(Threshold(call_at=(at,), take_most=-2), Threshold(call_at=(at,), take_most=-3))
        for at in (5, 2)), 12_000, least=0.05),
    Claim("takes", CARDS, (
        saved(Threshold(call_at=(6,), per_take=-1), USUAL, _JOKERS),), 3_000),
    Claim("free_claim", CARDS, (
        saved(USUAL, Threshold(dare=0.1), _LENIENT),), 5_000, none=True),
    Claim("calculator", CARDS, (counted(_looked_up),), exact=True, none=True),
    Claim("kamikaze", CARDS),
    Claim("gamble", SWITCHING, (saved(USUAL, Threshold(switch=0)),), 5_000, none=True),
    Claim("recover", SWITCHING, (
        saved(USUAL, Threshold(stack_from=1_000), others=SWITCHERS),
        saved(USUAL, Threshold(peek=0), others=SWITCHERS)), 14_000),
    Claim("wait", SWITCHING, tuple(
        saved(_WAITS, _GOES_ON, _LENIENT, seats) for seats in (2, 4)), 11_000),
    Claim("hardest", SWITCHING, (
        saved(Threshold(peek=0), Threshold(switch=0), _LENIENT),
        saved(Threshold(spy=0), Threshold(switch=0), _LENIENT)), 3_000, least=0.2),
    Claim("watch_switch", SWITCHING),
    Claim("crowd_faster", TABLE, (
        partial(_crowd, _turns, -1), partial(_crowd, _rounds, -1)), 36_000, least=0.2),
    Claim("crowd_chaos", TABLE, (partial(_crowd, _misjudged, 1),), 8_000, least=0.2),
    Claim("open_kings", TABLE, (
        counted(lambda: spread_of_four("") - spread_of_four("open kings")),), exact=True),
)  # fmt: skip

GROUPS = tuple(dict.fromkeys(claim.group for claim in CLAIMS))
#: How many tests chance has a say in: what the correction divides by, known before any run.
TESTS = sum(len(claim.tests) for claim in CLAIMS if not claim.exact)


def claim_named(key: str) -> Claim:
    """A claim of the list.

    Raises:
        CambioError: there is none of that name; the message says which there are.
    """
    for claim in CLAIMS:
        if claim.key == key:
            return claim
    raise CambioError(f"{key!r} is no claim; there are {', '.join(c.key for c in CLAIMS)}")


# How many standard errors, how many hands


def errors_wide(tests: int = 1, level: float = LEVEL) -> float:
    """How many standard errors to each side an interval has, if so many tests share the level.

    >>> round(errors_wide(), 2), round(errors_wide(35), 2)
    (1.96, 3.19)
    """
    return NormalDist().inv_cdf(1 - level / tests / 2)


def hands_needed(
    spread: float, effect: float, tests: int = 1, level: float = LEVEL, power: float = POWER
) -> int:
    """How many hands show an effect with a given chance: ((z + z') σ / δ)².

    Args:
        spread: standard deviation of a hand.
        effect: how large the effect is, in the same unit.
        tests: how many tests share the level.
        level: chance of a false alarm.
        power: chance to see the effect.

    >>> hands_needed(1.5, 0.1), hands_needed(1.5, 0.05)
    (2365, 9457)
    """
    sure = errors_wide(tests, level) + NormalDist().inv_cdf(power)
    return -int(-((sure * spread / effect) ** 2) // 1)


def p_value(effect: Estimate) -> float:
    """The chance of an estimate as far from 0, or farther, if the true effect is 0."""
    return erfc(abs(effect.value) / effect.standard_error / sqrt(2))


def survivors(p_values: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Holm's correction: the smallest p against level / m, the next against level / (m − 1), …

    It stops at the first that is too large. Source: S. Holm, "A simple sequentially rejective
    multiple test procedure", Scandinavian Journal of Statistics 6, 1979.

    >>> survivors([0.03, 0.001, 0.02])
    [True, True, True]
    >>> survivors([0.04, 0.001, 0.03])
    [False, True, False]
    """
    order = sorted(range(len(p_values)), key=lambda n: p_values[n])
    kept = [False] * len(p_values)
    for left, n in zip(range(len(p_values), 0, -1), order, strict=True):
        if p_values[n] > level / left:
            break
        kept[n] = True
    return kept


# Verdicts


@dataclass(frozen=True)
class Finding:
    """What came of one case.

    Args:
        claim: what is tried.
        case: its name.
        effect: exact, or estimated.
        tests: how many tests share the level.
    """

    claim: Claim
    case: str
    effect: Estimate | Fraction
    tests: int = TESTS

    @property
    def p(self) -> float | None:
        """The p-value, not corrected; None for what was counted."""
        return p_value(self.effect) if isinstance(self.effect, Estimate) else None

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that is wide enough for all tests together."""
        value = float(self.effect)
        half = 0.0
        if isinstance(self.effect, Estimate):
            half = errors_wide(self.tests) * self.effect.standard_error
        return value - half, value + half

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves 0 out."""
        low, high = self.interval
        return not low <= 0 <= high

    @property
    def is_small(self) -> bool:
        """Whether the whole interval is closer to 0 than the smallest effect that matters."""
        low, high = self.interval
        return max(-low, high) < self.claim.least

    @property
    def is_tiny(self) -> bool:
        """Whether it is certainly there, and still too small to matter."""
        return not self.claim.exact and self.is_clear and self.is_small

    @property
    def verdict(self) -> str:
        """By the decision rules, which stand in the chapter."""
        return _RULES[self.claim.kind](self)


def _by_counting(found: Finding) -> str:
    right = found.effect == 0 if found.claim.none else float(found.effect) > 0
    return HOLDS if right else FAILS


def _by_sign(found: Finding) -> str:
    if found.is_clear:
        return HOLDS if float(found.effect) > 0 else FAILS
    return FAILS if found.is_small else OPEN


def _by_none(found: Finding) -> str:
    if found.is_small:
        return HOLDS
    return FAILS if found.is_clear else OPEN


_RULES: Mapping[str, Callable[[Finding], str]] = {
    "exact": _by_counting,
    "sign": _by_sign,
    "none": _by_none,
}


def verdict(findings: Sequence[Finding]) -> str:
    """The verdict on a claim from those on all of its cases.

    Args:
        findings: what came of the cases of one claim; none where it cannot be tested.
    """
    found = {finding.verdict for finding in findings}
    if {HOLDS, FAILS} <= found:
        return f"depends on {findings[0].claim.words['depends']}"
    return UNTESTED if not found else OPEN if OPEN in found else found.pop()


# Everything that is shown is a table of words


@dataclass(frozen=True, repr=False)
class Listed:
    """A table in Markdown.

    Args:
        head: the name of each column.
        rows: the cells.
        numbers: how many columns at the right hold numbers.
    """

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    numbers: int = 0

    def __str__(self) -> str:
        return "\n".join(" | ".join(row).replace("**", "") for row in (self.head, *self.rows))

    def __repr__(self) -> str:
        return f"<Listed: {len(self.rows)} rows>"

    def _repr_markdown_(self) -> str:
        words = len(self.head) - self.numbers
        sides = (*[":--"] * words, *["--:"] * self.numbers)
        return "\n".join("| " + " | ".join(row) + " |" for row in (self.head, sides, *self.rows))


def charges(group: str | None = None) -> Listed:
    """The list of claims, as it was written down.

    Args:
        group: of claims; all of them without it.
    """
    rows = []
    for claim in _of_group(group):
        words = claim.words
        hands = f"{claim.hands:,}" if claim.hands else "counted" if claim.tests else "–"
        cases = len(claim.tests)
        tip = f"**{claim.key}**: {words['tip']} (`{words['book']}`)"
        least = f"{claim.least:g}" if claim.hands else "–"
        rows.append((tip, words["means"], words["unit"], str(cases), hands, least))
    head = ("tip", "holds if", "measured in", "cases", "hands each", "smallest that matters")
    return Listed(head, rows, 3)


def _of_group(group: str | None) -> list[Claim]:
    if group is not None and group not in GROUPS:
        raise CambioError(f"{group!r} is no part of the trial; there are {', '.join(GROUPS)}")
    return [claim for claim in CLAIMS if group in (None, claim.group)]


def spreads(share: float = 0.25, seed: int = PILOT) -> dict[str, float]:
    """From hands that are then thrown away: the spread of a hand in the first case of each claim.

    Args:
        share: how many hands are played, as a share of those planned.
        seed: of packs that the trial does not use.
    """
    found = {}
    for claim in CLAIMS:
        if claim.hands:
            hands = round(share * claim.hands)
            (effect,) = _estimates([claim.tests[0](hands, seed)])
            found[claim.key] = effect.standard_error * sqrt(hands)
    return found


def plan(found: Mapping[str, float]) -> Listed:
    """For each claim how many hands it needs, and how many it gets.

    Args:
        found: what `spreads` found.
    """
    rows = []
    for key, spread in found.items():
        claim = claim_named(key)
        need = hands_needed(spread, claim.least, TESTS)
        rows.append((key, f"{spread:.2f}", f"{claim.least:g}", f"{need:,}", f"{claim.hands:,}"))
    return Listed(("tip", "spread a hand", "effect", "hands needed", "hands planned"), rows, 4)


def tried(claim: Claim | str, seed: int = TRIAL) -> list[Finding]:
    """Try a claim: each of its cases.

    Args:
        claim: the claim, or its key.
        seed: of the packs.
    """
    of = claim_named(claim) if isinstance(claim, str) else claim
    if not of.tests:
        return []
    names = of.words["cases"]
    return [
        Finding(of, name, test(of.hands, seed)) for name, test in zip(names, of.tests, strict=True)
    ]


def trial(group: str, seed: int = TRIAL) -> dict[str, list[Finding]]:
    """Try all claims of a part of the list.

    Args:
        group: one of `GROUPS`.
        seed: of the packs.
    """
    return {claim.key: tried(claim, seed) for claim in _of_group(group)}


def evidence(found: Mapping[str, Sequence[Finding]]) -> Listed:
    """What came of each case, with its interval and verdict.

    Args:
        found: what `trial` found.
    """
    rows = [_row(finding) for findings in found.values() for finding in findings]
    return Listed(("tip", "case", "verdict", "effect", "interval", "unit"), rows, 3)


def _row(found: Finding) -> tuple[str, ...]:
    low, high = found.interval
    exact = isinstance(found.effect, Fraction)
    effect = _shown(found.effect)
    interval = "exact" if exact else f"{_signed(low)} … {_signed(high)}"
    tiny = ", but tiny" if found.is_tiny else ""
    unit = found.claim.words["unit"]
    return found.claim.key, found.case, f"{found.verdict}{tiny}", effect, interval, unit


def _shown(effect: Estimate | Fraction) -> str:
    if isinstance(effect, Estimate):
        return f"≈ {_signed(effect.value)} ± {effect.standard_error:.3f}"
    return _signed(float(effect)) if len(str(effect)) > 9 else str(effect).replace("-", "−")


def _signed(value: float) -> str:
    """Two digits at least, so that a small effect is not written as none."""
    digits = 2 if abs(value) >= 0.1 else 3
    return f"{value:+z.{digits}f}".replace("-", "−")


def verdicts(found: Mapping[str, Sequence[Finding]]) -> Listed:
    """The verdict on each claim.

    Args:
        found: what `trial` found.
    """
    rows = [(key, claim_named(key).words["tip"], f"**{verdict(of)}**") for key, of in found.items()]
    return Listed(("tip", "what it says", "verdict"), rows)


def as_guess(verdict: str) -> str:
    """A verdict as it can be guessed: "holds", "fails", "open" or "depends".

    >>> as_guess("depends on the rules")
    'depends'
    """
    return {HOLDS: "holds", FAILS: "fails", OPEN: "open"}.get(verdict, "depends")


def plot_evidence(found: Mapping[str, Sequence[Finding]], ax: Axes | None = None) -> Axes:
    """Every estimated effect with its interval, in multiples of the smallest that matters.

    Cases of a claim follow each other; its name stands at the first.

    Args:
        found: what `trial` found.
        ax: where to draw; new axes without it.
    """
    rows = [f for findings in found.values() for f in findings if not f.claim.exact]
    names = [
        "" if before and before.claim is row.claim else row.claim.key
        for before, row in zip([None, *rows], rows, strict=False)
    ]
    if ax is None:
        _, ax = plt.subplots(figsize=(8, 0.8 + 0.2 * len(rows)), dpi=80, layout="constrained")
    ax.axvspan(-1, 1, color=PALE_BLUE, label="too small to matter")
    ax.axvline(0, color=BLACK, linewidth=1)
    for y, row in enumerate(rows):
        low, high = (end / row.claim.least for end in row.interval)
        colour, marker = _LOOKS[row.verdict]
        ax.plot([low, high], [y, y], color=colour, linewidth=2.5)
        ax.plot((low + high) / 2, y, marker, color=colour, markersize=8)
    for name, (colour, marker) in _LOOKS.items():
        ax.plot([], [], marker, color=colour, markersize=8, label=name)
    ax.set_xscale("symlog", linthresh=2)
    ax.set_xticks([-50, -10, -1, 0, 1, 10, 50], ["−50", "−10", "−1", "0", "1", "10", "50"])
    ax.set_yticks(range(len(rows)), names)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xlabel("effect, in smallest effects that matter")
    ax.legend(frameon=False, ncols=4, loc="lower center", bbox_to_anchor=(0.3, 1))
    told = ", ".join(f"{sum(r.verdict == name for r in rows)} {name}" for name in _LOOKS)
    ax.set_gid(f"{len(rows)} effects with intervals: {told}.")
    return ax


_LOOKS = {HOLDS: (BLUE, "o"), FAILS: (ORANGE, "X"), OPEN: (BLACK, "s")}


# Exercises


def _worthless(rng: Random) -> dict[str, Any]:
    tips, percent = rng.choice([(5, 5), (10, 5), (12, 5), (15, 5), (10, 2), (25, 2)])
    return {"tips": tips, "percent": percent}


@asks("10.1", "chance", vary=_worthless, facts=lambda tips, percent: {"sure": 100 - percent})
def one_or_more(tips: int, percent: int) -> Fraction:
    return 1 - Fraction(100 - percent, 100) ** tips


@one_or_more.mistake("summed")
def _(tips: int, percent: int) -> Fraction:
    return Fraction(tips * percent, 100)


@one_or_more.mistake("none_of_them")
def _(tips: int, percent: int) -> Fraction:
    return Fraction(100 - percent, 100) ** tips


@one_or_more.mistake("just_one")
def _(tips: int, percent: int) -> Fraction:
    level = Fraction(percent, 100)
    return tips * level * (1 - level) ** (tips - 1)


@one_or_more.mistake("single")
def _(tips: int, percent: int) -> Fraction:
    return Fraction(percent, 100)


def _sieve(rng: Random) -> dict[str, Any]:
    good, power = rng.choice([(5, 80), (10, 80), (30, 80), (5, 90), (10, 90)])
    return {"good": good, "power": power}


def _sieved(good: int, power: int) -> dict[str, Any]:
    return {
        "bad": 100 - good,
        "found": Fraction(good * power, 100),
        "false": Fraction(5 * (100 - good), 100),
    }


@asks("10.2", "chance", vary=_sieve, facts=_sieved)
def is_good(good: int, power: int) -> Fraction:
    return Fraction(good * power, good * power + (100 - good) * 5)


@is_good.mistake("transposed")
def _(good: int, power: int) -> Fraction:
    return Fraction(95, 100)


@is_good.mistake("power_alone")
def _(good: int, power: int) -> Fraction:
    return Fraction(power, 100)


@is_good.mistake("bad_ones")
def _(good: int, power: int) -> Fraction:
    return 1 - Fraction(good * power, good * power + (100 - good) * 5)


@is_good.mistake("of_all")
def _(good: int, power: int) -> Fraction:
    return Fraction(good * power, 10_000)


def _effort(rng: Random) -> dict[str, Any]:
    return {"spread": rng.choice([1.5, 2, 4]), "effect": rng.choice([0.05, 0.1, 0.2])}


def _ratio(spread: float, effect: float) -> dict[str, Any]:
    return {"ratio": round(spread / effect, 1)}


@asks("10.3", "number", vary=_effort, facts=_ratio)
def enough(spread: float, effect: float) -> float:
    return ((1.96 + 1.28) * spread / effect) ** 2


@enough.mistake("half_the_time")
def _(spread: float, effect: float) -> float:
    return (1.96 * spread / effect) ** 2


@enough.mistake("not_squared")
def _(spread: float, effect: float) -> float:
    return (1.96 + 1.28) * spread / effect


@enough.mistake("spread_once")
def _(spread: float, effect: float) -> float:
    return (1.96 + 1.28) ** 2 * spread / effect**2


PS = ([0.001, 0.02, 0.03], [0.04, 0.001, 0.03, 0.2], [0.03, 0.04], [0.012, 0.013, 0.6, 0.3, 0.001])


@asks("10.4", "function", cases=lambda: [(list(ps),) for ps in PS])
def holm() -> Callable[[list[float]], int]:
    return lambda p_values: sum(survivors(p_values))


@holm.mistake("bonferroni")
def _() -> Callable[[list[float]], int]:
    return lambda p_values: sum(p <= 0.05 / len(p_values) for p in p_values)


@holm.mistake("not_corrected")
def _() -> Callable[[list[float]], int]:
    return lambda p_values: sum(p <= 0.05 for p in p_values)


def _without_stop(p_values: list[float]) -> int:
    return sum(p <= 0.05 / (len(p_values) - n) for n, p in enumerate(sorted(p_values)))


@holm.mistake("never_stops")
def _() -> Callable[[list[float]], int]:
    return _without_stop


def _in_given_order(p_values: list[float]) -> int:
    fits = [p <= 0.05 / (len(p_values) - n) for n, p in enumerate(p_values)]
    return fits.index(False) if False in fits else len(fits)


@holm.mistake("not_sorted")
def _() -> Callable[[list[float]], int]:
    return _in_given_order


READINGS = ("holds", "tiny", "fails", "open")


@asks("10.5", "choice", options=READINGS)
def reading() -> str:
    claim = Claim("spy", "", (lambda hands, seed: Fraction(0),), 1, least=0.1)
    found = Finding(claim, "", Estimate(0.06, 0.006, 40_000, 40_000.0, "hands"))
    return "tiny" if found.is_tiny else as_guess(found.verdict)


@reading.mistake("only_sure")
def _() -> str:
    return "holds"


@reading.mistake("only_small")
def _() -> str:
    return "fails"


@reading.mistake("not_sure")
def _() -> str:
    return "open"


def _low_pair(rng: Random) -> dict[str, Any]:
    first, second = rng.choice([(0, 1), (1, 1), (0, 2), (1, 2)])
    return {"first": first, "second": second, "limit": rng.choice([15, 18, 20])}


def _rest(first: int, second: int) -> dict[int, int]:
    left = rules("cabo").worths
    left.subtract([first, second])
    return left


def _low_facts(first: int, second: int, limit: int) -> dict[str, Any]:
    need = limit - first - second
    pairs = comb(50, 2)
    return {
        "need": need,
        "pairs": pairs,
        "many": (1 - total(_rest(first, second), 2).at_most(need)) * pairs,
    }


@asks("10.6", "chance", vary=_low_pair, facts=_low_facts)
def above(first: int, second: int, limit: int) -> Fraction:
    return 1 - total(_rest(first, second), 2).at_most(limit - first - second)


@above.mistake("below_instead")
def _(first: int, second: int, limit: int) -> Fraction:
    return total(_rest(first, second), 2).at_most(limit - first - second)


@above.mistake("limit_counts")
def _(first: int, second: int, limit: int) -> Fraction:
    return 1 - total(_rest(first, second), 2).below(limit - first - second)


@above.mistake("known_left_out")
def _(first: int, second: int, limit: int) -> Fraction:
    return 1 - total(_rest(first, second), 2).at_most(limit)


@above.mistake("full_pack")
def _(first: int, second: int, limit: int) -> Fraction:
    return 1 - total(rules("cabo").worths, 2).at_most(limit - first - second)
