"""One turn of one seat in many hands: a short function for each thing that a turn has.

A mask says in which hands something happens; where it happens, hands are named by their numbers
in the table (`who`). What the player does it decides as `Threshold` does, hand by hand.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from cambio_edu import lots
from cambio_edu.simulation import faces as codes
from cambio_edu.simulation.faces import EMPTY, SAME_RANK, UNKNOWN, Bytes, Points
from cambio_edu.simulation.mind import (
    NONE,
    Player,
    all_bits,
    anywhere,
    as_believed,
    at_place,
    believed,
    dares,
    dearest,
    face_down,
    first,
    forget,
    is_card,
    keys_of,
    may_call,
    of_hands,
    same_rank,
    wants_to_call,
)
from cambio_edu.simulation.packs import Index
from cambio_edu.simulation.table import ALL_SAW, FACE_UP, GONE, Mask, Table
from cambio_edu.thresholds import NEVER

#: Told of each call: the hands, the seat, and what it believes its total to be (points).
Called = Callable[[Table, Index, int, Points], None]


class Tried(NamedTuple):
    """What came of stacking one card.

    Args:
        fitted: the hands in which it fitted.
        failed: the hands in which it did not.
        again: the hands in which it may fit once more.
    """

    fitted: Index
    failed: Index
    again: Index


class Pair(NamedTuple):
    """A card of the own and one of an opponent, a pair a hand.

    Args:
        who: the hands.
        here: where the own card is on the table.
        away: where the opponent's is.
        saves: by how many points the own is believed to be dearer.
    """

    who: Index
    here: Index
    away: Index
    saves: Points


class Turn:
    """A turn of a seat.

    Args:
        table: the hands.
        seat: whose turn it is.
        players: who plays at each seat.
        called: is told of each call.
    """

    def __init__(self, table: Table, seat: int, players: Sequence[Player], called: Called) -> None:
        self.table, self.seat, self.players, self.called = table, seat, players, called
        self.me, self.rules = players[seat], table.rules
        self.others = [(seat + n) % table.seats for n in range(1, table.seats)]  # nearest first
        self.failed = table.none()  # where a stack of its own failed
        self.look_at_own()

    def play(self) -> None:
        """The whole turn."""
        table = self.table
        self.stack(~table.over, dare=True)
        self.count_own()
        going = ~table.over
        calls, takes, draws = self.begin(going)
        self.call(calls)
        self.take(np.flatnonzero(takes))
        self.draw(np.flatnonzero(draws))
        if self.me.style.forget:
            forget(table, self.seat, self.me, takes | draws)
            self.count_own()
        laid, discards = self.exchange(takes, draws)
        self.window(np.flatnonzero(laid))
        self.act(discards & ~table.over)
        if self.rules.stacking != "no":
            self.look_at_own()
            self.stack(going & ~calls & ~self.failed & ~table.over, dare=False)
        self.end()

    # What it believes

    def now(self, who: Index | None = None) -> tuple[Bytes, Mask]:
        """Its own cards as it believes them at this moment, and which lie face down.

        Args:
            who: in which hands; in all without it.
        """
        return believed(self.table, self.seat, who), face_down(self.table, self.seat, who)

    def look_at_own(self) -> None:
        """Note its own cards as they are now."""
        self.own, self.down = self.now()

    def count_own(self) -> None:
        """Count its own cards: what they are worth, and the dearest to exchange."""
        self.look_at_own()
        self.worth = self.me.points.take(self.own)
        self.best = dearest(self.me.dear.take(self.own), self.down)

    # Calling, taking, drawing

    def begin(self, going: Mask) -> tuple[Mask, Mask, Mask]:
        """Where it calls, takes and draws; where it can do none of it the turn is over."""
        table, style = self.table, self.me.style
        total = self.worth.sum(axis=0, dtype=np.int16)
        may = may_call(table)
        calls = going & may & wants_to_call(table, self.seat, self.me, total)
        up = self.me.points.take(table.top)
        takes = going & ~calls & (up <= style.take_most)
        takes &= self.best.has & (self.best.points - up >= style.take_from)
        draws = going & ~calls & ~takes
        stuck = draws & ~table.can_draw()
        if stuck.any():
            must_take = stuck & anywhere(self.down) & (table.laid > 0)
            takes |= must_take
            calls |= stuck & ~must_take & may
            draws &= ~stuck
        self.total = total
        return calls, takes, draws

    def call(self, calls: Mask) -> None:
        """Call, and tell of it."""
        who = np.flatnonzero(calls)
        if len(who):
            self.table.caller[who] = self.seat
            self.called(self.table, who, self.seat, self.total[who])

    def take(self, who: Index) -> None:
        """Take the top card of the discard pile."""
        table = self.table
        table.held[who] = table.take(who)
        table.takes[self.seat, who] += 1
        table.switched[who] &= ~np.uint8(1 << self.seat)

    def draw(self, who: Index) -> None:
        """Draw the top card of the stock."""
        table = self.table
        table.held[who] = table.draw(who)
        table.switched[who] &= ~np.uint8(1 << self.seat)

    # The card in hand

    def exchange(self, takes: Mask, draws: Mask) -> tuple[Mask, Mask]:
        """Claim, swap or discard; where a card was laid, and where one drawn was discarded."""
        new = self.me.points.take(self.table.held)
        need = self.need(takes)
        swaps = (takes | draws) & self.best.has & (self.best.points - new >= need)
        claims, group = self.sure_claims(takes | draws, new, need)
        swaps &= ~claims
        if self.me.style.dare:
            dared = self.dared_claims(swaps, group)
            swaps &= ~dared
            claims |= dared
        discards = draws & ~swaps & ~claims
        laid = swaps | discards
        who = np.flatnonzero(laid)
        self.table.lay(self.swap(swaps, takes)[who], who)
        if claims.any():
            laid |= self.claim(np.flatnonzero(claims), group, takes)
        return laid, discards

    def need(self, takes: Mask) -> Points:
        """How many points the card in hand must save to go into the grid."""
        table, style = self.table, self.me.style
        need = np.full(len(table), style.keep_from, np.int16)
        if style.peek_worth and self.uses("peek"):
            peeks = table.faces.action.take(table.held) == codes.PEEK
            need[peeks & anywhere(self.unknown(None))] += style.peek_worth
        need[takes] = -NEVER  # it must go in
        return need

    def unknown(self, who: Index | None) -> Mask:
        """Its own face-down cards that it does not know, `(slots, hands)`."""
        unknown: Mask = of_hands(self.own, who) == UNKNOWN
        return unknown & of_hands(self.down, who)

    def sure_claims(self, may: Mask, new: Points, need: Points) -> tuple[Mask, Mask]:
        """Where it claims cards that it knows to be equal, and which slots, `(slots, hands)`."""
        group = np.zeros(self.own.shape, np.bool_)
        claims = self.table.none()
        if not self.rules.exchange_many:
            return claims, group
        who = np.flatnonzero(may & self.has_equal())
        own, down, worth = (
            of_hands(self.own, who),
            of_hands(self.down, who),
            of_hands(self.worth, who),
        )
        equal = np.stack([same_rank(own, card) for card in own])  # (slots, slots, hands)
        equal &= down & (own != UNKNOWN)
        sums = np.stack([(worth * row).sum(axis=0, dtype=np.int32) for row in equal])
        best = dearest(keys_of(sums), (equal.sum(axis=1) > 1) & down)
        least = np.maximum(self.best.points[who] + self.me.style.claim_from, new[who] + need[who])
        sure = best.points >= least
        group[:, who[sure]] = equal[best.place[sure], :, np.flatnonzero(sure)].T
        claims[who[sure]] = True
        return claims, group

    def has_equal(self) -> Mask:
        """Where it knows two of its face-down cards to be equal."""
        equal = self.table.none()
        hidden = np.where(self.down, self.own, UNKNOWN)
        for slot in range(1, len(hidden)):
            known = hidden[slot] != UNKNOWN
            for other in hidden[:slot]:
                equal |= known & same_rank(hidden[slot], other)
        return equal

    def dared_claims(self, swaps: Mask, group: Mask) -> Mask:
        """Where it dares to claim the card that it would swap together with an unknown one."""
        dared = self.table.none()
        if not self.rules.exchange_many or self.rules.most_equal < 2:
            return dared
        who = np.flatnonzero(swaps)
        unknown = self.unknown(who)
        best = self.best.place[who]
        unknown[best, np.arange(len(who))] = False
        there, other = first(unknown)
        there &= dares(self.table, self.seat, self.me, lots.CLAIM, who)
        chosen = who[there]
        group[best[there], chosen] = True
        group[other[there], chosen] = True
        dared[chosen] = True
        return dared

    def new_seen(self, takes: Mask) -> Bytes:
        """Who knows the card in hand, on its way into the grid."""
        taken = ALL_SAW | (FACE_UP if self.rules.taken_face_up else 0)
        own = np.uint8(1 << self.seat)
        return own ^ (all_bits(takes) & (own ^ np.uint8(taken)))

    def swap(self, swaps: Mask, takes: Mask) -> Bytes:
        """Exchange the card in hand for the dearest; what is laid in each hand, this or that."""
        table, new = self.table, self.new_seen(takes)
        laid, place = table.held.copy(), self.best.place.astype(np.uint8)
        for slot in range(table.slots):
            card, seen = table.card[self.seat, slot], table.seen[self.seat, slot]
            here = all_bits(swaps & (place == slot))
            change = (card ^ table.held) & here
            card ^= change
            laid ^= change
            seen ^= (seen ^ new) & here
        return laid

    def claim(self, who: Index, group: Mask, takes: Mask) -> Mask:
        """Claim several equal cards for the one in hand; where a card was laid."""
        table, chosen = self.table, group[:, who]
        cards = table.card[self.seat].take(who, axis=1)
        rank = cards[first(chosen)[1], np.arange(len(who))] // SAME_RANK
        fits = ((cards // SAME_RANK == rank) | ~chosen).all(axis=0)
        self._claim_fits(who[fits], chosen[:, fits], takes)
        self._claim_fails(who[~fits], chosen[:, ~fits], takes)
        laid = table.none()
        laid[who] = fits | (self.rules.failed_claim == "discard")
        return laid

    def _claim_fits(self, who: Index, chosen: Mask, takes: Mask) -> None:
        """All go to the discard pile by their slots; the new card lies in the lowest."""
        table = self.table
        _, lowest = first(chosen)
        for slot, there in enumerate(chosen):
            those = who[there]
            where = table.at(self.seat, slot, those)
            table.lay(table.card.reshape(-1)[where], those)
            table.put(where, EMPTY, GONE)
        seen = self.new_seen(takes[who])
        table.put(table.at(self.seat, lowest, who), table.held[who], seen)

    def _claim_fails(self, who: Index, chosen: Mask, takes: Mask) -> None:
        """All see the chosen cards, which stay; the new one is added, or discarded."""
        table = self.table
        for slot, there in enumerate(chosen):
            table.learn(table.at(self.seat, slot, who[there]), ALL_SAW)
        if self.rules.failed_claim == "add":
            table.add(self.seat, table.held[who], self.new_seen(takes[who]), who)
        else:
            table.lay(table.held[who], who)

    # Actions

    def uses(self, action: str) -> bool:
        """Whether it uses an action in this round."""
        rounds: int = getattr(self.me.style, action)
        return self.table.turn // self.table.seats < rounds

    def act(self, discards: Mask) -> None:
        """Use the action of each discarded card, or skip it."""
        fires = self.table.faces.action.take(self.table.held)
        fires *= discards
        for action, use in (
            (codes.PEEK, self.peek),
            (codes.SPY, self.spy),
            (codes.SWITCH, self.switch),
            (codes.LOOK, self.look),
        ):
            who = np.flatnonzero(fires == action)
            if len(who) and self.uses(codes.ACTIONS[action]):
                use(who)

    def peek(self, who: Index) -> None:
        """Look at its first card that it does not know."""
        own, down = self.now(who)
        there, slot = first(down & (own == UNKNOWN))
        self.table.learn(self.table.at(self.seat, slot[there], who[there]), 1 << self.seat)

    def spy(self, who: Index) -> None:
        """Look at the first card of an opponent that it does not know."""
        where = self.of_others(who)
        hidden = self.table.seen.reshape(-1).take(where)
        hidden &= FACE_UP | 1 << self.seat
        there, place = first(hidden == 0)
        self.table.learn(at_place(where, place)[there], 1 << self.seat)

    def of_others(self, who: Index) -> Index:
        """Where the places of the opponents are on the table, clockwise, `(places, hands)`."""
        slots = np.arange(self.table.slots)
        places = np.concatenate([other * self.table.slots + slots for other in self.others])
        return self.table.at(0, places[:, np.newaxis], who)

    def pair(self, who: Index) -> Pair:
        """Its dearest card and the others' cheapest, as it believes, where there are both."""
        table, seat = self.table, self.seat
        own = believed(table, seat, who)
        mine = dearest(self.me.dear.take(own))
        where = self.of_others(who)
        cards = as_believed(
            table.card.reshape(-1).take(where), table.seen.reshape(-1).take(where), seat
        )
        may = None
        if self.rules.caller_protected:
            owners = np.repeat(np.array(self.others, np.uint8), table.slots)
            may = table.caller[who] != owners[:, np.newaxis]
        theirs = dearest(self.me.cheap.take(cards), may)
        there = np.flatnonzero((mine.points > NONE) & (theirs.points > NONE))
        here = table.at(seat, mine.place, who)
        away = at_place(where, theirs.place)
        saves = mine.points + theirs.points  # theirs are counted below 0
        return Pair(who[there], here[there], away[there], saves[there])

    def switch(self, who: Index) -> None:
        """Switch its dearest card for the others' cheapest, unseen, if that saves enough."""
        pair = self.pair(who)
        self.change(pair, pair.saves >= self.me.style.switch_from)

    def look(self, who: Index) -> None:
        """Look at two cards, and switch them where that makes its total smaller."""
        table, pair = self.table, self.pair(who)
        table.learn(pair.here, 1 << self.seat)
        table.learn(pair.away, 1 << self.seat)
        points, cards = table.faces.points, table.card.reshape(-1)
        self.change(pair, points.take(cards[pair.away]) < points.take(cards[pair.here]))

    def change(self, pair: Pair, where: Mask) -> None:
        """Two cards change places; who knew them knows them still."""
        table = self.table
        who, here, away = (column[where] for column in pair[:3])
        for of in (table.card.reshape(-1), table.seen.reshape(-1)):
            of[here], of[away] = of[away], of[here]
        owner = away // (table.slots * len(table))
        table.switched[who] |= (1 << owner).astype(np.uint8)

    # Stacking

    def stack(self, may: Mask, dare: bool) -> None:
        """Stack in its own turn as often as it fits; after a failed stack no more."""
        if self.rules.stacking == "no":
            return
        what = lots.STACK if dare and self.me.style.dare else None
        tried = self.try_stack(self.seat, self.own, self.down & may, None, what)
        while True:
            self.failed[tried.failed] = True
            self.window(tried.fitted)
            again = tried.again[~self.table.over[tried.again]]
            if not len(again):
                return
            tried = self.try_stack(self.seat, *self.now(again), again, what)

    def window(self, laid: Index) -> None:
        """Where the rules let them, the others may stack on a card that was laid."""
        if self.rules.stacking != "any turn":
            return
        table = self.table
        waiting = laid[~table.over[laid]]
        while len(waiting):
            again = []
            for other in self.others:
                dare = lots.WINDOW if self.players[other].style.dare else None
                own, down = believed(table, other, waiting), face_down(table, other, waiting)
                tried = self.try_stack(other, own, down, waiting, dare)
                again.append(tried.fitted[~self.table.over[tried.fitted]])
                waiting = np.setdiff1d(waiting, tried.fitted, assume_unique=True)
            waiting = np.concatenate(again)

    def try_stack(
        self, seat: int, own: Bytes, down: Mask, who: Index | None, dare: int | None
    ) -> "Tried":
        """Let a seat stack one card.

        Args:
            seat: who stacks.
            own: its cards as it believes them, `(slots, hands)`.
            down: which of them it may stack.
            who: the hands that are asked; all without it.
            dare: what it is asked for where it is not sure; None where it never dares.
        """
        sure = self.sure_stacks(seat, own, down, who)
        if dare is None:
            return sure
        asked = np.arange(len(self.table)) if who is None else who
        others = np.flatnonzero(~np.isin(asked, sure.fitted, assume_unique=True))
        unsure = self.dared_stacks(
            seat, own.take(others, axis=1), down.take(others, axis=1), asked[others], dare
        )
        fitted = np.concatenate([sure.fitted, unsure.fitted])
        return Tried(fitted, unsure.failed, fitted)

    def sure_stacks(self, seat: int, own: Bytes, down: Mask, who: Index | None) -> "Tried":
        """Stack a card that it knows to fit and that is worth it, the first of several."""
        player = self.players[seat]
        fits = same_rank(own, of_hands(self.table.top, who))
        fits &= down
        some = np.flatnonzero(anywhere(fits))
        if not len(some):
            return Tried(some, some, some)
        worth = player.stacks.take(own.take(some, axis=1)) >= player.style.stack_from
        worth &= fits.take(some, axis=1)
        there, slot = first(worth)
        more = worth.sum(axis=0)[there] > 1  # whatever is laid on top has the same rank
        hands = some[there] if who is None else who[some[there]]
        self.lay_stack(seat, hands, slot[there])
        return Tried(hands, hands[:0], hands[more])

    def dared_stacks(self, seat: int, own: Bytes, down: Mask, who: Index, what: int) -> "Tried":
        """Try the first card that it does not know, where it dares to."""
        table = self.table
        there, slot = first(down & (own == UNKNOWN))
        there &= (table.laid[who] > 0) & dares(table, seat, self.players[seat], what, who)
        hands, slot = who[there], slot[there]
        fits = self.fits(seat, hands, slot)
        self.lay_stack(seat, hands[fits], slot[fits])
        self.fail_stack(seat, hands[~fits], slot[~fits])
        return Tried(hands[fits], hands[~fits], hands[fits])

    def fits(self, seat: int, who: Index, slot: Index) -> Mask:
        """Where the card of a slot has the rank on top, and is no joker."""
        table = self.table
        card = table.card.reshape(-1)[table.at(seat, slot, who)]
        return same_rank(card, table.top[who]) & ~table.faces.is_joker.take(card)

    def lay_stack(self, seat: int, who: Index, slot: Index) -> None:
        """Lay a card on the discard pile; its place stays empty."""
        table = self.table
        where = table.at(seat, slot, who)
        table.lay(table.card.reshape(-1)[where], who)
        table.put(where, EMPTY, GONE)
        if self.rules.empty_ends:
            gone = who[~anywhere(is_card(table.card[seat].take(who, axis=1)))]
            table.emptied[gone] = seat
            table.over[gone] = True

    def fail_stack(self, seat: int, who: Index, slot: Index) -> None:
        """All see the card, which stays; one from the stock is added unseen."""
        table = self.table
        table.learn(table.at(seat, slot, who), ALL_SAW)
        those = who[table.can_draw()[who]]
        table.add(seat, table.draw(those), 0, those)

    # The end of the turn

    def end(self) -> None:
        """The hand ends before the caller's next turn, or where no stock can be made."""
        table = self.table
        after = (self.seat + 1) % table.seats
        over = table.caller == after
        gone = table.drawn == len(table.packs)
        over |= gone if self.rules.stock_out == "end" else gone & (table.laid <= 1)
        table.over |= over
        table.held[:] = EMPTY
