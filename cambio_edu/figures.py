"""Plots of distributions and risks: each takes axes, or makes some, and returns them.

They are made to be read from the last row and without colours: thick lines, large letters, and
every difference in colour is one in shape, hatching or line too. `described` says in words what
an axes shows.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from cambio_edu.errors import CambioError
from cambio_edu.pmf import Pmf
from cambio_edu.probability import Chance, Estimate

if TYPE_CHECKING:
    from cambio_edu.simulation.results import Results

#: Colours that stay apart for nearly all eyes (Okabe and Ito, 2008).
BLUE, ORANGE, GREEN, BLACK = "#0072B2", "#D55E00", "#009E73", "#000000"
PALE_BLUE = "#CCE3F0"
LETTERS, LARGE = 13, 15  # points
_LINES = (("o", "-"), ("s", "--"), ("^", ":"), ("D", "-."))
_COLOURS = (BLUE, ORANGE, GREEN, BLACK)
_ENDS = (BLUE, GREEN, ORANGE)
_PALE = 0.5  # of the darkest shade: darker cells take white letters


def plot_pmf(
    pmf: Pmf[int],
    ax: Axes | None = None,
    *,
    event: Any = None,
    label: str = "chance",
    xlabel: str = "points",
    title: str = "",
) -> Axes:
    """The probability of each value as a bar, with the mean, and an event hatched.

    Args:
        pmf: what is shown.
        ax: where to draw; new axes without it.
        event: a value, a set of values or a function, as for `Pmf.probability`.
        label: name of the y axis.
        xlabel: name of the x axis.
        title: title of the axes.
    """
    ax = new_axes(ax, xlabel, label, title)
    inside = {x for x in pmf if event is not None and Pmf({x: 1}).probability(event)}
    values, chances = pmf.values(), list(pmf.floats().values())
    for x, chance in zip(values, chances, strict=True):
        ax.bar(
            x,
            chance,
            0.8,
            color=ORANGE if x in inside else BLUE,
            hatch="//" if x in inside else None,
            edgecolor="white" if x in inside else BLUE,
        )
    mean = float(pmf.mean)
    ax.plot([mean, mean], [0, 1.08 * max(chances)], "--", color=BLACK, linewidth=2)
    ax.text(mean, 1.09 * max(chances), f" mean {mean:.2f}", va="bottom", fontsize=LETTERS)
    told = f"{_told(pmf)} The mean is {mean:.2f}."
    if event is not None:
        share = pmf.probability(event)
        _write(ax, f"hatched: {float(share):.2%}")
        told += f" The hatched values have a chance of {float(share):.2%}."
    return finished(ax, told)


def compare(
    first: Pmf[int],
    second: Pmf[int],
    ax: Axes | None = None,
    *,
    labels: tuple[str, str] = ("first", "second"),
    label: str = "chance",
    xlabel: str = "points",
    title: str = "",
) -> Axes:
    """Two distributions on the same axes: pale hatched bars, and a thick outline over them.

    Args:
        first: drawn as pale hatched bars.
        second: drawn as a thick outline.
        ax: where to draw; new axes without it.
        labels: what each is called.
        label: name of the y axis.
        xlabel: name of the x axis.
        title: title of the axes.
    """
    ax = new_axes(ax, xlabel, label, title)
    heights = list(first.floats().values())
    ax.bar(
        first.values(), heights, 1.0, color=PALE_BLUE, edgecolor=BLUE, hatch="//", label=labels[0]
    )
    values = range(min(second) - 1, max(second) + 2)
    shares = [second.floats().get(x, 0.0) for x in values]
    ax.step(values, shares, where="mid", color=ORANGE, linewidth=3, label=labels[1])
    for pmf, colour, line in ((first, BLUE, "--"), (second, ORANGE, ":")):
        ax.axvline(float(pmf.mean), 0, 0.96, color=colour, linestyle=line, linewidth=2.5)
    ax.legend(fontsize=LETTERS, frameon=False)
    told = (
        f"{labels[0]}: {_told(first)} Mean {float(first.mean):.2f}. "
        f"{labels[1]}: {_told(second)} Mean {float(second.mean):.2f}."
    )
    return finished(ax, told)


def against(
    exact: Pmf[int],
    counts: Mapping[int, int],
    ax: Axes | None = None,
    *,
    labels: tuple[str, str] = ("exact, ± 2 standard errors", "simulated"),
    label: str = "share",
    xlabel: str = "points",
    title: str = "",
) -> Axes:
    """What was simulated, against the exact probabilities and how far it may be off.

    The band is two standard errors of a share wide to each side: 2 √(p (1 − p) / n).

    Args:
        exact: the exact distribution.
        counts: how often each value came up.
        ax: where to draw; new axes without it.
        labels: what the two are called; the number of trials is added.
        label: name of the y axis.
        xlabel: name of the x axis.
        title: title of the axes.

    Raises:
        CambioError: a count is negative, or there are no trials.
    """
    if min(counts.values(), default=0) < 0:
        raise CambioError(f"a count of {min(counts.values())}: a count cannot be negative")
    trials = sum(counts.values())
    if not trials:
        raise CambioError("0 trials: there is nothing to compare")
    ax = new_axes(ax, xlabel, label, title)
    errors = _band(ax, exact, trials, labels[0])
    shares = {x: n / trials for x, n in sorted(counts.items()) if n}
    ax.plot(
        list(shares), list(shares.values()), "o", color=ORANGE, markersize=7,
        label=f"{labels[1]}, n = {trials:,}",
    )  # fmt: skip
    strange = [x for x in shares if x not in exact]
    ax.plot(strange, [shares[x] for x in strange], "x", color=BLACK, markersize=13, mew=3)
    ax.legend(fontsize=LETTERS, frameon=False)
    off = {x: abs(shares.get(x, 0.0) - p) for x, p in exact.floats().items()}
    inside = sum(off[x] <= errors[x] + 1e-12 for x in off)
    told = f"Of {len(exact)} values, {inside} are within 2 standard errors after {trials:,} trials."
    if strange:
        told += f" Values that are impossible came up: {', '.join(map(str, strange))}."
    return finished(ax, told)


def _band(ax: Axes, exact: Pmf[int], trials: int, label: str) -> dict[int, float]:
    """Draw the exact probabilities with two standard errors to each side, and give those."""
    chances = exact.floats()
    errors = {x: 2 * sqrt(p * (1 - p) / trials) for x, p in chances.items()}
    low = [max(0.0, p - errors[x]) for x, p in chances.items()]
    high = [p + errors[x] for x, p in chances.items()]
    ax.fill_between(
        list(chances), low, high, color=BLUE, alpha=0.25, linewidth=0, step="mid", label=label
    )
    ax.step(list(chances), list(chances.values()), where="mid", color=BLUE, linewidth=2)
    return errors


def heat_strip(
    pmfs: Mapping[str, Pmf[int]],
    ax: Axes | None = None,
    *,
    xlabel: str = "points",
    mean: str = "mean",
    title: str = "",
) -> Axes:
    """Several places one under the other: the darker and the larger its number, the likelier.

    Args:
        pmfs: the distribution of points in each place, by what it is called.
        ax: where to draw; new axes without it.
        xlabel: name of the x axis.
        mean: heading of the expected values at the right.
        title: title of the axes.

    Raises:
        CambioError: there is no place.
    """
    if not pmfs:
        raise CambioError("0 places: there is nothing to show")
    ax = new_axes(ax, xlabel, "", title)
    first, last = min(map(min, pmfs.values())), max(map(max, pmfs.values()))
    rows = [[pmf.floats().get(x, 0.0) for x in range(first, last + 1)] for pmf in pmfs.values()]
    _cells(ax, rows, first)
    for y, pmf in enumerate(pmfs.values()):
        ax.text(last + 0.8, y, f"{float(pmf.mean):.1f}", va="center", fontsize=LETTERS)
    ax.text(last + 0.8, -0.75, mean, va="bottom", fontsize=LETTERS)
    ax.set_yticks(range(len(rows)), list(pmfs))
    ax.set_yticks([y - 0.5 for y in range(1, len(rows))], minor=True)
    ax.grid(which="minor", axis="y", color="white", linewidth=4)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)
    told = "; ".join(
        f"{name}: mean {float(pmf.mean):.1f}, most likely {', '.join(map(str, pmf.modes[:3]))}"
        for name, pmf in pmfs.items()
    )
    return finished(ax, f"Chances in percent by points. {told}.", percent=False)


def _cells(ax: Axes, rows: Sequence[Sequence[float]], first: int) -> None:
    """Shades, with the chances in percent written over them."""
    most, last = max(map(max, rows)), first + len(rows[0]) - 1
    extent = (first - 0.5, last + 0.5, len(rows) - 0.5, -0.5)
    ax.imshow(rows, cmap="Blues", vmin=0, vmax=most, aspect="auto", extent=extent)
    for y, row in enumerate(rows):
        for x, chance in enumerate(row, first):
            if chance >= 0.005:
                colour = "white" if chance / most > _PALE else "black"
                text = f"{100 * chance:.0f}"
                ax.text(x, y, text, ha="center", va="center", fontsize=12, color=colour)


def risk_curve(
    points: Sequence[float],
    risks: Sequence[Chance | float],
    ax: Axes | None = None,
    *,
    label: str = "",
    ylabel: str = "chance that somebody is lower",
    xlabel: str = "your total (points)",
    title: str = "",
) -> Axes:
    """How risky a call is at each total; call it again with the same axes for further curves.

    Args:
        points: the totals.
        risks: the chance at each of them; the standard errors of `Estimate`s become bars.
        ax: where to draw; new axes without it.
        label: what the curve is called.
        ylabel: name of the y axis.
        xlabel: name of the x axis.
        title: title of the axes.

    Raises:
        CambioError: there are not as many risks as points, or none.
    """
    if len(points) != len(risks) or not points:
        raise CambioError(f"{len(risks)} risks for {len(points)} totals; one each is wanted")
    ax = new_axes(ax, xlabel, ylabel, title)
    number = len(ax.containers)
    marker, line = _LINES[number % len(_LINES)]
    errors = [2 * r.standard_error if isinstance(r, Estimate) else 0.0 for r in risks]
    ax.errorbar(
        points,
        [float(risk) for risk in risks],
        yerr=errors if any(errors) else None,
        marker=marker,
        linestyle=line,
        color=_COLOURS[number % len(_COLOURS)],
        linewidth=2.5,
        markersize=8,
        capsize=5,
        label=label or None,
    )
    if label:
        ax.legend(fontsize=LETTERS, frameon=False)
    told = (
        f"{label or 'The risk'} goes from {float(risks[0]):.1%} at {points[0]:g} points "
        f"to {float(risks[-1]):.1%} at {points[-1]:g}."
    )
    return finished(ax, f"{described(ax)} {told}".strip())


def plot_calls(results: "Results", ax: Axes | None = None, *, fewest: int = 50) -> Axes:
    """How calls ended, by the caller's true total at the call: shares of each total, in a column.

    Args:
        results: what came of simulated hands.
        ax: where to draw; new axes without it.
        fewest: totals of fewer hands are left out.

    Raises:
        CambioError: nobody called at any total so often.
    """
    own, ends = results.total_at_call, results.outcome()
    calls = Counter(own[results.was_called].tolist())
    totals = sorted(total for total, hands in calls.items() if hands >= fewest)
    if not totals:
        raise CambioError(f"no total was called with in {fewest} hands; play more hands")
    ax = new_axes(ax, "caller's total at the call (points)", "share of calls", "")
    bottom = [0.0] * len(totals)
    names = ("lowest alone", "tied for lowest", "beaten")
    for n, (name, colour, hatch) in enumerate(zip(names, _ENDS, ("", "..", "//"), strict=True)):
        shares = [float((ends[own == total] == n).sum()) / calls[total] for total in totals]
        ax.bar(
            totals, shares, 0.8, bottom, label=name, color=colour, hatch=hatch, edgecolor="white"
        )
        bottom = [b + share for b, share in zip(bottom, shares, strict=True)]
    ax.legend(fontsize=LETTERS, frameon=False, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1))
    told = " ".join(f"At {t} points {shares[n]:.0%} are beaten." for n, t in enumerate(totals))
    return finished(ax, f"How calls end, by the caller's total. {told}")


def plot_running(
    values: Sequence[float],
    exact: float | None = None,
    ax: Axes | None = None,
    *,
    label: str = "mean so far",
    xlabel: str = "hands",
    title: str = "",
) -> Axes:
    """The mean of the first 1, 2, 3, … values, with two standard errors to each side.

    Args:
        values: a number, or yes or no, a trial.
        exact: the true mean, drawn as a line, where it is known.
        ax: where to draw; new axes without it.
        label: name of the y axis.
        xlabel: name of the x axis, which is logarithmic.
        title: title of the axes.

    Raises:
        CambioError: there are fewer than two values.
    """
    if len(values) < 2:
        raise CambioError(f"{len(values)} trials: at least two are wanted")
    ax = new_axes(ax, xlabel, label, title)
    trials, means, errors = _so_far(values)
    low, high = ([m + way * e for m, e in zip(means, errors, strict=True)] for way in (-2, 2))
    ax.fill_between(trials, low, high, color=BLUE, alpha=0.25, linewidth=0, label="± 2 errors")
    ax.plot(trials, means, color=BLUE, linewidth=2.5, label="so far")
    told = f"After {trials[-1]:,} trials the mean is {means[-1]:.3f} ± {errors[-1]:.3f}."
    if exact is not None:
        ax.axhline(float(exact), color=ORANGE, linestyle="--", linewidth=2.5, label="exact")
        told += f" The exact value is {float(exact):.3f}."
    ax.set_xscale("log")
    ax.set_xlim(1, trials[-1])
    half = 2.5 * max(errors[min(len(errors) - 1, 20) :]) or 1  # the first few are too wild
    ax.set_ylim(means[-1] - half, means[-1] + half)
    ax.legend(fontsize=LETTERS, frameon=False)
    return finished(ax, told, percent=False)


def plot_guesses(
    guesses: Sequence[float],
    truth: float,
    ax: Axes | None = None,
    *,
    xlabel: str = "guess",
    title: str = "",
) -> Axes:
    """What a class guessed, a dot a learner, with the answer as a line.

    Args:
        guesses: the guesses.
        truth: the answer.
        ax: where to draw; new axes without it.
        xlabel: name of the x axis.
        title: title of the axes.

    Raises:
        CambioError: there are no guesses.
    """
    if not guesses:
        raise CambioError("0 guesses: there is nothing to draw")
    ax = new_axes(ax, xlabel, "learners", title)
    wide = (max(*guesses, truth) - min(*guesses, truth) or 1) / 40  # as near as dots may stand
    stacks = Counter(round(float(guess) / wide) for guess in guesses)
    dots = [(place * wide, n + 1) for place, many in stacks.items() for n in range(many)]
    ax.plot([x for x, _ in dots], [y for _, y in dots], "o", color=BLUE, markersize=9)
    ax.axvline(float(truth), color=ORANGE, linestyle="--", linewidth=2.5)
    ax.text(
        float(truth), max(stacks.values()) + 0.7, f" answer {float(truth):.3g}", fontsize=LETTERS
    )
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_ylim(0, max(stacks.values()) + 1.5)
    low = sum(guess < truth for guess in guesses)
    told = f"{len(guesses)} guesses, {low} of them below the answer of {float(truth):.3g}."
    return finished(ax, told, percent=False)


def _so_far(values: Sequence[float]) -> tuple[list[int], list[float], list[float]]:
    """After each of at most some hundred numbers of trials: the mean and its standard error."""
    shown = sorted({round(10 ** (n / 60)) for n in range(18, 480)} & set(range(2, len(values))))
    trials, means, errors, seen = [], [], [], (0, 0.0, 0.0)
    for end in [*shown, len(values)]:
        part = [float(value) for value in values[seen[0] : end]]
        seen = (end, seen[1] + sum(part), seen[2] + sum(value * value for value in part))
        mean = seen[1] / end
        trials.append(end)
        means.append(mean)
        errors.append(sqrt(max(seen[2] / end - mean * mean, 0) / (end - 1)))
    return trials, means, errors


def described(ax: Axes) -> str:
    """What an axes shows, in a sentence or two; "" where it is none of ours."""
    return str(ax.get_gid() or "")


# What is the same for all


def new_axes(
    ax: Axes | None,
    xlabel: str,
    ylabel: str,
    title: str = "",
    size: tuple[float, float] = (8, 4.5),
) -> Axes:
    """Axes in the style of all figures.

    Args:
        ax: axes to be styled; new ones without it.
        xlabel: name of the x axis.
        ylabel: name of the y axis.
        title: title of the axes.
        size: of new axes (inches).
    """
    if ax is None:
        _, ax = plt.subplots(figsize=size, layout="constrained")
    ax.set_xlabel(xlabel, fontsize=LARGE)
    ax.set_ylabel(ylabel, fontsize=LARGE)
    if title:
        ax.set_title(title, fontsize=LARGE, loc="left", pad=14)
    ax.tick_params(labelsize=LETTERS)
    ax.spines[["top", "right"]].set_visible(False)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    return ax


def finished(ax: Axes, told: str, percent: bool = True) -> Axes:
    """The axes with what they show in words, for `described`.

    Args:
        ax: what was drawn on.
        told: what it shows.
        percent: whether the y axis is one of chances, from 0 on.
    """
    if percent:
        ax.autoscale(True, axis="y")
        ax.autoscale_view(scalex=False)
        ax.set_ylim(bottom=0)
        ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=None))
    ax.set_gid(told)
    return ax


def _write(ax: Axes, text: str) -> None:
    """A line in the upper right corner."""
    ax.text(0.98, 0.97, text, ha="right", va="top", transform=ax.transAxes, fontsize=LARGE)


def _told(pmf: Pmf[int]) -> str:
    modes = ", ".join(map(str, pmf.modes[:3]))
    chance = float(max((p for _, p in pmf.items()), default=Fraction(0)))
    return f"Values from {min(pmf)} to {max(pmf)}; most likely {modes} with {chance:.2%}."
