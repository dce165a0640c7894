"""How risky is a call: is somebody lower, when the opponents' cards are taken as random?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from cambio_edu.errors import CambioError
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
from cambio_edu.labs.case import Case
from cambio_edu.probability import DEALS, WORK, Chance, Estimate
from cambio_edu.report import Report, Shown, Table, chance_text, count, percent, points_text
from cambio_edu.rules import Rules
from cambio_edu.showdown import Call
from cambio_edu.words import words as words_of

MOST_UNKNOWN = 6  # cards of a caller of whom only the total is known; more are too many hands


@dataclass(frozen=True, repr=False)
class CallAnswer(Shown):
    """What a call comes to if everybody turned up their cards at once.

    Args:
        rules: the rules in force.
        own: the caller's cards; none where only their total is given.
        seen: cards that were seen elsewhere.
        total: the caller's total (points).
        opponents: how many opponents there are.
        cards_each: how many hidden cards each of them has.
        call: the chances and the expected score of the caller, who is seat 0.
        lower: the chance that somebody is lower, by total (points) and number of opponents.
        language: language of the words.
    """

    rules: Rules
    own: Cards
    seen: Cards
    total: int
    opponents: int
    cards_each: int
    call: Call
    lower: Mapping[tuple[int, int], Chance]
    language: str = "en"

    @property
    def exact(self) -> bool:
        """Whether all numbers are exact, and none is an estimate."""
        return self.call.exact and not any(isinstance(p, Estimate) for p in self.lower.values())

    def __repr__(self) -> str:
        return f"<CallAnswer: {self.total} points, opponents: {self.opponents}>"

    def report(self) -> Report:
        words = words_of(self.language)
        answer = words["lab.call.answer"].format(
            beaten=chance_text(self.call.beaten, words),
            tied=chance_text(self.call.tied, words),
            lowest=chance_text(self.call.lowest, words),
            score=points_text(self.call.score, words),
        )
        return Report(
            title("lab.call", self.rules, words),
            answer,
            self._lines(words),
            [self._table(words)],
            words["lang"],
        )

    def _lines(self, words: Words) -> list[str]:
        filling = {
            "cards": cards_text(self.own) or self.cards_each,
            "total": self.total,
            "opponents": self.opponents,
            "each": self.cards_each,
            "penalty": self.rules.caller_penalty,
            "deals": count(DEALS, words),
        }
        left = cards_left(self.rules, self.own + self.seen)
        return [
            given(self.rules, left, words),
            *(words[key].format(**filling) for key in self._keys()),
        ]

    def _keys(self) -> list[str]:
        keys = {
            "lab.call.own": bool(self.own),
            "lab.call.total": not self.own,
            "lab.call.random": True,
            "lab.call.penalty": True,
            "lab.call.tie.caller": not self.rules.both_tied_zero,
            "lab.call.tie.both": self.rules.both_tied_zero,
            "lab.call.kamikaze": self.rules.kamikaze,
            "lab.estimate": not self.exact,
        }
        return [key for key, holds in keys.items() if holds]

    def _table(self, words: Words) -> Table:
        totals = dict.fromkeys(total for total, _ in self.lower)
        against = range(1, self.opponents + 1)
        heads = (words["lab.call.against"].format(opponents=k) for k in against)
        return Table(
            words["lab.call.caption"],
            (words["lab.points"], *heads),
            [
                (self._named(t, words), *(percent(self.lower[t, k], words) for k in against))
                for t in totals
            ],
        )

    def _named(self, total: int, words: Words) -> str:
        return words["lab.call.yours"].format(total=total) if total == self.total else str(total)


def call_risk(
    rules: Rules | str = "cambio",
    total: int | None = None,
    opponents: int = 3,
    own: str = "",
    seen: str = "",
    cards_each: int | None = None,
    penalty: int | None = None,
    both_tied: bool | None = None,
    house: str = "",
    language: str = "en",
    limit: int = 25 * WORK,
) -> CallAnswer:
    """How risky is a call, when the opponents' cards are taken as random?

    Args:
        rules: a rule set, or the name of a preset.
        total: the caller's total (points); without `own` every way to have it is as likely.
        opponents: how many opponents there are.
        own: the caller's cards, such as `AS AD 2S AH`.
        seen: cards that were seen elsewhere.
        cards_each: how many cards each opponent has; without it as many as are dealt.
        penalty: what a caller who is not lowest pays on top (points); without it the rules say.
        both_tied: whether those who tie with the caller score 0 too; without it the rules say.
        house: house rules, where `rules` is a name.
        language: language of the words.
        limit: how many steps counting may take before the answer is an estimate.

    Raises:
        CambioError: a card is given twice, the total cannot be or is not that of the cards, or
            there are not so many cards.

    >>> answer = call_risk("cambio", own="AS AD 2S AH", opponents=1)
    >>> answer.call.beaten  # 449 of the C(48, 4) = 194,580 hands have less than 5 points
    Fraction(449, 194580)
    >>> answer.call.score == 15 * answer.call.beaten  # 5 points and 10 more, or nothing
    True
    """
    words_of(language)
    in_force = changed(rules_of(rules, house), penalty, both_tied)
    cards, elsewhere = read_cards(own), read_cards(seen)
    left = cards_left(in_force, cards + elsewhere)
    each = in_force.cards_each if cards_each is None else cards_each
    whole("cards_each", each, left.total() if cards else MOST_UNKNOWN, least=1)
    whole("opponents", opponents, left.total() // each - (not cards), least=1)
    case = Case(in_force, left, each, opponents, cards)
    points = case.total(total)
    call = case.call(points, limit)
    lower = MappingProxyType(case.lower(points) | {(points, opponents): call.beaten})
    return CallAnswer(in_force, cards, elsewhere, points, opponents, each, call, lower, language)


def changed(rules: Rules, penalty: int | None, both_tied: bool | None) -> Rules:
    """The rules with another penalty or another reading of ties.

    Args:
        rules: the rules in force.
        penalty: what a caller who is not lowest pays on top (points); None as it is.
        both_tied: whether those who tie with the caller score 0 too; None as it is.

    Raises:
        CambioError: no such penalty, or the rules seat teams.
    """
    if rules.teams:
        raise CambioError("'teams' share their totals; leave that house rule out here")
    if penalty is not None:
        rules = replace(rules, caller_penalty=whole("penalty", penalty, 10_000))
    return rules if both_tied is None else replace(rules, both_tied_zero=both_tied)
