"""One hand of Cambio as an immutable value: legal moves, and what a move does.

A card in a hand is the number of its position in the dealt pack, so that it can be followed.
Who knows a card is a set of bits: bit `n` is the seat `n`, and one more bit, after the last seat,
is everybody who merely watches. What the public saw, all seats saw.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cambio_edu import moves
from cambio_edu.cards import JOKER, Card, shuffled
from cambio_edu.errors import CardError, MoveError, NotationError
from cambio_edu.moves import (
    CALL,
    DISCARD,
    DONE,
    DRAW,
    LEAVE,
    PASS,
    SKIP,
    SWITCH,
    TAKE,
    Move,
    Place,
    read_move,
)  # fmt: skip
from cambio_edu.rules import LETTERS, Rules, check_seats
from cambio_edu.scoring import Score, scores

DEFAULT_NAMES = ("Ann", "Ben", "Cara", "Dan", "Eva", "Finn")


class Placed(NamedTuple):
    """A card in a grid.

    Args:
        card: its position in the pack, from 0.
        seen: who knows it, as bits.
        face_up: whether it lies face up.
    """

    card: int
    seen: int = 0
    face_up: bool = False


Grid = tuple[Placed | None, ...]  # slot 1 first; None is a slot that was emptied


class Event(NamedTuple):
    """A move as one seat saw it.

    Args:
        seat: who moved.
        move: the move.
        cards: the cards that this seat saw by it, in the order of the move's places; the card
            drawn, taken or discarded; after a stack that ended the hand, the card in hand last.
        fits: whether a claim or a stack fitted; None for other moves.
        added: the place of a card that was added as a penalty.
        shuffled: whether the discards were shuffled into a new stock.
    """

    seat: int
    move: Move
    cards: tuple[Card, ...] = ()
    fits: bool | None = None
    added: Place | None = None
    shuffled: bool = False


Step = tuple[Event, ...]  # the same move as each seat saw it, then as everybody watching did


@dataclass
class _Draft:
    """The fields of a hand while a move is being played on them."""

    rules: Rules
    names: tuple[str, ...]
    first: int
    pack: tuple[Card, ...]
    grids: tuple[Grid, ...]
    stock: tuple[int, ...]
    discard: tuple[int, ...]
    phase: str
    turn: int
    mover: int | None
    caller: int | None = None
    holding: int | None = None
    taken: bool = False
    action: str = ""
    looked: Move | None = None
    stack_failed: bool = False
    window: tuple[int, ...] = ()
    after_window: str = ""
    turns: int = 0
    emptied: int | None = None
    history: tuple[Step, ...] = ()
    shuffles: tuple[tuple[int, ...], ...] = ()
    legal: tuple[Move, ...] = ()

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.names)


class Hand(_Draft):
    """One hand, at one moment; it never changes, and a move gives a new one.

    Its fields are those of the state. `turn` is the seat whose turn it is, `mover` the seat to
    act (another one while a window is open, None when the hand is over) and `legal` its moves in
    the order of notation; `holding` is the card in the hand of `turn`; `turns` counts the turns
    that have ended; `history` holds a `Step` a move, `shuffles` the new stock of each shuffle.
    """

    def __setattr__(self, name: str, value: object = None) -> None:
        raise AttributeError(f"a hand never changes; {name!r} cannot be set")

    __delattr__ = __setattr__

    def __hash__(self) -> int:
        return hash((self.pack, len(self.history), self.discard))

    def __repr__(self) -> str:
        return f"<Hand {self.rules.preset}, {len(self.names)} seats, {self.phase}>"

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.mover is None

    @property
    def scores(self) -> tuple[Score, ...] | None:
        """What each seat writes down; None while the hand is going on."""
        if not self.is_over:
            return None
        return scores(self.rules, self.cards, self.caller, self.emptied)

    @property
    def cards(self) -> list[list[Card]]:
        """Every seat's cards in order of their slots; everybody's secret until the end."""
        return [[self.pack[placed.card] for placed in grid if placed] for grid in self.grids]

    def play(self, move: Move | str, order: Sequence[Card] | None = None) -> "Hand":
        """Play a move.

        Args:
            move: a legal move, or its notation.
            order: the new stock, top card first, where the move needs a shuffle; without it the
                order follows from the pack and the number of moves, like everything else.

        Raises:
            MoveError: it is not legal now; the message says what is.
        """
        move = self._checked(move)
        draft = object.__new__(_Draft)
        draft.__dict__.update(self.__dict__)
        _PLAY[move.verb](draft, move, order)
        if order is not None and len(draft.shuffles) == len(self.shuffles):
            raise MoveError(f"'{move}' needs no shuffle now; leave it out")
        return _frozen(draft)

    def _checked(self, move: Move | str) -> Move:
        if isinstance(move, str):
            try:
                move = read_move(move, self.mover)
            except NotationError as error:
                raise MoveError(f"{error}; {self._what_is_legal()}") from None
        if move not in self.legal:
            raise MoveError(f"'{move}' is not allowed now; {self._what_is_legal()}")
        return move

    def _what_is_legal(self) -> str:
        if self.mover is None:
            return "the hand is over"
        return f"legal for {LETTERS[self.mover]}: {', '.join(map(str, self.legal))}"


def _frozen(draft: _Draft) -> Hand:
    """The draft becomes a hand: from here on it refuses to be changed."""
    mover = draft.mover
    draft.legal = () if mover is None else _LEGAL[draft.phase](draft, mover)
    draft.__class__ = Hand
    assert isinstance(draft, Hand)
    return draft


# Dealing


def deal(
    rules: Rules,
    names: Sequence[str] | int,
    pack: Sequence[Card] | random.Random,
    first: int = 0,
) -> Hand:
    """Deal a hand.

    Args:
        rules: the rules in force.
        names: the players' names clockwise, or how many seats.
        pack: the whole pack, top card first, or a generator that shuffles it.
        first: the seat (from 0) that plays first.

    Raises:
        RulesError: so many seats cannot play.
        CardError: the pack is not the one of the rules.

    >>> from cambio_edu.rules import rules
    >>> hand = deal(rules("cambio"), 3, random.Random(7))
    >>> len(hand.stock), hand.phase
    (39, 'start')
    """
    check_seats(rules, names if isinstance(names, int) else len(names))
    names = DEFAULT_NAMES[:names] if isinstance(names, int) else tuple(names)
    if isinstance(pack, random.Random):
        pack = rules.pack.shuffled(pack)
    else:
        _check_pack(rules, pack := tuple(pack))
    if not 0 <= first < len(names):
        raise MoveError(f"seat {first} cannot play first; seats are 0 to {len(names) - 1}")
    seats, dealt = len(names), len(names) * rules.cards_each
    known = 2 if rules.first_look == "nearest" else 0
    grids = tuple(
        tuple(
            Placed(card, 1 << seat if slot < known else 0)
            for slot, card in enumerate(range((seat - first) % seats, dealt, seats))
        )
        for seat in range(seats)
    )
    stock = tuple(range(dealt + 1, len(pack)))
    phase = "first look" if rules.first_look == "choose" else "start"
    return _frozen(_Draft(rules, names, first, pack, grids, stock, (dealt,), phase, first, first))


def _check_pack(rules: Rules, pack: tuple[Card, ...]) -> None:
    have, want = Counter(pack), rules.pack.counts
    for card in sorted(have | want):
        if have[card] != want[card]:
            raise CardError(
                f"the pack holds {card} {have[card]} times; "
                f"in {rules.preset!r} it is there {want[card]} times"
            )


# What is legal


def _face_down(grid: Grid) -> tuple[int, ...]:
    return tuple([n for n, placed in enumerate(grid, 1) if placed and not placed.face_up])


def _slots(grid: Grid) -> tuple[int, ...]:
    return tuple([n for n, placed in enumerate(grid, 1) if placed])


def _can_draw(hand: _Draft) -> bool:
    return bool(hand.stock) or (hand.rules.stock_out == "reshuffle" and len(hand.discard) > 1)


def _stacks(hand: _Draft, own: tuple[int, ...]) -> tuple[Move, ...]:
    if hand.rules.stacking == "no" or hand.stack_failed or not hand.discard:
        return ()
    return moves.one_each("stack", own)


def _legal_first_look(hand: _Draft, mover: int) -> tuple[Move, ...]:
    return moves.sees(_slots(hand.grids[mover]))


def _legal_start(hand: _Draft, mover: int) -> tuple[Move, ...]:
    own = _face_down(hand.grids[mover])
    able: tuple[Move, ...] = (DRAW,) if _can_draw(hand) else ()
    if own and hand.discard:
        able += (TAKE,)
    if hand.caller is None and (hand.rules.early_call or hand.turns >= hand.seats):
        able += (CALL,)
    return _stacks(hand, own) + (able or (DONE,))


def _legal_holding(hand: _Draft, mover: int) -> tuple[Move, ...]:
    own = _face_down(hand.grids[mover])
    most = hand.rules.most_equal if hand.rules.exchange_many else 1
    if hand.taken:  # it must go in, so one own card stays for it
        return (_stacks(hand, own) if len(own) > 1 else ()) + moves.swaps(own, most)
    return _stacks(hand, own) + moves.swaps(own, most) + (DISCARD,)


def _opponents(hand: _Draft, mover: int) -> list[int]:
    partner = hand.rules.partner(mover, hand.seats)
    return [seat for seat in range(hand.seats) if seat not in (mover, partner)]


def _legal_action(hand: _Draft, mover: int) -> tuple[Move, ...]:
    verb, others = hand.action, _opponents(hand, mover)
    if verb == "peek":
        return (*moves.one_each("peek", _face_down(hand.grids[mover])), SKIP)
    if verb == "spy":
        places = [Place(s, n) for s in others for n in _face_down(hand.grids[s])]
        return (*moves.spies(tuple(places)), SKIP)
    if hand.rules.caller_protected:
        others = [seat for seat in others if seat != hand.caller]
    places = [Place(s, n) for s in others for n in _slots(hand.grids[s])]
    return (*moves.exchanges(verb, _slots(hand.grids[mover]), tuple(places)), SKIP)


def _legal_look(hand: _Draft, mover: int) -> tuple[Move, ...]:
    return (SWITCH, LEAVE)


def _legal_end(hand: _Draft, mover: int) -> tuple[Move, ...]:
    return (*_stacks(hand, _face_down(hand.grids[mover])), DONE)


def _legal_window(hand: _Draft, mover: int) -> tuple[Move, ...]:
    return (*moves.one_each("stack", _face_down(hand.grids[mover])), PASS)


_LEGAL: dict[str, Callable[[_Draft, int], tuple[Move, ...]]] = {
    "first look": _legal_first_look,
    "start": _legal_start,
    "holding": _legal_holding,
    "action": _legal_action,
    "look": _legal_look,
    "end": _legal_end,
    "window": _legal_window,
}


# What a move does. Each function changes the draft and says what was seen.


def _actor(hand: _Draft) -> int:
    assert hand.mover is not None  # a move is only played while the hand goes on
    return hand.mover


def _everybody(hand: _Draft) -> int:
    return (2 << len(hand.names)) - 1


def _put(hand: _Draft, place: Place, placed: Placed | None) -> None:
    seat, slot = place
    grid = hand.grids[seat]
    grid = (*grid[: slot - 1], placed, *grid[slot:])
    hand.grids = (*hand.grids[:seat], grid, *hand.grids[seat + 1 :])


def _at(hand: _Draft, place: Place) -> Placed:
    placed = hand.grids[place.seat][place.slot - 1]
    assert placed is not None  # legal moves name places that hold a card
    return placed


def _learn(hand: _Draft, place: Place, who: int) -> Card:
    """Let those seats know the card in a place."""
    card, seen, face_up = _at(hand, place)
    _put(hand, place, Placed(card, seen | who, face_up))
    return hand.pack[card]


def _all_saw(
    hand: _Draft,
    move: Move,
    cards: tuple[Card, ...] = (),
    fits: bool | None = None,
    added: Place | None = None,
    shuffle: bool = False,
) -> None:
    event = Event(_actor(hand), move, cards, fits, added, shuffle)
    hand.history += ((event,) * (len(hand.names) + 1),)


def _one_saw(hand: _Draft, move: Move, cards: tuple[Card, ...], shuffle: bool = False) -> None:
    """The mover saw the cards; the others saw that it did."""
    mover = _actor(hand)
    step = [Event(mover, move, (), None, None, shuffle)] * (len(hand.names) + 1)
    step[mover] = Event(mover, move, cards, None, None, shuffle)
    hand.history += (tuple(step),)


def _refill(hand: _Draft, order: Sequence[Card] | None) -> bool:
    """Shuffle the discards into a new stock if it is empty; whether that was done."""
    if hand.stock:
        return False
    old, top = hand.discard[:-1], hand.discard[-1:]
    if order is None:
        rng = random.Random(" ".join(map(str, hand.pack)) + f" {len(hand.history)}")
        order = [hand.pack[n] for n in shuffled(old, rng)]
    # by their faces, as the text has them: which of two equal cards it is nobody can tell
    stock = _positions(hand.pack, old, order)
    hand.stock, hand.discard = stock, top
    hand.shuffles += (stock,)
    return True


def _positions(
    pack: tuple[Card, ...], cards: tuple[int, ...], order: Sequence[Card]
) -> tuple[int, ...]:
    left = list(cards)
    stock = []
    for card in order:
        found = next((n for n in left if pack[n] == card), None)
        if found is None:
            raise MoveError(f"{card} is not among the discards that are shuffled")
        left.remove(found)
        stock.append(found)
    if left:
        raise MoveError(f"the shuffle leaves out {pack[left[0]]}; all discards but the top one go")
    return tuple(stock)


def _play_see(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    mover = _actor(hand)
    cards = tuple(_learn(hand, place, 1 << mover) for place in move.places(mover))
    _one_saw(hand, move, cards)
    hand.mover = hand.turn = (mover + 1) % len(hand.names)
    if hand.mover == hand.first:
        hand.phase = "start"


def _play_draw(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    new = _refill(hand, order)
    hand.holding, hand.stock = hand.stock[0], hand.stock[1:]
    hand.taken = False
    hand.phase = "holding"
    _one_saw(hand, move, (hand.pack[hand.holding],), new)


def _play_take(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    hand.holding, hand.discard = hand.discard[-1], hand.discard[:-1]
    hand.taken = True
    hand.phase = "holding"
    _all_saw(hand, move, (hand.pack[hand.holding],))


def _from_hand(hand: _Draft) -> Placed:
    """The card in hand, on its way into the grid."""
    card, taken = hand.holding, hand.taken
    assert card is not None  # only asked while a card is held
    hand.holding, hand.taken = None, False
    seen = _everybody(hand) if taken else 1 << _actor(hand)
    return Placed(card, seen, taken and hand.rules.taken_face_up)


def _play_swap(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    if len(move.slots) > 1:
        _play_claim(hand, move)
        return
    place = Place(_actor(hand), move.slots[0])
    old = _at(hand, place)
    _put(hand, place, _from_hand(hand))
    hand.discard += (old.card,)
    _all_saw(hand, move, (hand.pack[old.card],))
    _laid(hand, "end")


def _play_claim(hand: _Draft, move: Move) -> None:
    places = move.places(_actor(hand))
    chosen = [_at(hand, place).card for place in places]
    cards = tuple([hand.pack[card] for card in chosen])
    if len({card.rank for card in cards}) > 1:
        _fail_claim(hand, move, cards)
        return
    for place in places[1:]:
        _put(hand, place, None)
    _put(hand, places[0], _from_hand(hand))
    hand.discard += tuple(chosen)
    _all_saw(hand, move, cards, True)
    _laid(hand, "end")


def _fail_claim(hand: _Draft, move: Move, cards: tuple[Card, ...]) -> None:
    mover = _actor(hand)
    for place in move.places(mover):
        _learn(hand, place, _everybody(hand))
    new = _from_hand(hand)
    if hand.rules.failed_claim == "add":
        added = Place(mover, len(hand.grids[mover]) + 1)
        _put(hand, added, new)
        _all_saw(hand, move, cards, False, added)
        _go(hand, "end")
    else:
        hand.discard += (new.card,)
        _all_saw(hand, move, (*cards, hand.pack[new.card]), False)
        _laid(hand, "end")


def _play_discard(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    card = hand.holding
    assert card is not None  # legal only with a card in hand
    hand.holding = None
    hand.discard += (card,)
    hand.action = hand.rules.action(hand.pack[card])
    _all_saw(hand, move, (hand.pack[card],))
    _laid(hand, "action" if hand.action else "end")


def _play_look_at(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    """Peek, spy or look: the mover sees the cards of the move."""
    mover = _actor(hand)
    cards = tuple([_learn(hand, place, 1 << mover) for place in move.places(mover)])
    _one_saw(hand, move, cards)
    if move.verb == "look":
        hand.looked = move
        hand.phase = "look"
    else:
        _go(hand, "end")


def _play_switch(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    mine, other = (move if move.slots else hand.looked or move).places(_actor(hand))
    card, placed = _at(hand, mine), _at(hand, other)
    _put(hand, mine, placed)
    _put(hand, other, card)
    _all_saw(hand, move)
    _go(hand, "end")


def _play_nothing(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    """Skip the action, or leave two cards where they are."""
    _all_saw(hand, move)
    _go(hand, "end")


def _play_stack(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    mover = _actor(hand)
    place = Place(mover, move.slots[0])
    card, top = hand.pack[_at(hand, place).card], hand.pack[hand.discard[-1]]
    if card.rank != top.rank or card.rank == JOKER:
        _fail_stack(hand, move, card, order)
        return
    hand.discard += (_at(hand, place).card,)
    _put(hand, place, None)
    if hand.rules.empty_ends and not any(hand.grids[mover]):
        _empty_ends(hand, move, card)
        return
    _all_saw(hand, move, (card,), True)
    _laid(hand, hand.after_window if hand.phase == "window" else hand.phase)


def _fail_stack(hand: _Draft, move: Move, card: Card, order: Sequence[Card] | None) -> None:
    mover = _actor(hand)
    _learn(hand, Place(mover, move.slots[0]), _everybody(hand))
    new, added = False, None
    if _can_draw(hand):
        new = _refill(hand, order)
        added = Place(mover, len(hand.grids[mover]) + 1)
        _put(hand, added, Placed(hand.stock[0]))
        hand.stock = hand.stock[1:]
    _all_saw(hand, move, (card,), False, added, new)
    if hand.phase == "window":
        _next_in_window(hand)
    else:
        hand.stack_failed = True


def _empty_ends(hand: _Draft, move: Move, card: Card) -> None:
    """An empty grid ends the hand; a card in hand is laid down before all."""
    seen: tuple[Card, ...] = (card,)
    if hand.holding is not None:
        hand.discard += (hand.holding,)
        seen += (hand.pack[hand.holding],)
        hand.holding, hand.taken = None, False
    _all_saw(hand, move, seen, True)
    hand.emptied = hand.mover
    _end_hand(hand)


def _play_call(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    hand.caller = hand.mover
    _all_saw(hand, move)
    _end_turn(hand)


def _play_done(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    _all_saw(hand, move)
    _end_turn(hand)


def _play_pass(hand: _Draft, move: Move, order: Sequence[Card] | None) -> None:
    _all_saw(hand, move)
    _next_in_window(hand)


_PLAY: dict[str, Callable[[_Draft, Move, Sequence[Card] | None], None]] = {
    "see": _play_see,
    "stack": _play_stack,
    "draw": _play_draw,
    "take": _play_take,
    "call": _play_call,
    "swap": _play_swap,
    "discard": _play_discard,
    "peek": _play_look_at,
    "spy": _play_look_at,
    "look": _play_look_at,
    "switch": _play_switch,
    "leave": _play_nothing,
    "skip": _play_nothing,
    "pass": _play_pass,
    "done": _play_done,
}


# What follows from a move


def _laid(hand: _Draft, phase: str) -> None:
    """A card was laid on the discard pile: others may stack first where the rules let them."""
    if hand.rules.stacking != "any turn":
        _go(hand, phase)
        return
    seats = len(hand.names)
    hand.after_window = phase
    hand.window = tuple([(hand.turn + n) % seats for n in range(1, seats)])
    hand.phase, hand.mover = "window", hand.window[0]


def _next_in_window(hand: _Draft) -> None:
    hand.window = hand.window[1:]
    if hand.window:
        hand.mover = hand.window[0]
    else:
        hand.mover = hand.turn
        phase, hand.after_window = hand.after_window, ""
        _go(hand, phase)


def _go(hand: _Draft, phase: str) -> None:
    """Go on within the turn; where nothing can be stacked a turn ends by itself."""
    hand.phase = phase
    if phase == "end":
        hand.action, hand.looked = "", None
        if hand.rules.stacking == "no":
            _end_turn(hand)


def _end_turn(hand: _Draft) -> None:
    hand.turns += 1
    hand.stack_failed = False
    after = (hand.turn + 1) % len(hand.names)
    ends_here = hand.rules.stock_out == "end" or len(hand.discard) <= 1
    if after == hand.caller or (not hand.stock and ends_here):
        _end_hand(hand)
        return
    hand.turn = hand.mover = after
    hand.phase = "start"


def _end_hand(hand: _Draft) -> None:
    """Turn all cards up."""
    everybody = _everybody(hand)
    hand.grids = tuple(
        tuple(placed and Placed(placed.card, everybody, True) for placed in grid)
        for grid in hand.grids
    )
    hand.phase, hand.mover = "over", None
    hand.window, hand.after_window, hand.action, hand.looked = (), "", "", None
