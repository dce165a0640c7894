"""Cards as bytes: four bits for the rank, four for which card of that rank it is."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cambio_edu.cards import JOKER, Card
from cambio_edu.errors import CambioError
from cambio_edu.rules import Rules
from cambio_edu.thresholds import NEVER

Bytes = NDArray[np.uint8]
Points = NDArray[np.int16]

SAME_RANK = 16  # two codes of one rank differ by less, bit by bit
MOST_RANKS, MOST_EQUAL, MOST_POINTS = 14, 16, 500
NOTHING = 0xE0  # the top of an empty discard pile
EMPTY = 0xFE  # an emptied slot
UNKNOWN = 0xFF  # what a seat believes of a card that it does not know

ACTIONS = ("", "peek", "spy", "switch", "look")
PEEK, SPY, SWITCH, LOOK = 1, 2, 3, 4


@dataclass(frozen=True, eq=False)
class Faces:
    """The cards of a rule set as codes, and tables of what each code counts and fires.

    Args:
        rules: the rules in force.

    Raises:
        CambioError: the pack has too many ranks, equal cards or points for a byte.

    >>> from cambio_edu.rules import rules
    >>> faces = Faces(rules("cambio"))
    >>> [int(faces.points[code]) for code in faces.codes_of(rules("cambio").pack.cards[:3])]
    [1, 2, 3]
    """

    rules: Rules

    def __post_init__(self) -> None:
        cards = self.rules.pack.cards
        ranks, equal = len({card.rank for card in cards}), self.rules.most_equal
        dearest = max(abs(self.rules.points(card)) for card in cards)
        for name, has, most in (
            ("ranks", ranks, MOST_RANKS),
            ("cards of one rank", equal, MOST_EQUAL),
            ("points on a card", dearest, MOST_POINTS),
        ):
            if has > most:
                raise CambioError(f"{has} {name} are too many to simulate; at most {most} can be")

    @cached_property
    def card_of(self) -> dict[int, Card]:
        """The card that a code stands for."""
        numbers = {rank: n for n, rank in enumerate(sorted({c.rank for c in self._cards}))}
        seen: Counter[str] = Counter()
        codes = {}
        for card in self._cards:
            codes[numbers[card.rank] * SAME_RANK + seen[card.rank]] = card
            seen[card.rank] += 1
        return codes

    @property
    def _cards(self) -> tuple[Card, ...]:
        return self.rules.pack.cards

    @cached_property
    def codes(self) -> Bytes:
        """The code of each card of the pack, `(cards,)`."""
        return np.array(list(self.card_of), np.uint8)

    def codes_of(self, cards: Sequence[Card]) -> list[int]:
        """Codes of a whole pack in the order of its cards; of equal ones any order will do."""
        left: dict[Card, list[int]] = {}
        for code, card in self.card_of.items():
            left.setdefault(card, []).append(code)
        return [left[card].pop(0) for card in cards]

    def cards(self, codes: Sequence[int]) -> list[Card]:
        """The cards of some codes; what is no card is left out."""
        return [self.card_of[int(code)] for code in codes if int(code) in self.card_of]

    @cached_property
    def points(self) -> Points:
        """Points of each code; 0 for an emptied slot, and nobody wants what is not there."""
        table = np.zeros(256, np.int16)
        for code, card in self.card_of.items():
            table[code] = self.rules.points(card)
        table[NOTHING] = NEVER
        return table

    @cached_property
    def action(self) -> Bytes:
        """What each code fires, as its place in `ACTIONS`."""
        table = np.zeros(256, np.uint8)
        for code, card in self.card_of.items():
            table[code] = ACTIONS.index(self.rules.action(card))
        return table

    @cached_property
    def number(self) -> Bytes:
        """The number of each code: ace 1, king 13, and so on; 255 for what is no card."""
        table = np.full(256, 255, np.uint8)
        for code, card in self.card_of.items():
            table[code] = card.number
        return table

    @cached_property
    def is_joker(self) -> NDArray[np.bool_]:
        """Whether each code is a joker."""
        table = np.zeros(256, np.bool_)
        for code, card in self.card_of.items():
            table[code] = card.rank == JOKER
        return table
