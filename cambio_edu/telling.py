"""What happened, as sentences for the person at the table."""

from collections.abc import Mapping, Sequence

from cambio_edu.hand import Event
from cambio_edu.moves import Place
from cambio_edu.view import View

Words = Mapping[str, str]


def sentences(words: Words, seen: View, last: int) -> list[dict[str, object]]:
    """The last moves as sentences.

    Args:
        words: the words of a language.
        seen: the view of the person at the table.
        last: how many moves.

    Returns: a dictionary a move: its number, the seat's letter, and the text. Cards that were
        seen and turned back are named for the newest move alone: memory is the game.
    """
    start = max(0, len(seen.history) - last)
    lines: list[dict[str, object]] = []
    for number, event in enumerate(seen.history[start:], start):
        newest = number == len(seen.history) - 1
        text = sentence(words, seen, event, secrets=newest)
        lines.append({"n": number, "seat": "ABCDEF"[event.seat], "text": text})
    return lines


def sentence(words: Words, seen: View, event: Event, secrets: bool = True) -> str:
    """One move as a sentence.

    Args:
        words: the words of a language.
        seen: the view of the person at the table.
        event: the move, as that person saw it.
        secrets: whether cards that were seen and turned back are named.
    """
    key = _key(event)
    if event.fits is False and not secrets:
        key += ".before"
    you = ".you" if event.seat == seen.seat else ""
    with_cards = f"{key}{you}.cards"
    if event.cards and secrets and with_cards in words:
        template = words[with_cards]
    else:
        template = words[f"{key}{you}"]
    parts = [words["log.shuffled"]] if event.shuffled else []
    parts.append(template.format(**_filling(words, seen, event)))
    if event.added:
        parts.append(words["log.added"].format(slot=event.added.slot))
    if left := event.cards[_named(event) :]:
        after = "log.stack.ends" if event.fits else "log.claim.gone"
        parts.append(words[after].format(cards=left[0].shown))
    return " ".join(parts)


def _key(event: Event) -> str:
    verb = event.move.verb
    if verb == "swap" and event.fits is not None:
        verb = "claim"
    if event.fits is not None:
        return f"log.{verb}.{'fits' if event.fits else 'fails'}"
    if verb == "switch" and not event.move.slots:
        verb = "switched"
    return f"log.{verb}"


def _named(event: Event) -> int:
    """How many of its cards a move is about; after a stack or a claim the card in hand may follow.

    >>> from cambio_edu.cards import card
    >>> from cambio_edu.moves import read_move
    >>> _named(Event(0, read_move("stack 3"), (card("5S"), card("9H")), fits=True))
    1
    """
    return len(event.cards) if event.fits is None else len(event.move.slots)


def _filling(words: Words, seen: View, event: Event) -> dict[str, object]:
    place = event.move.place
    return {
        "name": seen.names[event.seat],
        "slots": ", ".join(map(str, event.move.slots)),
        "cards": ", ".join(card.shown for card in event.cards[: _named(event)]),
        "place": place_text(words, seen, place) if place else "",
    }


def place_text(words: Words, seen: View, place: Place) -> str:
    """A place as words: `card 2 of Ben`."""
    key = "log.place.you" if place.seat == seen.seat else "log.place"
    return words[key].format(name=seen.names[place.seat], slot=place.slot)


def names_text(names: Sequence[str]) -> str:
    """Several names in a row."""
    return ", ".join(names)
