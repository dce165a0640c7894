"""Chapter 06, peek, spy, switch: the expected value of information."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random
from typing import Any

from cambio_edu.cards import card
from cambio_edu.lessons.exercises import asks
from cambio_edu.rules import rules

CAMBIO = rules("cambio")
DRAWS = sorted(CAMBIO.worths)


def mean(values: Sequence[int | Fraction]) -> Fraction:
    """The mean of equally likely values.

    >>> mean([1, 2, 6])
    Fraction(3, 1)
    """
    return Fraction(sum(values), len(values))


def look(points: Sequence[int], bar: int) -> Fraction:
    """What it is worth to look at a hidden card that is given away if it is above a bar.

    Args:
        points: what the hidden card may be worth, all equally likely (points).
        bar: what it must be worth more than, to be given away with a gain (points).

    >>> look([0, 10], 4)  # blind she gains 1; looking saves her the 4 that giving the 0 away costs
    Fraction(2, 1)
    """
    return _with(points, bar) - _without(points, bar)


def _with(points: Sequence[int], bar: int) -> Fraction:
    return mean([max(0, p - bar) for p in points])


def _without(points: Sequence[int], bar: int) -> Fraction:
    return max(Fraction(0), mean(points) - bar)


# 06.1

HIDDEN = [
    ((0, 3, 5, 9, 11), 5),
    ((-2, 4, 6, 8, 12), 5),
    ((1, 2, 7, 9, 10), 4),
    ((0, 1, 8, 10, 12), 5),
    ((-2, 3, 7, 9, 11), 4),
]


def _hidden(rng: Random) -> dict[str, Any]:
    cards, drawn = rng.choice(HIDDEN)
    return {"cards": cards, "drawn": drawn}


def _listed(cards: Sequence[int]) -> str:
    return ", ".join(str(c).replace("-", "−") for c in cards)


def _halves(cards: tuple[int, ...], drawn: int) -> dict[str, Any]:
    return {
        "listed": _listed(cards),
        "mean": mean(cards),
        "blind": _without(cards, drawn),
        "seeing": _with(cards, drawn),
    }


@asks("06.1", "number", vary=_hidden, facts=_halves)
def one_look(cards: tuple[int, ...], drawn: int) -> Fraction:
    return look(cards, drawn)


@one_look.mistake("seeing_only")
def _(cards: tuple[int, ...], drawn: int) -> Fraction:
    return _with(cards, drawn)


@one_look.mistake("blind_only")
def _(cards: tuple[int, ...], drawn: int) -> Fraction:
    return _without(cards, drawn)


@one_look.mistake("absolute")
def _(cards: tuple[int, ...], drawn: int) -> Fraction:
    return mean([abs(c - drawn) for c in cards])


@one_look.mistake("when_it_helps")
def _(cards: tuple[int, ...], drawn: int) -> Fraction:
    return mean([drawn - c for c in cards if c < drawn])


# 06.2

SWITCHES = [
    ("QH", "JS AS 2D 3C KD AH KC 2S"),
    ("JD", "JS 2C KH 3S AC 4D KS 3H 2H"),
    ("10C", "JS AD KD 2S 3D AS KH 2C 4H"),
    ("9S", "JS KC 2D AC 3H KS AH 4S KD"),
]


def _switch(rng: Random) -> dict[str, Any]:
    own, seen = rng.choice(SWITCHES)
    return {"own": own, "seen": seen}


def _points(cards: str) -> list[int]:
    return [CAMBIO.points(card(text)) for text in cards.split()]


def _left(own: str, seen: str) -> list[int]:
    gone = {card(text) for text in (own, *seen.split())}
    return [CAMBIO.points(c) for c in CAMBIO.pack.cards if c not in gone]


def _signs(own: str, seen: str) -> dict[str, Any]:
    signs, left = str.maketrans("SHDC", "♠♥♦♣"), _left(own, seen)
    return {
        "card": own.translate(signs),
        "cards": ", ".join(seen.split()).translate(signs),
        "worth": _points(own)[0],
        "count": len(left),
        "total": sum(left),
        "mean": mean(left),
    }


@asks("06.2", "number", vary=_switch, facts=_signs)
def blind_switch(own: str, seen: str) -> Fraction:
    return _points(own)[0] - mean(_left(own, seen))


@blind_switch.mistake("fresh_pack")
def _(own: str, seen: str) -> Fraction:
    return _points(own)[0] - Fraction(77, 13)


@blind_switch.mistake("fair")
def _(own: str, seen: str) -> Fraction:
    return Fraction(0)


@blind_switch.mistake("seen_cards")
def _(own: str, seen: str) -> Fraction:
    return _points(own)[0] - mean(_points(f"{own} {seen}"))


@blind_switch.mistake("both_sides")
def _(own: str, seen: str) -> Fraction:
    return 2 * (_points(own)[0] - mean(_left(own, seen)))


# 06.3

LOOKS = ("swap", "king", "jack", "call")


@asks("06.3", "choice", options=LOOKS)
def worth_nothing() -> str:
    return "king"


@worth_nothing.mistake("swap")
def _() -> str:
    return "swap"


@worth_nothing.mistake("jack")
def _() -> str:
    return "jack"


@worth_nothing.mistake("call")
def _() -> str:
    return "call"


# 06.4


def _four(rng: Random) -> dict[str, Any]:
    return {
        "cards": rng.choice([(0, 4, 6, 11), (-2, 3, 8, 10), (1, 5, 9, 12), (0, 2, 7, 12)]),
    }


def _distances(cards: tuple[int, ...]) -> dict[str, Any]:
    return {"listed": _listed(cards), "sum": sum(abs(a - b) for a, b in combinations(cards, 2))}


@asks("06.4", "number", vary=_four, facts=_distances)
def queen(cards: tuple[int, ...]) -> Fraction:
    return mean([max(0, own - other) for own, other in permutations(cards, 2)])


@queen.mistake("absolute")
def _(cards: tuple[int, ...]) -> Fraction:
    return mean([abs(own - other) for own, other in permutations(cards, 2)])


@queen.mistake("replaced")
def _(cards: tuple[int, ...]) -> Fraction:
    return mean([max(0, own - other) for own, other in product(cards, cards)])


@queen.mistake("fair")
def _(cards: tuple[int, ...]) -> Fraction:
    return Fraction(0)


@queen.mistake("against_the_mean")
def _(cards: tuple[int, ...]) -> Fraction:
    return mean([max(Fraction(0), c - mean(cards)) for c in cards])


# 06.5

Gain = Callable[[list[int], int], Fraction]


@asks("06.5", "function", cases=lambda: [([0, 12, 4], 5), ([-2, 3, 7, 9], 4), ([1, 2, 11, 12], 11)])
def all_knowing() -> Gain:
    return lambda points, drawn: mean(
        [max(0, a - drawn, b - drawn) for a, b in permutations(points, 2)]
    )


@all_knowing.mistake("must_swap")
def _() -> Gain:
    return lambda points, drawn: mean([max(a, b) - drawn for a, b in permutations(points, 2)])


@all_knowing.mistake("one_card")
def _() -> Gain:
    return lambda points, drawn: mean([max(0, p - drawn) for p in points])


@all_knowing.mistake("replaced")
def _() -> Gain:
    return lambda points, drawn: mean(
        [max(0, a - drawn, b - drawn) for a, b in product(points, points)]
    )


@all_knowing.mistake("both_go")
def _() -> Gain:
    return lambda points, drawn: mean(
        [max(0, a - drawn) + max(0, b - drawn) for a, b in permutations(points, 2)]
    )


# 06.6

PRICES = {
    Fraction(1, 4): "a quarter of a point",
    Fraction(1, 2): "half a point",
    Fraction(1): "one point",
}
PACK = [CAMBIO.points(c) for c in CAMBIO.pack.cards]


def _price(rng: Random) -> dict[str, Any]:
    return {"price": rng.choice([*PRICES])}


def _dearest(price: Fraction) -> dict[str, Any]:
    paid = [d for d in DRAWS if look(PACK, d) >= price]
    return {"shown": PRICES[price], "least": paid[0], "most": paid[-1]}


@asks("06.6", "count", vary=_price, facts=_dearest)
def would_pay(price: Fraction) -> int:
    return sum(look(PACK, drawn) >= price for drawn in DRAWS)


@would_pay.mistake("seeing_only")
def _(price: Fraction) -> int:
    return sum(_with(PACK, drawn) >= price for drawn in DRAWS)


@would_pay.mistake("blind_only")
def _(price: Fraction) -> int:
    return sum(_without(PACK, drawn) >= price for drawn in DRAWS)


@would_pay.mistake("always")
def _(price: Fraction) -> int:
    return len(DRAWS)
