"""The text of a hand and of a match, and a state as data: writing, reading, replay."""

import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cambio_edu import match as matches
from cambio_edu.cards import Card, Pack, card
from cambio_edu.errors import CambioError, CardError, MoveError, NotationError, RulesError
from cambio_edu.hand import Hand, deal
from cambio_edu.match import Match
from cambio_edu.moves import WORDS_AFTER, Place
from cambio_edu.rules import LETTERS, PRESETS, Rules, check_seats, rules
from cambio_edu.view import View, view

HEADERS = ("Rules", "House", "Seats", "First", "Pack", "Scores")


# Writing


def write(hand: Hand) -> str:
    """The text of a hand, which replays to the same state.

    Args:
        hand: the hand.

    Raises:
        NotationError: a player's name cannot stand in a header.

    >>> hand = read('[Rules "cabo"]\\n[Seats "Ann Ben"]\\n[Pack "' + " ".join(
    ...     map(str, PRESETS["cabo"].pack.cards)) + '"]\\nA see 1 2\\nB see 1 2\\nA draw swap 2')
    >>> print(write(hand).splitlines()[-1])
    A draw swap 2
    """
    headers = [("Rules", hand.rules.preset)]
    if hand.rules.house:
        headers.append(("House", hand.rules.house_text()))
    headers.append(("Seats", " ".join(map(_name, hand.names))))
    headers.append(("First", LETTERS[hand.first]))
    headers.append(("Pack", " ".join(map(str, hand.pack))))
    lines = [f'[{name} "{value}"]' for name, value in headers] + _move_lines(hand)
    if hand.scores is not None:
        lines.append(f'[Scores "{" ".join(str(score.points) for score in hand.scores)}"]')
    return "\n".join(lines) + "\n"


def _name(name: str) -> str:
    if '"' in name or name.split() != [name]:
        raise NotationError(0, name, "a player's name is one word without quotation marks")
    return name


def _move_lines(hand: Hand) -> list[str]:
    lines: list[str] = []
    last, shuffles = None, iter(hand.shuffles)
    for step in hand.history:
        event = step[-1]
        words = str(event.move)
        if event.shuffled:
            words += " shuffle " + " ".join(str(hand.pack[n]) for n in next(shuffles))
        if event.seat == last:
            lines[-1] += f" {words}"
        else:
            lines.append(f"{LETTERS[event.seat]} {words}")
        last = event.seat
    return lines


# Reading


@dataclass
class _Text:
    """A text taken apart: headers, and the words of each line of moves."""

    headers: dict[str, tuple[int, str]] = field(default_factory=dict)
    lines: list[tuple[int, list[str]]] = field(default_factory=list)
    last: int = 0

    def header(self, name: str, default: str | None = None) -> tuple[int, str]:
        if name in self.headers:
            return self.headers[name]
        if default is None:
            raise NotationError(0, "", f'the header [{name} "…"] is missing')
        return 0, default


_HEADER = re.compile(r'\[([A-Za-z]+)[ \t]+"([^"]*)"[ \t]*\]')


def _without_comment(line: str) -> str:
    quoted = False
    for n, letter in enumerate(line):
        if letter == '"':
            quoted = not quoted
        elif letter == "#" and not quoted:
            return line[:n]
    return line


def _lines(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))


def _take_apart(text: str) -> _Text:
    found = _Text()
    for number, line in enumerate(_lines(text), 1):
        line = _without_comment(line).strip()
        found.last = number if line else found.last
        if line.startswith("["):
            _take_header(found, number, line)
        elif line:
            found.lines.append((number, line.split()))
            if "Scores" in found.headers and found.headers["Scores"][0] > found.lines[0][0]:
                raise NotationError(number, line.split()[0], "no moves may follow the scores")
    return found


def _take_header(found: _Text, number: int, line: str) -> None:
    match = _HEADER.fullmatch(line)
    if not match:
        raise NotationError(number, line[:40], 'a header is written [Name "value"]')
    name, value = match.groups()
    if name not in HEADERS:
        raise NotationError(number, name, f"no such header; headers are {', '.join(HEADERS)}")
    if name in found.headers:
        raise NotationError(number, name, "this header was given before; once is enough")
    if found.lines and "Pack" not in found.headers and name != "Scores":
        stray, words = found.lines[0]
        raise NotationError(stray, words[0], 'headers come first, written [Name "value"]')
    if found.lines and name != "Scores":
        raise NotationError(number, name, "headers stand before the moves; only Scores may be last")
    found.headers[name] = number, value


def _read_pack(number: int, value: str) -> tuple[Card, ...]:
    cards = []
    for word in value.split():
        try:
            cards.append(card(word))
        except CardError as error:
            raise NotationError(number, word, str(error).partition(" is ")[2]) from None
    return tuple(cards)


