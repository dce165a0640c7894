"""The inspector: every card of a hand, what each seat knows of it, and how far off it is.

It shows what nobody at the table may see. It is for study, after a hand or where nobody plays for
real; nothing of the table uses it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import NamedTuple

from cambio_edu.belief import Belief, believe
from cambio_edu.cards import Card
from cambio_edu.hand import Hand
from cambio_edu.moves import Place
from cambio_edu.report import Report, Shown, Table, Words, number, percent
from cambio_edu.rules import LETTERS
from cambio_edu.view import View, view
from cambio_edu.words import words as words_of


class Knowledge(NamedTuple):
    """What a seat knows of one place.

    Args:
        card: the card that lies there.
        is_known: whether the seat knows it.
        mean: what the seat expects it to be worth (points).
        chance: how likely the seat takes that card to be there.
    """

    card: Card
    is_known: bool
    mean: Fraction
    chance: Fraction


class Distance(NamedTuple):
    """How far the belief of a seat is from the truth.

    Args:
        means: the total that it expects of each seat (points).
        totals: the true total of each seat (points).
        chance: how likely it takes all hidden cards of the grids to lie just as they do.
    """

    means: tuple[Fraction, ...]
    totals: tuple[int, ...]
    chance: Fraction

    @property
    def error(self) -> Fraction:
        """The mean distance between expected and true totals (points)."""
        off = [abs(mean - total) for mean, total in zip(self.means, self.totals, strict=True)]
        return sum(off, Fraction(0)) / len(off)

    @property
    def surprise(self) -> float:
        """How surprised it would be if all turned up: −log₂ of the chance (bits; Shannon, 1948)."""
        return log2(self.chance.denominator) - log2(self.chance.numerator)


@dataclass(frozen=True, repr=False)
class Inspection(Shown):
    """All that there is in a hand, and what each seat knows of it.

    Args:
        hand: the hand.
        observers: the seats (from 0) whose knowledge is shown; None is somebody who watches.
        language: language of the words.
    """

    hand: Hand
    observers: tuple[int | None, ...]
    language: str = "en"

    def __repr__(self) -> str:
        return f"<Inspection of {len(self.hand.history)} moves>"

    def knowledge(self, observer: int | None, seat: int) -> dict[int, Knowledge]:
        """What an observer knows of a seat's cards, by number of slot."""
        seen = view(self.hand, observer)
        return dict(self._known(seen, believe(seen), seat))

    def _known(self, seen: View, belief: Belief, seat: int) -> Iterator[tuple[int, Knowledge]]:
        for slot, lying in seen.slots(seat).items():
            place = Place(seat, slot)
            card = self.cards[place]
            mean, chance = belief.points(place).mean, belief.cards(place)[card]
            yield slot, Knowledge(card, lying.card is not None, mean, chance)

    def distance(self, observer: int | None) -> Distance:
        """How far the belief of an observer is from the truth."""
        belief, hand = believe(view(self.hand, observer)), self.hand
        return Distance(
            tuple(belief.total(seat).mean for seat in range(hand.seats)),
            tuple(sum(map(hand.rules.points, cards)) for cards in hand.cards),
            belief.chance_of(self.cards),
        )

    @property
    def cards(self) -> dict[Place, Card]:
        """Every card that lies in a grid."""
        return {
            Place(seat, slot): self.hand.pack[placed.card]
            for seat, grid in enumerate(self.hand.grids)
            for slot, placed in enumerate(grid, 1)
            if placed
        }

    # How it is shown

    def report(self) -> Report:
        words = words_of(self.language)
        return Report(
            words["inspect.title"],
            words["inspect.warning"],
            list(self._piles(words)),
            [
                self._all_cards(words),
                *(self._side_by_side(observer, words) for observer in self.observers),
                self._distances(words),
            ],
            words["lang"],
        )

    def _piles(self, words: Words) -> Iterator[str]:
        hand = self.hand
        yield words["inspect.stock"].format(cards=self._row(hand.stock))
        yield words["inspect.discard"].format(cards=self._row(hand.discard))
        if hand.holding is not None:
            yield words["inspect.holding"].format(
                name=hand.names[hand.turn], card=hand.pack[hand.holding].shown
            )
        yield words["inspect.read"]

    def _row(self, cards: tuple[int, ...]) -> str:
        return " ".join(self.hand.pack[n].shown for n in cards) or "–"

    @property
    def _slots(self) -> int:
        return max(map(len, self.hand.grids))

    def _name(self, seat: int | None, words: Words) -> str:
        if seat is None:
            return words["inspect.watcher"]
        return f"{LETTERS[seat]} {self.hand.names[seat]}"

    def _head(self, words: Words) -> tuple[str, ...]:
        return (words["inspect.cards.of"], *map(str, range(1, self._slots + 1)))

    def _all_cards(self, words: Words) -> Table:
        rows = [
            (
                self._name(seat, words),
                *(self.hand.pack[placed.card].shown if placed else "–" for placed in grid),
                *[""] * (self._slots - len(grid)),
                str(sum(self.hand.rules.points(card) for card in cards)),
            )
            for seat, (grid, cards) in enumerate(zip(self.hand.grids, self.hand.cards, strict=True))
        ]
        head = (*self._head(words), words["inspect.total"])
        return Table(words["inspect.all"], head, rows)

    def _side_by_side(self, observer: int | None, words: Words) -> Table:
        seen = view(self.hand, observer)
        belief = believe(seen)
        rows = []
        for seat in range(self.hand.seats):
            known = dict(self._known(seen, belief, seat))
            slots = range(1, self._slots + 1)
            cells = [_cell(known[n], words) if n in known else "" for n in slots]
            rows.append((self._name(seat, words), *cells))
        caption = words["inspect.knows"].format(name=self._name(observer, words))
        return Table(caption, self._head(words), rows)

    def _distances(self, words: Words) -> Table:
        head = (
            words["inspect.observer"],
            *(words["inspect.total.of"].format(letter=LETTERS[n]) for n in range(self.hand.seats)),
            words["inspect.error"],
            words["inspect.surprise"],
        )
        rows = []
        for observer in (*range(self.hand.seats), None):
            found = self.distance(observer)
            pairs = zip(found.means, found.totals, strict=True)
            rows.append(
                (
                    self._name(observer, words),
                    *(f"{number(mean, words, 1)} / {total}" for mean, total in pairs),
                    number(found.error, words, 1),
                    number(found.surprise, words, 1),
                )
            )
        return Table(words["inspect.distance"], head, rows)


