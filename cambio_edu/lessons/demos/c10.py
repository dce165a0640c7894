"""Chapter 10: the list of what is tried, and how each effect is computed.

`CLAIMS` says for each piece of advice which numbers are computed, from how many hands, and which
effect is too small to matter. Its words stand in the texts of the chapter.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import comb, hypot, sqrt
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from cambio_edu.cards import Card
from cambio_edu.errors import CambioError
from cambio_edu.figures import BLACK, BLUE, ORANGE, PALE_BLUE, finished
from cambio_edu.labs import explore_stock
from cambio_edu.lessons.trial import (
    FAILS,
    HOLDS,
    OPEN,
    Claim,
    Finding,
    Listed,
    Test,
    hands_needed,
    p_value,
    verdict,
)
from cambio_edu.probability import Estimate, Hidden, anyone_lower, total
from cambio_edu.rules import rules
from cambio_edu.simulation import Results, compare_players, estimate, risk_by_turn, simulate
from cambio_edu.simulation.comparing import in_every_seat
from cambio_edu.thresholds import Threshold

PILOT, TRIAL = 99, 10  # seeds: one for planning, one for the trial
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


# The trial


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
        Finding(of, name, test(of.hands, seed), TESTS)
        for name, test in zip(names, of.tests, strict=True)
    ]


def trial(group: str, seed: int = TRIAL) -> dict[str, list[Finding]]:
    """Try all claims of a part of the list.

    Args:
        group: one of `GROUPS`.
        seed: of the packs.
    """
    return {claim.key: tried(claim, seed) for claim in _of_group(group)}


def verdicts(found: Mapping[str, Sequence[Finding]]) -> Listed:
    """The verdict on each claim.

    Args:
        found: what `trial` found.
    """
    rows = [(key, claim_named(key).words["tip"], f"**{verdict(of)}**") for key, of in found.items()]
    return Listed(("tip", "what it says", "verdict"), rows)


# The picture of all effects

_LOOKS = {HOLDS: (BLUE, "o"), FAILS: (ORANGE, "X"), OPEN: (BLACK, "s")}


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
    return finished(ax, f"{len(rows)} effects with intervals: {told}.", percent=False)
