"""A state as a picture and as words, for where no kernel runs: on paper, in a viewer, read aloud.

It draws the same data that the front end draws, so it can show nothing more.
"""

import re
import textwrap
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import accumulate
from typing import Any
from unicodedata import east_asian_width

from cambio_edu.style import (
    ACCENT,
    BACK,
    BACK_EDGE,
    BACK_LINE,
    EDGE,
    FACE,
    FONT,
    INK,
    NUMBER,
    PAPER,
    RED,
    RULE,
    SOFT,
    TINT,
)

State = Mapping[str, Any]
Words = Mapping[str, str]
Seat = Mapping[str, Any]
Card = Mapping[str, Any]

CARD_WIDTH, CARD_HEIGHT, GAP, CAPTION = 46, 64, 9, 17
PAD, PLATE = 8, 26  # around a seat, and its name
LEAST, WIDEST = 520, 720  # of the picture; seats that need more stand in several lines

# What is drawn often; pictures on one page may share these names, since they are always the same.
SHEET = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4"'
DRAWN_ONCE = (
    f'<defs><pattern id="cambio-lines" width="5" height="5" patternUnits="userSpaceOnUse" '
    f'patternTransform="rotate(45)"><path d="M0 0H5M0 0V5" stroke="{BACK_LINE}"/></pattern>'
    f'<rect id="cambio-face" {SHEET} fill="{FACE}" stroke="{EDGE}"/>'
    f'<rect id="cambio-none" {SHEET} fill="none" stroke="{EDGE}" stroke-dasharray="3"/>'
    f'<g id="cambio-back"><rect {SHEET} fill="{FACE}" stroke="{BACK_EDGE}"/>'
    f'<path d="M3 3h{CARD_WIDTH - 6}v{CARD_HEIGHT - 6}H3z" fill="{BACK}"/>'
    f'<path d="M3 3h{CARD_WIDTH - 6}v{CARD_HEIGHT - 6}H3z" fill="url(#cambio-lines)"/></g></defs>'
)

SIGNS = str.maketrans("SHDC", "♠♥♦♣")
UNPRINTABLE = re.compile("[^\t\n\r -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def shown(card: str) -> str:
    """A card as it is printed.

    Args:
        card: in notation.

    >>> shown("5H"), shown("JK"), shown("13")
    ('5♥', 'JK', '13')
    """
    return card if card == "JK" else card[:-1] + card[-1].translate(SIGNS)


# As a picture


def drawing(state: State, words: Words) -> str:
    """A static picture of a state.

    Args:
        state: what the front end draws.
        words: the words of a language.

    Returns: one SVG that needs nothing else.
    """
    others = [seat for seat in state["seats"] if seat["letter"] != state["seat"]]
    own = [seat for seat in state["seats"] if seat["letter"] == state["seat"]]
    lines = [line for line in (*_lines(state, others), own) if line]
    width = max(LEAST, *(_needed(state, line) for line in lines))
    parts, y = _head(state, words, width)
    for line in lines:
        if line is own:
            parts, y = [*parts, *_middle(state, words, width, y)], y + CARD_HEIGHT + 54
        parts += _row(state, words, line, width, y + 20)
        y += _height(state) + 24
    if not own:
        parts, y = [*parts, *_middle(state, words, width, y)], y + CARD_HEIGHT + 40
    return _page(state, words, "\n".join(parts), width, y + 14)


def html_picture(state: State, words: Words) -> str:
    """The picture as an image with its words: viewers that strip drawings keep images."""
    told = _text(" ".join(described(state, words).splitlines()))
    data = b64encode(drawing(state, words).encode()).decode()
    return f'<img alt="{told}" src="data:image/svg+xml;base64,{data}">'


def _text(words: str, most: float = 1000) -> str:
    """Words as they can stand in a picture, of no more than so many letters."""
    cut = words if len(words) <= most else words[: max(1, int(most) - 1)] + "…"
    return escape(UNPRINTABLE.sub("\ufffd", cut))


def _page(state: State, words: Words, body: str, width: int, height: int) -> str:
    title = _text(words[f"rules.{state['rules']}"])
    told = _text(" ".join(described(state, words).splitlines()), 3000)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" style="max-width:100%;height:auto" '
        f'font-family="{FONT}" font-size="15" text-anchor="middle" fill="{INK}">\n'
        f"<title>{title}</title><desc>{told}</desc>\n"
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8" '
        f'fill="{PAPER}" stroke="{RULE}"/>\n{DRAWN_ONCE}\n{body}\n</svg>'
    )


