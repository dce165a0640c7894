"""Chapter 03, what you have seen: conditioning, how it was learned, what the stock still holds."""

from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from cambio_edu.cards import card
from cambio_edu.figures import LARGE, LETTERS
from cambio_edu.hand import Hand
from cambio_edu.lessons.exercises import asks
from cambio_edu.rules import rules

CAMBIO = rules("cambio")
PAIRS = comb(52, 2)


def all_discard(hand: Hand, turns: int) -> Hand:
    """The hand some turns later, if everybody discards what they draw and uses no action.

    Args:
        hand: a hand at the start of a turn.
        turns: how many turns.

    >>> from cambio_edu.hand import deal
    >>> hand = all_discard(deal(rules("cambio"), 4, Random(1)), 5)
    >>> len(hand.stock), len(hand.discard)
    (30, 6)
    """
    last = hand.turns + turns
    while hand.turns < last:
        legal = {str(move) for move in hand.legal}
        hand = hand.play(next(m for m in ("draw", "discard", "skip", "done") if m in legal))
    return hand


# The picture of the two kings

_BOXES = {(0, 0): 12, (0, 1): 192, (1, 0): 192, (1, 1): 2256}  # ordered pairs; row 0 is a king


def two_kings() -> tuple[Axes, Axes]:
    """Which pairs of cards are left when you are told of a king, and when you have seen one.

    A column for the first card, a row for the second; 0 is a king, 1 another card. Not to scale.
    """
    _, axes = plt.subplots(1, 2, figsize=(10, 4.6), layout="constrained")
    _boxes(axes[0], "told: at least one king", {(0, 0), (0, 1), (1, 0)})
    _boxes(axes[1], "seen: card 1 is a king", {(0, 0), (1, 0)})
    return axes[0], axes[1]


def _boxes(ax: Axes, title: str, left: set[tuple[int, int]]) -> None:
    for (row, column), ways in _BOXES.items():
        kept, both = (row, column) in left, (row, column) == (0, 0)
        face = "#F3C9A8" if both else "#CCE3F0" if kept else "white"
        hatch = None if kept else "xx"
        ax.add_patch(
            Rectangle((column, -row), 1, -1, facecolor=face, edgecolor="#999999", hatch=hatch, lw=2)
        )
        weight = "bold" if both else "normal"
        ax.text(
            column + 0.5, -row - 0.5, f"{ways:,}", ha="center", va="center", fontsize=LARGE + 3,
            weight=weight, bbox={"facecolor": face, "edgecolor": "none"},
        )  # fmt: skip
    ax.set(xlim=(0, 2), ylim=(-2, 0), xticks=[0.5, 1.5], yticks=[-0.5, -1.5])
    ax.set_xticklabels(["card 1 a king", "card 1 another"], fontsize=LETTERS)
    ax.set_yticklabels(["card 2\na king", "card 2\nanother"], fontsize=LETTERS)
    ax.tick_params(length=0)
    kept_ways = sum(_BOXES[box] for box in left)
    ax.set_title(f"{title}\n12 of {kept_ways} = {Fraction(12, kept_ways)}", fontsize=LARGE)
    ax.set_gid(f"{title}: {kept_ways} ordered pairs are left, both are kings in 12 of them.")


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
