"""The card table: an anywidget that draws what one person sees and asks for that person's moves."""

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from cambio_edu import notation, strategies
from cambio_edu.errors import CambioError, MoveError
from cambio_edu.rules import LETTERS, Rules, check_seats
from cambio_edu.rules import rules as rules_by_name
from cambio_edu.strategies import Strategy
from cambio_edu.view import View
from cambio_edu.widgets import saving
from cambio_edu.widgets.drawing import described, html_picture
from cambio_edu.widgets.likely import (
    Guess,
    checked_question,
    guessed_text,
    may_be_asked,
    outlook,
    question_text,
    read_guess,
    truth,
)
from cambio_edu.widgets.picture import picture
from cambio_edu.widgets.session import Session
from cambio_edu.words import words as words_of

HERE = Path(__file__).parent
NAMES = ("You", "Ben", "Cara", "Dan", "Eva", "Finn")
MEMORIES = ["remember", "show"]
LONGEST_MOVE = 200  # letters


def with_picture(bundle: Any, face: "Face") -> Any:
    """What a widget shows, and for where no kernel runs a still picture of the table in it."""
    data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
    if face.state:
        data = {**data, "text/html": html_picture(face.state, face.words)}
    return data, metadata


class Face(anywidget.AnyWidget):
    """The front end alone: it draws a state, in the words of a language."""

    _esm = HERE / "table.js"
    _css = HERE / "table.css"

    state = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    memory = traitlets.Enum(MEMORIES, "remember").tag(sync=True)
    likely = traitlets.Bool(False).tag(sync=True)
    pace = traitlets.Float(1.2, min=0.0, max=10.0).tag(sync=True)
    paused = traitlets.Bool(False).tag(sync=True)

    @property
    def described(self) -> str:
        """What is shown, as a few lines of text."""
        return described(self.state, self.words)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return with_picture(super()._repr_mimebundle_(**kwargs), self)

    def __repr__(self) -> str:
        return "<Face of a card table>"


class Table(Face):
    """A table at which one person plays against strategies.

    Args:
        rules: a rule set, or the name of a preset.
        house: house rules, separated by `;`, where `rules` is a name.
        opponents: a strategy, its class or its name for each other seat, clockwise.
        seat: the person's letter; None to watch.
        names: the players' names, clockwise; each one word.
        name: what the match is saved under, beside the notebook; "" saves nothing.
        seed: decides every deal; without it each one is new.
        first: the letter of the seat that plays first; without it lots are drawn.
        study: single hands whose moves can be taken back, instead of a match.
        memory: "remember" for yourself, or "show" what was seen.
        likely: whether what is likely is shown, given what the person has seen.
        guess: what must be guessed before it is shown, once a round: "total", "lowest", "call" or
            a place such as `B3`; None asks for nothing. The guesses are kept in `guesses`.
        guide: whether the table explains what can be done.
        language: language of the words.

    Raises:
        CambioError: rules, seats, names, a strategy, the memory or the language cannot be.
    """

    def __init__(
        self,
        rules: Rules | str = "cambio",
        house: str = "",
        *,
        opponents: Sequence[Strategy | str] = ("beginner", "careful"),
        seat: str | None = "A",
        names: Sequence[str] = (),
        name: str = "table",
        seed: int | str | None = None,
        first: str | None = None,
        study: bool = False,
        memory: str = "remember",
        likely: bool = False,
        guess: str | None = None,
        guide: bool = False,
        language: str = "en",
        **traits: Any,
    ) -> None:
        self._words = words_of(language)
        self._guide = guide
        if memory not in MEMORIES:
            raise CambioError(f"{memory!r} is no kind of memory; there are {', '.join(MEMORIES)}")
        self._guess = None if guess is None else checked_question(guess)
        self.guesses: list[Guess] = []
        self._guessed_at: object = None
        self._session = _session(
            _rules(rules, house), opponents, seat, names, name, seed, first, study
        )
        super().__init__(memory=memory, likely=likely, words=dict(self._words), state={}, **traits)
        self.observe(lambda _: self._show(), ["memory", "likely"])
        self.on_msg(self._on_message)
        self._show()

    @property
    def text(self) -> str:
        """The match so far as text, the hand on the table last."""
        return self._session.text

    @property
    def hand_text(self) -> str:
        """The hand on the table as text, with every card in it."""
        return notation.write(self._session.hand)

    @property
    def may_be_inspected(self) -> bool:
        """Whether all cards may be shown: the hand is over, or this is study."""
        return self._session.study or self._session.hand.is_over

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._session.rules

    @property
    def file(self) -> Path | None:
        """Where the match is saved; None where it is not."""
        return self._session.file

    def __repr__(self) -> str:
        session = self._session
        return f"<Table: {session.rules.preset}, {', '.join(session.names)}>"

    def ask(self, message: dict[str, Any]) -> None:
        """Do what the front end asks for, if it was meant for what is on the table now.

        Args:
            message: `type` ("move", "next", "ack", "undo", "hand", "match" or "guess"),
                `position`, for a move its notation as `move`, and for a guess what was typed as
                `guess`. A message for an old position, as a double
                click sends, does nothing. Nothing that a message holds raises an error.
        """
        session = self._session
        if not isinstance(message, dict) or message.get("position") != session.position:
            return
        try:
            self._do(message)
        except CambioError as error:
            session.complain("note.refused", error=str(error))
        except Exception as error:  # the person is told, and the hand is as it was
            session.complain("note.failed", error=f"{type(error).__name__}: {error}")
        self._show()

    def _do(self, message: Mapping[str, Any]) -> None:
        session, kind, move = self._session, message.get("type"), message.get("move")
        asked = {
            "next": self._next,
            "ack": session.turn_back,
            "undo": session.undo,
            "hand": session.deal,
            "match": session.start,
        }
        if kind == "move" and isinstance(move, str) and len(move) <= LONGEST_MOVE:
            session.play(move)
        elif kind == "guess":
            self._take_guess(message.get("guess"))
        elif isinstance(kind, str) and kind in asked:
            asked[kind]()
        else:
            raise MoveError("the table does not know what is asked for")

    def _next(self) -> None:
        session = self._session
        mover = session.hand.mover if session.is_waiting else None
        try:
            session.next()
        except Exception as error:  # a strategy may be a learner's own
            if mover is None:
                raise
            name = session.hand.names[mover]
            session.complain("note.player", name=name, error=f"{type(error).__name__}: {error}")
            self.paused = True

    def _on_message(self, widget: object, content: Any, buffers: object) -> None:
        self.ask(content)

    def _show(self) -> None:
        shown = self._outlook() if self.likely else None
        self.state = picture(self._session, self._words, self.memory, self._guide, shown)

    # What is likely

    def _outlook(self) -> dict[str, Any] | None:
        """What is likely, or the question that is put first; nothing once all cards lie open."""
        seen, words = self._session.view, self._words
        if seen.phase == "over":
            return None
        question = self._question(seen)
        if question and self._round(seen) != self._guessed_at:
            return {"ask": question_text(question, words)}
        made = guessed_text(self.guesses[-1], words) if question else ""
        return outlook(seen, words, bool(self._session.undone)) | {"guessed": made}

    def _question(self, seen: View) -> str | None:
        """What is to be guessed, where there is an answer to it."""
        return self._guess if self._guess and may_be_asked(self._guess, seen) else None

    def _round(self, seen: View) -> object:
        """What a guess is good for: one turn of everybody."""
        return self._session.begun, len(self._session.match.played), seen.turns // len(seen.names)

    def _take_guess(self, text: object) -> None:
        seen = self._session.view
        question = self._question(seen)
        if question is None or not isinstance(text, str) or len(text) > LONGEST_MOVE:
            raise MoveError("the table does not ask for a guess")
        made = read_guess(text, question, self._words)
        found = truth(seen, question)
        self.guesses.append(Guess(self._session.position, question, made, found))
        self._guessed_at = self._round(seen)
        self._session.answered()


