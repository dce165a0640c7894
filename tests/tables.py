"""Tables for the tests: laid, asked and played by messages, as a front end would."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from cambio_edu.hand import Hand
from cambio_edu.rules import rules, seats_allowed
from cambio_edu.widgets import Table

KINDS = ("random", "beginner", "careful", "random", "careful")

#: Every preset and every house rule, alone or with others.
GAMES = [
    ("cambio", ""),
    ("cambio", "no early call"),
    ("cambio", "six cards"),
    ("cambio", "five cards"),
    ("cambio", "blind"),
    ("cambio", "jokers; both tied score 0"),
    ("cambio", "teams"),
    ("cambio", "teams; stacking in any turn; no penalty"),
    ("cambio", "stacking in any turn; empty grid wins; grid=1-1"),
    ("cambio", "open kings; fixed hands=3"),
    ("cambio", "first_look=choose; exchange_many=yes; stock_out=end"),
    ("cambio-jokers", ""),
    ("cambio-jokers", "cabo cards; no lucky 100"),
    ("cambio-jokers", "teams; stacking=own turn"),
    ("cabo", ""),
    ("cabo", "failed_claim=discard; stacking in any turn; empty grid wins"),
    ("cabo-lenient", ""),
    ("cabo-lenient", "six cards; queen=look; caller_protected=yes"),
]


def most_seats(preset: str, house: str = "") -> int:
    """As many seats as those rules allow."""
    return max(seats_allowed(rules(preset, house)))


def lay(preset: str = "cambio", house: str = "", seats: int = 0, **more: Any) -> Table:
    """A table that saves nothing, unless it is given a name."""
    seats = seats or most_seats(preset, house)
    others = seats - (more.get("seat", "A") is not None)
    more = {"opponents": [KINDS[n % 5] for n in range(others)], "seed": 1, "name": "", **more}
    return Table(preset, house, **more)


def ask(table: Table, type: str, **more: Any) -> dict[str, Any]:
    """Send a message for what is on the table now; the state after it."""
    table.ask({"type": type, "position": table.state["position"], **more})
    return table.state


def wanted(state: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """What a person would ask for next, at random; None when the hand is over."""
    if state["acknowledge"]:
        return {"type": "ack"}
    if state["waiting"]:
        return {"type": "next"}
    if state["phase"] == "over":
        return None
    verbs = sorted({move.split()[0] for move in state["legal"]})
    if len(verbs) > 1 and "call" in verbs and rng.random() > 0.1:
        verbs.remove("call")
    verb = rng.choice(verbs)
    move = rng.choice([move for move in state["legal"] if move.split()[0] == verb])
    return {"type": "move", "move": move}


def step(table: Table, rng: random.Random) -> bool:
    """One thing that the person or another player does; whether the hand goes on."""
    message = wanted(table.state, rng)
    if message is None:
        return False
    position = table.state["position"]
    table.ask(message | {"position": position})
    assert table.state["position"] == position + 1, message
    assert table.state["note"] == "", message
    return True


def play(table: Table, seed: int = 0, at_most: int = 3000, each: Callable[[], None] | None = None):
    """Play the hand on the table to its end, or for so many messages."""
    rng = random.Random(seed)
    for _ in range(at_most):
        if not step(table, rng):
            return
        if each:
            each()


def until(table: Table, test: Callable[[dict[str, Any]], bool], hands: int = 60) -> None:
    """Play hands at random until the state is as it is wanted."""
    rng = random.Random(0)
    for _ in range(hands):
        while not test(table.state):
            if not step(table, rng):
                break
        if test(table.state):
            return
        ask(table, "hand")
    raise AssertionError("no such state came up")


def hand_of(table: Table) -> Hand:
    """The hand on the table with everything that is hidden in it."""
    return table._session.hand


def scripted(moves: Sequence[str]) -> Callable[[object], str]:
    """A strategy that makes those moves one after another."""
    left = list(moves)
    return lambda seen: left.pop(0)
