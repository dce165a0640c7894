"""An answer as it is shown: a title, sentences and tables, as text and as HTML.

Numbers are written as the language writes them. Bars are letters, so that they stand on dark and
on light paper and where styles are taken away.
"""

import html
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from cambio_edu.pmf import bar
from cambio_edu.probability import Chance, Estimate

Words = Mapping[str, str]

LONGEST_FRACTION = 26  # letters; a longer one says nothing to anybody
_OTHER_SIGNS = str.maketrans(".,", ",.")


# Numbers


def number(value: Fraction | float, words: Words, digits: int = 2) -> str:
    """A number with so many decimals, with the signs of the language.

    >>> number(Fraction(2469, 2), {"lang": "en"}), number(Fraction(2469, 2), {"lang": "de"}, 1)
    ('1,234.50', '1.234,5')
    """
    text = f"{float(value):z,.{digits}f}"  # z: what rounds to 0 has no sign
    return text if words["lang"] == "en" else text.translate(_OTHER_SIGNS)


def count(value: int, words: Words) -> str:
    """A whole number.

    >>> count(270725, {"lang": "it"})
    '270.725'
    """
    text = f"{value:,}"
    return text if words["lang"] == "en" else text.translate(_OTHER_SIGNS)


def percent(chance: Chance, words: Words) -> str:
    """A chance in percent, with as many decimals as tell it from 0 and from 1.

    >>> percent(Fraction(1, 3), {"lang": "en"}), percent(Fraction(1, 270725), {"lang": "en"})
    ('33.33%', '0.0004%')
    """
    value = 100 * float(chance)
    if isinstance(chance, Estimate):
        error = number(100 * chance.standard_error, words, 1)
        return f"≈ {number(value, words, 1)}% ± {error}%"
    if chance in (0, 1):
        return f"{value:.0f}%"
    digits = 2
    while digits < 12 and round(value, digits) in (0, 100):
        digits += 1
    return f"{number(value, words, digits)}%"


def chance_text(chance: Chance, words: Words) -> str:
    """A chance as a fraction and in percent, or as an estimate with its standard error.

    >>> chance_text(Fraction(6, 17), {"lang": "nl"}), chance_text(Fraction(1), {"lang": "nl"})
    ('6/17 (35,29%)', '100%')
    """
    text = str(chance)
    if isinstance(chance, Estimate) or chance.denominator == 1 or len(text) > LONGEST_FRACTION:
        return percent(chance, words)
    return f"{text} ({percent(chance, words)})"


def points_text(points: Chance, words: Words) -> str:
    """An expected number of points, exact or with its standard error.

    >>> points_text(Fraction(-1, 2), {"lang": "en"})
    '-0.50'
    """
    if isinstance(points, Estimate):
        return f"≈ {number(points.value, words)} ± {number(points.standard_error, words)}"
    return number(points, words)


# Reports


class Table(NamedTuple):
    """A table; the first cell of each row names it.

    Args:
        caption: what it shows.
        head: the name of each column.
        rows: the cells, `(rows, columns)`.
        weights: for each row how long its bar is, or nothing.
    """

    caption: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    weights: Sequence[Fraction] = ()

    @property
    def bars(self) -> list[str]:
        """The bar of each row, the longest for the greatest weight."""
        most = max(self.weights, default=Fraction(0)) or 1
        return [bar(weight, most) for weight in self.weights] or [""] * len(self.rows)

    @property
    def _side(self) -> str:
        """Where the names of the rows stand: words to the left, numbers to the right."""
        names = [row[0] for row in self.rows]
        return "right" if names and names[0].lstrip("-").isdigit() else "left"

    def text(self) -> str:
        """Columns in line, numbers to the right."""
        lines = [self.head, *self.rows]
        wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
        sides = ["<" if self._side == "left" else ">", *[">"] * (len(wide) - 1)]
        return "\n".join(
            "  ".join(f"{c:{s}{w}}" for c, s, w in zip(line, sides, wide, strict=True))
            + f"  {bar}".rstrip()
            for line, bar in zip(lines, ["", *self.bars], strict=True)
        )

    def html(self) -> str:
        """A table with scopes and a caption; the bars are for the eye alone."""
        sides = [self._side, *["right"] * (len(self.head) - 1)]
        heads = "".join(
            f'<th scope="col" {_style(side)}>{html.escape(name)}</th>'
            for name, side in zip(self.head, sides, strict=True)
        )
        room = "<td></td>" if self.weights else ""
        rows = "".join(map(self._row, self.rows, self.bars))
        return (
            f'<table style="border-collapse:collapse;margin:.6em 0">'
            f'<caption style="text-align:left;padding:.2em 0"><b>{html.escape(self.caption)}</b>'
            f"</caption><thead><tr>{heads}{room}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def _row(self, row: tuple[str, ...], bar: str) -> str:
        name, *cells = map(html.escape, row)
        drawn = f'<td aria-hidden="true" {_BAR}>{bar}</td>' if self.weights else ""
        values = "".join(f"<td {_style('right')}>{cell}</td>" for cell in cells)
        return f'<tr><th scope="row" {_style(self._side)}>{name}</th>{values}{drawn}</tr>'


_GAP = 'style="margin:.4em 0"'
_BAR = 'style="text-align:left;opacity:.6"'


def _style(side: str) -> str:
    return f'style="text-align:{side};padding:.1em .6em"'


class Report(NamedTuple):
    """What is shown of an answer.

    Args:
        title: what was asked.
        answer: the answer, in one or two sentences.
        lines: what it rests on, a sentence or two each.
        tables: the numbers behind it.
        lang: code of the language.
    """

    title: str
    answer: str
    lines: Sequence[str]
    tables: Sequence[Table]
    lang: str

    def text(self) -> str:
        """As plain text."""
        tables = [f"{table.caption}\n{table.text()}" for table in self.tables]
        return "\n\n".join(["\n".join([self.title, self.answer, *self.lines]), *tables])

    def html(self, live: bool = False) -> str:
        """As HTML.

        Args:
            live: whether the answer is read aloud where it changes.
        """
        status = ' role="status" aria-live="polite"' if live else ""
        return (
            f'<div lang="{self.lang}" style="line-height:1.5">'
            f"<p {_GAP}><b>{html.escape(self.title)}</b></p>"
            f"<p{status} {_GAP}>{html.escape(self.answer)}</p>{self.details()}</div>"
        )

    def details(self) -> str:
        """What the answer rests on, as HTML."""
        lines = "".join(f"<p {_GAP}>{html.escape(line)}</p>" for line in self.lines)
        return lines + "".join(table.html() for table in self.tables)


class Shown(ABC):
    """Something that is shown as a report, in a notebook and on paper."""

    @abstractmethod
    def report(self) -> Report:
        """What is shown of it."""

    def __str__(self) -> str:
        return self.report().text()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        return self.report().html()
