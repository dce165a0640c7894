"""Many hands in flight: who has which cards, who knows them, and where the others are."""

import numpy as np
from numpy.typing import NDArray

from cambio_edu import lots
from cambio_edu.simulation.faces import EMPTY, NOTHING, Bytes, Faces
from cambio_edu.simulation.packs import Index, Packs

Mask = NDArray[np.bool_]  # one answer a hand

NOBODY = 0xFF
ALL_SAW = 0x7F  # a bit a seat
FACE_UP = 0x80
GONE = 0xFF  # an emptied slot: all know it, and nobody can exchange it
SHUFFLER = 7  # no seat


class Table:
    """The hands of a batch that still go on, one column a hand; all are at the same turn.

    Args:
        faces: the cards of the rules in force.
        packs: a pack a hand.
        seats: how many seats.
        seeds: a seed a hand, for its lots, `(hands,)`.

    `card` and `seen` are `(seats, slots, hands)`: the code of a card, and who knows it as bits.
    `drawn` is the row of the pack that is drawn next, `laid` the size of the discard pile, `held`
    the card in hand. `number` is the hand's column in `packs`, which keeps the columns of hands
    that are over. The discard pile lies in the first rows of the pack, which are drawn already:
    it never has more cards than that.
    """

    def __init__(self, faces: Faces, packs: Packs, seats: int, seeds: NDArray[np.uint32]) -> None:
        hands, rules = packs.hands, faces.rules
        self.faces, self.rules, self.packs, self.seats = faces, rules, packs, seats
        self.turn = 0
        self.number: Index = np.arange(hands)
        self.seeds = seeds
        dealt = seats * rules.cards_each
        packs.deal(dealt + 1, self.number)
        grids = packs.cards[:dealt].reshape(rules.cards_each, seats, hands)
        self.card: Bytes = grids.transpose(1, 0, 2).copy()  # the discard pile takes those rows
        self.seen: Bytes = np.zeros_like(self.card)
        self.used = np.full((seats, hands), rules.cards_each, np.uint8)
        self._first_look()
        self.top = packs.cards[dealt].copy()
        packs.cards[0] = self.top
        self.laid = np.ones(hands, np.uint8)
        self.drawn = np.full(hands, dealt + 1, np.uint8)
        self.held = np.full(hands, EMPTY, np.uint8)
        self.caller = np.full(hands, NOBODY, np.uint8)
        self.emptied = np.full(hands, NOBODY, np.uint8)
        self.takes = np.zeros((seats, hands), np.uint8)
        self.switched = np.zeros(hands, np.uint8)
        self.over = np.zeros(hands, np.bool_)

    def _first_look(self) -> None:
        looked = 0 if self.rules.first_look == "none" else min(2, self.rules.cards_each)
        for seat in range(self.seats):
            self.seen[seat, :looked] = 1 << seat

    def __len__(self) -> int:
        return len(self.number)

    @property
    def slots(self) -> int:
        """How many slots the widest grid has."""
        return int(self.card.shape[1])

    def none(self) -> Mask:
        """No hand at all."""
        return np.zeros(len(self), np.bool_)

    def keep(self, who: Index) -> None:
        """Go on with those hands alone."""
        for name in ("card", "seen", "used", "takes"):
            setattr(self, name, getattr(self, name).take(who, axis=-1))
        for name in (
            "number", "seeds", "top", "laid", "drawn", "held", "caller", "emptied", "switched",
            "over",
        ):  # fmt: skip
            setattr(self, name, getattr(self, name)[who])

    # Places

    def at(self, seat: int, slot: Bytes | Index | int, who: Index) -> Index:
        """Where a slot of a seat is in `card` and `seen`, counted through, in each of the hands."""
        place = np.asarray(slot, np.intp) + seat * self.slots
        where: Index = place * len(self) + who
        return where

    def put(self, where: Index, card: Bytes | int, seen: Bytes | int) -> None:
        """Lay a card into a place."""
        self.card.reshape(-1)[where] = card
        self.seen.reshape(-1)[where] = seen

    def learn(self, where: Index, who: int) -> None:
        """Let those seats know the card in a place."""
        self.seen.reshape(-1)[where] |= who

    def add(self, seat: int, card: Bytes, seen: Bytes | int, who: Index) -> None:
        """Add a penalty card in a slot that was never used yet."""
        slot = self.used[seat, who]
        if len(slot) and slot.max() >= self.slots:
            shape = (self.seats, 1, len(self))
            self.card = np.concatenate([self.card, np.full(shape, EMPTY, np.uint8)], axis=1)
            self.seen = np.concatenate([self.seen, np.full(shape, GONE, np.uint8)], axis=1)
        self.used[seat, who] += 1
        self.put(self.at(seat, slot, who), card, seen)

    # Stock and discard pile

    def can_draw(self) -> Mask:
        """Where the stock has a card, or can be made anew."""
        can: Mask = self.drawn < len(self.packs)
        return can | (self.laid > 1) if self.rules.stock_out == "reshuffle" else can

    def draw(self, who: Index) -> Bytes:
        """Draw the top card of the stock; the discards are shuffled first where it is empty."""
        empty = who[self.drawn[who] == len(self.packs)]
        if len(empty):
            self._refill(empty)
        row = self.drawn[who]
        if len(row):
            self.packs.deal(int(row.max()) + 1, self.number)
        self.drawn[who] = row + 1
        drawn: Bytes = self.packs.cards.reshape(-1).take(self._in_pack(row, who))
        return drawn

    def take(self, who: Index) -> Bytes:
        """Take the top card of the discard pile."""
        taken: Bytes = self.top[who]
        self.laid[who] -= 1
        below = self.laid[who]
        under = self.packs.cards.reshape(-1).take(self._in_pack(np.maximum(below, 1) - 1, who))
        self.top[who] = np.where(below > 0, under, NOTHING)
        return taken

    def lay(self, card: Bytes, who: Index) -> None:
        """Lay a card on the discard pile."""
        laid = self.laid[who]
        self.packs.cards.reshape(-1)[self._in_pack(laid, who)] = card
        self.laid[who] = laid + 1
        self.top[who] = card

    def _in_pack(self, row: Bytes, who: Index) -> Index:
        where: Index = row.astype(np.intp)
        where *= self.packs.hands
        where += self.number[who]
        return where

    def _refill(self, who: Index) -> None:
        """Shuffle all discards but the top one into a new stock; its last row is the pack's."""
        columns, size = self.number[who], self.laid[who].astype(np.intp) - 1
        rows = np.arange(len(self.packs))[:, np.newaxis]
        order = np.stack([
            lots.mixed(self.seeds[who], self.turn, SHUFFLER, lots.SHUFFLE + row)
            for row in range(len(rows))
        ]).astype(np.uint64)  # fmt: skip
        order[rows >= size] = 1 << 32  # after all that are shuffled
        stock = np.take_along_axis(self.packs.cards[:, columns], np.argsort(order, 0, "stable"), 0)
        row, column = np.nonzero(rows < size)
        self.packs.cards[(len(self.packs) - size)[column] + row, columns[column]] = stock[
            row, column
        ]
        self.packs.cards[0, columns] = self.top[who]
        self.laid[who] = 1
        self.drawn[who] = len(self.packs) - size
