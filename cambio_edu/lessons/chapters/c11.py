"""Chapter 11, build your own player: strategies, duels, training packs and test packs."""

import inspect
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from random import Random
from statistics import fmean, stdev
from typing import Any

from cambio_edu.hand import Hand, deal
from cambio_edu.lessons.exercises import asks
from cambio_edu.moves import Move
from cambio_edu.rules import rules
from cambio_edu.strategies import Strategy
from cambio_edu.thresholds import NEVER, Threshold
from cambio_edu.view import View, view

CABO = rules("cabo")
MOST_MOVES = 600  # of a hand; one of more will not end

Player = Strategy | Callable[[], Strategy]


def made(player: Player) -> Strategy:
    """The strategy itself, where a class was given."""
    return player() if inspect.isclass(player) else player  # type: ignore[return-value]


def own_points(seen: View, unknown: int = 6) -> dict[int, int]:
    """What each own card counts (points), by slot; one that was not seen counts `unknown`.

    Args:
        seen: what the seat has seen.
        unknown: points of a card that it does not know.
    """
    assert seen.seat is not None  # a seat is asked, nobody who watches
    return {
        slot: seen.rules.points(lying.card) if lying.card else unknown
        for slot, lying in seen.slots(seen.seat).items()
    }


# Players of the chapter, for the exercises


def keep_low(seen: View) -> Move | str:
    """Swaps a lower card in for its dearest; never calls."""
    own = own_points(seen)
    if seen.phase == "holding":
        assert seen.holding is not None  # the mover sees the card in its hand
        dearest = max(own, key=lambda slot: own[slot])
        lower = seen.rules.points(seen.holding) < own[dearest]
        return f"swap {dearest}" if lower else "discard"
    moves = [str(move) for move in seen.legal]
    return next(move for move in ("draw", "skip", *moves) if move in moves)


class CallAt:
    """Keeps low cards, and calls at so many points by its own count.

    Args:
        points: at so many or fewer.
    """

    def __init__(self, points: int = 5) -> None:
        self.points = points

    def __call__(self, seen: View) -> Move | str:
        if "call" in map(str, seen.legal) and sum(own_points(seen).values()) <= self.points:
            return "call"
        return keep_low(seen)


class Better(CallAt):
    """Takes a low card from the discard pile too, and peeks at what it does not know."""

    def __call__(self, seen: View) -> Move | str:
        assert seen.seat is not None  # the mover has a seat
        own, mine = own_points(seen), seen.slots(seen.seat)
        for move in seen.legal:
            if move.verb == "peek" and mine[move.slots[0]].card is None:
                return move
        if "take" in map(str, seen.legal) and sum(own.values()) > self.points:
            top = seen.rules.points(seen.discard[-1])
            if top <= 3 and max(own.values()) - top >= 3:
                return "take"
        return super().__call__(seen)


# Exercises: players that are handed in

HANDS = 6  # a judge plays so many packs, in both seats …
PACKS = 60  # … or so many, where it counts points


class _WrongError(Exception):
    """Names what a player did wrong."""


def _asked(player: Strategy, hand: Hand) -> Hand:
    """The hand after the player's move.

    Raises:
        _WrongError: there is none, or none that is legal.
    """
    assert hand.mover is not None  # asked while the hand goes on
    try:
        move: Any = player(view(hand, hand.mover))
    except Exception:
        raise _WrongError("raises") from None
    if move is None or move is ...:
        raise _WrongError("nothing")
    try:
        return hand.play(move)
    except Exception:
        raise _WrongError("illegal") from None


def _made_of(given: object) -> Strategy:
    if not callable(given):
        raise _WrongError("kind")
    try:
        return made(given)
    except Exception:
        raise _WrongError("raises") from None


def _calls_at(given: object, limit: int) -> str:
    """Whether a player makes legal moves, and calls when it should."""
    try:
        player = _made_of(given)
        for number in range(HANDS):
            for seat in (0, 1):
                _watch(player, deal(CABO, 2, Random(f"exercise 1 {number}")), seat, limit)
    except _WrongError as wrong:
        return str(wrong)
    return ""


def _watch(player: Strategy, hand: Hand, seat: int, limit: int) -> None:
    patient = Threshold(call_at=(-100,), patience=14)
    while hand.mover is not None and len(hand.history) < MOST_MOVES:
        if hand.mover != seat:
            hand = hand.play(patient(view(hand, hand.mover)))
            continue
        seen = view(hand, seat)
        low = sum(own_points(seen).values()) <= limit
        hand = _asked(player, hand)
        could = "call" in map(str, seen.legal)
        called = str(hand.history[-1][seat].move) == "call"
        if could and low != called:
            raise _WrongError("late" if low else "eager")


def _limit(rng: Random) -> dict[str, Any]:
    return {"limit": rng.choice([5, 6, 7, 8])}


@asks("11.1", "judged", vary=_limit, judge=_calls_at)
def calls_at(limit: int) -> Strategy:
    return CallAt(limit)


@calls_at.mistake("late")
def _(limit: int) -> Strategy:
    return keep_low


@calls_at.mistake("eager")
def _(limit: int) -> Strategy:
    return CallAt(limit + 4)


@calls_at.mistake("illegal")
def _(limit: int) -> Strategy:
    return lambda seen: "draw"


@calls_at.mistake("raises")
def _(limit: int) -> Strategy:
    return lambda seen: seen.legal[99]


@calls_at.mistake("nothing")
def _(limit: int) -> Strategy:
    return lambda seen: None  # type: ignore[return-value]


