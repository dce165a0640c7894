"""A player with dials: what it keeps, takes, claims and stacks, how it remembers, when it calls.

Every decision compares whole numbers of points, so that the same player can be played by the
engine, hand by hand, and by the simulation, very many hands at once. With ties the lowest slot
and the nearest opponent clockwise are taken.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from cambio_edu import lots
from cambio_edu.cards import JOKER, Card
from cambio_edu.errors import CambioError
from cambio_edu.moves import CALL, DISCARD, DONE, DRAW, LEAVE, PASS, SKIP, SWITCH, TAKE, Move, Place
from cambio_edu.view import Lying, View

NEVER = 10_000  # points that nothing saves
ALWAYS = 10_000  # rounds that no hand lasts
MOST = 1_000  # points of a dial; NEVER is allowed too


@dataclass(frozen=True)
class Threshold:
    """Calls at so many points by its own count, and makes its total smaller until then.

    Points that are compared are believed ones: a card that it does not remember counts `unknown`.
    With an empty grid, which scores 0 whatever the others hold, it calls in any case.
    Source: none of the texts plays so exactly; every dial is something that one of them advises.

    Args:
        call_at: calls at so many points or fewer; one number a round, the last one from then on.
        per_seat: points more at which it calls, for each seat after the second.
        per_take: points more at which it calls, for each card an opponent has taken.
        after_switch: points more at which it calls in the turn after one of its cards was switched.
        patience: calls whatever it holds after so many rounds.
        unknown: what it takes a card to be worth that it does not know (points).
        keep_from: keeps a drawn card that saves so many points.
        peek_worth: points more that a drawn 7 or 8 must save while it has a card to peek at.
        take_most: takes a card of so many points or fewer from the discard pile …
        take_from: … if it saves so many points.
        claim_from: claims equal cards that it knows if they are so many points more than the one
            it would exchange.
        stack_from: stacks a card that it knows if it is worth so many points.
        switch_from: makes a blind switch that saves so many points.
        peek: uses a 7 or 8 in so many rounds from the first on; so for `spy`, `switch`, `look`.
        spy: for 9 and 10.
        switch: for the blind switch.
        look: for the queen that looks.
        forget: chance that a card slips its mind each time that it draws or takes.
        dare: chance that it tries a stack or a claim with a card that it does not know.
        seed: decides what it forgets and dares in the engine; a simulation gives every hand a
            seed of its own.

    Raises:
        CambioError: a value that cannot be.

    >>> Threshold(call_at=(2, 4, 6)).threshold(round=7, seats=4)
    6
    """

    call_at: tuple[int, ...] = (5,)
    per_seat: int = 0
    per_take: int = 0
    after_switch: int = 0
    patience: int = 30
    unknown: int = 6
    keep_from: int = 1
    peek_worth: int = 0
    take_most: int = 3
    take_from: int = 3
    claim_from: int = 1
    stack_from: int = 1
    switch_from: int = 3
    peek: int = ALWAYS
    spy: int = ALWAYS
    switch: int = ALWAYS
    look: int = ALWAYS
    forget: float = 0.0
    dare: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        for dial in fields(self):
            _check(dial.name, getattr(self, dial.name))

    def __call__(self, seen: View) -> Move:
        return _ANSWERS[seen.phase](self, seen)

    def threshold(self, round: int, seats: int, takes: int = 0, switched: bool = False) -> int:
        """At how many points or fewer it calls.

        Args:
            round: how many turns it has had.
            seats: how many seats play.
            takes: how many cards opponents have taken from the discard pile.
            switched: whether an opponent has switched one of its cards since its last turn.
        """
        return (
            self.call_at[min(round, len(self.call_at) - 1)]
            + self.per_seat * (seats - 2)
            + self.per_take * takes
            + self.after_switch * switched
        )

    # What it believes

    def remembered(self, seen: View) -> dict[Place, Card]:
        """The cards that it has seen, can follow, and has not forgotten."""
        if not self.forget:
            return seen.known
        kept, drawn = set(_first_looks(seen)), 0
        for number, event in enumerate(seen.history):
            places = event.move.places(event.seat)
            if event.move.verb == "switch":
                _exchange(kept, *(places or seen.history[number - 1].move.places(event.seat)))
            elif event.cards:
                kept.update(places)
            if event.added:
                kept.add(event.added)
            if event.seat == seen.seat and event.move in (DRAW, TAKE):
                kept = {place for place in kept if not self._forgets(drawn, event.seat, place)}
                drawn += 1
        return {
            place: card
            for place, card in seen.known.items()
            if place in kept or _lying(seen, place).face_up
        }

    def _forgets(self, round: int, seat: int, place: Place) -> bool:
        what = lots.place(place.seat, place.slot)
        return lots.lot(self.seed, round, seat, what) < lots.share(self.forget)

    def _worth(self, seen: View, card: Card | None) -> int:
        return seen.rules.points(card) if card else self.unknown

    def _own(self, seen: View, knows: dict[Place, Card]) -> dict[int, int]:
        """What it believes its own cards to be worth (points), by slot."""
        me = _me(seen)
        return {s: self._worth(seen, knows.get(Place(me, s))) for s in seen.slots(me)}

    def estimate(self, seen: View) -> int:
        """What it believes its total to be (points)."""
        return sum(self._own(seen, self.remembered(seen)).values())

    # What it does

    def _first_look(self, seen: View) -> Move:
        return seen.legal[0]

    def _start(self, seen: View) -> Move:
        knows = self.remembered(seen)
        stack = self._sure_stack(seen, knows) or self._dared_stack(seen, knows, lots.STACK)
        if stack:
            return stack
        if CALL in seen.legal and self._wants_to_call(seen, knows):
            return CALL
        if TAKE in seen.legal and self._wants_to_take(seen, knows):
            return TAKE
        return next(move for move in (DRAW, TAKE, CALL, DONE) if move in seen.legal)

    def _wants_to_call(self, seen: View, knows: dict[Place, Card]) -> bool:
        seats, me = len(seen.names), _me(seen)
        round = seen.turns // seats
        takes = sum(event.move == TAKE and event.seat != me for event in seen.history)
        switched = bool(self.after_switch) and _was_switched(seen)
        at = self.threshold(round, seats, takes, switched)
        own = self._own(seen, knows)
        return not own or sum(own.values()) <= at or round >= self.patience

    def _wants_to_take(self, seen: View, knows: dict[Place, Card]) -> bool:
        points = seen.rules.points(seen.discard[-1])
        own = self._own(seen, knows)
        best = max(own[slot] for slot in _face_down(seen))
        return points <= self.take_most and best - points >= self.take_from

    def _sure_stack(self, seen: View, knows: dict[Place, Card]) -> Move | None:
        for move in seen.legal:
            card = knows.get(Place(_me(seen), move.slots[0])) if move.verb == "stack" else None
            if card and card.rank == seen.discard[-1].rank and self._worth_stacking(seen, card):
                return move
        return None

    def _worth_stacking(self, seen: View, card: Card) -> bool:
        return card.rank != JOKER and seen.rules.points(card) >= self.stack_from

    def _dared_stack(self, seen: View, knows: dict[Place, Card], what: int) -> Move | None:
        me = _me(seen)
        stacks = [m for m in seen.legal if m.verb == "stack" and Place(me, m.slots[0]) not in knows]
        return stacks[0] if stacks and self._dares(seen, what) else None

    def _dares(self, seen: View, what: int) -> bool:
        return lots.lot(self.seed, seen.turns, _me(seen), what) < lots.share(self.dare)

    def _holding(self, seen: View) -> Move:
        own = _face_down(seen)
        if not own:
            return DISCARD
        assert seen.holding is not None  # the mover sees the card in its hand
        knows = self.remembered(seen)
        worth, new = self._own(seen, knows), seen.rules.points(seen.holding)
        best = max(own, key=lambda slot: (worth[slot], -slot))
        need = -NEVER if seen.taken else self._need(seen, knows)
        claim = self._sure_claim(seen, knows, worth)
        if claim and sum(worth[s] for s in claim) >= max(worth[best] + self.claim_from, new + need):
            return Move("swap", claim)
        if worth[best] - new < need:
            return DISCARD
        return self._dared_claim(seen, knows, best) or Move("swap", (best,))

    def _need(self, seen: View, knows: dict[Place, Card]) -> int:
        """How many points a drawn card must save to be kept."""
        assert seen.holding is not None
        peeks = seen.rules.action(seen.holding) == "peek" and self._uses(seen, "peek")
        return self.keep_from + (self.peek_worth if peeks and _to_peek(seen, knows) else 0)

    def _sure_claim(
        self, seen: View, knows: dict[Place, Card], worth: dict[int, int]
    ) -> tuple[int, ...] | None:
        """All that it knows to be equal, of the rank that is worth most."""
        ranks: dict[str, list[int]] = {}
        for slot in _face_down(seen) if seen.rules.exchange_many else ():
            if card := knows.get(Place(_me(seen), slot)):
                ranks.setdefault(card.rank, []).append(slot)
        equal = [tuple(slots) for slots in ranks.values() if len(slots) > 1]
        return max(equal, key=lambda c: (sum(worth[s] for s in c), -c[0]), default=None)

    def _dared_claim(self, seen: View, knows: dict[Place, Card], best: int) -> Move | None:
        me, rules = _me(seen), seen.rules
        others = [s for s in _face_down(seen) if s != best and Place(me, s) not in knows]
        may = rules.exchange_many and rules.most_equal > 1
        if not others or not may or not self._dares(seen, lots.CLAIM):
            return None
        return Move("swap", tuple(sorted((best, others[0]))))

    def _uses(self, seen: View, action: str) -> bool:
        rounds: int = getattr(self, action)
        return seen.turns // len(seen.names) < rounds

    def _action(self, seen: View) -> Move:
        verb, knows = seen.legal[0].verb, self.remembered(seen)
        if verb == "skip" or not self._uses(seen, verb):
            return SKIP
        if verb == "peek":
            slot = _to_peek(seen, knows)
            return Move("peek", (slot,)) if slot else SKIP
        if verb == "spy":
            places = (p for p in _others(seen) if p not in knows and not _lying(seen, p).face_up)
            place = next(places, None)
            return Move("spy", (), place) if place else SKIP
        return self._exchange(seen, knows, verb)

    def _exchange(self, seen: View, knows: dict[Place, Card], verb: str) -> Move:
        """Its dearest card for the cheapest of the others, if that saves enough."""
        own = self._own(seen, knows)
        mine = max(own, key=lambda slot: (own[slot], -slot))
        places = [p for p in _others(seen) if not self._is_protected(seen, p)]
        worth = {p: self._worth(seen, knows.get(p)) for p in places}
        other = min(places, key=lambda p: worth[p])
        if verb == "switch" and own[mine] - worth[other] < self.switch_from:
            return SKIP
        return Move(verb, (mine,), other)

    def _is_protected(self, seen: View, place: Place) -> bool:
        return seen.rules.caller_protected and place.seat == seen.caller

    def _after_look(self, seen: View) -> Move:
        mine, other = seen.history[-1].cards
        return SWITCH if seen.rules.points(other) < seen.rules.points(mine) else LEAVE

    def _end(self, seen: View) -> Move:
        return self._sure_stack(seen, self.remembered(seen)) or DONE

    def _window(self, seen: View) -> Move:
        knows = self.remembered(seen)
        stack = self._sure_stack(seen, knows) or self._dared_stack(seen, knows, lots.WINDOW)
        return stack or PASS


_ANSWERS: dict[str, Callable[[Threshold, View], Move]] = {
    "first look": Threshold._first_look,
    "start": Threshold._start,
    "holding": Threshold._holding,
    "action": Threshold._action,
    "look": Threshold._after_look,
    "end": Threshold._end,
    "window": Threshold._window,
}


# What can be seen


def _me(seen: View) -> int:
    assert seen.seat is not None  # only a seat is asked for a move
    return seen.seat


def _lying(seen: View, place: Place) -> Lying:
    lying = seen.grids[place.seat][place.slot - 1]
    assert lying is not None  # asked of places that hold a card
    return lying


def _face_down(seen: View) -> list[int]:
    return [slot for slot, lying in seen.slots(_me(seen)).items() if not lying.face_up]


def _to_peek(seen: View, knows: dict[Place, Card]) -> int | None:
    me = _me(seen)
    return next((slot for slot in _face_down(seen) if Place(me, slot) not in knows), None)


def _others(seen: View) -> Iterator[Place]:
    """The places of the opponents, the nearest clockwise first."""
    seats, me = len(seen.names), _me(seen)
    for n in range(1, seats):
        other = (me + n) % seats
        if other != seen.rules.partner(me, seats):
            yield from (Place(other, slot) for slot in seen.slots(other))


def _first_looks(seen: View) -> list[Place]:
    looked = 2 if seen.rules.first_look == "nearest" else 0
    return [Place(_me(seen), slot) for slot in range(1, looked + 1)]


def _exchange(kept: set[Place], mine: Place, other: Place) -> None:
    """What is remembered of two cards goes along when they change places."""
    if (mine in kept) != (other in kept):
        kept ^= {mine, other}


def _was_switched(seen: View) -> bool:
    """Whether an opponent has switched one of the seat's cards since it last drew or took."""
    me = _me(seen)
    for number in range(len(seen.history) - 1, -1, -1):
        event = seen.history[number]
        if event.seat == me and event.move in (DRAW, TAKE):
            return False
        if event.move.verb == "switch" and event.seat != me:
            place = event.move.place or seen.history[number - 1].move.place
            if place and place.seat == me:
                return True
    return False


# What a dial can be


def _check(name: str, value: Any) -> None:
    if name == "call_at":
        wrong = not isinstance(value, tuple) or not value or not all(map(_is_points, value))
        wanted = "one or more whole numbers of points"
    elif name in ("forget", "dare"):
        wrong = not isinstance(value, int | float) or not 0 <= value <= 1
        wanted = "a chance from 0 to 1"
    elif name == "seed":
        wrong = type(value) is not int or not 0 <= value <= lots.WORD
        wanted = f"a whole number from 0 to {lots.WORD}"
    elif name in ("patience", "peek", "spy", "switch", "look"):
        wrong = type(value) is not int or not 0 <= value <= ALWAYS
        wanted = f"a whole number of rounds from 0 to {ALWAYS}"
    else:
        wrong, wanted = not _is_points(value), f"a whole number from -{MOST} to {MOST}"
    if wrong:
        raise CambioError(f"{name}={value!r}: {wanted} is wanted")


def _is_points(value: Any) -> bool:
    return type(value) is int and (-MOST <= value <= MOST or value == NEVER)
