"""Cards of one rank: does a claim fit, does a card fit on the discard pile, is there a pair?"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, perm

from cambio_edu.cards import JOKER, Card
from cambio_edu.labs.asking import (
    Cards,
    Words,
    cards_left,
    cards_text,
    given,
    read_card,
    read_cards,
    rules_of,
    title,
    whole,
)
from cambio_edu.report import Report, Shown, Table, chance_text, number
from cambio_edu.rules import Rules
from cambio_edu.words import words as words_of


@dataclass(frozen=True, repr=False)
class MatchAnswer(Shown):
    """How likely cards are to be of one rank, and what a claim gains.

    A gain is how many points one's total falls, in the mean.

    Args:
        rules: the rules in force.
        known: the cards of the claim that are known.
        hidden: how many cards of the claim are hidden.
        seen: cards that were seen elsewhere.
        top: the card on top of the discard pile, or None.
        hand: the card in hand, or None.
        cards: among how many hidden cards a pair is looked for.
        language: language of the words.
    """

    rules: Rules
    known: Cards
    hidden: int
    seen: Cards
    top: Card | None
    hand: Card | None
    cards: int
    language: str = "en"

    def __repr__(self) -> str:
        return f"<MatchAnswer: {self.rules.preset}, {len(self.known)} known, {self.hidden} hidden>"

    # A claim of equal cards

    @property
    def claim(self) -> Fraction:
        """The chance that the cards of the claim are all of one rank."""
        return sum(self._claims.values(), Fraction(0))

    @property
    def claim_gain(self) -> Fraction:
        """What the claim gains: the cards that go, less the card in hand that comes."""
        goes = sum((p * self._worth(rank) for rank, p in self._claims.items()), Fraction(0))
        comes = self.claim if self.rules.failed_claim == "discard" else 1
        return goes - comes * self._in_hand

    @cached_property
    def _claims(self) -> dict[str, Fraction]:
        """For each rank the chance that all cards of the claim have it: card after card."""
        known = {card.rank for card in self.known}
        ways = perm(self._left.total(), self.hidden)
        ranks = {card.rank for card in self.rules.pack.cards if known <= {card.rank}}
        return {rank: Fraction(perm(self._ranks[rank], self.hidden), ways) for rank in ranks}

    def _worth(self, rank: str) -> Fraction:
        """What the cards of the claim are worth in the mean if they have that rank (points)."""
        hidden = self.hidden * self._mean(rank) if self.hidden else 0
        return sum(map(self.rules.points, self.known)) + Fraction(hidden)

    @property
    def swap_gain(self) -> Fraction:
        """What putting the card in hand in place of a hidden card gains."""
        return self._mean() - self._in_hand

    @property
    def _in_hand(self) -> int:
        return self.rules.points(self.hand) if self.hand else 0

    # Laying a card down

    @property
    def fits(self) -> Fraction:
        """The chance that a hidden card fits on the discard pile."""
        return Fraction(self._fitting, max(1, self._left.total()))

    @property
    def _fitting(self) -> int:
        return self._ranks[self.top.rank] if self.top and self.top.rank != JOKER else 0

    @property
    def stack_gain(self) -> Fraction:
        """What laying a hidden card down gains.

        If it fits it goes; if not a card of the stock comes. Of the ordered pairs of a hidden card
        and a card of the stock, all equally likely, those count in which the first does not fit.
        """
        whole = self._left.total()
        unfit = whole - self._fitting
        comes = sum(
            n * self.rules.points(card) * (unfit - (card.rank != self._top_rank))
            for card, n in self._left.items()
        )
        goes = self.fits * self._mean(self._top_rank)
        return goes - Fraction(comes, max(1, whole * (whole - 1)))

    @property
    def _top_rank(self) -> str:
        return self.top.rank if self._fitting and self.top else ""

    # A pair

    @property
    def no_pair(self) -> Fraction:
        """The chance that no two of the hidden cards are of one rank.

        The ways to take cards of different ranks are a coefficient of the product of 1 + n x over
        the ranks, of which n cards are left each.
        """
        ways = [1] + [0] * self.cards
        for n in self._ranks.values():
            ways = [a + n * b for a, b in zip(ways, [0, *ways], strict=False)]
        return Fraction(ways[self.cards], comb(self._left.total(), self.cards))

    @property
    def pair(self) -> Fraction:
        """The chance that at least two are: the complement."""
        return 1 - self.no_pair

    @property
    def equal(self) -> Fraction:
        """The chance that two hidden cards are of one rank."""
        whole = self._left.total()
        pairs = sum(n * (n - 1) for n in self._ranks.values())
        return Fraction(pairs, max(1, whole * (whole - 1)))

    @property
    def pairs(self) -> Fraction:
        """How many pairs of equal cards are to be expected: a sum of indicators."""
        return comb(self.cards, 2) * self.equal

    # Cards that are left

    @property
    def visible(self) -> Cards:
        """All cards that the asker sees or has seen."""
        return (*self.known, *self.seen, *filter(None, (self.top, self.hand)))

    @cached_property
    def _left(self) -> Counter[Card]:
        return cards_left(self.rules, self.visible)

    @cached_property
    def _ranks(self) -> Counter[str]:
        return Counter(card.rank for card in self._left.elements())

    def _mean(self, rank: str | None = None) -> Fraction:
        """What a card that is left is worth in the mean (points), of a rank or of any."""
        cards = [card for card in self._left.elements() if rank in (None, card.rank)]
        return Fraction(sum(map(self.rules.points, cards)), max(1, len(cards)))

    # How it is shown

    def report(self) -> Report:
        words = words_of(self.language)
        return Report(
            title("lab.match", self.rules, words),
            " ".join(self._said(self._answers, words)),
            [given(self.rules, self._left, words), *self._said(self._reasons, words)],
            [self._table(words)] if self.hand else [],
            words["lang"],
        )

    def _said(self, keys: dict[str, bool], words: Words) -> list[str]:
        filling = {
            "known": cards_text(self.known) or words["lab.none"],
            "hidden": self.hidden,
            "top": cards_text(filter(None, [self.top])),
            "hand": cards_text(filter(None, [self.hand])),
            "cards": self.cards,
            "places": comb(self.cards, 2),
            "claim": chance_text(self.claim, words),
            "fits": chance_text(self.fits, words),
            "gain": number(self.stack_gain, words),
            "no_pair": chance_text(self.no_pair, words),
            "pair": chance_text(self.pair, words),
            "equal": chance_text(self.equal, words),
            "pairs": number(self.pairs, words),
        }
        return [words[key].format(**filling) for key, holds in keys.items() if holds]

    @property
    def _answers(self) -> dict[str, bool]:
        return {
            "lab.match.claim": self._is_claim,
            "lab.match.fits": bool(self.top),
            "lab.match.pair": True,
        }

    @property
    def _reasons(self) -> dict[str, bool]:
        allowed, stacks = self.rules.exchange_many, self.rules.stacking != "no"
        return {
            "lab.match.unlike": len({card.rank for card in self.known}) > 1,
            f"lab.match.claim.{self.rules.failed_claim}": bool(self._is_claim and allowed),
            "lab.match.claim.no": self._is_claim and not allowed,
            "lab.match.stack": bool(self.top) and stacks,
            "lab.match.stack.no": bool(self.top) and not stacks,
            "lab.match.no_pair": True,
            "lab.match.pairs": True,
        }

    @property
    def _is_claim(self) -> bool:
        return len(self.known) + self.hidden > 1

    def _table(self, words: Words) -> Table:
        """What can be done with the card in hand, and what it gains."""
        rows: list[tuple[str, Fraction | int]] = [(words["lab.match.discard"], 0)]
        rows += [
            (
                words["lab.match.swap"].format(cards=cards_text([c])),
                self.rules.points(c) - self._in_hand,
            )
            for c in self.known
        ]
        if self.hidden:
            rows.append((words["lab.match.swap.hidden"], self.swap_gain))
        if self._is_claim and self.rules.exchange_many:
            rows.append((words["lab.match.swap.claim"], self.claim_gain))
        return Table(
            words["lab.match.caption"].format(hand=cards_text(filter(None, [self.hand]))),
            (words["lab.match.move"], words["lab.match.gain"]),
            [(name, number(gain, words)) for name, gain in rows],
        )


def matching(
    rules: Rules | str = "cabo",
    known: str = "7",
    hidden: int = 1,
    top: str = "",
    hand: str = "",
    seen: str = "",
    cards: int | None = None,
    house: str = "",
    language: str = "en",
) -> MatchAnswer:
    """How likely are cards to be of one rank: a claim, a card laid down, a pair?

    Args:
        rules: a rule set, or the name of a preset.
        known: the cards of the claim that are known, such as `7 7`.
        hidden: how many cards of the claim are hidden.
        top: the card on top of the discard pile, or nothing.
        hand: the card in hand, or nothing.
        seen: cards that were seen elsewhere.
        cards: among how many hidden cards a pair is looked for; without it as many as are dealt.
        house: house rules, where `rules` is a name.
        language: language of the words.

    Raises:
        CambioError: a card is given twice, or there are not so many cards.

    >>> matching("cabo", known="7", hidden=1).claim  # 3 sevens among 51 cards
    Fraction(1, 17)
    >>> answer = matching("cambio", known="", top="5S", hidden=1)
    >>> answer.fits, answer.pairs == 6 * answer.equal
    (Fraction(1, 17), True)
    """
    words_of(language)
    in_force = rules_of(rules, house)
    answer = MatchAnswer(
        in_force,
        read_cards(known),
        hidden,
        read_cards(seen),
        read_card(top),
        read_card(hand),
        in_force.cards_each if cards is None else cards,
        language,
    )
    left = cards_left(in_force, answer.visible)
    whole("hidden", hidden, left.total())
    whole("cards", answer.cards, left.total(), least=1)
    return answer
