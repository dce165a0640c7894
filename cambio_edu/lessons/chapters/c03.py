"""Chapter 03, what you have seen: conditioning, how it was learned, what the stock still holds."""

from fractions import Fraction
from math import comb
from random import Random
from typing import Any

from cambio_edu.cards import card
from cambio_edu.lessons.exercises import asks
from cambio_edu.rules import rules

CAMBIO = rules("cambio")
PAIRS = comb(52, 2)

# 03.1

_SEEN = ("QS JH QD 10C 9S", "JC JD QH 9H 8C", "QC QD QH 10S 10D", "10H JS 9C QS 7D")


def _hands(rng: Random) -> dict[str, Any]:
    return {"cards": rng.choice(_SEEN)}


def _points(cards: str) -> int:
    return sum(CAMBIO.points(card(word)) for word in cards.split())


def _seen_facts(cards: str) -> dict[str, Any]:
    shown = " ".join(card(word).shown for word in cards.split())
    return {"shown": shown, "gone": _points(cards), "rest": 308 - _points(cards)}


@asks("03.1", "number", vary=_hands, facts=_seen_facts)
def after_seen(cards: str) -> Fraction:
    return Fraction(308 - _points(cards), 47)


@after_seen.mistake("fresh")
def _(cards: str) -> Fraction:
    return Fraction(308, 52)


@after_seen.mistake("still_52")
def _(cards: str) -> Fraction:
    return Fraction(308 - _points(cards), 52)


@after_seen.mistake("only_cards")
def _(cards: str) -> Fraction:
    return Fraction(308, 47)


@after_seen.mistake("evened_out")
def _(cards: str) -> Fraction:
    return 2 * Fraction(308, 52) - Fraction(_points(cards), 5)


# 03.2


def _stock(rng: Random) -> dict[str, Any]:
    found = {"seen": [12, 20, 28], "gone": [1, 2], "draws": [3, 4, 5]}
    return {name: rng.choice(those) for name, those in found.items()}


def _stock_facts(seen: int, gone: int, draws: int) -> dict[str, Any]:
    n, k = 52 - seen, 4 - gone
    were = "one was an ace" if gone == 1 else "two were aces"
    return {"n": n, "k": k, "others": n - k, "were": were}


@asks("03.2", "chance", vary=_stock, facts=_stock_facts)
def an_ace(seen: int, gone: int, draws: int) -> Fraction:
    n, k = 52 - seen, 4 - gone
    return 1 - Fraction(comb(n - k, draws), comb(n, draws))


@an_ace.mistake("put_back")
def _(seen: int, gone: int, draws: int) -> Fraction:
    return 1 - Fraction(52 - seen - 4 + gone, 52 - seen) ** draws


@an_ace.mistake("added")
def _(seen: int, gone: int, draws: int) -> Fraction:
    return Fraction(draws * (4 - gone), 52 - seen)


@an_ace.mistake("no_ace")
def _(seen: int, gone: int, draws: int) -> Fraction:
    return Fraction(comb(52 - seen - 4 + gone, draws), comb(52 - seen, draws))


@an_ace.mistake("all_four")
def _(seen: int, gone: int, draws: int) -> Fraction:
    return 1 - Fraction(comb(48 - seen, draws), comb(52 - seen, draws))


# 03.3

_KINDS = {
    "a king or a queen": 8,
    "a jack, queen or king": 12,
    "a heart": 13,
    "a red card": 26,
}


def _kinds(rng: Random) -> dict[str, Any]:
    return {"what": rng.choice(list(_KINDS))}


def _kind_facts(what: str) -> dict[str, Any]:
    k = _KINDS[what]
    return {"k": k, "others": 52 - k, "two": comb(k, 2), "none": comb(52 - k, 2),
            "some": PAIRS - comb(52 - k, 2)}  # fmt: skip


@asks("03.3", "chance", vary=_kinds, facts=_kind_facts)
def both(what: str) -> Fraction:
    k = _KINDS[what]
    return Fraction(comb(k, 2), PAIRS - comb(52 - k, 2))


@both.mistake("seen_one")
def _(what: str) -> Fraction:
    return Fraction(_KINDS[what] - 1, 51)


@both.mistake("not_given")
def _(what: str) -> Fraction:
    return Fraction(comb(_KINDS[what], 2), PAIRS)


@both.mistake("put_back")
def _(what: str) -> Fraction:
    return Fraction(_KINDS[what], 52)


# 03.4


@asks("03.4", "choice", options=("Cara", "Dan", "same", "cannot say"))
def who_has_two() -> str:
    return "Cara"


@who_has_two.mistake("dan")
def _() -> str:
    return "Dan"


@who_has_two.mistake("same")
def _() -> str:
    return "same"


@who_has_two.mistake("cannot")
def _() -> str:
    return "cannot say"


# 03.5


def _kings(rng: Random) -> dict[str, Any]:
    return {"kings": rng.choice([1, 2, 3])}


def _kings_facts(kings: int) -> dict[str, Any]:
    return {
        "are": "1 is a king" if kings == 1 else f"{kings} are kings",
        "hidden": 4 - kings,
        "next": Fraction(kings, 39),
        "his": Fraction(4 - kings, 8),
    }


@asks("03.5", "numbers", vary=_kings, facts=_kings_facts)
def after_the_shuffle(kings: int) -> tuple[Fraction, Fraction]:
    return Fraction(kings, 39), Fraction(4 - kings, 8)


@after_the_shuffle.mistake("all_alike")
def _(kings: int) -> tuple[Fraction, Fraction]:
    return Fraction(4, 47), Fraction(4, 47)


@after_the_shuffle.mistake("top_too")
def _(kings: int) -> tuple[Fraction, Fraction]:
    return Fraction(kings, 40), Fraction(4 - kings, 8)


@after_the_shuffle.mistake("own_too")
def _(kings: int) -> tuple[Fraction, Fraction]:
    return Fraction(kings, 39), Fraction(4 - kings, 12)


@after_the_shuffle.mistake("other_way_round")
def _(kings: int) -> tuple[Fraction, Fraction]:
    return Fraction(4 - kings, 8), Fraction(kings, 39)
