"""Chapter 07, what a choice gives away: Bayes, the likelihood of a choice, natural frequencies."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from cambio_edu.lessons.exercises import asks
from cambio_edu.pmf import Pmf
from cambio_edu.rules import rules

CAMBIO = rules("cambio")


def _frequencies(rng: Random) -> dict[str, Any]:
    return {
        "low": rng.choice([100, 200, 300]),
        "keeps": rng.choice([90, 96]),
        "also": rng.choice([30, 40, 60]),
    }


def _of_1000(low: int, keeps: int, also: int) -> dict[str, Any]:
    return {
        "high": 1000 - low,
        "low_kept": Fraction(low * keeps, 100),
        "high_kept": Fraction((1000 - low) * also, 100),
        "kept": Fraction(low * keeps + (1000 - low) * also, 100),
    }


@asks("07.1", "chance", vary=_frequencies, facts=_of_1000)
def low_if_kept(low: int, keeps: int, also: int) -> Fraction:
    return Fraction(low * keeps, low * keeps + (1000 - low) * also)


@low_if_kept.mistake("transposed")
def _(low: int, keeps: int, also: int) -> Fraction:
    return Fraction(keeps, 100)


@low_if_kept.mistake("both")
def _(low: int, keeps: int, also: int) -> Fraction:
    return Fraction(low * keeps, 100_000)


@low_if_kept.mistake("without_base_rate")
def _(low: int, keeps: int, also: int) -> Fraction:
    return Fraction(keeps, keeps + also)


@low_if_kept.mistake("kept_at_all")
def _(low: int, keeps: int, also: int) -> Fraction:
    return Fraction(low * keeps + (1000 - low) * also, 100_000)


def _thrown(rng: Random) -> dict[str, Any]:
    return {"thrown": rng.choice([6, 7, 8, 9])}


def _pool(thrown: int) -> dict[str, Any]:
    return {"cards": 4 * thrown + 3, "points": 2 * thrown * (thrown + 1) - 4 - thrown}


@asks("07.2", "number", vary=_thrown, facts=_pool)
def seen_card(thrown: int) -> Fraction:
    pool = Pmf(CAMBIO.pack.counts).map(CAMBIO.points).counts
    low = {x: n * 52 // sum(pool.values()) - (x == thrown) for x, n in pool.items() if x <= thrown}
    return Pmf(low).mean


@seen_card.mistake("nothing_learnt")
def _(thrown: int) -> Fraction:
    return Fraction(308 - thrown, 51)


@seen_card.mistake("thrown_card_counted")
def _(thrown: int) -> Fraction:
    return Fraction(2 * thrown * (thrown + 1) - 4, 4 * thrown + 4)


@seen_card.mistake("no_equal_card")
def _(thrown: int) -> Fraction:
    return Fraction(2 * thrown * (thrown - 1) - 4, 4 * thrown)


@seen_card.mistake("kings_left_out")
def _(thrown: int) -> Fraction:
    return Fraction(2 * thrown * (thrown + 1) - thrown, 4 * thrown - 1)


def _slips(rng: Random) -> dict[str, Any]:
    return {"prior": rng.choice([10, 20, 30]), "slip": rng.choice([4, 8, 12])}


@asks("07.3", "chance", vary=_slips, facts=lambda prior, slip: _slip_facts(prior, slip))
def with_slips(prior: int, slip: int) -> Fraction:
    return Fraction(prior * (100 - slip), prior * (100 - slip) + (100 - prior) * slip)


def _slip_facts(prior: int, slip: int) -> dict[str, Any]:
    return {
        "sure": 100 - slip,
        "rest": 100 - prior,
        "so": Fraction(prior * (100 - slip), 10_000),
        "not_so": Fraction((100 - prior) * slip, 10_000),
    }


@with_slips.mistake("never_wrong")
def _(prior: int, slip: int) -> Fraction:
    return Fraction(1)


@with_slips.mistake("transposed")
def _(prior: int, slip: int) -> Fraction:
    return Fraction(100 - slip, 100)


@with_slips.mistake("both")
def _(prior: int, slip: int) -> Fraction:
    return Fraction(prior * (100 - slip), 10_000)


@with_slips.mistake("the_other_way")
def _(prior: int, slip: int) -> Fraction:
    return Fraction((100 - prior) * slip, prior * (100 - slip) + (100 - prior) * slip)


def _masked(rng: Random) -> dict[str, Any]:
    cara, dan = rng.choice([(9, 3), (9, 4), (8, 3), (8, 2)])
    return {"cara": cara, "dan": dan, "taken": rng.choice([2, 3])}


def _mask_facts(cara: int, dan: int, taken: int) -> dict[str, Any]:
    return {
        "if_cara": Fraction(cara**taken * (10 - cara), 10 ** (taken + 1)),
        "if_dan": Fraction(dan**taken * (10 - dan), 10 ** (taken + 1)),
        "times": {2: "twice", 3: "three times"}[taken],
    }


@asks("07.4", "chance", vary=_masked, facts=_mask_facts)
def behind_the_screen(cara: int, dan: int, taken: int) -> Fraction:
    so, not_so = cara**taken * (10 - cara), dan**taken * (10 - dan)
    return Fraction(so, so + not_so)


@behind_the_screen.mistake("only_the_last")
def _(cara: int, dan: int, taken: int) -> Fraction:
    return Fraction(10 - cara, 20 - cara - dan)


@behind_the_screen.mistake("only_the_takes")
def _(cara: int, dan: int, taken: int) -> Fraction:
    return Fraction(cara**taken, cara**taken + dan**taken)


@behind_the_screen.mistake("not_divided")
def _(cara: int, dan: int, taken: int) -> Fraction:
    return Fraction(cara**taken * (10 - cara), 10 ** (taken + 1))


@behind_the_screen.mistake("added")
def _(cara: int, dan: int, taken: int) -> Fraction:
    so, not_so = taken * cara + 10 - cara, taken * dan + 10 - dan
    return Fraction(so, so + not_so)


Posterior = Callable[[Fraction, Fraction, Fraction], Fraction]


@asks(
    "07.5",
    "function",
    cases=lambda: [
        (Fraction(1, 4), Fraction(9, 10), Fraction(1, 5)),
        (Fraction(1, 50), Fraction(1), Fraction(1, 3)),
        (Fraction(2, 5), Fraction(1, 10), Fraction(7, 10)),
    ],
)
def updating() -> Posterior:
    return lambda prior, if_so, if_not: (
        prior * if_so / (prior * if_so + (1 - prior) * if_not)
    )  # fmt: skip


@updating.mistake("without_prior")
def _() -> Posterior:
    return lambda prior, if_so, if_not: if_so / (if_so + if_not)


@updating.mistake("not_divided")
def _() -> Posterior:
    return lambda prior, if_so, if_not: prior * if_so


@updating.mistake("brackets_missing")
def _() -> Posterior:
    return lambda prior, if_so, if_not: prior * if_so / (prior * if_so + 1 - prior * if_not)


@updating.mistake("complement_of_likelihood")
def _() -> Posterior:
    return lambda prior, if_so, if_not: (
        prior * if_so / (prior * if_so + (1 - prior) * (1 - if_so))
        if prior * if_so + (1 - prior) * (1 - if_so)
        else Fraction(0)
    )
