"""Chapter 06: curves of what a look is worth."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from matplotlib.axes import Axes

from cambio_edu.figures import BLUE, GREEN, LETTERS, ORANGE, finished, new_axes

_STYLES = ((BLUE, "o-"), (ORANGE, "s--"), (GREEN, "^:"))


def plot_worth(
    bars: Sequence[int], curves: Mapping[str, Sequence[Fraction]], *, xlabel: str, ylabel: str
) -> Axes:
    """Curves of points against points, one marker and one kind of line each.

    Args:
        bars: where the curves are known.
        curves: their heights there, by what they are called.
        xlabel: name of the x axis.
        ylabel: name of the y axis.
    """
    ax = new_axes(None, xlabel, ylabel)
    for (name, heights), (colour, line) in zip(curves.items(), _STYLES, strict=False):
        ax.plot(bars, [float(h) for h in heights], line, color=colour, linewidth=2.5,
                markersize=8, label=name)  # fmt: skip
    ax.legend(fontsize=LETTERS, frameon=False)
    tops = {name: max(zip(heights, bars, strict=True)) for name, heights in curves.items()}
    told = (f"{name}: highest at {x}, with {float(top):.2f}." for name, (top, x) in tops.items())
    return finished(ax, " ".join(told), percent=False)