def _rules(given: Rules | str, house: str) -> Rules:
    if isinstance(given, str):
        return rules_by_name(given, house)
    if house:
        raise CambioError("house rules stand in the rule set: Table(rules('cambio', 'no penalty'))")
    pack = given.pack if "pack=own" in given.house else None
    if rules_by_name(given.preset, given.house_text(), pack) != given:
        raise CambioError(
            "this rule set was changed in a way that cannot be written down; "
            "name the change, as in rules('cambio', 'limit=50')"
        )
    return given


def _session(
    rules: Rules,
    opponents: Sequence[Strategy | str],
    seat: str | None,
    names: Sequence[str],
    name: str,
    seed: int | str | None,
    first: str | None,
    study: bool,
) -> Session:
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        raise CambioError(f"opponents are a list such as ['careful'], not {opponents!r}")
    seed = secrets.token_hex(8) if seed is None else seed
    count = len(opponents) + (seat is not None)
    check_seats(rules, count)
    person = None if seat is None else _seat(seat, count)
    players: list[Strategy | None] = [_strategy(who, n, seed) for n, who in enumerate(opponents)]
    if person is not None:
        players.insert(person, None)
    starts = None if first is None else _seat(first, count)
    file = saving.path(name) if name else None
    given = _names(names, count, person)
    return Session(rules, given, person, players, seed, study, starts, file)


def _seat(letter: str, count: int) -> int:
    allowed = LETTERS[:count]
    if letter not in tuple(allowed):
        raise CambioError(f"{letter!r} is no seat here; one of {', '.join(allowed)} is wanted")
    return LETTERS.index(letter)


def _names(given: Sequence[str], count: int, person: int | None) -> tuple[str, ...]:
    if not given:
        return _usual_names(count, person)
    whole = all(isinstance(word, str) and word.split() == [word] for word in given)
    if isinstance(given, str) or len(given) != count or not whole or '"' in "".join(given):
        raise CambioError(f"{count} names of one word each are wanted, not {given!r}")
    return tuple(given)


def _usual_names(count: int, person: int | None) -> tuple[str, ...]:
    others = [*NAMES[1:], "Gil"][: count - (person is not None)]
    if person is not None:
        others.insert(person, NAMES[0])
    return tuple(others)


def _strategy(who: Strategy | str, number: int, seed: int | str) -> Strategy:
    if isinstance(who, str):
        return strategies.make(who, f"{seed} {number}")
    if isinstance(who, type):
        return _made(who)
    if not callable(who):
        raise CambioError(f"{who!r} is no strategy: a function of a view, or its name, is wanted")
    return who


def _made(who: type) -> Strategy:
    """A strategy from its class."""
    try:
        return _strategy(who(), 0, 0)
    except TypeError as error:
        raise CambioError(f"no {who.__name__} could be made: {error}") from None
