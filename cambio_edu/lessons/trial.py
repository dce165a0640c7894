"""Advice on trial: a claim fixed beforehand, effects with errors, many tests at once, verdicts.

An effect is signed so that above 0 speaks for the tip, unless the tip says that there is none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt
from statistics import NormalDist
from typing import Any

from cambio_edu.lessons.texts import texts
from cambio_edu.probability import Estimate

Test = Callable[[int, int], Estimate | Fraction]
LEVEL = 0.05  # chance of one false verdict or more in the whole trial, if no tip had an effect
POWER = 0.9  # chance to see an effect of the smallest size that matters
HOLDS, FAILS, OPEN, UNTESTED = "holds", "does not hold", "cannot tell", "cannot be tested"


# What is claimed


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
    tests: int = 1

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


def as_guess(verdict: str) -> str:
    """A verdict as it can be guessed: "holds", "fails", "open" or "depends".

    >>> as_guess("depends on the rules")
    'depends'
    """
    return {HOLDS: "holds", FAILS: "fails", OPEN: "open"}.get(verdict, "depends")


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