def _difference(rng: Random) -> dict[str, Any]:
    spread, apart = rng.choice([(6, Fraction(1, 2)), (8, Fraction(1, 2)), (5, Fraction(1, 2)),
                                (9, Fraction(3, 4)), (6, Fraction(3, 4))])  # fmt: skip
    return {"spread": spread, "apart": apart}


@asks(
    "11.2", "number", vary=_difference,
    facts=lambda spread, apart: {"ratio": 2 * spread / apart},
)  # fmt: skip
def packs_needed(spread: int, apart: Fraction) -> Fraction:
    return (2 * spread / apart) ** 2


@packs_needed.mistake("not_squared")
def _(spread: int, apart: Fraction) -> Fraction:
    return 2 * spread / apart


@packs_needed.mistake("one_error")
def _(spread: int, apart: Fraction) -> Fraction:
    return (spread / apart) ** 2


@packs_needed.mistake("two_not_squared")
def _(spread: int, apart: Fraction) -> Fraction:
    return 2 * (spread / apart) ** 2


def _field(rng: Random) -> dict[str, Any]:
    matches, players = rng.choice([(5, 16), (4, 8), (6, 30), (5, 10), (4, 12)])
    return {"matches": matches, "players": players}


def _field_facts(matches: int, players: int) -> dict[str, Any]:
    return {"one": Fraction(1, 2**matches), "not_one": 1 - Fraction(1, 2**matches)}


@asks("11.3", "chance", vary=_field, facts=_field_facts)
def somebody_wins_all(matches: int, players: int) -> Fraction:
    return 1 - (1 - Fraction(1, 2**matches)) ** players


@somebody_wins_all.mistake("one_player")
def _(matches: int, players: int) -> Fraction:
    return Fraction(1, 2**matches)


@somebody_wins_all.mistake("added_up")
def _(matches: int, players: int) -> Fraction:
    return Fraction(players, 2**matches)


@somebody_wins_all.mistake("nobody")
def _(matches: int, players: int) -> Fraction:
    return (1 - Fraction(1, 2**matches)) ** players


def _winner(rng: Random) -> dict[str, Any]:
    skill, luck, ahead = rng.choice([(1, 2, 4), (2, 3, 5), (1, 3, 4), (3, 2, 6), (2, 1, 3)])
    return {"skill": skill, "luck": luck, "ahead": ahead}


@asks(
    "11.4", "number", vary=_winner,
    facts=lambda skill, luck, ahead: {
        "share": Fraction(skill**2, skill**2 + luck**2), "both": skill**2 + luck**2,
        "squared": skill**2,
    },
)  # fmt: skip
def next_time(skill: int, luck: int, ahead: int) -> Fraction:
    return ahead * Fraction(skill**2, skill**2 + luck**2)


@next_time.mistake("the_same_again")
def _(skill: int, luck: int, ahead: int) -> Fraction:
    return Fraction(ahead)


@next_time.mistake("not_squared")
def _(skill: int, luck: int, ahead: int) -> Fraction:
    return ahead * Fraction(skill, skill + luck)


@next_time.mistake("share_of_luck")
def _(skill: int, luck: int, ahead: int) -> Fraction:
    return ahead * Fraction(luck**2, skill**2 + luck**2)


@next_time.mistake("all_luck")
def _(skill: int, luck: int, ahead: int) -> Fraction:
    return Fraction(0)


def _beats_the_third_step(given: object) -> str:
    """Whether a player is clearly better than the one of the third step, on packs of the judge."""
    return _judged_once(given) if isinstance(given, Threshold) else _judged_now(given)


def _judged_now(given: object) -> str:
    try:
        player, leads_found = _made_of(given), []
        for number in range(PACKS):
            pack = [_lead_of(player, number, seat) for seat in (0, 1)]
            leads_found.append(fmean(pack))
    except _WrongError as wrong:
        return str(wrong)
    mean, error = fmean(leads_found), stdev(leads_found) / PACKS**0.5
    return "behind" if mean >= 0 else "unclear" if mean + 2 * error >= 0 else ""


@cache
def _judged_once(given: Threshold) -> str:
    """A player with dials never changes, and plays the same every time."""
    return _judged_now(given)


def _lead_of(player: Strategy, number: int, seat: int) -> int:
    hand, other = deal(CABO, 2, Random(f"exercise 5 {number}")), CallAt(5)
    while hand.mover is not None and len(hand.history) < MOST_MOVES:
        if hand.mover == seat:
            hand = _asked(player, hand)
        else:
            hand = hand.play(other(view(hand, hand.mover)))
    if hand.scores is None:
        return 0
    return hand.scores[seat].points - hand.scores[1 - seat].points


@asks("11.5", "judged", judge=_beats_the_third_step)
def beats_the_third_step() -> Strategy:
    return Better(7)


def _plain(call_at: int) -> Threshold:
    """The third step as a player with dials."""
    return Threshold(
        call_at=(call_at,), take_most=-100, claim_from=NEVER, peek=0, spy=0, switch=0, look=0
    )


@beats_the_third_step.mistake("behind")
def _() -> Strategy:
    return _plain(3)


@beats_the_third_step.mistake("unclear")
def _() -> Strategy:
    return _plain(10)


@beats_the_third_step.mistake("illegal")
def _() -> Strategy:
    return lambda seen: "draw"


@beats_the_third_step.mistake("raises")
def _() -> Strategy:
    return lambda seen: seen.legal[99]


@beats_the_third_step.mistake("nothing")
def _() -> Strategy:
    return lambda seen: None  # type: ignore[return-value]
