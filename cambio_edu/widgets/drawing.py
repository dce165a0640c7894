"""A state as a picture and as words, for where no kernel runs: on paper, in a viewer, read aloud.

It draws the same data that the front end draws, so it can show nothing more.
"""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

State = Mapping[str, Any]
Words = Mapping[str, str]

CARD_WIDTH, CARD_HEIGHT, GAP = 46, 64, 8
SIGNS = str.maketrans("SHDC", "♠♥♦♣")
PAPER, INK, SOFT, RULE = "#f5efe1", "#2a241c", "#665b4a", "#dccfb4"
FACE, EDGE, BACK, RED = "#fffdf6", "#b9aa8b", "#2d4d70", "#ab1f1a"


def shown(card: str) -> str:
    """A card as it is printed: `5H` as `5♥`."""
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
    widths = [_width(state, seat["letter"]) for seat in others]
    width = max(560, sum(widths) + 28 * (len(widths) + 1))
    top = _height(state, others) + 62
    bottom = _height(state, own) + 62 if own else 12
    parts = [*_row(state, others, width, 40), *_middle(state, words, width, top + 20)]
    if own:
        parts += _row(state, own, width, top + 136)
    body = "\n".join(parts)
    return _page(state, words, body, width, top + 130 + bottom)


def html_picture(state: State, words: Words) -> str:
    """The picture as an image with its words: viewers that strip drawings keep images."""
    told = escape(" ".join(described(state, words).splitlines()))
    data = b64encode(drawing(state, words).encode()).decode()
    return f'<img alt="{told}" src="data:image/svg+xml;base64,{data}">'


def _page(state: State, words: Words, body: str, width: int, height: int) -> str:
    title = escape(words[f"rules.{state['rules']}"])
    told = escape(" ".join(described(state, words).splitlines()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" style="max-width:100%;height:auto" '
        f'font-family="Georgia, serif" font-size="14" text-anchor="middle">\n'
        f"<title>{title}</title><desc>{told}</desc>\n"
        f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>\n'
        f'<text x="16" y="26" text-anchor="start" font-size="17" fill="{INK}">{title}</text>\n'
        f"{body}\n</svg>"
    )


def _cards(state: State, letter: str) -> list[Mapping[str, Any]]:
    cards: list[Mapping[str, Any]] = state["grids"][letter]
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


def _width(state: State, letter: str) -> int:
    columns = [_spot(state, card["slot"])[0] + 1 for card in _cards(state, letter)]
    return max(2, *map(int, state["rows"]), *columns) * (CARD_WIDTH + GAP)


def _height(state: State, seats: Sequence[Mapping[str, Any]]) -> int:
    return len(state["rows"]) * (CARD_HEIGHT + 20) if seats else 0


def _row(state: State, seats: Sequence[Mapping[str, Any]], width: int, y: int) -> Iterator[str]:
    """Seats side by side, each under its name."""
    widths = [_width(state, seat["letter"]) for seat in seats]
    space = (width - sum(widths)) / (len(seats) + 1)
    x = space
    for seat, wide in zip(seats, widths, strict=True):
        yield from _seat(state, seat, x, y, wide)
        x += wide + space


def _seat(state: State, seat: Mapping[str, Any], x: float, y: int, wide: int) -> Iterator[str]:
    letter, middle = seat["letter"], x + (wide - GAP) / 2
    weight = ' font-weight="bold"' if letter == state["mover"] else ""
    called = " ★" if letter == state["caller"] else ""
    name = escape(f"{letter} {seat['name']}{called}")
    yield f'<text x="{middle:g}" y="{y + 12}" fill="{INK}"{weight}>{name}</text>'
    rows = len(state["rows"])
    for card in _cards(state, letter):
        column, row = _spot(state, card["slot"])
        left = x + column * (CARD_WIDTH + GAP)
        yield from _card(card, left, y + 20 + (rows - 1 - row) * (CARD_HEIGHT + 20))


def _card(card: Mapping[str, Any], x: float, y: float) -> Iterator[str]:
    yield from _rectangle(card["card"], x, y, pencilled=bool(card["mark"]))
    under = f"{card['slot']} {''.join(card['seen'])}".strip()
    middle = x + CARD_WIDTH / 2
    below = y + CARD_HEIGHT + 13
    yield f'<text x="{middle:g}" y="{below:g}" font-size="11" fill="{SOFT}">{under}</text>'


def _rectangle(card: str | None, x: float, y: float, pencilled: bool = False) -> Iterator[str]:
    back = card is None or pencilled
    yield (
        f'<rect x="{x:g}" y="{y:g}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" '
        f'fill="{BACK if back else FACE}" stroke="{EDGE}"/>'
    )
    if card:
        colour = FACE if back else RED if card[-1:] in "HD" else INK
        style = ' font-style="italic"' if pencilled else ""
        yield (
            f'<text x="{x + CARD_WIDTH / 2:g}" y="{y + CARD_HEIGHT / 2 + 7:g}" font-size="20" '
            f'fill="{colour}"{style}>{shown(card)}</text>'
        )


def _middle(state: State, words: Words, width: int, y: int) -> Iterator[str]:
    """The stock, the discard pile and the card in hand."""
    held = state["holding"]
    piles = [
        (state["stock_card"], bool(state["stock"]), f"{words['pile.stock']} · {state['stock']}"),
        ((state["discard"] or [None])[-1], bool(state["discard"]), words["pile.discard"]),
    ]
    if held:
        piles.append((held["card"], True, f"{words['pile.hand']} · {held['seat']}"))
    for n, (card, there, label) in enumerate(piles):
        middle = width / 2 + (n - (len(piles) - 1) / 2) * 130
        if there:
            yield from _rectangle(card, middle - CARD_WIDTH / 2, y)
        below = y + CARD_HEIGHT + 18
        yield f'<text x="{middle:g}" y="{below}" fill="{SOFT}">{escape(label)}</text>'


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
    return "\n".join(lines)


def _told(state: State, letter: str, words: Words) -> str:
    cards = _cards(state, letter)
    hidden = words["drawing.hidden"]
    told = [f"{c['slot']} {shown(c['card']) if c['card'] else hidden}" for c in cards]
    return ", ".join(told) or "–"
