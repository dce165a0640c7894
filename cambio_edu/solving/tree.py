"""Games for two with hidden information, and the whole tree of such a game as arrays.

Chance deals, then the two players move; what one wins the other loses. All that a player knows when
it moves is its information set.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from cambio_edu.errors import CambioError

S = TypeVar("S")
Index = NDArray[np.intp]
Numbers = NDArray[np.float64]

MOST_NODES = 1_000_000


class Game(Protocol[S]):
    """A game for two in which one wins what the other loses; chance moves at the beginning only."""

    def deals(self) -> Iterable[tuple[Fraction, S]]:
        """Every beginning with its probability."""
        ...

    def mover(self, state: S) -> int | None:
        """The player to move, 0 or 1; None at the end."""
        ...

    def actions(self, state: S) -> Sequence[Hashable]:
        """What the mover may do."""
        ...

    def play(self, state: S, action: Any) -> S:
        """What comes of an action."""
        ...

    def information_set(self, state: S) -> Hashable:
        """All that the mover knows."""
        ...

    def payoff(self, state: S) -> float:
        """What player 0 wins at the end (points); player 1 loses as much."""
        ...


class InformationSet(NamedTuple):
    """A situation as a player knows it.

    Args:
        player: who moves, 0 or 1.
        knows: all that it knows.
        actions: what it may do.
        depth: how many moves were made before.
    """

    player: int
    knows: Hashable
    actions: tuple[Hashable, ...]
    depth: int


@dataclass(frozen=True, eq=False)
class Tree:
    """The tree of a game; nodes are numbered level by level, the deal before any move being 0.

    A *choice* is an action in an information set; a strategy gives each choice a probability. One
    more number after those of all choices stands for "no choice of this player" and is always 1.

    Args:
        sets: every information set.
        first: number of the first choice of each information set, and of all choices at the end.
        parent: the node before each node, `(nodes,)`.
        chance: the probability of a deal, 1 for other nodes, `(nodes,)`.
        choice: the choice of each player that leads to a node, `(players, nodes)`.
        payoff: what player 0 wins at a node that ends the game, else 0 (points), `(nodes,)`.
        levels: where each level begins, and the end.
        states: the state of each node; None for node 0.
    """

    sets: tuple[InformationSet, ...]
    first: Index
    parent: Index
    chance: Numbers
    choice: Index
    payoff: Numbers
    levels: tuple[int, ...]
    states: tuple[Any, ...]

    @property
    def choices(self) -> int:
        """How many choices there are in all information sets."""
        return int(self.first[-1])

    @property
    def set_of(self) -> Index:
        """The information set of each choice, `(choices,)`."""
        return np.repeat(np.arange(len(self.sets)), np.diff(self.first))

    @property
    def player_of(self) -> Index:
        """Whose choice each is, `(choices,)`."""
        return np.array([one.player for one in self.sets], np.intp)[self.set_of]

    def below(self) -> list[slice]:
        """The levels of the tree after node 0, the deepest first."""
        bounds = zip(self.levels[1:-1], self.levels[2:], strict=True)
        return [slice(*bound) for bound in bounds][::-1]

    def uniform(self) -> Numbers:
        """The strategy that does everything equally often."""
        return 1 / np.diff(self.first)[self.set_of]


class _Builder:
    """Lays a tree out level by level, and sees that it is one that can be solved."""

    def __init__(self, game: Game[Any], most: int) -> None:
        self.game, self.most = game, most
        self.sets: list[InformationSet] = []
        self.first = [0]
        self.number: dict[tuple[int, Hashable], int] = {}
        self.led: list[tuple[int, ...]] = []  # the player's own choices before each set
        self.parent, self.payoff, self.chance = [0], [0.0], [1.0]
        self.choice: list[tuple[int, int]] = [(-1, -1)]
        self.states: list[Any] = [None]
        self.paths: list[tuple[tuple[int, ...], ...]] = [((), ())]  # choices of each player so far

    def add(self, state: Any, parent: int, chance: float, player: int, choice: int) -> None:
        """Add a node."""
        if len(self.states) > self.most:
            raise CambioError(f"the game has more than {self.most:,} nodes; take a smaller one")
        mover = self.game.mover(state)
        self.states.append(state)
        self.parent.append(parent)
        self.chance.append(chance)
        self.payoff.append(float(self.game.payoff(state)) if mover is None else 0.0)
        self.choice.append((choice, -1) if player == 0 else (-1, choice))
        made = (choice,) if choice >= 0 else ()
        before = self.paths[parent]
        self.paths.append(tuple(b + made if p == player else b for p, b in enumerate(before)))

    def expand(self, node: int, depth: int) -> None:
        """Add what comes after a node."""
        state = self.states[node]
        player = self.game.mover(state)
        if player is None:
            return
        first = self._set(node, player, depth)
        for n, action in enumerate(self.game.actions(state)):
            self.add(self.game.play(state, action), node, 1.0, player, first + n)

    def _set(self, node: int, player: int, depth: int) -> int:
        """The first choice of the node's information set."""
        state = self.states[node]
        key = (player, self.game.information_set(state))
        one = InformationSet(player, key[1], tuple(self.game.actions(state)), depth)
        path = self.paths[node][player]
        if key not in self.number:
            self.number[key] = len(self.sets)
            self.sets.append(one)
            self.led.append(path)
            self.first.append(self.first[-1] + len(one.actions))
        number = self.number[key]
        if self.sets[number] != one:
            raise CambioError(f"{key[1]!r} stands for situations with other moves; tell them apart")
        if self.led[number] != path:
            raise CambioError(f"{key[1]!r} forgets what the player did or knew; recall is wanted")
        return self.first[number]


def tree(game: Game[Any], most: int = MOST_NODES) -> Tree:
    """The whole tree of a game.

    Args:
        game: the game.
        most: how many nodes it may have.

    Raises:
        CambioError: it has more nodes, deals that do not make up 1, or an information set in which
            a player could not know what it is said to know, or has forgotten something.
    """
    built, levels = _Builder(game, most), [0, 1]
    whole = Fraction(0)
    for chance, state in game.deals():
        built.add(state, 0, float(chance), 0, -1)
        whole += chance
    if whole != 1:
        raise CambioError(f"the deals have a probability of {whole} together; it must be 1")
    while levels[-1] < len(built.states):
        begin, end = levels[-1], len(built.states)
        levels.append(end)
        for node in range(begin, end):
            built.expand(node, len(levels) - 3)
    choice = np.array(built.choice, np.intp).T
    choice[choice < 0] = built.first[-1]
    return Tree(
        tuple(built.sets),
        np.array(built.first, np.intp),
        np.array(built.parent, np.intp),
        np.array(built.chance),
        choice,
        np.array(built.payoff),
        tuple(levels),
        tuple(built.states),
    )
