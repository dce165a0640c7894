"""What a seat can believe of everything that it does not know, from its view alone.

A hidden place holds a card of some *urn*: the cards that could be there. At first there is one,
the pack less what the seat has seen. When the discards are shuffled into a new stock, that stock
is a new urn, whose cards everybody has seen, and the old urn is left with the cards in hidden
places. Cards take their urn along when they move. Within an urn every deal is equally likely,
as long as the choices of the other seats are taken as saying nothing.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import comb, perm

from cambio_edu import ways
from cambio_edu.cards import JOKER, Card, shuffled
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand
from cambio_edu.hand import deal as deal_hand
from cambio_edu.moves import Move, Place, read_move, read_place
from cambio_edu.pmf import Pmf
from cambio_edu.probability import WORK, Chance, Sample, joint_or_sample, joint_total
from cambio_edu.rules import LETTERS
from cambio_edu.showdown import Call, Showdown
from cambio_edu.tracks import Track, Tracks
from cambio_edu.view import View
from cambio_edu.ways import Urn

Totals = tuple[int, ...]


@dataclass(frozen=True)
class Belief:
    """What can be believed, given what a seat has seen.

    Args:
        seen: the view of a seat, or of somebody who watches.
    """

    seen: View

    def __repr__(self) -> str:
        who = "a watcher" if self.seen.seat is None else LETTERS[self.seen.seat]
        return f"<Belief of {who} after {len(self.seen.history)} moves>"

    # One card

    def cards(self, place: Place | str) -> Pmf[Card]:
        """Which card lies in a place.

        Args:
            place: a `Place`, or its notation, such as `B3`.

        Raises:
            CambioError: there is no card there, or the place cannot be read.
        """
        track = self._at(read_place(place) if isinstance(place, str) else place)
        face = self._tracks.faces.get(track)
        return Pmf({face: 1}) if face else self._any_of(track.stock)

    def points(self, place: Place | str) -> Pmf[int]:
        """What the card in a place is worth (points); args and raises as `cards`."""
        return self.cards(place).map(self.seen.rules.points)

    def next_card(self) -> Pmf[Card]:
        """The next card that is drawn from the stock.

        Where the stock is empty and the discards will be shuffled, it is one of them.

        Raises:
            CambioError: no card can be drawn any more.
        """
        return Pmf(_in_order(self._next_stock[0]))

    def next_points(self) -> Pmf[int]:
        """What the next card of the stock is worth (points); raises as `next_card`."""
        return self.next_card().map(self.seen.rules.points)

    @property
    def left(self) -> dict[str, int]:
        """How many cards of each rank this seat cannot place, in order of rank."""
        counts: Counter[str] = Counter()
        for card, n in _in_order(sum(self._urns, Counter())).items():
            counts[card.rank] += n
        return dict(counts)

    def at_least_one(self, ranks: str | Collection[str], draws: int) -> Fraction:
        """The chance that the next cards of the stock hold at least one of some ranks.

        Hypergeometric: 1 − C(N − K, n) / C(N, n), for `n` draws, where `K` of the `N` cards that
        may come have one of the ranks.

        Args:
            ranks: ranks, such as `"A"`, `"Q K"` or `["Q", "K"]`.
            draws: how many cards are drawn.

        Raises:
            CambioError: fewer cards are left in the stock, or no card of the pack has that rank.
        """
        wanted = set(ranks.split() if isinstance(ranks, str) else ranks)
        if strange := wanted - {card.rank for card in self.seen.rules.pack.cards}:
            raise CambioError(f"no card of the pack has the rank {min(strange)!r}")
        may_come, most = self._next_stock
        if not 0 <= draws <= most:
            raise CambioError(f"{draws} cards cannot be drawn; {most} are left in the stock")
        others = sum(n for card, n in may_come.items() if card.rank not in wanted)
        return 1 - Fraction(comb(others, draws), comb(may_come.total(), draws))

    # Several cards

    def chance_of(self, cards: Mapping[Place, Card]) -> Fraction:
        """The chance that these cards lie in these places, all of them.

        Place after place, each time from the cards of the urn that are left.

        Args:
            cards: a card for each place.

        Raises:
            CambioError: there is no card in one of the places.
        """
        left = [Counter(urn) for urn in self._urns]
        chance = Fraction(1)
        for place, card in cards.items():
            track = self._at(place)
            if track in self._tracks.faces:
                chance *= self._tracks.faces[track] == card
            else:
                urn = left[track.stock]
                chance *= Fraction(urn[card], urn.total())
                urn[card] -= 1
            if not chance:
                break
        return chance

    def total(self, seat: int) -> Pmf[int]:
        """The total of a seat's cards (points).

        Args:
            seat: the seat (from 0).

        Raises:
            CambioError: there is no such seat.
        """
        totals = joint_total(self._points, (self._hidden(seat),), [self._known_points(seat)])
        return totals.map(lambda t: t[0])

    def totals(
        self, *seats: int, limit: int = 20 * WORK
    ) -> Pmf[tuple[int, ...]] | Sample[tuple[int, ...]]:
        """The totals of several seats together: they share the cards, so they are not independent.

        Args:
            seats: the seats (from 0); all of them where none is given.
            limit: how many steps counting may take; above it the answer is a `Sample` of deals.

        Raises:
            CambioError: there is no such seat, or one is given twice.
        """
        seats = seats or tuple(range(len(self.seen.names)))
        if len(set(seats)) < len(seats):
            raise CambioError(f"a seat is given twice in {seats}; give each once")
        shape = tuple(self._hidden(seat) for seat in seats)
        known = [self._known_points(seat) for seat in seats]
        return joint_or_sample(self._points, shape, known, limit)

    def fits(self, move: Move | str, seat: int | None = None) -> Fraction:
        """The chance that a claim of equal cards or a stack fits.

        Args:
            move: a claim, such as `swap 1+3`, or a stack, such as `stack 2`.
            seat: the seat that makes it; without one this seat.

        Raises:
            CambioError: it is neither, a card is not there, or there is nothing to stack on.
        """
        seat = self._seat(seat)
        move = read_move(move, seat) if isinstance(move, str) else move
        tracks = [self._at(place) for place in move.places(seat)]
        if move.verb == "swap":
            return self._all_equal(tracks)
        if move.verb != "stack":
            raise CambioError(f"'{move}' cannot fail; a claim or a stack is wanted")
        if not self.seen.discard:
            raise CambioError(f"'{move}': the discard pile is empty")
        top = self.seen.discard[-1].rank
        return Fraction(0) if top == JOKER else self._all_of(tracks, top)

    # Everybody turns up

    def lowest(self, limit: int = WORK) -> tuple[Chance, ...]:
        """The chance of each seat to have the lowest total, alone or tied, if all turned up now.

        Args:
            limit: how many steps counting may take before the answers are estimates.
        """
        return self.showdown.lowest(limit)

    def call(self, seat: int | None = None, limit: int = WORK) -> Call:
        """What a call made now would come to if everybody turned up at once.

        Args:
            seat: the seat that calls; without one this seat.
            limit: how many steps counting may take before the answers are estimates.

        Raises:
            CambioError: there is no such seat.
        """
        return self.showdown.call(self._seat(seat), limit)

    @cached_property
    def showdown(self) -> Showdown:
        """All that is believed of all grids together."""
        seats = range(len(self.seen.names))
        return Showdown.of(
            self.seen.rules,
            self._urns,
            [self._known(seat) for seat in seats],
            tuple(self._hidden(seat) for seat in seats),
        )

    # What it rests on

    @cached_property
    def _tracks(self) -> Tracks:
        return Tracks(self.seen)

    @cached_property
    def _urns(self) -> list[Counter[Card]]:
        return self._tracks.hidden

    def _any_of(self, urn: int) -> Pmf[Card]:
        """Any hidden card of an urn: each is as likely as the others."""
        return Pmf(_in_order(self._urns[urn]))

    @cached_property
    def _points(self) -> list[Urn]:
        worth = self.seen.rules.points
        return [ways.urn(Counter(map(worth, urn.elements()))) for urn in self._urns]

    @cached_property
    def _next_stock(self) -> tuple[Counter[Card], int]:
        """The cards that may come next, and how many are drawn before another shuffle."""
        seen = self.seen
        if seen.stock:
            return self._urns[-1], seen.stock
        if seen.rules.stock_out == "reshuffle" and len(seen.discard) > 1:
            return Counter(seen.discard[:-1]), len(seen.discard) - 1
        raise CambioError("0 cards are left in the stock, and none can be shuffled")

    def _seat(self, seat: int | None) -> int:
        seat = self.seen.seat if seat is None else seat
        if seat is None:
            raise CambioError("somebody who watches has no cards; give a seat")
        self._grid(seat)
        return seat

    def _grid(self, seat: int) -> list[Track]:
        if not 0 <= seat < len(self.seen.names):
            raise CambioError(f"there is no seat {seat}; seats are 0 to {len(self.seen.names) - 1}")
        return [track for track in self._tracks.grids[seat] if track]

    def _at(self, place: Place) -> Track:
        self._grid(place.seat)  # says so where there is no such seat
        try:
            return self._tracks.at(place)
        except KeyError:
            raise CambioError(f"there is no card in {place}") from None

    def _known(self, seat: int) -> list[Card]:
        faces = self._tracks.faces
        return [faces[track] for track in self._grid(seat) if track in faces]

    def _known_points(self, seat: int) -> int:
        return sum(map(self.seen.rules.points, self._known(seat)))

    def _hidden(self, seat: int) -> tuple[int, ...]:
        """How many cards of each urn a grid hides."""
        return self._by_urn(self._grid(seat))

    def _by_urn(self, tracks: Sequence[Track]) -> tuple[int, ...]:
        hidden = Counter(track.stock for track in tracks if track not in self._tracks.faces)
        return tuple(hidden[urn] for urn in range(len(self._urns)))

    def _all_equal(self, tracks: Sequence[Track]) -> Fraction:
        ranks = {card.rank for card in chain(*self._urns, self._tracks.faces.values())}
        return sum((self._all_of(tracks, rank) for rank in ranks), Fraction(0))

    def _all_of(self, tracks: Sequence[Track], rank: str) -> Fraction:
        """The chance that all those cards have that rank: card after card, without replacement."""
        faces = self._tracks.faces
        if any(track in faces and faces[track].rank != rank for track in tracks):
            return Fraction(0)
        chance = Fraction(1)
        for urn, k in zip(self._urns, self._by_urn(tracks), strict=True):
            fitting = sum(n for card, n in urn.items() if card.rank == rank)
            chance *= Fraction(perm(fitting, k), perm(urn.total(), k))
        return chance


def believe(seen: View) -> Belief:
    """What can be believed, given what a seat has seen.

    Args:
        seen: the view of a seat, or of somebody who watches.

    >>> from cambio_edu.hand import deal
    >>> from cambio_edu.rules import rules
    >>> from cambio_edu.view import view
    >>> own = view(deal(rules("cabo", "blind"), 2, random.Random(2)), 0)
    >>> believe(own).points("B1")[int(own.upcard.rank)]  # 3 of 51 are like the one turned up
    Fraction(1, 17)
    """
    return Belief(seen)


def sample_world(seen: View, rng: random.Random) -> Hand:
    """A whole hand that gives this very view, each as likely as belief says.

    Args:
        seen: the view of a seat, or of somebody who watches.
        rng: the generator to use.
    """
    tracks = Tracks(seen)
    *_, hand = states(seen, tracks, random_faces(tracks, rng))
    return hand


def random_faces(tracks: Tracks, rng: random.Random) -> dict[Track, Card]:
    """A face for every card: those that were seen, and the others at random within their urns.

    Args:
        tracks: the cards as followed through a view.
        rng: the generator to use.
    """
    faces = dict(tracks.faces)
    for urn, cards in enumerate(tracks.hidden):
        in_order = sorted(cards.elements())  # so that the same state of `rng` gives the same
        faces.update(zip(tracks.unseen(urn), shuffled(in_order, rng), strict=True))
    return faces


def states(seen: View, tracks: Tracks, faces: Mapping[Track, Card]) -> Iterator[Hand]:
    """Every state, from the deal on, of the hand in which the cards have these faces.

    Args:
        seen: the view of a seat, or of somebody who watches.
        tracks: the cards as followed through that view.
        faces: the face of every card; those that were seen have the face that was seen.
    """
    dealt = [faces[track] for track in tracks.in_order(0)]
    hand = deal_hand(seen.rules, seen.names, dealt, seen.first)
    yield hand
    for event in seen.history:
        new = tracks.in_order(len(hand.shuffles) + 1) if event.shuffled else None
        hand = hand.play(event.move, [faces[track] for track in new] if new else None)
        yield hand


def _in_order(cards: Counter[Card]) -> dict[Card, int]:
    """Cards by number, then as they are written."""
    kept = (card for card, n in cards.items() if n)
    return {card: cards[card] for card in sorted(kept, key=lambda card: (card.number, card))}