def _head(state: State, words: Words, width: int) -> tuple[list[str], int]:
    """The rule set, and under it what happened last; and how far down they reach."""
    title = _text(words[f"rules.{state['rules']}"])
    house = ", ".join(words.get(f"house.{name}", name) for name in state["house"])
    parts = [
        f'<text x="18" y="29" text-anchor="start" font-size="20">{title}<tspan dx="12" '
        f'font-size="14" font-style="italic" fill="{SOFT}">'
        f"{_text(house, (width - 60) / 7 - 2 * len(title))}</tspan></text>",
        _rule(width, 41),
    ]
    y = 41
    for line in textwrap.wrap(_news(state), width // 8)[:3]:
        y += 21
        parts.append(f'<text x="18" y="{y}" text-anchor="start">{_text(line)}</text>')
    return parts, y + 8


def _news(state: State) -> str:
    if state["result"]:
        return str(state["result"]["title"])
    return str(state["log"][-1]["text"]) if state["log"] else ""


def _rule(width: int, y: float) -> str:
    return f'<path d="M18 {y:g}H{width - 18}" stroke="{RULE}"/>'


# Seats


def _cards(state: State, letter: str) -> list[Card]:
    cards: list[Card] = state["grids"][letter]
    return cards


def _spot(state: State, slot: int) -> tuple[int, int]:
    """Column and row (the nearest is 0) of a slot; added cards stand in columns of their own."""
    rows: Sequence[int] = state["rows"]
    before = 0
    for row, many in enumerate(rows):
        if slot <= before + many:
            return slot - before - 1, row
        before += many
    added = slot - before - 1
    return max(rows) + added // len(rows), added % len(rows)


def _corner(state: State, slot: int) -> tuple[int, int]:
    """Where in a seat the card of a slot has its upper left corner."""
    column, row = _spot(state, slot)
    above = len(state["rows"]) - 1 - row
    return PAD + column * (CARD_WIDTH + GAP), PLATE + above * (CARD_HEIGHT + CAPTION)


def _width(state: State, letter: str) -> int:
    columns = [_spot(state, card["slot"])[0] + 1 for card in _cards(state, letter)]
    return max(2, *map(int, state["rows"]), *columns) * (CARD_WIDTH + GAP) - GAP + 2 * PAD


def _height(state: State) -> int:
    return PLATE + len(state["rows"]) * (CARD_HEIGHT + CAPTION) + 4


def _needed(state: State, seats: Sequence[Seat]) -> int:
    return sum(_width(state, seat["letter"]) + 12 for seat in seats) + 12


def _lines(state: State, seats: Sequence[Seat]) -> list[Sequence[Seat]]:
    """Seats in lines of about as many each, and few enough in each that none is too wide."""
    lines: list[Sequence[Seat]] = []
    for many in range(1, len(seats) + 1):
        most = -(-len(seats) // many)
        lines = [seats[start : start + most] for start in range(0, len(seats), most)]
        if all(_needed(state, line) <= WIDEST for line in lines):
            break
    return lines


def _row(state: State, words: Words, seats: Sequence[Seat], width: int, y: int) -> Iterator[str]:
    """Seats side by side, each under its name."""
    widths = [_width(state, seat["letter"]) for seat in seats]
    space = (width - sum(widths)) / (len(seats) + 1)
    x = space
    for seat, wide in zip(seats, widths, strict=True):
        yield f'<g transform="translate({x:.0f} {y})">'
        yield from _seat(state, words, seat, wide)
        yield "</g>"
        x += wide + space


def _seat(state: State, words: Words, seat: Seat, wide: int) -> Iterator[str]:
    """A seat, its upper left corner at 0 0."""
    letter = seat["letter"]
    if letter == state["mover"]:
        yield (
            f'<rect width="{wide}" height="{_height(state)}" rx="6" fill="{TINT}" '
            f'stroke="{ACCENT}"/>'
        )
    yield _plate(state, seat, wide)
    yield _tags(state, words, letter, wide)
    grid = {card["slot"]: card for card in _cards(state, letter)}
    for slot in range(1, sum(state["rows"]) + 1):
        if slot not in grid:
            yield _empty(*_corner(state, slot))
    for slot, card in grid.items():
        pencil = {"seen": "", "undone": "↶"}.get(card["mark"])
        yield _card(card["card"], *_corner(state, slot), pencil, card["showing"])
    yield from _captions(state, words, letter)


def _plate(state: State, seat: Seat, wide: int) -> str:
    """Letter and name."""
    own = seat["letter"] == state["seat"]
    return (
        f'<rect x="{PAD}" y="5" width="16" height="16" rx="3" stroke="{INK}" '
        f'fill="{INK if own else "none"}"/>'
        f'<text x="{PAD + 8}" y="17" font-size="12" fill="{PAPER if own else INK}">'
        f"{seat['letter']}</text>"
        f'<text x="{PAD + 23}" y="18" text-anchor="start" font-weight="bold">'
        f"{_text(_fitting(seat['name'], wide - PAD - 24))}</text>"
    )


def _fitting(name: str, room: int) -> str:
    """As much of a name as stands in so many pixels; a broad letter takes those of two."""
    ends = accumulate(18 if east_asian_width(c) in "WF" or c in "MW@" else 9 for c in name)
    fit = sum(end <= room for end in ends)
    return name if fit == len(name) else name[: fit - 1] + "…"


def _tags(state: State, words: Words, letter: str, wide: int) -> str:
    """On the upper edge of a seat: who is to move, who has called, what each scores."""
    moves, called = letter == state["mover"], letter == state["caller"]
    mine = ".you" if letter == state["seat"] else ""
    tags = [words[f"tag.mover{mine}"]] * moves + [words["tag.caller"]] * called
    for line in state["result"]["lines"] if state["result"] else ():
        if line["letter"] == letter:
            tags.append(words["seat.points"].format(total=line["score"]))
    text = " · ".join(tags)
    length = 6 * len(text) + 16
    return text and (
        f'<rect x="{(wide - length) / 2:g}" y="-14" width="{length}" height="17" rx="8" '
        f'fill="{ACCENT if moves else PAPER}" stroke="{ACCENT if moves else INK}"/>'
        f'<text x="{wide / 2:g}" y="-1" font-size="12" fill="{FACE if moves else INK}">'
        f"{_text(text)}</text>"
    )


def _captions(state: State, words: Words, letter: str) -> Iterator[str]:
    """Under each card its number and who has seen it, and a line where it was moved last."""
    numbers, readers, lines = "", "", ""
    for card in _cards(state, letter):
        x, y = _corner(state, card["slot"])
        below = y + CARD_HEIGHT + 12
        numbers += f'<text x="{x + 1}" y="{below}">{card["slot"]}</text>'
        if seen := _seen(state, words, card):
            readers += f'<text x="{x + CARD_WIDTH - 1}" y="{below}">{seen}</text>'
        if state["last"] and f"{letter}{card['slot']}" in state["last"]["places"]:
            lines += f"M{x} {below + 3}h{CARD_WIDTH}"
    yield f'<g font-size="11" text-anchor="start" fill="{SOFT}">{numbers}</g>'
    yield f'<g font-size="11" text-anchor="end">{readers}</g>'
    if lines:
        yield f'<path d="{lines}" stroke="{ACCENT}" stroke-width="2"/>'


def _seen(state: State, words: Words, card: Card) -> str:
    everybody = len(card["seen"]) == len(state["seats"])
    return _text(words["seen.all"], 7) if everybody else "".join(card["seen"])


# Cards


def _empty(x: float, y: float) -> str:
    return f'<use href="#cambio-none" x="{x:g}" y="{y:g}"/>'


def _card(
    card: str | None, x: float, y: float, pencil: str | None = None, showing: bool = False
) -> str:
    """A card: face up, or face down, where `pencil` stands before a rank pencilled on its back."""
    if card is None:
        return f'<use href="#cambio-back" x="{x:g}" y="{y:g}"/>'
    drawn = _face(card, showing) if pencil is None else _pencilled(card, pencil)
    return f'<g transform="translate({x:g} {y:g})">{drawn}</g>'


def _pencilled(card: str, before: str) -> str:
    text = before + shown(card)
    length = 11 * len(text) + 8
    return (
        f'<use href="#cambio-back"/><rect x="{23 - length / 2:g}" y="21" width="{length}" '
        f'height="23" rx="2" fill="{FACE}" stroke="{SOFT}" stroke-dasharray="2"/>'
        f'<text x="23" y="38" font-size="17" font-style="italic" fill="{_colour(card)}">'
        f"{text}</text>"
    )


def _face(card: str, showing: bool) -> str:
    sheet = '<use href="#cambio-face"/>'
    if showing:
        edge = f'stroke="{ACCENT}" stroke-width="2" stroke-dasharray="4 2"'
        sheet += f'<rect {SHEET} fill="none" {edge}/>'
    colour, text = _colour(card), shown(card)
    if text[-1] in "♠♥♦♣":
        lines = f'{text[:-1]}<tspan x="23" dy="25">{text[-1]}</tspan>'
        return f'{sheet}<text x="23" y="28" font-size="23" fill="{colour}">{lines}</text>'
    ring = "" if card == "JK" else f'<circle cx="23" cy="32" r="17" fill="none" stroke="{colour}"/>'
    return f'{sheet}{ring}<text x="23" y="39" font-size="21" fill="{colour}">{text}</text>'


def _colour(card: str) -> str:
    if card.isdigit():
        return NUMBER
    return RED if card[-1] in "HD" else INK


# Piles


def _middle(state: State, words: Words, width: int, y: int) -> Iterator[str]:
    """The stock, the discard pile and the card in hand, between two rules."""
    piles = list(_piles(state, words))
    yield _rule(width, y + 2)
    for n, (card, many, label) in enumerate(piles):
        middle = width / 2 + (n - (len(piles) - 1) / 2) * 140
        left = middle - CARD_WIDTH / 2
        for under in range(min(many, 3) - 1, 0, -1):
            yield f'<use href="#cambio-face" x="{left + 3 * under:g}" y="{y + 14 + 2 * under}"/>'
        yield _card(card, left, y + 14) if many else _empty(left, y + 14)
        yield (
            f'<text x="{middle:g}" y="{y + CARD_HEIGHT + 34}" font-size="14" fill="{SOFT}">'
            f"{_text(label, 24)}</text>"
        )
    if state["seat"]:
        yield _rule(width, y + CARD_HEIGHT + 48)


def _piles(state: State, words: Words) -> Iterator[tuple[str | None, int, str]]:
    """The card on top of each pile, how many lie there, and what is written under it."""
    stock, discards, held = state["stock"], state["discards"], state["holding"]
    yield state["stock_card"], stock, f"{words['pile.stock']} · {stock}"
    top = state["discard"][-1] if state["discard"] else None
    yield top, discards, f"{words['pile.discard']} · {discards}"
    if held:
        names = {seat["letter"]: seat["name"] for seat in state["seats"]}
        who = "you" if held["seat"] == state["seat"] else "their"
        yield held["card"], 1, words[f"pile.hand.{who}"].format(name=names[held["seat"]])


# As words


def described(state: State, words: Words) -> str:
    """A state as a few lines of plain text.

    Args:
        state: what the front end draws.
        words: the words of a language.
    """
    top = shown(state["discard"][-1]) if state["discard"] else "–"
    lines = [words["drawing.middle"].format(stock=state["stock"], top=top)]
    lines += [
        words["drawing.seat"].format(
            letter=seat["letter"], name=seat["name"], cards=_told(state, seat["letter"], words)
        )
        for seat in state["seats"]
    ]
    if held := state["holding"]:
        card = shown(held["card"]) if held["card"] else words["drawing.hidden"]
        lines.append(words["drawing.holding"].format(letter=held["seat"], card=card))
    if state["caller"]:
        lines.append(words["drawing.caller"].format(letter=state["caller"]))
    if state["mover"]:
        lines.append(words["drawing.mover"].format(letter=state["mover"]))
    if likely := state.get("likely"):
        lines += _likely(likely)
    if result := state["result"]:
        lines.append(result["title"])
        lines += [f"{line['letter']} {line['name']}: {line['why']}" for line in result["lines"]]
    return "\n".join(lines)


def _likely(likely: Mapping[str, Any]) -> Iterator[str]:
    """What is likely, or what is asked about it."""
    if likely["ask"]:
        yield likely["ask"]
        return
    yield from (f"{letter} {seat['text']}" for letter, seat in likely["seats"].items())
    if likely["call"]:
        yield likely["call"]["text"]


def _told(state: State, letter: str, words: Words) -> str:
    cards = _cards(state, letter)
    hidden = words["drawing.hidden"]
    told = [f"{c['slot']} {shown(c['card']) if c['card'] else hidden}" for c in cards]
    return ", ".join(told) or "–"