def _read_rules(found: _Text, pack: tuple[Card, ...]) -> Rules:
    line, preset = found.header("Rules", "cambio")
    if preset not in PRESETS:
        raise NotationError(line, preset, f"no such rule set; there are {', '.join(PRESETS)}")
    line, house = found.header("House", "")
    own = "pack=own" in [word.strip() for word in house.split(";")]
    try:
        return rules(preset, house, Pack(pack) if own else None)
    except CambioError as error:
        raise NotationError(line, house, str(error)) from None


def _dealt(found: _Text) -> Hand:
    seats_line, seats = found.header("Seats")
    pack_line, cards = found.header("Pack")
    pack = _read_pack(pack_line, cards)
    in_force = _read_rules(found, pack)
    names = seats.split()
    try:
        check_seats(in_force, len(names))
    except RulesError as error:
        raise NotationError(seats_line, "Seats", str(error)) from None
    first_line, letter = found.header("First", "A")
    allowed = LETTERS[: len(names)]
    if len(letter) != 1 or letter not in allowed:
        raise NotationError(first_line, letter, f"one of the seats {', '.join(allowed)} is wanted")
    try:
        return deal(in_force, names, pack, LETTERS.index(letter))
    except CardError as error:
        raise NotationError(pack_line, "Pack", str(error)) from None


def read(text: str) -> Hand:
    """The hand that a text leads to.

    Args:
        text: a whole hand, or the beginning of one.

    Raises:
        NotationError: it cannot be read, or holds a move that is not allowed there.
    """
    *_, hand = deque(_states(text), maxlen=1)  # a long text has many states; keep the last
    return hand


def replay(text: str) -> list[Hand]:
    """Every state of a hand, from the deal to where the text ends.

    Args:
        text: a whole hand, or the beginning of one.

    Raises:
        NotationError: it cannot be read, or holds a move that is not allowed there.
    """
    return list(_states(text))


def _states(text: str) -> Iterator[Hand]:
    found = _take_apart(text)
    hand = _dealt(found)
    yield hand
    for number, words in found.lines:
        for after in _line_states(hand, number, words):
            hand = after
            yield hand
    _check_scores(found, hand)


def _line_states(hand: Hand, number: int, words: list[str]) -> Iterator[Hand]:
    letter, *rest = words
    mover = hand.mover
    if mover is None:
        raise NotationError(number, letter, "the hand is over; nothing may follow")
    if letter != LETTERS[mover]:
        raise NotationError(number, letter, f"it is {LETTERS[mover]} to act, so its letter begins")
    if not rest:
        raise NotationError(number, letter, "a move must follow")
    for text, order in _moves(number, rest):
        if hand.mover is None:
            raise NotationError(number, text, "the hand is over; nothing may follow")
        if hand.mover != mover:
            now = LETTERS[hand.mover]
            raise NotationError(number, text, f"it is {now} to act; a new line begins with {now}")
        hand = _played(hand, number, text, order)
        yield hand


#: What cannot stand inside a move: the next move, a shuffle, the letter of another seat.
_ENDS_A_MOVE = {*WORDS_AFTER, "shuffle", *LETTERS}


def _moves(number: int, words: list[str]) -> Iterator[tuple[str, list[Card] | None]]:
    """The moves of a line, each with the shuffle that follows it."""
    while words:
        if words[0] == "shuffle":
            raise NotationError(number, "shuffle", "a shuffle follows a draw or a failed stack")
        if words[0] in tuple(LETTERS):
            raise NotationError(
                number, words[0], "a seat begins a line of its own: a new line is wanted"
            )
        count = 1
        while count < len(words) and words[count] not in _ENDS_A_MOVE:
            count += 1
        text, words = " ".join(words[:count]), words[count:]
        order = None
        if words and words[0] == "shuffle":
            count = 1
            while count < len(words) and words[count] not in WORDS_AFTER:
                count += 1
            order = list(_read_pack(number, " ".join(words[1:count])))
            words = words[count:]
        yield text, order


def _played(hand: Hand, number: int, text: str, order: list[Card] | None) -> Hand:
    try:
        after = hand.play(text, order)
    except MoveError as error:
        message = str(error).removeprefix(f"'{text}'").removeprefix(" is ").lstrip(": ")
        raise NotationError(number, text, message) from None
    if order is None and len(after.shuffles) > len(hand.shuffles):
        raise NotationError(
            number, text, "the stock is empty; 'shuffle' and the new stock must follow"
        )
    return after


def _check_scores(found: _Text, hand: Hand) -> None:
    if "Scores" not in found.headers:
        return
    line, value = found.headers["Scores"]
    if hand.scores is None:
        raise NotationError(line, "Scores", "the hand is not over, so it has no scores yet")
    right = " ".join(str(score.points) for score in hand.scores)
    if value.split() != right.split():
        raise NotationError(line, value, f"the scores of this hand are {right}")


