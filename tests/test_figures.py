"""Figures: what is drawn is what was computed, and no difference is one of colour alone."""

from collections.abc import Iterator
from fractions import Fraction

import matplotlib as mpl
import pytest
from matplotlib.axes import Axes

mpl.use("Agg")

import matplotlib.pyplot as plt

from cambio_edu.errors import CambioError
from cambio_edu.figures import (
    against,
    compare,
    described,
    heat_strip,
    plot_pmf,
    plot_running,
    risk_curve,
)
from cambio_edu.pmf import Pmf
from cambio_edu.probability import Estimate, total
from cambio_edu.rules import rules

FOUR = total(rules("cabo").worths, 4)
SMALL = Pmf({-2: 1, 0: 1, 5: 2})


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


@pytest.fixture
def axes() -> Axes:
    return plt.subplots()[1]


def centres(ax: Axes) -> list[float]:
    return [bar.get_x() + bar.get_width() / 2 for bar in ax.patches]


def test_every_one_takes_axes_and_returns_them(axes: Axes) -> None:
    assert plot_pmf(SMALL, axes) is axes
    assert compare(SMALL, FOUR, axes) is axes
    assert against(SMALL, {0: 3}, axes) is axes
    assert heat_strip({"A1": SMALL}, axes) is axes
    assert risk_curve([1], [0.5], axes) is axes
    assert plot_pmf(SMALL) is not axes


def test_bars_stand_where_and_as_high_as_the_pmf_says(axes: Axes) -> None:
    plot_pmf(SMALL, axes)
    assert centres(axes) == pytest.approx([-2, 0, 5])
    assert [bar.get_height() for bar in axes.patches] == [0.25, 0.25, 0.5]
    assert axes.lines[0].get_xdata()[0] == float(SMALL.mean) == 2.0
    assert axes.get_ylim()[0] == 0


def test_an_event_is_hatched_and_told(axes: Axes) -> None:
    plot_pmf(SMALL, axes, event=lambda x: x <= 0)
    assert [bool(bar.get_hatch()) for bar in axes.patches] == [True, True, False]
    assert "50.00%" in {text.get_text()[-6:] for text in axes.texts}
    assert "chance of 50.00%" in described(axes)


def test_two_distributions_differ_in_shape_and_hatching(axes: Axes) -> None:
    compare(SMALL, FOUR, axes, labels=("one card", "four"))
    assert all(bar.get_hatch() for bar in axes.patches)
    outline = axes.lines[0]
    heights = dict(zip(outline.get_xdata(), outline.get_ydata(), strict=True))
    assert all(heights[x] == pytest.approx(float(FOUR[x])) for x in FOUR)
    assert axes.lines[1].get_linestyle() != axes.lines[2].get_linestyle()
    assert {text.get_text() for text in axes.get_legend().get_texts()} == {"one card", "four"}


def test_the_band_is_two_standard_errors_of_a_share(axes: Axes) -> None:
    against(SMALL, {-2: 30, 0: 20, 5: 50}, axes)
    band = axes.collections[0].get_paths()[0].vertices
    error = 2 * (0.5 * 0.5 / 100) ** 0.5
    assert band[:, 1].max() == pytest.approx(0.5 + error)
    points = next(line for line in axes.lines if line.get_marker() == "o")
    assert list(points.get_ydata()) == [0.3, 0.2, 0.5]
    assert "n = 100" in {t.get_text()[-7:] for t in axes.get_legend().get_texts()}
    assert described(axes).startswith("Of 3 values, 3 are within 2 standard errors")


def test_what_is_impossible_is_marked(axes: Axes) -> None:
    against(SMALL, {5: 9, 7: 1}, axes)
    crosses = next(line for line in axes.lines if line.get_marker() == "x")
    assert list(crosses.get_xdata()) == [7]
    assert "Values that are impossible came up: 7." in described(axes)


