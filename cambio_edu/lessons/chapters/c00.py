"""Chapter 00, start here: reading the table, points and scores."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from cambio_edu.cards import card
from cambio_edu.hand import deal
from cambio_edu.lessons.exercises import asks
from cambio_edu.rules import rules
from cambio_edu.scoring import scores
from cambio_edu.strategies import make, play_out

CAMBIO = rules("cambio")

#: The cards that are dealt to the learner at the first table, in order of their places.
FIRST_DEAL = ("9S", "3S", "AD", "JC")

#: A short hand of three people: Ben stacks a card that does not fit, Cara calls.
HAND = """
[Rules "cambio"]
[Seats "Ann Ben Cara"]
[Pack "4S 9C 2D KH 6C QH 7D JS AC 9D 5H 10S 8C 9S 3C KD 2S 9H 8H JD QC 4D 6H 10C AH 5C 7S KS JH 3S 2H 5D AD 10D 6S QD 8S 4C 7C 3H 6D JC 2C 8D 4H 3D 5S 10H AS 7H QS KC"]
A draw discard spy B2 done
B stack 4 draw swap 1 done      # a wrong stack: the five does not fit on the nine
C take swap 3 done
A draw discard done
B draw discard spy A2 done
C call
A draw discard peek 3 done
B draw discard switch 3 A2 done
"""  # noqa: E501 - a pack is one line


class Played(NamedTuple):
    """A hand that Ben and Cara played.

    Args:
        dealt: what whoever began was dealt (points).
        winner: who wrote down fewer points, or "both".
        turns: how many turns it took.
    """

    dealt: int
    winner: str
    turns: int


def ben_and_cara(hands: int) -> list[Played]:
    """Hands of two: Ben plays like a beginner, Cara carefully, and they take turns to begin.

    Args:
        hands: how many; the first ones are the same whatever the number.
    """
    return [_played(number) for number in range(hands)]


def _played(number: int) -> Played:
    order = ("Ben", "Cara") if number % 2 == 0 else ("Cara", "Ben")
    styles = {"Ben": "beginner", "Cara": "careful"}
    hand = deal(CAMBIO, 2, Random(number))
    end = play_out(hand, [make(styles[name], number) for name in order])
    points = dict(zip(order, (score.points for score in end.scores or ()), strict=True))
    least = [name for name in order if points[name] == min(points.values())]
    dealt = sum(map(CAMBIO.points, hand.cards[0]))
    return Played(dealt, "both" if len(least) == 2 else least[0], end.turns)


# 00.1


def _grid(rng: Random) -> dict[str, Any]:
    grids = ("Q♦ K♥ 7♠ A♣", "J♠ K♦ 4♥ A♥", "Q♣ K♥ 3♦ 5♠", "J♦ K♦ 8♣ 2♥")
    return {"grid": rng.choice(grids)}


@asks("00.1", "count", vary=_grid)
def worth(grid: str) -> int:
    return _with(grid)


def _with(grid: str, **other: int) -> int:
    """What the cards come to, where some ranks are worth something else."""
    cards = map(card, grid.split())
    return sum(other.get(one.rank, CAMBIO.points(one)) for one in cards)


@worth.mistake("king_is_13")
def _(grid: str) -> int:
    return _with(grid, K=13)


@worth.mistake("king_is_0")
def _(grid: str) -> int:
    return _with(grid, K=0)


@worth.mistake("king_is_plus_2")
def _(grid: str) -> int:
    return _with(grid, K=2)


@worth.mistake("court_is_10")
def _(grid: str) -> int:
    return _with(grid, J=10, Q=10)


# 00.2

READERS = ("ben", "ann and ben", "everybody", "nobody")


@asks("00.2", "choice", options=READERS)
def who_knows() -> str:
    return "ann and ben"


@who_knows.mistake("owner")
def _() -> str:
    return "ben"


@who_knows.mistake("letters_for_all")
def _() -> str:
    return "everybody"


@who_knows.mistake("turned_back")
def _() -> str:
    return "nobody"


# 00.3 and 00.4: everybody's total, and Cara has called


def _called(totals: Sequence[int], penalty: int = 10, shared: bool = False) -> list[int]:
    """What each of three writes down when the last of them has called.

    The cards that stand for a total are aces; what is written depends on totals alone.
    """
    in_force = replace(CAMBIO, caller_penalty=penalty, both_tied_zero=shared)
    grids = [[card("AS")] * total for total in totals]
    return [score.points for score in scores(in_force, grids, caller=len(totals) - 1)]


def _beaten(rng: Random) -> dict[str, Any]:
    ann, ben, cara = rng.choice([(12, 5, 8), (9, 4, 7), (15, 6, 9), (11, 3, 6)])
    return {"ann": ann, "ben": ben, "cara": cara}


@asks("00.3", "numbers", vary=_beaten)
def wrong_call(ann: int, ben: int, cara: int) -> list[int]:
    return _called((ann, ben, cara))


@wrong_call.mistake("no_penalty")
def _(ann: int, ben: int, cara: int) -> list[int]:
    return [ann, 0, cara]


@wrong_call.mistake("penalty_alone")
def _(ann: int, ben: int, cara: int) -> list[int]:
    return [ann, 0, 10]


@wrong_call.mistake("lowest_writes_its_total")
def _(ann: int, ben: int, cara: int) -> list[int]:
    return [ann, ben, cara + 10]


@wrong_call.mistake("caller_writes_0")
def _(ann: int, ben: int, cara: int) -> list[int]:
    return [ann, ben, 0]


def _tied(rng: Random) -> dict[str, Any]:
    ann, low = rng.choice([(9, 6), (13, 5), (11, 7), (14, 8)])
    return {"ann": ann, "low": low}


@asks("00.4", "numbers", vary=_tied)
def tied_call(ann: int, low: int) -> list[int]:
    return _called((ann, low, low))


@tied_call.mistake("both_0")
def _(ann: int, low: int) -> list[int]:
    return _called((ann, low, low), shared=True)


@tied_call.mistake("tie_is_lost")
def _(ann: int, low: int) -> list[int]:
    return [ann, 0, low + 10]


@tied_call.mistake("tie_costs_the_total")
def _(ann: int, low: int) -> list[int]:
    return [ann, low, low]
