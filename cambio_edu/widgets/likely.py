"""What is likely, as the table shows it: from a view alone, in the words of a language.

Places that hide a card of the same urn are alike, so each urn is described once and the places
name it. Bars are given in thousandths, from the lowest value on.
"""

from math import nan
from typing import Any, NamedTuple

from cambio_edu.belief import Belief, believe
from cambio_edu.cards import Card
from cambio_edu.errors import CambioError
from cambio_edu.moves import Place, read_place
from cambio_edu.pmf import Pmf
from cambio_edu.probability import Chance, Estimate
from cambio_edu.report import Words, number
from cambio_edu.rules import LETTERS
from cambio_edu.showdown import Call
from cambio_edu.view import View

#: What a guess can be asked for, besides a place such as `B3`.
QUESTIONS = ("total", "lowest", "call")
MOST_BARS = 100  # in a strip
FARTHEST = 1000  # points; nobody guesses more


class Guess(NamedTuple):
    """A guess that somebody made at the table, and what it is.

    Args:
        position: the number of the position that it was made at.
        question: "total" (points), "lowest" or "call" (chances from 0 to 1), or a place (points).
        guess: what was guessed.
        truth: what it is, given what that person had seen.
    """

    position: int
    question: str
    guess: float
    truth: Chance


def outlook(seen: View, words: Words, undone: bool = False) -> dict[str, Any]:
    """All that the table shows of what is likely.

    Args:
        seen: the view of a seat, or of somebody who watches.
        words: the words of a language.
        undone: whether moves were taken back by which more was seen.

    Returns: data for JSON; it depends on nothing but the view.
    """
    belief = believe(seen)
    call = belief.call() if seen.seat is not None and seen.caller is None else None
    chances = belief.lowest()
    return {
        "given": words["likely.given" if seen.seat is not None else "likely.given.public"],
        "ask": "",
        "guessed": "",
        **_places(belief, words),
        "seats": {
            LETTERS[seat]: _seat(belief.total(seat), chance, words)
            for seat, chance in enumerate(chances)
        },
        "left": [[rank, n] for rank, n in belief.left.items()],
        "next": _next(belief, words),
        "call": None if call is None else _call(call, words),
        "notes": _notes(belief, [*chances, *(call or ())[1:]], words)
        + ([words["likely.undone"]] if undone else []),
    }


def _places(belief: Belief, words: Words) -> dict[str, Any]:
    """The urns, and which of them each hidden place belongs to."""
    urns: list[Pmf[Card]] = []
    places: dict[str, int] = {}
    for seat in range(len(belief.seen.names)):
        for slot, lying in belief.seen.slots(seat).items():
            if lying.card is None:
                cards = belief.cards(place := Place(seat, slot))
                if cards not in urns:
                    urns.append(cards)
                places[str(place)] = urns.index(cards)
    rules = belief.seen.rules
    ends = min(rules.worths), max(rules.worths)  # the same for all, so that strips compare
    points = [cards.map(rules.points) for cards in urns]
    return {"urns": [_urn(pmf, ends, words) for pmf in points], "places": places}


def _urn(points: Pmf[int], ends: tuple[int, int], words: Words) -> dict[str, Any]:
    mean = number(points.mean, words, 1)
    modes = ", ".join(map(str, points.modes[:3])) + ("…" if len(points.modes) > 3 else "")
    return {
        "mean": mean,
        "text": words["likely.place"].format(mean=mean, modes=modes),
        **_bars(points, *ends),
    }


def _seat(total: Pmf[int], lowest: Chance, words: Words) -> dict[str, Any]:
    mean, chance = number(total.mean, words, 1), short_percent(lowest, words)
    about = _in_short(chance)
    return {
        "total": words["likely.total"].format(mean=mean),
        "lowest": words["likely.lowest"].format(chance=about),
        "text": words["likely.seat"].format(mean=mean, chance=chance),
        **_bars(total, total.values()[0], total.values()[-1]),
    }


def _bars(pmf: Pmf[int], first: int, last: int) -> dict[str, Any]:
    """How likely the values are, from the first to the last, in thousandths.

    Where points run into the hundreds, a bar stands for several values.
    """
    floats, wide = pmf.floats(), 1 + (last - first) // MOST_BARS
    starts = range(first, last + 1, wide)
    shares = [sum(floats.get(x, 0.0) for x in range(start, start + wide)) for start in starts]
    return {"from": first, "bars": [round(1000 * share) for share in shares]}


