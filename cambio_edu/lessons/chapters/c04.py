"""Chapter 04, matching ranks: a card that fits, pairs, and what a try is worth."""

from collections.abc import Callable
from fractions import Fraction
from math import comb, perm
from random import Random
from typing import Any

from cambio_edu.labs import matching
from cambio_edu.lessons.exercises import asks

SEEN = [
    ("9C", "4S 9D KH 2C"),
    ("QH", "JC 2S QD 5H 5S"),
    ("8D", "8S AC 10H 3C 6D 6S"),
    ("JS", "3H KC JD 7C 10D 2H 4C"),
    ("10C", "AS 10S 6H QC 9S 5D KD 2D"),
]


def pairs_in(hand: list[str]) -> int:
    """How many pairs of places hold cards of one rank: three equal cards are three pairs.

    Args:
        hand: the ranks of the cards.

    >>> pairs_in(["7", "7", "7", "K"])
    3
    """
    return sum(a == b for n, a in enumerate(hand) for b in hand[:n])


# 04.1


def _seen(rng: Random) -> dict[str, Any]:
    top, seen = rng.choice(SEEN)
    return {"top": top, "seen": seen, "looked": 1 + len(seen.split())}


def _signs(top: str, seen: str, looked: int) -> dict[str, Any]:
    signs = str.maketrans("SHDC", "♠♥♦♣")
    rank, cards = top[:-1], ", ".join(seen.split())
    named = {"Q": "queen", "J": "jack"}.get(rank, rank)
    return {
        "upcard": top.translate(signs),
        "cards": cards.translate(signs),
        "rank": named,
        "left": 52 - looked,
    }


@asks("04.1", "chance", vary=_seen, facts=_signs)
def it_fits(top: str, seen: str, looked: int) -> Fraction:
    return matching("cambio", known="", hidden=1, top=top, seen=seen).fits


@it_fits.mistake("one_too_many")
def _(top: str, seen: str, looked: int) -> Fraction:
    return Fraction(3, 52 - looked)


@it_fits.mistake("whole_pack")
def _(top: str, seen: str, looked: int) -> Fraction:
    return Fraction(2, 52)


@it_fits.mistake("fresh")
def _(top: str, seen: str, looked: int) -> Fraction:
    return Fraction(4, 52)


@it_fits.mistake("all_four")
def _(top: str, seen: str, looked: int) -> Fraction:
    return Fraction(4, 52 - looked)


# 04.2


def _try(rng: Random) -> dict[str, Any]:
    return {
        "fitting": rng.choice([2, 3]),
        "left": rng.choice([40, 42, 45, 48]),
        "worth": rng.choice([8, 9, 10, 11]),
    }


def _parts(fitting: int, left: int, worth: int) -> dict[str, Any]:
    return {"unfit": left - fitting, "wins": fitting * worth, "loses": 6 * (left - fitting)}


@asks("04.2", "number", vary=_try, facts=_parts)
def gain(fitting: int, left: int, worth: int) -> Fraction:
    return Fraction(fitting * worth - 6 * (left - fitting), left)


@gain.mistake("no_price")
def _(fitting: int, left: int, worth: int) -> Fraction:
    return Fraction(fitting * worth, left)


@gain.mistake("price_always")
def _(fitting: int, left: int, worth: int) -> Fraction:
    return Fraction(fitting * worth, left) - 6


@gain.mistake("turned_round")
def _(fitting: int, left: int, worth: int) -> Fraction:
    return Fraction(worth * (left - fitting) - 6 * fitting, left)


@gain.mistake("half_each")
def _(fitting: int, left: int, worth: int) -> Fraction:
    return Fraction(worth - 6, 2)


# 04.3


@asks("04.3", "function", cases=lambda: [(12, 6), (10, 5), (3, 6), (1, 4)])
def sure_enough() -> Callable[[int, int], Fraction]:
    return lambda worth, price: Fraction(price, worth + price)


@sure_enough.mistake("turned_round")
def _() -> Callable[[int, int], Fraction]:
    return lambda worth, price: Fraction(worth, worth + price)


@sure_enough.mistake("ratio")
def _() -> Callable[[int, int], Fraction]:
    return lambda worth, price: Fraction(price, worth)


