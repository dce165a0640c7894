"""Solving a game: values, best responses, exploitability, and counterfactual regret.

Sources: Zinkevich, Johanson, Bowling, Piccione, "Regret minimization in games with incomplete
information" (2007); Tammelin, "Solving large imperfect information games using CFR+" (2014).
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cambio_edu.errors import CambioError
from cambio_edu.solving.tree import Game, Index, InformationSet, Numbers, Tree, tree

Strategy = Mapping[Hashable, Mapping[Hashable, float]]

SHOWN = 20  # information sets in a printed solution
_SIGN = (1.0, -1.0)  # what player 0 wins player 1 loses


# Reaching nodes, and what they are worth


def reach(of: Tree, strategy: Numbers, player: int) -> Numbers:
    """How likely a player's own choices lead to each node, `(nodes,)`."""
    chances = np.append(strategy, 1.0)[of.choice[player]]
    return _down(of, chances)


def _down(of: Tree, chances: Numbers) -> Numbers:
    """Products of a number a node along the way to each node."""
    product = chances.copy()
    for level in reversed(of.below()):
        product[level] *= product[of.parent[level]]
    return product


def values(of: Tree, strategy: Numbers) -> Numbers:
    """What player 0 wins in the mean from each node on (points), `(nodes,)`."""
    padded = np.append(strategy, 1.0)
    chances = of.chance * padded[of.choice[0]] * padded[of.choice[1]]
    worth = of.payoff.copy()
    for level in of.below():
        np.add.at(worth, of.parent[level], chances[level] * worth[level])
    return worth


def value(of: Tree, strategy: Numbers) -> float:
    """What player 0 wins in the mean if both play so (points a hand)."""
    return float(values(of, strategy)[0])


def best_response(of: Tree, strategy: Numbers, player: int) -> tuple[float, Numbers]:
    """The best that a player can do against the strategy of the other.

    From the last moves to the first: in each information set the action that is worth most, its
    nodes weighed by how likely chance and the other player lead to them.

    Args:
        of: the tree.
        strategy: of both players; the player's own part of it does not matter.
        player: who responds.

    Returns: what the player wins (points a hand), and the strategy with its part changed.
    """
    other = 1 - player
    weight = reach(of, strategy, other) * _down(of, of.chance)
    padded = np.append(strategy, 1.0)
    worth, best = of.payoff * _SIGN[player], np.append(strategy, 1.0)
    for level in of.below():
        mine = of.choice[player][level]
        gained = _summed(of, mine, weight[level] * worth[level])
        _take_best(of, gained, np.unique(mine[mine < of.choices]), best)
        chances = of.chance[level] * padded[of.choice[other][level]] * best[mine]
        np.add.at(worth, of.parent[level], chances * worth[level])
    return float(worth[0]), best[:-1]


def _take_best(of: Tree, gained: Numbers, choices: Index, best: Numbers) -> None:
    for one in np.unique(of.set_of[choices]):
        begin, end = of.first[one], of.first[one + 1]
        best[begin:end] = 0.0
        best[begin + np.argmax(gained[begin:end])] = 1.0


def _summed(of: Tree, choice: Index, numbers: Numbers) -> Numbers:
    """The numbers of all nodes to which a choice leads, choice by choice."""
    summed = np.zeros(of.choices + 1)
    np.add.at(summed, choice, numbers)
    return summed


def exploitability(of: Tree, strategy: Numbers) -> float:
    """How much a best responder wins more than it should, the mean of both seats (points a hand).

    It is 0 at an equilibrium, and only there.
    """
    return sum(best_response(of, strategy, player)[0] for player in (0, 1)) / 2


