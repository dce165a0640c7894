"""A chunk of hands, played in lock-step: all seats take their turns until the last hand is over."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cambio_edu.rules import Rules
from cambio_edu.simulation.faces import NOTHING, Bytes, Faces, Points
from cambio_edu.simulation.mind import Player
from cambio_edu.simulation.packs import Index, Packs
from cambio_edu.simulation.showing import Showing, totals
from cambio_edu.simulation.table import NOBODY, Table
from cambio_edu.simulation.turn import Turn
from cambio_edu.thresholds import Threshold

CHUNK = 1 << 16  # hands at most; with fewer, calling NumPy costs more than the work itself
MOST_TURNS = 4_000  # as long a hand may be; the slowest players are done long before

Kept = dict[str, NDArray[Any]]

#: What is kept of a hand: name, type, and whether there is one a seat.
KEPT = (
    ("caller", np.int8, False),
    ("turns", np.int16, False),
    ("called", np.int16, False),
    ("believed", np.int16, False),
    ("at_call", np.int16, True),
    ("totals", np.int16, True),
    ("scores", np.int16, True),
)


def room_for(hands: int, seats: int) -> Kept:
    """Arrays for what is kept of so many hands."""
    return {name: np.zeros((hands, seats) if each else hands, kind) for name, kind, each in KEPT}


def chunk_sizes(hands: int) -> list[int]:
    """How many hands each chunk has: as few chunks as can be, of one size but for a hand.

    Args:
        hands: how many hands there are in all.

    >>> chunk_sizes(100_001)
    [50001, 50000]
    """
    chunks = -(-hands // CHUNK)
    return [hands // chunks + (n < hands % chunks) for n in range(chunks)]


class Ended(NamedTuple):
    """The cards of hands as they ended, to be compared with the engine.

    Args:
        grids: codes, `(seats, slots, hands)`.
        discards: codes, `(cards, hands)`, the first card laid first, then `NOTHING`.
    """

    grids: Bytes
    discards: Bytes


class Chunk:
    """Hands that are played together.

    Args:
        rules: the rules in force.
        players: a strategy for each seat; seat 0 plays first.
        hands: how many hands.
        seed: of the chunk.
        cards: whether the cards that the hands end with are kept.
    """

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Threshold],
        hands: int,
        seed: Sequence[int],
        cards: bool = False,
    ) -> None:
        self.faces = Faces(rules)
        self.players = [Player.of(style, self.faces) for style in players]
        rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed)))
        self.seeds = rng.integers(0, 1 << 32, hands, np.uint32)
        self.packs = Packs(self.faces.codes, hands, rng)
        self.kept = room_for(hands, len(players))
        self.kept["caller"][:] = self.kept["called"][:] = -1
        self.ended = Ended(np.zeros((0, 0, 0), np.uint8), np.zeros((0, 0), np.uint8))
        self._cards = cards

    def play(self) -> "Chunk":
        """Play all hands to their ends."""
        seats = len(self.players)
        table = Table(self.faces, self.packs, seats, self.seeds)
        while len(table):
            before = table.over.copy()
            Turn(table, table.turn % seats, self.players, self._called).play()
            table.turn += 1
            over = np.flatnonzero(table.over)
            self.kept["turns"][table.number[over[~before[over]]]] = table.turn
            if 2 * len(over) >= len(table):  # enough are over to be worth the move
                self._finish(table, over)
                table.keep(np.flatnonzero(~table.over))
        return self

    def _called(self, table: Table, who: Index, seat: int, total: Points) -> None:
        hand = table.number[who]
        self.kept["caller"][hand] = seat
        self.kept["called"][hand] = table.turn
        self.kept["believed"][hand] = total
        self.kept["at_call"][hand] = totals(table.card.take(who, axis=2), self.faces).T

    def _finish(self, table: Table, who: Index) -> None:
        hand, showing = table.number[who], Showing.of(table, who)
        self.kept["turns"][hand] -= showing.emptied != NOBODY  # that turn did not end
        own = totals(showing.cards, self.faces)
        self.kept["totals"][hand] = own.T
        self.kept["scores"][hand] = showing.scores(self.faces, own).T
        if self._cards:
            self._keep_cards(table, who)

    def _keep_cards(self, table: Table, who: Index) -> None:
        grids, discards = self.ended
        hands = self.packs.hands
        if grids.shape[1] < table.slots:
            wider = np.full((table.seats, table.slots, hands), 0xFE, np.uint8)
            wider[:, : grids.shape[1]] = grids[:, :, :hands] if grids.size else 0xFE
            grids = wider
        if not discards.size:
            discards = np.full((len(self.packs), hands), NOTHING, np.uint8)
        grids[:, : table.slots, table.number[who]] = table.card[:, :, who]
        rows = np.arange(len(self.packs))[:, np.newaxis] < table.laid[who]
        pile = self.packs.cards[:, table.number[who]]
        discards[:, table.number[who]] = np.where(rows, pile, NOTHING)
        self.ended = Ended(grids, discards)


def packs_of(rules: Rules, hands: int, seed: Sequence[int]) -> tuple[Bytes, NDArray[np.uint32]]:
    """The packs of a chunk, `(cards, hands)` codes, and the seeds of its hands."""
    rng = np.random.Generator(np.random.SFC64(np.random.SeedSequence(seed)))
    seeds = rng.integers(0, 1 << 32, hands, np.uint32)
    packs = Packs(Faces(rules).codes, hands, rng)
    packs.deal(len(packs), np.arange(hands))
    return packs.cards, seeds