@sure_enough.mistake("half")
def _() -> Callable[[int, int], Fraction]:
    return lambda worth, price: Fraction(1, 2)


# 04.4


def _few(rng: Random) -> dict[str, Any]:
    return {"cards": rng.choice([3, 5, 6])}


def _unlike(cards: int) -> dict[str, Any]:
    return {
        "above": " \\cdot ".join(str(52 - 4 * n) for n in range(cards)),
        "below": " \\cdot ".join(str(52 - n) for n in range(cards)),
        "places": comb(cards, 2),
        "unlike": no_two(cards),
    }


def no_two(cards: int) -> Fraction:
    """The chance that no two of some cards of a fresh pack have one rank: card after card.

    Args:
        cards: how many.

    >>> no_two(2)
    Fraction(16, 17)
    """
    return Fraction(4**cards * perm(13, cards), perm(52, cards))


@asks("04.4", "chance", vary=_few, facts=_unlike)
def a_pair(cards: int) -> Fraction:
    return matching("cambio", known="", cards=cards).pair


@a_pair.mistake("added")
def _(cards: int) -> Fraction:
    return Fraction(comb(cards, 2), 17)


@a_pair.mistake("opposite")
def _(cards: int) -> Fraction:
    return no_two(cards)


@a_pair.mistake("put_back")
def _(cards: int) -> Fraction:
    return 1 - Fraction(perm(13, cards), 13**cards)


@a_pair.mistake("independent")
def _(cards: int) -> Fraction:
    return 1 - Fraction(16, 17) ** comb(cards, 2)


@a_pair.mistake("first_card")
def _(cards: int) -> Fraction:
    return 1 - Fraction(comb(48, cards - 1), comb(51, cards - 1))


# 04.5


def _table(rng: Random) -> dict[str, Any]:
    return {"seats": rng.choice([2, 3, 4])}


EQUAL_IN_CABO = Fraction(12 * comb(4, 2) + 2 * comb(2, 2), comb(52, 2))


@asks(
    "04.5",
    "number",
    vary=_table,
    facts=lambda seats: {
        "cards": 4 * seats,
        "places": comb(4 * seats, 2),
        "equal": EQUAL_IN_CABO,
    },
)
def expected_pairs(seats: int) -> Fraction:
    return matching("cabo", known="", cards=4 * seats).pairs


@expected_pairs.mistake("french")
def _(seats: int) -> Fraction:
    return Fraction(comb(4 * seats, 2), 17)


@expected_pairs.mistake("cards_counted")
def _(seats: int) -> Fraction:
    return 4 * seats * EQUAL_IN_CABO


@expected_pairs.mistake("twice")
def _(seats: int) -> Fraction:
    return 2 * comb(4 * seats, 2) * EQUAL_IN_CABO


@expected_pairs.mistake("grid_by_grid")
def _(seats: int) -> Fraction:
    return seats * comb(4, 2) * EQUAL_IN_CABO


# 04.6


def _claim(rng: Random) -> dict[str, Any]:
    worth, drawn, equal = rng.choice([(9, 4, 2), (8, 2, 2), (10, 6, 2), (11, 5, 2), (12, 7, 2)])
    return {"worth": worth, "drawn": drawn, "equal": equal}


@asks(
    "04.6",
    "chance",
    vary=_claim,
    facts=lambda worth, drawn, equal: {
        "sure": equal * worth - drawn,
        "prize": (equal + 1) * worth - drawn,
    },
)
def lenient(worth: int, drawn: int, equal: int) -> Fraction:
    return Fraction(equal * worth - drawn, (equal + 1) * worth - drawn)


@lenient.mistake("nothing_to_lose")
def _(worth: int, drawn: int, equal: int) -> Fraction:
    return Fraction(0)


@lenient.mistake("as_cabo")
def _(worth: int, drawn: int, equal: int) -> Fraction:
    return Fraction(equal, equal + 1)


@lenient.mistake("turned_round")
def _(worth: int, drawn: int, equal: int) -> Fraction:
    return Fraction(worth, (equal + 1) * worth - drawn)


@lenient.mistake("one_known")
def _(worth: int, drawn: int, equal: int) -> Fraction:
    return Fraction(worth - drawn, 2 * worth - drawn)
