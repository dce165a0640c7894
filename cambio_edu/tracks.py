"""Follow every card of a hand through what one seat has seen of it.

A card is followed as a `Track`: the stock that it came from and its place in it. The dealt stock
is number 0; each time the discards are shuffled, the next number begins. Everybody had seen those
discards, so it is known which cards a new stock holds, but not in which order.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from cambio_edu.cards import Card
from cambio_edu.hand import Event
from cambio_edu.moves import Place
from cambio_edu.view import View


class Track(NamedTuple):
    """A card that is followed.

    Args:
        stock: the stock that it came from: 0 as dealt, then one more with each shuffle.
        number: its place in that stock, from 0, top card first; in the dealt one the cards that
            were dealt into the grids come first.
    """

    stock: int
    number: int


class Tracks:
    """Where every card of a hand lies, and the face of each that was seen.

    Args:
        seen: the view of a seat, or of somebody who watches.

    Attributes:
        grids: the card in each slot, slot 1 first; None is an emptied slot.
        held: the card in the hand of the seat whose turn it is, or None.
        discard: the discard pile, top card last.
        stock: the stock, top card first.
        faces: the face of every card that this seat has seen.
        contents: the cards of each stock.
    """

    def __init__(self, seen: View) -> None:
        seats, dealt = len(seen.names), len(seen.names) * seen.rules.cards_each
        pack = [Track(0, n) for n in range(len(seen.rules.pack))]
        self.grids: list[list[Track | None]] = [
            list(pack[(seat - seen.first) % seats : dealt : seats]) for seat in range(seats)
        ]
        self.held: Track | None = None
        self.discard = [pack[dealt]]
        self.stock = pack[dealt + 1 :]
        self.faces = {pack[dealt]: seen.upcard}
        self.contents = [seen.rules.pack.counts]
        self._looked: tuple[Place, ...] = ()
        for event in seen.history:
            _FOLLOW[event.move.verb](self, event)
        self._see_all(seen)

    def at(self, place: Place) -> Track:
        """The card in a place.

        Raises:
            KeyError: there is no card there.
        """
        grid = self.grids[place.seat] if place.seat < len(self.grids) else []
        found = grid[place.slot - 1] if 0 < place.slot <= len(grid) else None
        if found is None:
            raise KeyError(place)
        return found

    @property
    def hidden(self) -> list[Counter[Card]]:
        """The cards of each stock that this seat cannot place."""
        left = [Counter(cards) for cards in self.contents]
        for track, face in self.faces.items():
            left[track.stock][face] -= 1
        return [+cards for cards in left]

    def in_order(self, stock: int) -> list[Track]:
        """Every card of a stock, top card first as it was dealt or shuffled."""
        return [Track(stock, n) for n in range(self.contents[stock].total())]

    def unseen(self, stock: int) -> list[Track]:
        """The cards of a stock whose faces this seat has not seen, in their order."""
        return [track for track in self.in_order(stock) if track not in self.faces]

    def _see_all(self, seen: View) -> None:
        """What lies open to this seat now; what it saw at the very first is told nowhere else."""
        for place, card in seen.known.items():
            self.faces[self.at(place)] = card
        if self.held and seen.holding:
            self.faces[self.held] = seen.holding

    # What each move does. A seat that saw no cards by it is told none.

    def _see(self, tracks: Iterable[Track], cards: Iterable[Card]) -> None:
        self.faces.update(zip(tracks, cards, strict=False))

    def _own(self, event: Event) -> list[Track]:
        return [self.at(place) for place in event.move.places(event.seat)]

    def _refill(self, shuffled: bool) -> None:
        if shuffled:
            old, self.discard = self.discard[:-1], self.discard[-1:]
            self.contents.append(Counter(self.faces[track] for track in old))
            self.stock = [Track(len(self.contents) - 1, n) for n in range(len(old))]

    def _put(self, place: Place, track: Track | None) -> None:
        self.grids[place.seat][place.slot - 1] = track

    def _lay(self, event: Event, tracks: list[Track]) -> None:
        """Cards are laid on the discard pile, for all to see."""
        self._see(tracks, event.cards)
        self.discard += tracks

    def _from_hand(self) -> Track:
        assert self.held is not None  # only asked while a card is held
        held, self.held = self.held, None
        return held

    def _look(self, event: Event) -> None:
        self._see(self._own(event), event.cards)
        self._looked = event.move.places(event.seat)

    def _draw(self, event: Event) -> None:
        self._refill(event.shuffled)
        self.held = self.stock.pop(0)
        self._see([self.held], event.cards)

    def _take(self, event: Event) -> None:
        self.held = self.discard.pop()

    def _swap(self, event: Event) -> None:
        places, tracks = event.move.places(event.seat), self._own(event)
        if event.fits is False:
            self._fail(event, tracks)
            return
        for place in places:
            self._put(place, None)
        self._put(places[0], self._from_hand())
        self._lay(event, tracks)

    def _fail(self, event: Event, tracks: list[Track]) -> None:
        """A claim that does not fit: the cards are shown, and stay."""
        held = self._from_hand()
        self._see([*tracks, held], event.cards)
        if event.added:
            self.grids[event.seat].append(held)
        else:
            self.discard.append(held)

    def _discard(self, event: Event) -> None:
        self._lay(event, [self._from_hand()])

    def _stack(self, event: Event) -> None:
        tracks = self._own(event)
        if event.fits:
            self._put(event.move.places(event.seat)[0], None)
            held = [self._from_hand()] if len(event.cards) > 1 else []  # the hand ends with it
            self._lay(event, tracks + held)
            return
        self._see(tracks, event.cards)
        self._refill(event.shuffled)
        if event.added:
            self.grids[event.seat].append(self.stock.pop(0))

    def _switch(self, event: Event) -> None:
        mine, other = event.move.places(event.seat) or self._looked
        track, its = self.at(mine), self.at(other)
        self._put(mine, its)
        self._put(other, track)

    def _nothing(self, event: Event) -> None:
        pass


_FOLLOW: dict[str, Callable[[Tracks, Event], None]] = {
    **dict.fromkeys(("see", "peek", "spy", "look"), Tracks._look),
    "draw": Tracks._draw,
    "take": Tracks._take,
    "swap": Tracks._swap,
    "discard": Tracks._discard,
    "stack": Tracks._stack,
    "switch": Tracks._switch,
    **dict.fromkeys(("leave", "skip", "pass", "done", "call"), Tracks._nothing),
}