def _next(belief: Belief, words: Words) -> str:
    try:
        mean = belief.next_points().mean
    except CambioError:
        return ""  # no card can be drawn any more
    return words["likely.next"].format(mean=number(mean, words, 1))


def _call(call: Call, words: Words) -> dict[str, Any]:
    chances = (call.lowest, call.tied, call.beaten)
    lowest, tied, beaten = (short_percent(chance, words) for chance in chances)
    about = "≈ " if isinstance(call.score, Estimate) else ""
    score = about + number(float(call.score), words, 1)
    return {
        "text": words["likely.call"].format(lowest=lowest, tied=tied, beaten=beaten, score=score),
        "risk": words["likely.risk"].format(chance=_in_short(beaten)),
        "parts": [round(1000 * float(chance)) for chance in chances],
    }


def _notes(belief: Belief, numbers: list[Any], words: Words) -> list[str]:
    """How what is shown is to be read."""
    worths = belief.seen.rules.worths
    bars = words["likely.bars"].format(least=min(worths), most=max(worths))
    rough = next((n for n in numbers if isinstance(n, Estimate)), None)
    about = [words["likely.estimate"].format(worlds=rough.worlds)] if rough else []
    return [bars, words["likely.memory"], *about]


def _in_short(chance: str) -> str:
    """As much of a chance as is drawn; the whole of it is told beside."""
    return chance.partition(" ±")[0].replace(" ", "\N{NO-BREAK SPACE}")


def short_percent(chance: Chance, words: Words) -> str:
    """A chance in whole percent; what is not certain is shown as neither 0 nor 100.

    >>> from fractions import Fraction
    >>> short_percent(Fraction(1, 3), {"lang": "en"}), short_percent(Fraction(1, 900), {})
    ('33%', '<1%')
    """
    value = float(chance)
    if isinstance(chance, Estimate):
        return f"≈ {value:.0%} ± {max(0.01, chance.standard_error):.0%}"
    if 0 < value < 0.01:
        return "<1%"
    return ">99%" if 0.99 < value < 1 else f"{value:.0%}"


# Guesses


def question_text(question: str, words: Words) -> str:
    """How a question is put to the person."""
    key = question if question in QUESTIONS else "place"
    return words[f"likely.ask.{key}"].format(place=question)


def checked_question(question: str) -> str:
    """The question, if it is one.

    Raises:
        CambioError: it is neither one of `QUESTIONS` nor a place.
    """
    if question not in QUESTIONS:
        read_place(question)
    return question


def may_be_asked(question: str, seen: View) -> bool:
    """Whether there is an answer: own cards, or a card in that place."""
    if question in QUESTIONS:
        return seen.seat is not None
    place = read_place(question)
    return place.seat < len(seen.names) and place.slot in seen.slots(place.seat)


def truth(seen: View, question: str) -> Chance:
    """What was asked for: points, or a chance.

    Args:
        seen: the view of a seat.
        question: one that may be asked there.
    """
    belief = believe(seen)
    if question == "call":
        return belief.call().beaten
    if question in QUESTIONS:
        assert seen.seat is not None  # or it may not be asked
        return belief.total(seen.seat).mean if question == "total" else belief.lowest()[seen.seat]
    return belief.points(question).mean


def read_guess(text: str, question: str, words: Words) -> float:
    """A guess as it was typed: points, or a percentage as a chance from 0 to 1.

    Raises:
        CambioError: it is no number, or none that the answer can be.

    >>> read_guess(" 12,5 ", "total", {}), read_guess("30%", "call", {})
    (12.5, 0.3)
    """
    is_chance = question in ("lowest", "call")
    try:
        value = float(text.strip().removesuffix("%").replace(",", "."))
    except ValueError:
        value = nan
    least, most = (0, 100) if is_chance else (-FARTHEST, FARTHEST)
    if not least <= value <= most:  # nor is it so where it is no number
        raise CambioError(words["likely.bad"].format(text=text, least=least, most=most))
    return value / 100 if is_chance else value


def guessed_text(guess: Guess, words: Words) -> str:
    """A guess and the truth, side by side."""
    if guess.question in ("lowest", "call"):
        made, found = f"{guess.guess:.0%}", short_percent(guess.truth, words)
    else:
        made, found = number(guess.guess, words, 1), number(float(guess.truth), words, 1)
    return words["likely.guessed"].format(guess=made, truth=found)
