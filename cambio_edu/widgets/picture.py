"""A session as the data that the front end draws; nothing else ever travels to the browser."""

from collections.abc import Mapping, Set
from typing import Any

from cambio_edu.cards import Card
from cambio_edu.moves import Place
from cambio_edu.rules import LETTERS
from cambio_edu.scoring import Score, team_totals
from cambio_edu.telling import Words, names_text, sentences
from cambio_edu.view import Lying, View
from cambio_edu.widgets.session import PRIVATE_LOOKS, Session

LOG_LINES = 12
DISCARDS_SHOWN = 4


def picture(
    session: Session,
    words: Words,
    memory: str,
    guide: bool = False,
    outlook: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """What the person at a table sees.

    Args:
        session: what is on the table.
        words: the words of a language.
        memory: "remember", or "show" to pencil what was seen on the backs.
        guide: whether to explain what can be done.
        outlook: what `likely` says of the person's view, where it is asked for.

    Returns: data for JSON; it depends on nothing that the person has not seen.
    """
    seen = session.view
    note = session.note
    back = session.taken_back if memory == "show" else {}
    top = session.stock_seen if memory == "show" else None
    return _table(seen, words, memory, session.showing, back) | {
        "position": session.position,
        "seats": _seats(session, seen),
        "stock_card": None if top is None else str(top),
        "acknowledge": session.acknowledge,
        "waiting": session.is_waiting,
        "study": session.study,
        "undo": session.can_undo,
        "match": None if session.study else _match(session, words),
        "note": words[note[0]].format(**note[1]) if note else "",
        "guide": words[_guide(session, seen)] if guide else "",
        "likely": outlook,
    }


def still(
    seen: View, words: Words, position: int = 0, outlook: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A view as a picture in which nothing can be done.

    Args:
        seen: the view of a seat, or of somebody who watches.
        words: the words of a language.
        position: a number that is another one for another picture.
        outlook: what `likely` says of that view, where it is asked for.
    """
    events = seen.history[-1:]
    shown = [e for e in events if e.cards and (e.fits is False or e.move.verb in PRIVATE_LOOKS)]
    showing = frozenset(place for e in shown for place in e.move.places(e.seat))
    return _table(seen, words, "show", showing, {}) | {
        "position": position,
        "still": True,
        "legal": [],
        "likely": outlook,
        "seats": [
            {"letter": LETTERS[n], "name": name, "player": "", "total": None,
             "partner": _partner(seen, n)}
            for n, name in enumerate(seen.names)
        ],
    }  # fmt: skip


def _table(
    seen: View, words: Words, memory: str, showing: Set[Place], back: Mapping[Place, Card]
) -> dict[str, Any]:
    return {
        "position": 0,
        "still": False,
        "seat": _letter(seen.seat),
        "rules": seen.rules.preset,
        "house": list(seen.rules.house),
        "rows": list(seen.rules.grid),
        "seats": [],
        "phase": seen.phase,
        "turn": LETTERS[seen.turn],
        "mover": _letter(seen.mover),
        "first": LETTERS[seen.first],
        "caller": _letter(seen.caller),
        "protected": _letter(seen.caller) if seen.rules.caller_protected else None,
        "holding": _holding(seen),
        "stock": seen.stock,
        "stock_card": None,
        "discard": list(map(str, seen.discard[-DISCARDS_SHOWN:])),
        "discards": len(seen.discard),
        "grids": _grids(seen, memory, showing, back),
        "legal": list(map(str, seen.legal)),
        "acknowledge": False,
        "waiting": False,
        "last": _last(seen),
        "log": sentences(words, seen, LOG_LINES),
        "study": False,
        "undo": False,
        "result": _result(seen, words),
        "match": None,
        "note": "",
        "guide": "",
        "likely": None,
    }


def _letter(seat: int | None) -> str | None:
    return None if seat is None else LETTERS[seat]


def _seats(session: Session, seen: View) -> list[dict[str, Any]]:
    before = session.totals_before
    return [
        {
            "letter": LETTERS[seat],
            "name": name,
            "player": _player(session, player),
            "total": None if session.study else before[player],
            "partner": _partner(seen, seat),
        }
        for seat, (name, player) in enumerate(zip(seen.names, session.order, strict=True))
    ]


def _player(session: Session, player: int) -> str:
    if player == session.person:
        return "you"
    strategy = session.players[player]
    return getattr(strategy, "__name__", type(strategy).__name__).lower()


def _partner(seen: View, seat: int) -> str | None:
    partner = seen.rules.partner(seat, len(seen.names))
    return None if partner == seat else LETTERS[partner]


def _holding(seen: View) -> dict[str, Any] | None:
    if not seen.holds:
        return None
    card = None if seen.holding is None else str(seen.holding)
    return {"seat": LETTERS[seen.turn], "card": card, "taken": seen.taken}


def _grids(
    seen: View, memory: str, showing: Set[Place], back: Mapping[Place, Card]
) -> dict[str, list[dict[str, Any]]]:
    return {
        LETTERS[seat]: [
            {
                "slot": slot,
                "up": lying.face_up,
                "seen": [LETTERS[n] for n in range(len(seen.names)) if lying.seen_by(n)],
                "showing": (place := Place(seat, slot)) in showing,
            }
            | _face(lying, lying.face_up or place in showing, memory, back.get(place))
            for slot, lying in seen.slots(seat).items()
        ]
        for seat in range(len(seen.names))
    }


def _face(lying: Lying, open_now: bool, memory: str, back: Card | None) -> dict[str, Any]:
    """The card of a place, if the person may see it now, and how: open, or pencilled."""
    if open_now:
        return {"card": None if lying.card is None else str(lying.card), "mark": None}
    if memory == "show" and lying.card:
        return {"card": str(lying.card), "mark": "seen"}
    if back:
        return {"card": str(back), "mark": "undone"}
    return {"card": None, "mark": None}


def _last(seen: View) -> dict[str, Any] | None:
    if not seen.history:
        return None
    event = seen.history[-1]
    places = list(event.move.places(event.seat)) + ([event.added] if event.added else [])
    return {
        "seat": LETTERS[event.seat],
        "move": str(event.move),
        "places": list(map(str, places)),
    }


def _result(seen: View, words: Words) -> dict[str, Any] | None:
    if seen.scores is None:
        return None
    grids = [[lying.card for lying in seen.slots(n).values()] for n in range(len(seen.names))]
    totals = team_totals(seen.rules, [[c for c in grid if c] for grid in grids])
    lines = [
        {
            "letter": LETTERS[seat],
            "name": seen.names[seat],
            "cards": list(map(str, grids[seat])),
            "total": totals[seat],
            "score": score.points,
            "why": _why(seen, words, score, totals[seat]),
        }
        for seat, score in enumerate(seen.scores)
    ]
    return {"lines": lines, "title": _title(seen, words)}


def _why(seen: View, words: Words, score: Score, total: int) -> str:
    text = words[f"why.{score.reason}"].format(
        total=total, penalty=seen.rules.caller_penalty, score=score.points
    )
    if seen.rules.teams and score.reason in ("own", "tied", "wrong"):
        text += " " + words["why.team"].format(total=total)
    return text


def _title(seen: View, words: Words) -> str:
    assert seen.scores is not None
    least = min(score.points for score in seen.scores)
    best = [seat for seat, score in enumerate(seen.scores) if score.points == least]
    return _wins(words, "result", [seen.names[n] for n in best], best == [seen.seat])


def _wins(words: Words, what: str, names: list[str], you: bool) -> str:
    if you:
        return words[f"{what}.you"]
    return words[f"{what}.{'one' if len(names) == 1 else 'many'}"].format(names=names_text(names))


def _match(session: Session, words: Words) -> dict[str, Any]:
    match = session.match
    names = list(match.names)
    title = ""
    if match.is_over:
        won = [names[n] for n in match.winners]
        title = _wins(words, "match", won, match.winners == (session.person,))
    elif match.tied:
        title = words["match.decide"].format(names=names_text([names[n] for n in match.tied]))
    going_on = 0 if session.hand.is_over else 1
    return {
        "hand": len(match.played) + going_on,
        "names": names,
        "sheet": [list(played.points) for played in match.played],
        "totals": list(match.totals),
        "out": list(match.out),
        "limit": None if match.rules.fixed_hands else match.rules.limit,
        "over": match.is_over,
        "title": title,
    }


def _guide(session: Session, seen: View) -> str:
    """The key of the words that say what can be done now."""
    if session.acknowledge:
        return "guide.ack"
    if seen.phase == "over":
        return "guide.over"
    if session.is_waiting or not seen.legal:
        return "guide.called" if seen.caller is not None else "guide.waiting"
    verbs = [move.verb for move in seen.legal]
    phase = {"look": "after look", "action": verbs[0]}.get(seen.phase, seen.phase)
    if seen.taken:
        phase = "taken"
    return f"guide.{phase}" if f"guide.{phase}" in GUIDED else "guide.end"


GUIDED = tuple(
    f"guide.{phase}"
    for phase in (
        "first look", "start", "holding", "taken", "peek", "spy", "switch", "look",
        "after look", "end", "window",
    )
)  # fmt: skip
