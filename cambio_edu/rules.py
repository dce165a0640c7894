"""Rule sets as data: presets, house rules by name, and what does not go together."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from math import comb
from typing import Any

from cambio_edu.cards import CABO, FRENCH, JOKER, JOKERS_FOR_RED_KINGS, Card, Pack
from cambio_edu.errors import RulesError

LETTERS = "ABCDEF"
MOST_CLAIMS = 20_000  # in a grid as it is dealt; six cards have 56


@dataclass(frozen=True)
class Rules:
    """One rule set; the engine asks these fields and never for a preset by name.

    Args:
        preset: name of the preset it came from.
        house: house rules as they were written, in order.
        pack: the cards.
        seats: fewest and most seats.
        grid: cards in each row of a grid, nearest row first.
        winner_starts: the winner of a hand starts the next; else the deal moves clockwise.

    The other fields are the rows of the rule table, by the names of the notation.
    """

    preset: str
    house: tuple[str, ...] = ()
    pack: Pack = FRENCH
    seats: tuple[int, int] = (2, 6)
    red_king: int = -2
    black_king: int = 0
    joker: int = -5
    grid: tuple[int, ...] = (2, 2)
    first_look: str = "nearest"
    queen: str = "look"
    taken_face_up: bool = False
    exchange_many: bool = False
    failed_claim: str = "add"
    stacking: str = "own turn"
    early_call: bool = True
    caller_protected: bool = False
    caller_penalty: int = 10
    stock_out: str = "reshuffle"
    lowest_zero: bool = True
    both_tied_zero: bool = False
    kamikaze: bool = False
    empty_ends: bool = False
    lucky_100: str = "no"
    match_end: str = "out"
    limit: int = 100
    fixed_hands: int = 0
    teams: bool = False
    winner_starts: bool = False
    cards_each: int = field(init=False)
    most_equal: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards_each", sum(self.grid))
        object.__setattr__(self, "most_equal", self.pack.most_equal)

    def points(self, card: Card) -> int:
        """What a card counts.

        Args:
            card: a card of the pack.

        Returns: points.

        >>> king = Card("K", "S")
        >>> PRESETS["cambio"].points(king), PRESETS["cambio-jokers"].points(king)
        (0, 13)
        """
        if card.rank == "K":
            return self.red_king if card.is_red else self.black_king
        return self.joker if card.rank == JOKER else card.number

    @property
    def worths(self) -> Counter[int]:
        """How many cards of the pack there are of each worth (points).

        >>> PRESETS["cambio"].worths[-2], PRESETS["cambio"].worths[0]
        (2, 2)
        """
        return Counter(map(self.points, self.pack.cards))

    def action(self, card: Card) -> str:
        """The action that a discarded card fires: "peek", "spy", "switch", "look", or ""."""
        if card.number in (7, 8):
            return "peek"
        if card.number in (9, 10):
            return "spy"
        return {11: "switch", 12: self.queen}.get(card.number, "")

    def partner(self, seat: int, seats: int) -> int:
        """The seat whose total counts together with this one: itself where no teams play."""
        return (seat + seats // 2) % seats if self.teams else seat

    def house_text(self) -> str:
        """The house rules as a header holds them."""
        return "; ".join(self.house)


_CABO = Rules(
    "cabo",
    pack=CABO,
    seats=(2, 4),
    grid=(4,),
    first_look="choose",
    queen="switch",
    exchange_many=True,
    stacking="no",
    caller_penalty=5,
    kamikaze=True,
    lucky_100="always",
    match_end="over",
    winner_starts=True,
)

PRESETS: Mapping[str, Rules] = {
    rules.preset: rules
    for rules in (
        Rules("cambio"),
        Rules(
            "cambio-jokers",
            pack=JOKERS_FOR_RED_KINGS,
            seats=(2, 5),
            black_king=13,
            red_king=13,
            joker=0,
            queen="switch",
            taken_face_up=True,
            exchange_many=True,
            stacking="no",
            caller_protected=True,
            stock_out="end",
            lowest_zero=False,
            kamikaze=True,
            lucky_100="once",
            match_end="over",
        ),
        _CABO,
        replace(_CABO, preset="cabo-lenient", failed_claim="discard", kamikaze=False),
    )
}


def _jokers(rules: Rules) -> dict[str, Any]:
    if rules.preset != "cambio":
        raise RulesError(f"'jokers' goes with the rules 'cambio' only, not with {rules.preset!r}")
    return {"pack": rules.pack.with_more(Card(JOKER), Card(JOKER)), "joker": -5}


def _cabo_cards(rules: Rules) -> dict[str, Any]:
    if rules.preset != "cambio-jokers":
        raise RulesError(
            f"'cabo cards' goes with the rules 'cambio-jokers' only, not with {rules.preset!r}"
        )
    return {"pack": CABO}


def _six_cards(rules: Rules) -> dict[str, Any]:
    nearest = {"first_look": "nearest"} if rules.first_look == "choose" else {}
    return {"grid": (2, 2, 2)} | nearest


HOUSE_RULES: Mapping[str, Mapping[str, Any] | Callable[[Rules], dict[str, Any]]] = {
    "no early call": {"early_call": False},
    "no lucky 100": {"lucky_100": "no"},
    "six cards": _six_cards,
    "cabo cards": _cabo_cards,
    "blind": {"first_look": "none"},
    "jokers": _jokers,
    "five cards": {"grid": (2, 2, 1), "limit": 150},
    "teams": {"teams": True},
    "open kings": {"red_king": 0, "black_king": 0},
    "no penalty": {"caller_penalty": 0},
    "stacking in any turn": {"stacking": "any turn"},
    "both tied score 0": {"both_tied_zero": True},
    "empty grid wins": {"empty_ends": True},
    "fixed hands": {"fixed_hands": 5},
}

_WORDS: Mapping[str, tuple[str, ...]] = {
    "first_look": ("nearest", "choose", "none"),
    "queen": ("look", "switch"),
    "failed_claim": ("add", "discard"),
    "stacking": ("no", "own turn", "any turn"),
    "stock_out": ("reshuffle", "end"),
    "lucky_100": ("no", "once", "always"),
    "match_end": ("out", "over"),
}
_YES_NO = (
    "taken_face_up", "exchange_many", "early_call", "caller_protected", "lowest_zero",
    "both_tied_zero", "kamikaze", "empty_ends", "teams",
)  # fmt: skip
_NUMBERS = ("caller_penalty", "red_king", "black_king", "joker", "limit", "fixed_hands")
_FROM_ZERO = ("caller_penalty", "fixed_hands")
FIELD_NAMES = tuple(
    f.name for f in fields(Rules) if f.name in (*_WORDS, *_YES_NO, *_NUMBERS, "grid")
)


def _number(name: str, text: str) -> int:
    try:
        number = int(text) if re.fullmatch("-?[0-9]+", text) else None
    except ValueError:  # more digits than Python reads at once
        number = None
    least = 0 if name in _FROM_ZERO else 1 if name == "limit" else -1000
    if number is None or not least <= number <= 10_000:
        raise RulesError(f"'{name}={text}': a whole number from {least} to 10000 is wanted")
    return number


def _grid(text: str) -> tuple[int, ...]:
    rows = text.split("-")
    if not all(row in tuple("123456789") for row in rows):
        raise RulesError(f"'grid={text}': rows of 1 to 9 cards are wanted, nearest first: 2-2")
    return tuple(map(int, rows))


def field_value(name: str, text: str) -> Any:
    """Read the value of a field.

    Args:
        name: one of `FIELD_NAMES`.
        text: yes or no, a whole number, rows such as `2-2`, or one of the field's words.

    Raises:
        RulesError: no such field, or a value that it cannot have.

    >>> field_value("grid", "2-2-1")
    (2, 2, 1)
    """
    if name == "grid":
        return _grid(text)
    if name in _NUMBERS:
        return _number(name, text)
    allowed = _WORDS.get(name, ("yes", "no") if name in _YES_NO else ())
    if not allowed:
        raise RulesError(f"{name!r} is no field; fields are {', '.join(FIELD_NAMES)}")
    if text not in allowed:
        raise RulesError(f"'{name}={text}': one of {', '.join(allowed)} is wanted")
    return text == "yes" if name in _YES_NO else text


def _named_change(rules: Rules, word: str) -> dict[str, Any]:
    name, _, number = word.partition("=")
    if number:  # only "fixed hands=7" takes one
        return {"fixed_hands": _number("fixed_hands", number)}
    change = HOUSE_RULES[name]
    return change(rules) if callable(change) else dict(change)


def _split(house: str) -> tuple[list[str], list[str]]:
    """Named rules and `field=value` changes of a house text, each once."""
    words = [word.strip() for word in house.split(";")] if house.strip() else []
    named, changes = [], []
    for word in words:
        name = word.partition("=")[0]
        if name in HOUSE_RULES and ("=" not in word or name == "fixed hands"):
            named.append(word)
        elif "=" in word:
            changes.append(word)
        else:
            raise RulesError(f"{word!r} is no house rule; there are {', '.join(HOUSE_RULES)}")
    names = [word.partition("=")[0] for word in words]
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice:
        raise RulesError(f"{twice!r} is given twice; once is enough")
    if "fixed hands=" in words:
        raise RulesError("'fixed hands=': a whole number from 0 to 10000 is wanted")
    return named, changes


def rules(preset: str = "cambio", house: str = "", pack: Pack | None = None) -> Rules:
    """A rule set by name.

    Args:
        preset: one of `PRESETS`.
        house: house rules and `field=value` changes, separated by `;`.
        pack: a pack of one's own; `house` then says `pack=own`, and is given it if it does not.

    Raises:
        RulesError: an unknown name, a value that cannot be, or things that do not go together.

    >>> rules("cambio", "no penalty; limit=50").caller_penalty
    0
    """
    if preset not in PRESETS:
        raise RulesError(f"{preset!r} is no rule set; there are {', '.join(PRESETS)}")
    named, changes = _split(house)
    result = PRESETS[preset]
    if "six cards" in named and "five cards" in named:
        raise RulesError("'six cards' and 'five cards' do not go together; take one of them")
    for word in named:
        result = replace(result, **_named_change(result, word))
    own = "pack=own" in changes
    for word in (word for word in changes if word != "pack=own"):
        name, _, value = word.partition("=")
        result = replace(result, **{name: field_value(name, value)})
    written = tuple(word.strip() for word in house.split(";") if word.strip())
    if own and pack is None:
        raise RulesError("'pack=own' needs the cards of that pack")
    if pack is not None:  # sorted, so that it does not tell the order it was dealt in
        result = replace(result, pack=Pack(tuple(sorted(pack.cards))))
        written = written if own else (*written, "pack=own")
    _check(result := replace(result, house=written), named)
    return result


def _check(rules: Rules, named: list[str]) -> None:
    if "open kings" in named and rules.pack.is_cabo:
        raise RulesError("'open kings' needs kings, and the CABO pack has none; leave it out")
    claims = sum(comb(rules.cards_each, n) for n in range(1, rules.most_equal + 1))
    if rules.exchange_many and claims > MOST_CLAIMS:
        raise RulesError(
            f"{claims} ways to claim equal cards are too many to list; "
            "take a smaller grid, or a pack with fewer equal cards"
        )
    if rules.first_look == "choose" and rules.cards_each == 1:
        raise RulesError(
            "a first look that is chosen needs a grid of two cards or more; "
            "take 'first_look=nearest' or a larger grid"
        )
    most = max(seats_allowed(rules), default=0)
    if not most:
        raise RulesError(
            f"no number of seats fits a pack of {len(rules.pack)} cards, {rules.cards_each} to a "
            f"grid{' and teams' if rules.teams else ''}; take a smaller grid or a larger pack"
        )


def seats_allowed(rules: Rules) -> list[int]:
    """How many seats can play: within the preset, dealt from the pack, and even where teams play.

    >>> seats_allowed(PRESETS["cabo"])
    [2, 3, 4]
    """
    fewest, most = rules.seats
    return [
        n
        for n in range(fewest, most + 1)
        if n * rules.cards_each + 2 <= len(rules.pack) and (not rules.teams or n in (4, 6))
    ]


def check_seats(rules: Rules, seats: int) -> None:
    """See that so many seats can play.

    Args:
        rules: the rule set.
        seats: number of seats.

    Raises:
        RulesError: they cannot; the message says how many can.
    """
    allowed = seats_allowed(rules)
    if seats not in allowed:
        can = ", ".join(map(str, allowed))
        why = " in teams" if rules.teams else ""
        raise RulesError(f"{seats} seats cannot play {rules.preset!r}{why}; {can} can")
