"""One match of a tournament: whole hands in the engine, played by strategies that take views."""

import inspect
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, NamedTuple

from cambio_edu import strategies
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand
from cambio_edu.match import Match, start
from cambio_edu.notation import write
from cambio_edu.rules import LETTERS, Rules
from cambio_edu.strategies import Strategy
from cambio_edu.view import view

MOST_MOVES = 2_000  # of a hand, and …
MOST_HANDS = 200  # … hands of a match that never ends

#: A strategy, a class that makes one without arguments, or the name of one of ours.
Entry = Strategy | Callable[[], Strategy] | str


class Seat(NamedTuple):
    """Who sits somewhere.

    Args:
        name: the player's name in the tournament.
        entry: what plays.
    """

    name: str
    entry: Entry


@dataclass(frozen=True)
class Played:
    """A match that was played.

    Args:
        repeat: number of the packs that were dealt; all seatings of a repeat get the same.
        names: the players in the order of their seats; the first one begins.
        points: what each of them wrote down in each hand, `(hands, seats)`; None who was out.
        totals: the totals at the end (points).
        winners: who won.
        is_whole: whether it came to its end, and was not stopped after too many hands.
    """

    repeat: int
    names: tuple[str, ...]
    points: tuple[tuple[int | None, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    is_whole: bool = True


@dataclass(frozen=True)
class Fault:
    """What a strategy did wrong.

    Args:
        name: whose strategy it was.
        error: what was wrong, in one line.
        seat: the letter of its seat in that hand.
        text: the hand up to there, in notation, so that it can be replayed; "" before any hand.
    """

    name: str
    error: str
    seat: str = ""
    text: str = ""


@dataclass(frozen=True)
class Endless:
    """A hand that did not end.

    Args:
        names: who played it, in the order of their seats.
        text: the hand up to there, in notation.
    """

    names: tuple[str, ...]
    text: str


class _WrongError(Exception):
    """Carries what was wrong out of a hand."""

    def __init__(self, found: Fault | Endless) -> None:
        super().__init__(found)
        self.found = found


def play_match(
    rules: Rules, seats: Sequence[Seat], seed: int, repeat: int
) -> Played | Fault | Endless:
    """Play a match; its packs follow from the seed, the repeat and the number of the hand.

    Args:
        rules: the rules in force.
        seats: who sits where; the first one begins.
        seed: of the tournament.
        repeat: number of the packs.

    Returns: what was played, or what went wrong.
    """
    match = start(rules, [seat.name for seat in seats])
    try:
        players = [_made(seat, f"{seed} {repeat} {n}") for n, seat in enumerate(seats)]
        while not match.is_over and len(match.played) < MOST_HANDS:
            match = match.book(_play_hand(match, seats, players, f"{seed} {repeat}"))
    except _WrongError as wrong:
        return wrong.found
    return _played(match, repeat)


def _played(match: Match, repeat: int) -> Played:
    best = min(match.totals[n] for n in match.players)
    leading = [n for n in match.players if match.totals[n] == best]
    return Played(
        repeat,
        match.names,
        tuple(played.points for played in match.played),
        match.totals,
        tuple(match.names[n] for n in match.winners or leading),
        match.is_over,
    )


def _made(seat: Seat, seed: str) -> Strategy:
    """The strategy of a seat, for one match."""
    if isinstance(seat.entry, str):
        return strategies.make(seat.entry, seed)
    if not inspect.isclass(seat.entry):
        return seat.entry  # type: ignore[return-value]
    try:
        made: Any = seat.entry()
    except Exception as error:
        raise _WrongError(Fault(seat.name, _told(error))) from None
    return made  # type: ignore[no-any-return]


def _seeded(strategy: Strategy, seed: str) -> Strategy:
    """The strategy with a seed of its own, where it has one."""
    if not is_dataclass(strategy) or isinstance(strategy, type):
        return strategy
    if not any(one.name == "seed" and one.init for one in fields(strategy)):
        return strategy
    return replace(strategy, seed=random.Random(seed).getrandbits(32))


def _play_hand(match: Match, seats: Sequence[Seat], players: Sequence[Strategy], seed: str) -> Hand:
    number = len(match.played)
    hand = match.deal(random.Random(f"{seed} {number}"))
    sits = match.players
    seeded = [_seeded(players[n], f"{seed} {number} {n}") for n in sits]
    while hand.mover is not None:
        if len(hand.history) >= MOST_MOVES:
            raise _WrongError(Endless(tuple(hand.names), write(hand)))
        hand = _moved(hand, seats[sits[hand.mover]].name, seeded[hand.mover])
    return hand


def _moved(hand: Hand, name: str, strategy: Strategy) -> Hand:
    assert hand.mover is not None  # asked while the hand goes on
    try:
        return hand.play(strategy(view(hand, hand.mover)))
    except Exception as error:
        found = Fault(name, _told(error), LETTERS[hand.mover], write(hand))
        raise _WrongError(found) from None


def _told(error: Exception) -> str:
    """An error in one line."""
    text = " ".join(str(error).split())
    return text if isinstance(error, CambioError) else f"{type(error).__name__}: {text}"