# A match: the texts of its hands, one after another


def write_match(match: Match, going_on: Hand | None = None) -> str:
    """The text of a match: its hands, with a blank line between.

    Args:
        match: the match.
        going_on: the hand that is being played, which comes last.
    """
    hands = [played.hand for played in match.played] + ([going_on] if going_on else [])
    return "\n".join(map(write, hands))


def read_match(text: str) -> tuple[Match, Hand | None]:
    """A match, and the hand that is being played in it.

    Args:
        text: the texts of its hands; the first one says who plays.

    Raises:
        NotationError: a hand cannot be read, or does not follow from those before it.
    """
    hands = [(line, _moved(part, line)) for line, part in _hand_texts(text)]
    if not hands:
        raise NotationError(0, "", "there is no hand in this text")
    first = hands[0][1]
    match = matches.start(first.rules, first.names, first.first)
    for number, (line, hand) in enumerate(hands, 1):
        try:
            if not hand.is_over and number == len(hands):
                match.check_next(hand)
                return match, hand
            match = match.book(hand)
        except MoveError as error:
            raise NotationError(line + 1, "", str(error)) from None
    return match, None


def _hand_texts(text: str) -> Iterator[tuple[int, str]]:
    """Each hand's text, with the number of lines before it."""
    lines = _lines(text)
    begun, moved, scored = 0, False, False
    for number, line in enumerate(lines):
        words = _without_comment(line).strip()
        scores = words.startswith("[Scores")
        if moved and words.startswith("[") and (scored or not scores):
            yield begun, "\n".join(lines[begun:number])
            begun, moved, scored = number, False, False
        scored = scored or scores
        moved = moved or bool(words and not words.startswith("["))
    if text.strip():
        yield begun, "\n".join(lines[begun:])


def _moved(text: str, lines: int) -> Hand:
    """Read a hand that stands some lines below the top of a longer text."""
    return read("\n" * lines + text)


# A state as data


def state(hand: Hand, seat: int | None = None) -> dict[str, Any]:
    """The state of a hand as data.

    Args:
        hand: the hand.
        seat: show only what this seat (from 0) may see; None shows everything.

    Returns: what `json.dumps` can write, with the keys of the notation.
    """
    eyes = range(hand.seats) if seat is None else [seat]
    views = [view(hand, eye) for eye in eyes]
    seen = views[0]
    data = {
        "rules": hand.rules.preset,
        "house": list(hand.rules.house),
        "seats": list(hand.names),
        "phase": hand.phase,
        "mover": _letter(hand.mover),
        "caller": _letter(hand.caller),
        "holding": _holding(hand, seen, seat),
        "stock": seen.stock,
        "discard": list(map(str, seen.discard)),
        "grids": _true_grids(hand) if seat is None else view_grids(seen),
        "face_up": [
            str(Place(n, slot))
            for n in range(hand.seats)
            for slot, lying in seen.slots(n).items()
            if lying.face_up
        ],
        "known": {LETTERS[n]: _known(v) for n, v in zip(eyes, views, strict=True)},
        "legal": list(map(str, hand.legal)),
        "scores": _scores(seen),
    }
    if seat is not None and hand.mover != seat:
        del data["legal"]
    return data


def _letter(seat: int | None) -> str | None:
    return None if seat is None else LETTERS[seat]


def _holding(hand: Hand, seen: View, seat: int | None) -> str | None:
    if seat is None:
        return None if hand.holding is None else str(hand.pack[hand.holding])
    return None if seen.holding is None else str(seen.holding)


def _true_grids(hand: Hand) -> dict[str, dict[str, str]]:
    return {
        LETTERS[seat]: {str(n): str(hand.pack[p.card]) for n, p in enumerate(grid, 1) if p}
        for seat, grid in enumerate(hand.grids)
    }


def view_grids(seen: View) -> dict[str, dict[str, str | None]]:
    """The grids of a view as data; a card that is not known is None."""
    return {
        LETTERS[seat]: {
            str(slot): None if lying.card is None else str(lying.card)
            for slot, lying in seen.slots(seat).items()
        }
        for seat in range(len(seen.names))
    }


def _known(seen: View) -> dict[str, str]:
    return {str(place): str(card) for place, card in seen.known.items()}


def _scores(seen: View) -> dict[str, int] | None:
    if seen.scores is None:
        return None
    return {LETTERS[seat]: score.points for seat, score in enumerate(seen.scores)}


def json_text(data: dict[str, Any]) -> str:
    """A state as one JSON object, a line a key."""
    lines = (f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in data.items())
    return "{" + ",\n ".join(lines) + "}"
