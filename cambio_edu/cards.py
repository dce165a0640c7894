"""Cards and packs: what is printed on a card, and how a card is written."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple, TypeVar

from cambio_edu.errors import CardError

T = TypeVar("T")

SUITS = "SHDC"
SIGNS = str.maketrans(SUITS, "♠♥♦♣")
FRENCH_RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
CABO_RANKS = tuple(map(str, range(14)))
JOKER = "JK"

#: Small letters and suit signs as they are kept; other alphabets have no say in it.
_CAPITALS = str.maketrans(f"♠♥♦♣{ascii_lowercase}", f"SHDC{ascii_uppercase}")
_NUMBERS = {JOKER: 0, "A": 1, "J": 11, "Q": 12, "K": 13} | {rank: int(rank) for rank in CABO_RANKS}


class Card(NamedTuple):
    """A card as it is printed: a rank and, in a French pack, a suit.

    Args:
        rank: "A", "2" to "10", "J", "Q", "K", "JK", or "0" to "13" in a CABO pack.
        suit: one of "S", "H", "D", "C"; "" for a joker and in a CABO pack.
    """

    rank: str
    suit: str = ""

    @property
    def number(self) -> int:
        """The place of the rank in its row: ace 1, jack 11, queen 12, king 13, joker 0."""
        return _NUMBERS[self.rank]

    @property
    def is_red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self.suit in ("H", "D")

    @property
    def shown(self) -> str:
        """The card as people write it, with the sign of its suit.

        >>> Card("5", "H").shown, Card("JK").shown
        ('5♥', 'JK')
        """
        return self.rank + self.suit.translate(SIGNS)

    def __str__(self) -> str:
        return self.rank + self.suit


@cache
def card(text: str) -> Card:
    """Read a card.

    Args:
        text: `AS`, `10D` or `TD`, `K♥`, `JK`, or `0` to `13`; small letters will do.

    Raises:
        CardError: the text is no card.

    >>> card("t♦"), str(card("jk"))
    (Card(rank='10', suit='D'), 'JK')
    """
    word = text.translate(_CAPITALS)
    if word == JOKER or word in CABO_RANKS:
        return Card(word)
    rank, suit = word[:-1].replace("T", "10"), word[-1:]
    if rank in FRENCH_RANKS and suit and suit in SUITS:
        return Card(rank, suit)
    raise CardError(f"{text!r} is no card; cards are written AS, 10D, KH, JK, or 0 to 13")


@dataclass(frozen=True)
class Pack:
    """The cards that a hand is played with, in no particular order.

    Args:
        cards: every card, once for each copy.

    Raises:
        CardError: fewer than four cards, too few to play with.
    """

    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        if len(self.cards) < 4:
            raise CardError(f"a pack needs at least 4 cards, not {len(self.cards)}")

    @classmethod
    def from_counts(cls, counts: Mapping[str, int]) -> "Pack":
        """Build a pack of one's own.

        Args:
            counts: how many copies (a whole number of cards) of each card, by its notation.

        Raises:
            CardError: a count is negative or no whole number, or a card cannot be read.

        >>> len(Pack.from_counts({"1": 4, "5": 2}))
        6
        """
        for text, count in counts.items():
            if type(count) is not int or count < 0:  # True is no number of copies
                raise CardError(f"{count!r} copies of {text!r}: a count is a whole number from 0")
        return cls(tuple(card(text) for text, count in counts.items() for _ in range(count)))

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def counts(self) -> Counter[Card]:
        """How many copies of each card the pack holds."""
        return Counter(self.cards)

    @property
    def most_equal(self) -> int:
        """The largest number of cards of one rank.

        >>> FRENCH.most_equal
        4
        """
        return max(Counter(c.rank for c in self.cards).values())

    @property
    def is_cabo(self) -> bool:
        """Whether every card is a plain number."""
        return all(c.rank in CABO_RANKS and not c.suit for c in self.cards)

    def with_more(self, *extra: Card) -> "Pack":
        """The same pack with further cards in it."""
        return Pack(self.cards + extra)

    def shuffled(self, rng: random.Random) -> tuple[Card, ...]:
        """The cards in random order, top card first.

        Args:
            rng: the generator to use; the same state gives the same order on every machine.
        """
        return tuple(shuffled(self.cards, rng))


def shuffled(things: Iterable[T], rng: random.Random) -> list[T]:
    """The things in random order, each order equally likely.

    Sorting by `random()` keys rests on the one method whose sequence Python promises to keep.
    """
    return sorted(things, key=lambda _: rng.random())


FRENCH = Pack(tuple(Card(rank, suit) for suit in SUITS for rank in FRENCH_RANKS))
JOKERS_FOR_RED_KINGS = Pack(
    tuple(c for c in FRENCH.cards if not (c.rank == "K" and c.is_red)) + 2 * (Card(JOKER),)
)
CABO = Pack.from_counts({"0": 2} | {str(n): 4 for n in range(1, 13)} | {"13": 2})
