"""Players: a strategy takes a view and names a move.

A strategy gets nothing but the view, so it cannot cheat. Ours keep no state: what looks like
chance or forgetting follows from their seed and the history, so that a hand that is resumed or
replayed goes on in the same way.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cambio_edu.cards import JOKER, Card
from cambio_edu.errors import CambioError, MoveError
from cambio_edu.hand import Hand
from cambio_edu.moves import CALL, DISCARD, DONE, DRAW, LEAVE, PASS, SKIP, SWITCH, TAKE, Move, Place
from cambio_edu.probability import total
from cambio_edu.view import View, view

Strategy = Callable[[View], Move | str]
Seed = int | str | tuple[object, ...]


def unseen(seen: View) -> Counter[Card]:
    """The cards that may lie hidden: the pack less all that this seat knows the place of."""
    left = seen.rules.pack.counts
    left.subtract(seen.known.values())
    left.subtract(seen.discard)
    if seen.holding:
        left.subtract([seen.holding])
    return +left


def last_looks(seen: View) -> dict[Place, int]:
    """When this seat last saw the card of each place that it knows: number of the move.

    A card that it has known from the start has -1.
    """
    when = dict.fromkeys(seen.known, -1)
    for number, event in enumerate(seen.history):
        places = event.move.places(event.seat)
        if event.move.verb == "switch":
            mine, other = places or seen.history[number - 1].move.places(event.seat)
            when[mine], when[other] = when.get(other, -1), when.get(mine, -1)
        elif event.cards:
            when.update(dict.fromkeys(places, number))
        if event.added:
            when[event.added] = number
    return {place: when[place] for place in seen.known}


def _chance(seed: Seed, seen: View, *more: object) -> float:
    """A number from 0 to 1 that follows from the seed, the seat and what is asked."""
    words = " ".join(map(str, (seed, seen.seat, *more)))
    return random.Random(words).random()


@dataclass(frozen=True)
class Random:
    """Any legal move, each equally likely; sane about calling.

    It calls only after three turns of everybody, and then as often as any other way to begin a
    turn. Source: none; it is the yardstick that every strategy should beat.
    """

    seed: Seed = 0
    patience: int = 3

    def __call__(self, seen: View) -> Move:
        moves = seen.legal
        if seen.turns < self.patience * len(seen.names) and len(moves) > 1:
            moves = tuple(move for move in moves if move != CALL)
        return moves[int(_chance(self.seed, seen, len(seen.history), seen.discard) * len(moves))]


@dataclass(frozen=True)
class Greedy:
    """Makes its own total smaller move by move; the others differ in memory and in calling.

    Args:
        seed: decides what is forgotten.
        patience: after so many turns of everybody it calls whatever it holds, so that every hand
            comes to an end.
    """

    seed: Seed = 0
    patience: int = 100

    def __call__(self, seen: View) -> Move:
        answers = {
            "first look": self._first_look,
            "start": self._start,
            "holding": self._holding,
            "action": self._action,
            "look": self._after_look,
            "end": self._end,
            "window": self._window,
        }
        return answers[seen.phase](seen)

    # What it believes

    def knows(self, seen: View) -> dict[Place, Card]:
        """The cards that it remembers, by place."""
        return seen.known

    def average(self, seen: View) -> float:
        """What it takes a card to be worth that it does not know (points)."""
        left = unseen(seen)
        points = sum(seen.rules.points(card) * n for card, n in left.items())
        return points / max(1, left.total())

    def worth(self, seen: View, seat: int) -> dict[int, float]:
        """What it takes each card of a seat to be worth (points), by slot."""
        knows, average = self.knows(seen), self.average(seen)
        cards = {slot: knows.get(Place(seat, slot)) for slot in seen.slots(seat)}
        return {n: seen.rules.points(card) if card else average for n, card in cards.items()}

    def wants_to_call(self, seen: View) -> bool:
        """Whether it calls now."""
        raise NotImplementedError

    # What it does

    def _first_look(self, seen: View) -> Move:
        return seen.legal[0]

    def _stack(self, seen: View) -> Move | None:
        """A stack that it is sure of and that makes its total smaller."""
        knows = self.knows(seen)
        for move in seen.legal:
            card = knows.get(move.places(_me(seen))[0]) if move.verb == "stack" else None
            if card and self._fits(seen, card) and not self._needed(seen):
                return move
        return None

    def _fits(self, seen: View, card: Card) -> bool:
        fits = card.rank == seen.discard[-1].rank and card.rank != JOKER
        return fits and seen.rules.points(card) > 0

    def _needed(self, seen: View) -> bool:
        """Whether the last own card must stay, for the card in hand to go in for it."""
        return seen.holding is not None and len(seen.slots(_me(seen))) == 1

    def _start(self, seen: View) -> Move:
        if stack := self._stack(seen):
            return stack
        tired = seen.turns >= self.patience * len(seen.names)
        if CALL in seen.legal and (tired or self.wants_to_call(seen)):
            return CALL
        if TAKE in seen.legal and self._wants(seen, seen.discard[-1]):
            return TAKE
        return next(move for move in (DRAW, TAKE, CALL, DONE) if move in seen.legal)

    def _wants(self, seen: View, card: Card) -> bool:
        """Whether a card on the discard pile is worth a turn without a look at the stock."""
        points = seen.rules.points(card)
        slots = self._swappable(seen)
        return points <= 3 and bool(slots) and max(slots.values()) - points >= 3

    def _swappable(self, seen: View) -> dict[int, float]:
        me = _me(seen)
        up = {slot for slot, lying in seen.slots(me).items() if lying.face_up}
        return {slot: worth for slot, worth in self.worth(seen, me).items() if slot not in up}

    def _holding(self, seen: View) -> Move:
        if stack := self._stack(seen):
            return stack
        gains = self._gains(seen)
        best = max(gains, key=lambda move: gains[move], default=DISCARD)
        if DISCARD in seen.legal and gains.get(best, 0) <= 0:
            return DISCARD
        return best

    def _gains(self, seen: View) -> dict[Move, float]:
        """By how many points each swap makes its total smaller, as far as it knows.

        Claims that it is not sure of are left out.
        """
        assert seen.holding is not None  # the mover sees the card in its hand
        me, points = _me(seen), seen.rules.points(seen.holding)
        worth, knows = self.worth(seen, me), self.knows(seen)
        ranks = {place.slot: card.rank for place, card in knows.items() if place.seat == me}
        return {
            move: sum(worth[slot] for slot in move.slots) - points
            for move in seen.legal
            if move.verb == "swap" and (len(move.slots) == 1 or _are_equal(ranks, move.slots))
        }

    def _action(self, seen: View) -> Move:
        choose = {"peek": self._peek, "spy": self._spy, "switch": self._switch, "look": self._look}
        moves = seen.legal[:-1]
        return (choose[moves[0].verb](seen, moves) if moves else None) or SKIP

    def _peek(self, seen: View, moves: Sequence[Move]) -> Move | None:
        knows = self.knows(seen)
        return next((m for m in moves if m.places(_me(seen))[0] not in knows), None)

    def _spy(self, seen: View, moves: Sequence[Move]) -> Move | None:
        knows = self.knows(seen)
        return next((m for m in moves if m.place not in knows), None)

    def _best_exchange(self, seen: View, moves: Sequence[Move]) -> tuple[Move, float]:
        """The exchange that saves most, and how many points, as far as it knows."""
        worths = [self.worth(seen, seat) for seat in range(len(seen.names))]
        savings = {
            move: worths[_me(seen)][move.slots[0]] - worths[move.place.seat][move.place.slot]
            for move in moves
            if move.place
        }
        best = max(savings, key=lambda move: savings[move])
        return best, savings[best]

    def _switch(self, seen: View, moves: Sequence[Move]) -> Move | None:
        best, saving = self._best_exchange(seen, moves)
        return best if saving > 2 else None

    def _look(self, seen: View, moves: Sequence[Move]) -> Move | None:
        return self._best_exchange(seen, moves)[0]

    def _after_look(self, seen: View) -> Move:
        mine, other = seen.history[-1].cards
        return SWITCH if seen.rules.points(other) < seen.rules.points(mine) else LEAVE

    def _end(self, seen: View) -> Move:
        return self._stack(seen) or DONE

    def _window(self, seen: View) -> Move:
        return self._stack(seen) or PASS


@dataclass(frozen=True)
class Beginner(Greedy):
    """Keeps low cards, takes unknown ones for a six, and forgets.

    A card that it saw it forgets sooner or later, half of them within eight moves at the table.
    It calls at 6 points or fewer by its own count, and after ten turns at 12. Source: how people
    play their first hands.
    """

    half_life: float = 8.0

    def knows(self, seen: View) -> dict[Place, Card]:
        """What it has not forgotten yet; what lies face up it need not remember."""
        now, looks = len(seen.history), last_looks(seen)
        return {
            place: card
            for place, card in seen.known.items()
            if (lying := seen.grids[place.seat][place.slot - 1]) is not None
            and (lying.face_up or now - looks[place] <= self._span(seen, place, looks[place]))
        }

    def _span(self, seen: View, place: Place, look: int) -> float:
        """For how many moves a look is remembered: geometric, from the seed."""
        chance = _chance(self.seed, seen, place, look)
        span = 2.0
        while chance < 0.5 ** (span / self.half_life) and span < 200:
            span += 1
        return span

    def average(self, seen: View) -> float:
        return 6.0

    def wants_to_call(self, seen: View) -> bool:
        own = sum(self.worth(seen, _me(seen)).values())
        return own <= (6 if seen.turns < 10 * len(seen.names) else 12)


@dataclass(frozen=True)
class Careful(Greedy):
    """Forgets nothing, counts cards, and weighs the risk of a call.

    It calls when what a wrong call costs, times how likely it is, is less than what it hopes to
    save by it. The chance that an opponent is lower comes from the exact distribution of that
    opponent's unknown cards; opponents are taken one by one as if they were independent. Source:
    expected value.
    """

    def wants_to_call(self, seen: View) -> bool:
        me = _me(seen)
        own = sum(self.worth(seen, me).values())
        safe = 1.0
        for seat in range(len(seen.names)):
            if seat not in (me, seen.rules.partner(me, len(seen.names))):
                safe *= 1 - self._lower(seen, seat, own + 1.5)  # they have one more turn
        cost = (1 - safe) * (own + seen.rules.caller_penalty)
        return cost <= self._hope(seen) and own <= 12 + seen.turns / len(seen.names)

    def _hope(self, seen: View) -> float:
        """What waiting costs (points): the longer a hand goes on, the more the others improve."""
        return 1.5 + 0.25 * seen.turns / len(seen.names)

    def _lower(self, seen: View, seat: int, points: float) -> float:
        """The chance that a seat's total is below so many points, given what has been seen."""
        cards = seen.slots(seat).values()
        known = sum(seen.rules.points(lying.card) for lying in cards if lying.card)
        hidden = sum(lying.card is None for lying in cards)
        worths: Counter[int] = Counter()
        for card, count in unseen(seen).items():
            worths[seen.rules.points(card)] += count
        return float(total(worths, hidden).below(points - known))


