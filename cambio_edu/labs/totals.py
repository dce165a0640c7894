"""What can hidden cards come to, together with the cards that one knows?"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from cambio_edu.labs.asking import (
    Cards,
    Words,
    cards_left,
    cards_text,
    given,
    read_cards,
    rules_of,
    title,
    whole,
)
from cambio_edu.pmf import Pmf
from cambio_edu.probability import total
from cambio_edu.report import Report, Shown, Table, chance_text, count, number, percent
from cambio_edu.rules import Rules
from cambio_edu.words import words as words_of


@dataclass(frozen=True, repr=False)
class TotalAnswer(Shown):
    """How likely each total is.

    Args:
        rules: the rules in force.
        known: the cards that one has and knows.
        seen: cards that were seen elsewhere.
        hidden: how many cards are hidden.
        points: the total that is asked about.
        pmf: the distribution of the total (points).
        language: language of the words.
    """

    rules: Rules
    known: Cards
    seen: Cards
    hidden: int
    points: int
    pmf: Pmf[int]
    language: str = "en"

    @property
    def at_most(self) -> Fraction:
        """The chance of that many points or fewer."""
        return self.pmf.at_most(self.points)

    def __repr__(self) -> str:
        return f"<TotalAnswer: {self.rules.preset}, {len(self.known)} known, {self.hidden} hidden>"

    def report(self) -> Report:
        words = words_of(self.language)
        return Report(
            title("lab.total", self.rules, words),
            self._answer(words),
            self._lines(words),
            [self._table(words)],
            words["lang"],
        )

    def _answer(self, words: Words) -> str:
        return words["lab.total.answer"].format(
            points=self.points,
            chance=chance_text(self.at_most, words),
            modes=", ".join(map(str, self.pmf.modes)),
            mean=number(self.pmf.mean, words),
            sd=number(self.pmf.sd, words),
        )

    def _lines(self, words: Words) -> list[str]:
        left = cards_left(self.rules, self.known + self.seen)
        ways = count(comb(left.total(), self.hidden), words)
        worth = sum(map(self.rules.points, self.known))
        known = words["lab.total.known"].format(cards=cards_text(self.known), points=worth)
        return [
            given(self.rules, left, words),
            known if self.known else words["lab.total.none"],
            words["lab.total.ways"].format(left=left.total(), hidden=self.hidden, ways=ways),
        ]

    def _table(self, words: Words) -> Table:
        at_most, ways = self.pmf.cumulative(), self.pmf.counts
        return Table(
            words["lab.total.caption"],
            (words["lab.points"], words["lab.ways"], words["lab.chance"], words["lab.at_most"]),
            [
                (str(t), count(ways[t], words), percent(p, words), percent(at_most[t], words))
                for t, p in self.pmf.items()
            ],
            [p for _, p in self.pmf.items()],
        )


def explore_total(
    rules: Rules | str = "cambio",
    known: str = "AS KD",
    hidden: int = 2,
    points: int = 5,
    seen: str = "",
    house: str = "",
    language: str = "en",
) -> TotalAnswer:
    """How likely is each total of some known and some hidden cards?

    Args:
        rules: a rule set, or the name of a preset.
        known: the cards of which one adds the points, such as `AS KD`.
        hidden: how many cards are hidden.
        points: the total of which `at_most` gives the chance of it or less (points).
        seen: cards that lie elsewhere.
        house: house rules, where `rules` is a name.
        language: language of the words.

    Raises:
        CambioError: a card is given twice, or there are not so many hidden cards.

    >>> explore_total("cambio", known="", hidden=4).pmf.mean
    Fraction(308, 13)
    >>> explore_total("cabo", known="12 0", hidden=1, points=12).at_most  # 1 zero of 50 cards
    Fraction(1, 50)
    """
    words_of(language)
    in_force, own, elsewhere = rules_of(rules, house), read_cards(known), read_cards(seen)
    left = cards_left(in_force, own + elsewhere)
    whole("hidden", hidden, left.total())
    worths = Counter(map(in_force.points, left.elements()))
    pmf = total(worths, hidden) + sum(map(in_force.points, own))
    return TotalAnswer(in_force, own, elsewhere, hidden, points, pmf, language)
