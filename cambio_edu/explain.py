"""A rule set in plain sentences, made from its fields, so that it says what the engine plays."""

from collections.abc import Mapping

from cambio_edu.cards import Card
from cambio_edu.rules import Rules, seats_allowed
from cambio_edu.words import words as words_of

Words = Mapping[str, str]


def explain(rules: Rules, language: str = "en") -> str:
    """What is played, one sentence a line.

    Args:
        rules: the rule set.
        language: language of the words.

    Raises:
        CambioError: there is no such language.

    >>> from cambio_edu.rules import rules
    >>> print(explain(rules("cabo")).splitlines()[0])
    Cabo: 2 to 4 seats, a pack of 52 cards, 4 cards each in rows of 4.
    """
    words = words_of(language)
    lines = [_heading(rules, words), _points(rules, words), _actions(rules, words)]
    lines += [words[key].format(**_filling(rules)) for key in _keys(rules)]
    return "\n".join(lines)


def _heading(rules: Rules, words: Words) -> str:
    seats = seats_allowed(rules)
    return words["explain.heading"].format(
        name=words[f"rules.{rules.preset}"],
        seats=seats_text(seats, words),
        pack=len(rules.pack),
        each=rules.cards_each,
        rows=" + ".join(map(str, rules.grid)),
    )


def seats_text(seats: list[int], words: Words) -> str:
    """Numbers of seats as words: `2 to 6`, or `4 or 6`."""
    key = "explain.to" if seats == list(range(seats[0], seats[-1] + 1)) else "explain.or"
    return words[key].format(least=seats[0], most=seats[-1]) if len(seats) > 1 else str(seats[0])


def groups(rules: Rules) -> dict[int, list[str]]:
    """The cards of the pack by their points, rising: which ranks are worth as much.

    >>> from cambio_edu.rules import rules
    >>> groups(rules("cambio"))[-2]
    ['K♥', 'K♦']
    """
    found: dict[int, dict[str, None]] = {}
    for card in sorted(rules.pack.cards, key=lambda c: (rules.points(c), c.number)):
        found.setdefault(rules.points(card), {})[_rank(rules, card)] = None
    return {points: list(ranks) for points, ranks in found.items()}


def _rank(rules: Rules, card: Card) -> str:
    """The rank, with its suit where that decides the points."""
    by_suit = card.rank == "K" and rules.red_king != rules.black_king
    signs = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    return card.rank + (signs.get(card.suit, "") if by_suit else "")


def _points(rules: Rules, words: Words) -> str:
    by_points = groups(rules)
    plain = [points for points, ranks in by_points.items() if ranks == [str(points)]]
    parts = [
        f"{' '.join(ranks)} = {points}"
        for points, ranks in by_points.items()
        if points not in plain
    ]
    if plain:
        parts.append(words["explain.plain"].format(least=min(plain), most=max(plain)))
    return words["explain.points"].format(points=", ".join(parts))


def _actions(rules: Rules, words: Words) -> str:
    by_action: dict[str, dict[str, None]] = {}
    for card in sorted(rules.pack.cards, key=lambda c: c.number):
        if action := rules.action(card):
            by_action.setdefault(action, {})[card.rank] = None
    parts = (f"{', '.join(ranks)}: {words[f'explain.{a}']}" for a, ranks in by_action.items())
    return words["explain.actions"].format(actions="; ".join(parts))


def _keys(rules: Rules) -> list[str]:
    """The sentences that hold for a rule set, in the order of a hand."""
    match = "fixed" if rules.fixed_hands else rules.match_end
    yes = {
        "explain.taken_up": rules.taken_face_up,
        "explain.claim": rules.exchange_many,
        f"explain.claim.{rules.failed_claim}": rules.exchange_many,
        "explain.late_call": not rules.early_call,
        "explain.protected": rules.caller_protected,
        "explain.teams": rules.teams,
        "explain.kamikaze": rules.kamikaze,
        "explain.empty_ends": rules.empty_ends,
    }
    keys = [
        f"explain.look.{rules.first_look}",
        f"explain.stacking.{rules.stacking}",
        *(key for key, holds in yes.items() if holds),
        f"explain.stock.{rules.stock_out}",
        f"explain.lowest.{'zero' if rules.lowest_zero else 'own'}",
        f"explain.tie.{'both' if rules.both_tied_zero else 'caller'}",
        "explain.penalty",
        f"explain.match.{match}",
        f"explain.lucky.{rules.lucky_100}",
    ]
    return keys


def _filling(rules: Rules) -> dict[str, int]:
    return {
        "penalty": rules.caller_penalty,
        "limit": rules.limit,
        "hands": rules.fixed_hands,
        "most": rules.most_equal,
    }
