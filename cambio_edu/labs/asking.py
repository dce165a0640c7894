"""What the questions of all laboratories share: rules, cards that were seen, whole numbers."""

from collections import Counter
from collections.abc import Iterable, Mapping

from cambio_edu.cards import Card, card
from cambio_edu.errors import CambioError
from cambio_edu.rules import Rules
from cambio_edu.rules import rules as rules_by_name

Cards = tuple[Card, ...]
Words = Mapping[str, str]


def rules_of(rules: Rules | str, house: str) -> Rules:
    """A rule set, which may be given by name."""
    return rules if isinstance(rules, Rules) else rules_by_name(rules, house)


def read_cards(text: str) -> Cards:
    """Cards with blanks or commas between them.

    Raises:
        CardError: a word is no card.

    >>> [str(card) for card in read_cards("as, K♦")]
    ['AS', 'KD']
    """
    return tuple(map(card, text.replace(",", " ").split()))


def read_card(text: str) -> Card | None:
    """One card, or nothing.

    Raises:
        CambioError: there are several, or a word is no card.
    """
    cards = read_cards(text)
    if len(cards) > 1:
        raise CambioError(f"{text!r} are {len(cards)} cards; one is wanted")
    return cards[0] if cards else None


def cards_left(rules: Rules, seen: Iterable[Card]) -> Counter[Card]:
    """The cards of the pack without those that were seen.

    Raises:
        CambioError: a card was seen more often than the pack has it.

    >>> cards_left(rules_by_name("cabo"), read_cards("0 13 13")).total()
    49
    """
    left = rules.pack.counts
    for one, times in Counter(seen).items():
        if one not in left:
            raise CambioError(f"{one} is not in this pack; its ranks are {ranks_text(rules)}")
        if times > left[one]:
            raise CambioError(
                f"{one} is given {times} times, and the pack has it {left[one]} times; "
                "give each card once, where it lies"
            )
        left[one] -= times
    return +left


def ranks_text(rules: Rules) -> str:
    """The ranks of the pack, rising.

    >>> ranks_text(rules_by_name("cabo"))
    '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13'
    """
    ranks = {one.rank: one.number for one in rules.pack.cards}
    return ", ".join(sorted(ranks, key=ranks.__getitem__))


def whole(what: str, value: int, most: int, least: int = 0) -> int:
    """A whole number within bounds.

    Raises:
        CambioError: it is something else.
    """
    if type(value) is not int or not least <= value <= most:
        raise CambioError(f"{what}: {value} cannot be; a whole number from {least} to {most} can")
    return value


def cards_text(cards: Iterable[Card]) -> str:
    """Cards as they are shown.

    >>> cards_text(read_cards("AS 10D JK"))
    'A♠, 10♦, JK'
    """
    return ", ".join(card.shown for card in cards)


def title(key: str, rules: Rules, words: Words) -> str:
    """The name of a laboratory, with the rules that it asks about."""
    house = [words.get(f"house.{name}", name) for name in rules.house]
    return f"{words[key]} · {', '.join([words[f'rules.{rules.preset}'], *house])}"


def given(rules: Rules, left: Counter[Card], words: Words) -> str:
    """The condition under which everything holds."""
    return words["lab.given"].format(left=left.total(), pack=len(rules.pack))