# Counterfactual regret


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """A solved game.

    Args:
        of: the tree.
        probabilities: of each choice, `(choices,)`.
        value: what player 0 wins (points a hand).
        exploitability: how far that is from an equilibrium at most (points a hand).
        path: the exploitability after so many iterations.
    """

    of: Tree
    probabilities: Numbers
    value: float
    exploitability: float
    path: Mapping[int, float]

    @property
    def strategy(self) -> dict[Hashable, dict[Hashable, float]]:
        """By what a player knows: how often it does what."""
        return {one.knows: self._of_set(n) for n, one in enumerate(self.of.sets)}

    def _of_set(self, number: int) -> dict[Hashable, float]:
        begin = self.of.first[number]
        actions = self.of.sets[number].actions
        return {a: float(self.probabilities[begin + n]) for n, a in enumerate(actions)}

    @property
    def often(self) -> list[tuple[float, InformationSet]]:
        """How often each information set comes up, the most frequent first."""
        along = _down(self.of, self.of.chance)
        for player in (0, 1):
            along = along * reach(self.of, self.probabilities, player)
        comes = dict.fromkeys(range(len(self.of.sets)), 0.0)
        for number, nodes in _nodes(self.of).items():
            comes[number] = float(along[nodes].sum())
        order = sorted(comes, key=lambda number: -comes[number])
        return [(comes[number], self.of.sets[number]) for number in order]

    def __repr__(self) -> str:
        return f"<Solution: {self.value:+.4f} points, exploitability {self.exploitability:.1e}>"

    def __str__(self) -> str:
        lines = [f"worth {self.value:+.4f} points a hand to the first player,"]
        lines += [f"exploitability {self.exploitability:.5f} points a hand"]
        strategy = self.strategy
        for comes, one in self.often[:SHOWN]:
            does = ", ".join(f"{a} {p:.0%}" for a, p in strategy[one.knows].items() if p >= 0.005)
            lines.append(f"{comes:6.1%}  {one.knows}: {does}")
        return "\n".join(lines)


def _nodes(of: Tree) -> dict[int, Index]:
    """The nodes of each information set."""
    found: dict[int, Index] = {}
    for player in (0, 1):
        moved = np.flatnonzero(of.choice[player] < of.choices)
        numbers = of.set_of[of.choice[player][moved]]
        for number in np.unique(numbers):
            found[int(number)] = np.unique(of.parent[moved[numbers == number]])
    return found


def solve(game: Game[Any] | Tree, iterations: int = 1_000) -> Solution:
    """Solve a game by counterfactual regret minimisation (CFR+).

    The players take turns: each finds for every choice how much it regrets not having made it
    always, forgets regrets below 0, and plays in proportion to what is left. Of all these
    strategies the later ones weigh more in the average, which comes near an equilibrium.

    Args:
        game: the game, or its tree.
        iterations: how often both players update.

    Raises:
        CambioError: the game cannot be laid out as a tree, or there are no iterations.

    >>> from cambio_edu.solving.kuhn import Kuhn
    >>> round(solve(Kuhn(), 1_000).value, 3)  # -1/18
    -0.056
    """
    if type(iterations) is not int or iterations < 1:
        raise CambioError(f"iterations={iterations!r}: a whole number from 1 is wanted")
    of = game if isinstance(game, Tree) else tree(game)
    regrets, summed = np.zeros(of.choices), np.zeros(of.choices)
    somewhere = np.array([nodes[0] for _, nodes in sorted(_nodes(of).items())], np.intp)
    path = {}
    for iteration in range(1, iterations + 1):
        for player in (0, 1):
            now = _matched(of, regrets)
            own = of.player_of == player
            regrets[own] = np.maximum(regrets + _regret(of, now, player), 0.0)[own]
            now = _matched(of, regrets)
            led = reach(of, now, player)[somewhere][of.set_of]
            summed[own] += (iteration * led * now)[own]
        if iteration & (iteration - 1) == 0 or iteration == iterations:
            path[iteration] = exploitability(of, _matched(of, summed))
    found = _matched(of, summed)
    return Solution(of, found, value(of, found), path[iterations], path)


def _matched(of: Tree, numbers: Numbers) -> Numbers:
    """Probabilities in proportion to numbers, information set by information set."""
    whole = np.add.reduceat(numbers, of.first[:-1])[of.set_of]
    return np.where(whole > 0, numbers / np.where(whole > 0, whole, 1.0), of.uniform())


def _regret(of: Tree, strategy: Numbers, player: int) -> Numbers:
    """How much more each choice of a player would have won, weighed by how often it comes up."""
    worth = values(of, strategy) * _SIGN[player]
    weight = reach(of, strategy, 1 - player) * _down(of, of.chance)
    mine = of.choice[player]
    more = weight[of.parent] * (worth - worth[of.parent])
    return _summed(of, mine, more)[:-1]


def probabilities(of: Tree, strategy: Strategy) -> Numbers:
    """A strategy that is given by what the players know, as numbers for each choice.

    Args:
        of: the tree.
        strategy: for every information set the probability of each action.

    Raises:
        CambioError: an information set is missing, or its probabilities do not make up 1.
    """
    numbers = []
    for one in of.sets:
        given = strategy.get(one.knows)
        if given is None:
            raise CambioError(f"the strategy does not say what to do at {one.knows!r}")
        chances = [float(given.get(action, 0)) for action in one.actions]
        if min(chances) < 0 or abs(sum(chances) - 1) > 1e-9:
            raise CambioError(f"the probabilities at {one.knows!r} do not make up 1")
        numbers += chances
    return np.array(numbers)