def _are_equal(ranks: dict[int, str], slots: Sequence[int]) -> bool:
    """Whether the ranks of all those slots are known, and are the same."""
    return len({ranks.get(slot, slot) for slot in slots}) == 1


def _me(seen: View) -> int:
    assert seen.seat is not None  # only a seat is asked for a move
    return seen.seat


STRATEGIES: dict[str, type[Random] | type[Beginner] | type[Careful]] = {
    "random": Random,
    "beginner": Beginner,
    "careful": Careful,
}


def make(name: str, seed: Seed = 0) -> Strategy:
    """A strategy by name.

    Args:
        name: one of `STRATEGIES`.
        seed: decides its chances; the same seed plays the same.

    Raises:
        CambioError: there is no such strategy.
    """
    if name not in STRATEGIES:
        raise CambioError(f"{name!r} is no strategy; there are {', '.join(STRATEGIES)}")
    return STRATEGIES[name](seed)


def play_out(hand: Hand, players: Sequence[Strategy]) -> Hand:
    """Play a hand to its end.

    Args:
        hand: where to begin.
        players: a strategy for each seat, in order.

    Raises:
        MoveError: a strategy names a move that is not legal, or there are not as many as seats.

    >>> from cambio_edu.hand import deal
    >>> from cambio_edu.rules import rules
    >>> hand = deal(rules(), 2, random.Random(1))
    >>> play_out(hand, [make("careful")] * 2).is_over
    True
    """
    if len(players) != hand.seats:
        raise MoveError(f"{len(players)} strategies for {hand.seats} seats; one each is needed")
    while hand.mover is not None:
        hand = hand.play(players[hand.mover](view(hand, hand.mover)))
    return hand