def test_a_strip_has_a_row_a_place_with_numbers_and_means(axes: Axes) -> None:
    heat_strip({"A1": SMALL, "B2": Pmf({5: 1})}, axes)
    drawn = axes.images[0].get_array()
    assert drawn.shape == (2, 8)  # -2 to 5
    assert list(drawn[0]) == [0.25, 0, 0.25, 0, 0, 0, 0, 0.5]
    texts = [text.get_text() for text in axes.texts]
    assert texts[:4] == ["25", "25", "50", "100"]
    assert {"2.0", "5.0", "mean"} <= set(texts)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["A1", "B2"]
    light = {text.get_color() for text in axes.texts if text.get_text() == "25"}
    dark = {text.get_color() for text in axes.texts if text.get_text() == "100"}
    assert (light, dark) == ({"black"}, {"white"})


def test_curves_differ_in_marker_and_line(axes: Axes) -> None:
    for opponents in (1, 2, 3):
        risk_curve([0, 5], [Fraction(0), Fraction(1, 4)], axes, label=f"{opponents}")
    lines = [container[0] for container in axes.containers]
    assert len({line.get_marker() for line in lines}) == 3
    assert len({line.get_linestyle() for line in lines}) == 3
    assert list(lines[0].get_ydata()) == [0, 0.25]
    assert described(axes).count("goes from 0.0% at 0 points to 25.0% at 5.") == 3


def test_all_curves_fit_into_the_axes(axes: Axes) -> None:
    risk_curve([0, 5], [0.0, 0.1], axes)
    risk_curve([0, 5], [0.0, 0.9], axes)
    assert axes.get_ylim()[1] > 0.9


def test_estimates_have_bars_of_two_standard_errors(axes: Axes) -> None:
    rough = Estimate(0.3, 0.02, 500, 500.0)
    risk_curve([4, 5], [Fraction(1, 4), rough], axes)
    bars = axes.containers[0][2][0].get_segments()
    assert [tuple(bar[:, 1]) for bar in bars] == [(0.25, 0.25), pytest.approx((0.26, 0.34))]


def test_letters_and_lines_can_be_read_from_the_last_row(axes: Axes) -> None:
    for draw in (
        lambda: plot_pmf(FOUR, axes, event={26}, title="Four cards"),
        lambda: heat_strip({"A1": SMALL}, axes),
        lambda: risk_curve([1, 2], [0.1, 0.2], axes, label="one"),
    ):
        axes.clear()
        draw()
        texts = [*axes.texts, axes.xaxis.label, axes.yaxis.label, *axes.get_xticklabels()]
        assert min(text.get_fontsize() for text in texts) >= 12


def test_words_can_be_those_of_any_language(axes: Axes) -> None:
    plot_pmf(SMALL, axes, label="Chance", xlabel="Punkte", title="Eine Karte")
    assert axes.get_ylabel() == "Chance"
    assert axes.get_xlabel() == "Punkte"
    assert axes.get_title(loc="left") == "Eine Karte"


@pytest.mark.parametrize(
    ("draw", "told"),
    [
        (lambda: against(SMALL, {0: -1}), "count of -1"),
        (lambda: against(SMALL, {}), "0 trials"),
        (lambda: heat_strip({}), "0 places"),
        (lambda: risk_curve([1, 2], [0.5]), "1 risks for 2 totals"),
        (lambda: risk_curve([], []), "0 risks"),
    ],
)
def test_what_cannot_be_drawn_is_said(draw, told: str) -> None:
    with pytest.raises(CambioError, match=told):
        draw()


def test_axes_of_others_have_no_description(axes: Axes) -> None:
    assert described(axes) == ""


def test_a_running_mean_settles_and_says_where() -> None:
    values = [float(n % 4 == 0) for n in range(1, 4_001)]
    ax = plot_running(values, 0.25)
    assert described(ax) == (
        "After 4,000 trials the mean is 0.250 ± 0.007. The exact value is 0.250."
    )
    low, high = ax.get_ylim()
    assert low < 0.25 < high


@pytest.mark.parametrize("values", [[0.0] * 500 + [1.0] * 3, [2.0] * 50, [0, 1]])
def test_a_running_mean_of_rare_or_equal_values_has_room(values: list[float]) -> None:
    low, high = plot_running(values).get_ylim()
    assert low < sum(values) / len(values) < high


def test_a_running_mean_needs_two_values() -> None:
    with pytest.raises(CambioError, match="1 trials: at least two are wanted"):
        plot_running([1.0])
