"""A match at a table with one person: what is being played, by whom, and what is showing.

No widget is needed here: the widget draws what `picture` makes of a session and hands on what
the person asks for.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cambio_edu import match as matches
from cambio_edu import notation
from cambio_edu.cards import Card
from cambio_edu.errors import CambioError, MoveError
from cambio_edu.hand import Hand
from cambio_edu.match import Match
from cambio_edu.moves import Place
from cambio_edu.rules import LETTERS, Rules
from cambio_edu.strategies import Strategy
from cambio_edu.view import View, view
from cambio_edu.widgets import saving

PRIVATE_LOOKS = ("see", "peek", "spy", "look")
LONGEST_NOTE = 300  # letters of what fills in a note; a state must stay small

_HEADING = re.compile(
    r"# ((?:match|study) of (?:[A-F]|nobody)), number ([0-9]{1,9})(, looked)?", re.ASCII
)


@dataclass
class Session:
    """What is on the table.

    Args:
        rules: the rules in force.
        names: the players' names, clockwise.
        person: the player (from 0) who sits at this table, or None to watch.
        players: a strategy for each player; that of the person is not asked.
        seed: decides every deal.
        study: single hands whose moves can be taken back, instead of a match.
        first: the player who plays first; None draws lots.
        file: where the match is saved after every change, or None.
        position: rises with every change of what the person sees.
        showing: the places whose cards are turned up for the person at this moment.
        acknowledge: whether the person must turn them back before play goes on.
        undone: cards that the person knows from moves taken back, as positions in the pack.
        note: a key of the words and what fills it in, to be told to the person.
        begun: how many matches were begun.
        match: the match so far.
        order: the players of the hand on the table, in order of its seats.
        past: every state of the hand on the table, the present one last.

    Raises:
        CambioError: so many cannot play.
    """

    rules: Rules
    names: tuple[str, ...]
    person: int | None
    players: Sequence[Strategy | None]
    seed: int | str = 0
    study: bool = False
    first: int | None = None
    file: Path | None = None
    position: int = 0
    showing: frozenset[Place] = frozenset()
    acknowledge: bool = False
    undone: frozenset[int] = frozenset()
    note: tuple[str, dict[str, str]] | None = None
    begun: int = 0
    match: Match = field(init=False)
    order: tuple[int, ...] = field(init=False)
    past: list[Hand] = field(init=False)
    _written: str = field(init=False, default="")

    def __post_init__(self) -> None:
        file, self.file = self.file, None  # nothing is written before what was saved is read
        self.start()
        self.file = file
        if file:
            self._resume(file)

    # What there is

    @property
    def hand(self) -> Hand:
        """The hand on the table."""
        return self.past[-1]

    @property
    def seat(self) -> int | None:
        """The person's seat in this hand; None where the person watches or is out."""
        return self.order.index(self.person) if self.person in self.order else None

    @property
    def view(self) -> View:
        """What the person may know."""
        return view(self.hand, self.seat)

    @property
    def totals_before(self) -> tuple[int, ...]:
        """The match totals before the hand on the table (points)."""
        if not self._is_booked:
            return self.match.totals
        earlier = self.match.played[:-1]
        return earlier[-1].totals if earlier else (0,) * len(self.names)

    @property
    def is_waiting(self) -> bool:
        """Whether another player is to move."""
        mover = self.hand.mover
        return mover is not None and mover != self.seat and not self.acknowledge

    @property
    def can_undo(self) -> bool:
        """Whether there is a move of the person's to take back."""
        return self.study and any(hand.mover == self.seat for hand in self.past[:-1])

    @property
    def taken_back(self) -> dict[Place, Card]:
        """Cards that the person knows from moves taken back alone, by place."""
        return {
            Place(seat, slot): self.hand.pack[placed.card]
            for seat, grid in enumerate(self.hand.grids)
            for slot, placed in enumerate(grid, 1)
            if placed and placed.card in self.undone
        }

    @property
    def stock_seen(self) -> Card | None:
        """The top card of the stock, where the person knows it from a move taken back."""
        top = self.hand.stock[:1]
        return self.hand.pack[top[0]] if top and top[0] in self.undone else None

    # What can be asked for

    def start(self) -> None:
        """Begin a match, or in study mode a hand, afresh."""
        lot = random.Random(f"{self.seed} lot {self.begun}")
        first = lot if self.first is None else self.first
        self.match = matches.start(self.rules, self.names, first)
        self.begun += 1
        self._deal()

    def deal(self) -> None:
        """Deal the next hand.

        Raises:
            MoveError: this one is not over.
        """
        if not self.hand.is_over:
            raise MoveError("this hand is not over yet")
        if self.study or self.match.is_over:
            self.start()
        else:
            self._deal()

    def play(self, move: str) -> None:
        """Play the person's move.

        Raises:
            MoveError: it is not allowed now; nothing is changed.
        """
        if self.seat is None or self.hand.mover != self.seat:
            raise MoveError("it is not your turn")
        self._add(self.hand.play(move))

    def next(self) -> None:
        """Let the player to act make its move.

        Raises:
            MoveError: nobody else is to act, or the player names an illegal move.
        """
        mover = self.hand.mover
        if mover is None or not self.is_waiting:
            raise MoveError("nobody else is to move")
        strategy = self.players[self.order[mover]]
        if strategy is None:
            raise MoveError(f"nobody plays for {self.hand.names[mover]}")
        self._add(self.hand.play(strategy(view(self.hand, mover))))

    def turn_back(self) -> None:
        """Turn back the cards that were turned up for the person to see.

        Raises:
            MoveError: there are none.
        """
        if not self.acknowledge:
            raise MoveError("no card is to be turned back now")
        self.showing, self.acknowledge = frozenset(), False
        self._changed()

    def undo(self) -> None:
        """Take back to the person's last decision; what was seen stays seen.

        Raises:
            MoveError: there is nothing to take back, or this is no study.
        """
        if not self.can_undo:
            raise MoveError("there is nothing to take back here")
        while True:
            self.undone |= self._seen_cards(self.past.pop())
            if self.hand.mover == self.seat:
                break
        self.showing, self.acknowledge = frozenset(), False
        self._changed("note.undone")

    # How it is done

    def _deal(self) -> None:
        number = f"{self.seed} match {self.begun} hand {len(self.match.played)}"
        self.order = self.match.players
        self.past = [self.match.deal(random.Random(number))]
        self.undone = frozenset()
        self._show_first_look()
        self._changed()

    def _show_first_look(self) -> None:
        nearest = self.rules.first_look == "nearest" and self.seat is not None
        known = list(self.view.known) if nearest and not self.hand.history else []
        self.showing, self.acknowledge = frozenset(known), bool(known)

    def _add(self, hand: Hand) -> None:
        if len(hand.shuffles) > len(self.hand.shuffles):
            self.undone -= set(hand.shuffles[-1])  # the card that left it at once too
        self.past.append(hand)
        self._show_last_look()
        if hand.is_over and not self.study:
            self.match = self.match.book(hand)
        self._changed()

    def _show_last_look(self) -> None:
        """Turn up what the last move lets the person see."""
        event = self.view.history[-1]
        private = event.move.verb in PRIVATE_LOOKS and bool(event.cards)
        self.acknowledge = private and event.move.verb != "look" and not self.hand.is_over
        shown = private or event.fits is False
        self.showing = frozenset(event.move.places(event.seat) if shown else ())

    def _seen_cards(self, hand: Hand) -> frozenset[int]:
        """The cards, as positions in the pack, that the person knows or has seen laid down."""
        who = hand.seats if self.seat is None else self.seat
        placed = {p.card for grid in hand.grids for p in grid if p and p.seen >> who & 1}
        held = {hand.holding} if hand.taken or hand.turn == self.seat else set()
        return frozenset(n for n in placed | held | set(hand.discard) if n is not None)

    def _changed(self, note: str = "", **filling: str) -> None:
        self.position += 1
        self.note = (note, filling) if note else None
        if self.file:
            self.save()

    def answered(self) -> None:
        """What the person sees is another picture now, of the same hand."""
        self.position += 1
        self.note = None

    def complain(self, note: str, **filling: str) -> None:
        """Tell the person something; nothing else changes."""
        self.position += 1
        self.note = (note, {name: _short(text) for name, text in filling.items()})

    # Saving

    @property
    def text(self) -> str:
        """The match, and the hand on the table, as text."""
        return notation.write_match(self.match, None if self._is_booked else self.hand)

    @property
    def _is_booked(self) -> bool:
        return bool(self.match.played) and self.match.played[-1].hand is self.hand

    @property
    def _kind(self) -> str:
        eyes = "nobody" if self.person is None else LETTERS[self.person]
        return f"{'study' if self.study else 'match'} of {eyes}"

    @property
    def _heading(self) -> str:
        """What the text does not say: whose match it is, which one, and what was turned back."""
        return f"# {self._kind}, number {self.begun}{'' if self.acknowledge else ', looked'}"

    def save(self) -> None:
        """Write the match to its file; a failure is told and changes nothing."""
        assert self.file is not None  # only called where there is one
        text = f"{self._heading}\n{self.text}"
        try:
            if self._written and saving.read(self.file) not in (self._written, None):
                self.file = saving.free(self.file)
                self.note = ("note.elsewhere", {"file": self.file.name})
            saving.write(self.file, text)
            self._written = text
        except (OSError, ValueError) as error:
            self.note = ("note.unsaved", {"error": _short(str(error))})

    def _resume(self, file: Path) -> None:
        try:
            text = saving.read(file)
            if text is not None:
                self._read(text)
            self.save()
        except OSError as error:  # what was there must not be written over
            self.file = None
            self.complain("note.unsaved", error=str(error))

    def _read(self, text: str) -> None:
        """Go on with what was saved, or put it aside."""
        assert self.file is not None  # only called where there is one
        try:
            match, hand = notation.read_match(text)
        except CambioError as error:
            self.complain("note.unreadable", file=saving.keep(self.file).name, error=str(error))
            return
        heading = _HEADING.match(text)
        if self._is_ours(match, hand, heading):
            self._go_on(match, hand, heading)
        elif match.played or (hand and hand.history):
            self.complain("note.kept", file=saving.keep(self.file).name)

    def _is_ours(self, match: Match, hand: Hand | None, heading: re.Match[str] | None) -> bool:
        """Whether rules, players, kind and person are those of this table."""
        if self.study and len(match.played) + (hand is not None) > 1:
            return False
        same = (match.rules, match.names) == (self.rules, self.names)
        return same and (heading is None or heading[1] == self._kind)

    def _go_on(self, match: Match, hand: Hand | None, heading: re.Match[str] | None) -> None:
        last = hand or match.played[-1].hand
        self.match = match
        self.order = match.players if hand else self._last_players(match)
        self.past = [last]
        if self.study:  # no match, but every move can be taken back
            self.match = matches.start(self.rules, self.names, last.first)
            self.past = notation.replay(notation.write(last))
        if heading:
            self.begun = int(heading[2])
        if last.history:
            self._show_last_look()
        else:
            self._show_first_look()
        if self.acknowledge and heading and heading[3]:  # turned back already
            self.showing, self.acknowledge = frozenset(), False
        self.complain("note.resumed")

    @staticmethod
    def _last_players(match: Match) -> tuple[int, ...]:
        points = match.played[-1].points
        return tuple(n for n, point in enumerate(points) if point is not None)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_NOTE else text[: LONGEST_NOTE - 1] + "…"
