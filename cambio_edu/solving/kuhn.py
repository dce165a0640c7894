"""Kuhn poker, the smallest game in which one must bluff; its solution is known in closed form.

Source: H. W. Kuhn, "Simplified two-person poker" (1950). Three cards, one each; both put in 1.
The first player checks or bets 1; a bet is called or folded; after a check the second may bet.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

CARDS = "JQK"
_OVER = ("pp", "bb", "bp", "pbb", "pbp")


class Dealt(NamedTuple):
    """A deal and what has been done: `p` for a pass (check or fold), `b` for a bet (or call)."""

    cards: tuple[str, str]
    done: str = ""


class Kuhn:
    """Kuhn poker."""

    def deals(self) -> Iterator[tuple[Fraction, Dealt]]:
        """Every beginning with its probability."""
        for first, second in permutations(CARDS, 2):
            yield Fraction(1, 6), Dealt((first, second))

    def mover(self, state: Dealt) -> int | None:
        """The player to move; None at the end."""
        return None if state.done in _OVER else len(state.done) % 2

    def actions(self, state: Dealt) -> Sequence[str]:
        """Pass or bet."""
        return ("p", "b")

    def play(self, state: Dealt, action: str) -> Dealt:
        """What comes of an action."""
        return Dealt(state.cards, state.done + action)

    def information_set(self, state: Dealt) -> str:
        """The own card and what was done."""
        return state.cards[len(state.done) % 2] + state.done

    def payoff(self, state: Dealt) -> float:
        """What the first player wins."""
        if state.done.endswith("bp"):  # whoever passes a bet loses what it put in
            return 1.0 if state.done == "bp" else -1.0
        stake = 2.0 if state.done.endswith("bb") else 1.0
        first, second = map(CARDS.index, state.cards)
        return stake if first > second else -stake
