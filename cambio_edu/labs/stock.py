"""Does at least one of some cards come up in the next draws?"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from cambio_edu.cards import SIGNS, Card
from cambio_edu.errors import CambioError
from cambio_edu.labs.asking import (
    Cards,
    Words,
    cards_left,
    given,
    ranks_text,
    read_cards,
    rules_of,
    title,
    whole,
)
from cambio_edu.pmf import Pmf
from cambio_edu.report import Report, Shown, Table, chance_text, number, percent
from cambio_edu.rules import Rules
from cambio_edu.words import words as words_of

_LETTERS = str.maketrans("♠♥♦♣", "SHDC")


@dataclass(frozen=True, repr=False)
class StockAnswer(Shown):
    """How likely the next cards of the stock are to hold some of those that are wanted.

    Args:
        rules: the rules in force.
        seen: the cards that were seen.
        hidden_elsewhere: how many cards lie face down outside the stock.
        want: the ranks, suits or cards that are wanted.
        draws: how many cards are drawn.
        left: how many cards have not been seen.
        fit: how many of those are wanted.
        language: language of the words.
    """

    rules: Rules
    seen: Cards
    hidden_elsewhere: int
    want: tuple[str, ...]
    draws: int
    left: int
    fit: int
    language: str = "en"

    @property
    def none(self) -> Fraction:
        """The chance that no card that is drawn is wanted: C(N − K, n) / C(N, n)."""
        return Fraction(comb(self.left - self.fit, self.draws), comb(self.left, self.draws))

    @property
    def at_least_one(self) -> Fraction:
        """The chance that at least one is: the complement."""
        return 1 - self.none

    @property
    def exactly(self) -> Pmf[int]:
        """How many of the cards that are drawn are wanted: hypergeometric."""
        others = self.left - self.fit
        most = min(self.fit, self.draws)
        return Pmf({j: comb(self.fit, j) * comb(others, self.draws - j) for j in range(most + 1)})

    @property
    def expected(self) -> Fraction:
        """How many are to be expected: n K / N; as a chance of at least one it is wrong."""
        return self.draws * self._share

    @property
    def with_replacement(self) -> Fraction:
        """The chance of at least one if every card were put back: 1 − (1 − K / N)ⁿ."""
        return 1 - (1 - self._share) ** self.draws

    @property
    def _share(self) -> Fraction:
        """The share of the cards left that is wanted; of no cards none is."""
        return Fraction(self.fit, max(1, self.left))

    def __repr__(self) -> str:
        return f"<StockAnswer: {' '.join(self.want)} in the next {self.draws} of {self.left}>"

    def report(self) -> Report:
        words = words_of(self.language)
        answer = words["lab.stock.answer"].format(
            draws=self.draws, chance=chance_text(self.at_least_one, words)
        )
        return Report(
            title("lab.stock", self.rules, words),
            answer,
            self._lines(words),
            [self._readings(words), self._table(words)],
            words["lang"],
        )

    def _lines(self, words: Words) -> list[str]:
        filling = {
            "want": " ".join(self.want),
            "fit": self.fit,
            "left": self.left,
            "draws": self.draws,
            "others": self.left - self.fit,
            "hidden": self.hidden_elsewhere,
            "none": chance_text(self.none, words),
            "chance": chance_text(self.at_least_one, words),
            "expected": number(self.expected, words),
        }
        keys = ["lab.stock.want", "lab.stock.none", "lab.stock.some", "lab.stock.expected"]
        if self.hidden_elsewhere:
            keys.insert(1, "lab.stock.where")
        left = cards_left(self.rules, self.seen)
        return [given(self.rules, left, words), *(words[key].format(**filling) for key in keys)]

    def _readings(self, words: Words) -> Table:
        """The right answer beside two that are often given."""
        named = {
            "lab.stock.right": self.at_least_one,
            "lab.stock.back": self.with_replacement,
            "lab.stock.sum": self.expected,
        }
        rows = [(words[key], percent(chance, words)) for key, chance in named.items()]
        return Table(
            words["lab.stock.readings"],
            (words["lab.stock.reading"], words["lab.chance"]),
            rows,
            list(named.values()),
        )

    def _table(self, words: Words) -> Table:
        return Table(
            words["lab.stock.caption"],
            (words["lab.stock.many"], words["lab.chance"]),
            [(str(j), chance_text(p, words)) for j, p in self.exactly.items()],
            [p for _, p in self.exactly.items()],
        )


def explore_stock(
    rules: Rules | str = "cambio",
    seen: str = "",
    hidden_elsewhere: int = 0,
    want: str = "A",
    draws: int = 3,
    house: str = "",
    language: str = "en",
) -> StockAnswer:
    """Does at least one of some cards come up in the next draws?

    Args:
        rules: a rule set, or the name of a preset.
        seen: the cards that were seen, wherever they lie.
        hidden_elsewhere: how many cards nobody has shown lie outside the stock.
        want: ranks (`A`), suits (`H`) or cards (`KD`); any of them will do.
        draws: how many cards are drawn.
        house: house rules, where `rules` is a name.
        language: language of the words.

    Raises:
        CambioError: a card is given twice, a word of `want` is not in the pack, or there are not
            so many cards.

    >>> explore_stock("cambio", want="A", draws=1).at_least_one
    Fraction(1, 13)
    >>> answer = explore_stock("cabo", seen="0 5 7", want="0", draws=7)  # 1 zero among 49
    >>> answer.at_least_one, answer.with_replacement < answer.at_least_one
    (Fraction(1, 7), True)
    """
    words_of(language)
    in_force, known = rules_of(rules, house), read_cards(seen)
    left = cards_left(in_force, known)
    whole("hidden_elsewhere", hidden_elsewhere, left.total())
    whole("draws", draws, left.total() - hidden_elsewhere)
    wanted = dict(_wanted(in_force, word) for word in want.replace(",", " ").split())
    if not wanted:
        raise CambioError("0 ranks are wanted; name at least one, such as A")
    fit = sum(left[card] for card in set().union(*wanted.values()))
    return StockAnswer(
        in_force, known, hidden_elsewhere, tuple(wanted), draws, left.total(), fit, language
    )


def _wanted(rules: Rules, word: str) -> tuple[str, set[Card]]:
    """What a word of `want` stands for: how it is shown, and the cards of the pack."""
    text = word.translate(_LETTERS).upper().replace("T", "10")
    found = {card for card in rules.pack.cards if text in (card.rank, card.suit, str(card))}
    if not found:
        raise CambioError(
            f"{word!r} is no rank, suit or card of this pack; ranks are {ranks_text(rules)}"
        )
    return text.translate(SIGNS), found