def _cell(known: Knowledge, words: Words) -> str:
    """A card that is known, or what is expected of it and how likely the true card is."""
    if known.is_known:
        return known.card.shown
    mean = number(known.mean, words, 1)
    return words["inspect.hidden"].format(mean=mean, chance=percent(known.chance, words))


def inspect(hand: Hand, observer: int | str | None = None, language: str = "en") -> Inspection:
    """Show everything that there is in a hand, and what each seat knows of it.

    Args:
        hand: the hand, at any moment.
        observer: a seat (from 0), or its letter, whose knowledge alone is shown; without it that of
            every seat.
        language: language of the words.

    Raises:
        CambioError: there is no such language.
        IndexError: there is no such seat.

    >>> import random
    >>> from cambio_edu.hand import deal
    >>> from cambio_edu.rules import rules
    >>> found = inspect(deal(rules("cambio"), 2, random.Random(1)))
    >>> found.knowledge(0, 0)[1].chance, found.knowledge(1, 0)[1].chance
    (Fraction(1, 1), Fraction(1, 49))
    """
    words_of(language)
    if isinstance(observer, str):
        observer = LETTERS.index(observer)
    if observer is not None:
        view(hand, observer)  # says so where there is no such seat
    observers = tuple(range(hand.seats)) if observer is None else (observer,)
    return Inspection(hand, observers, language)
