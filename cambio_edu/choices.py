"""What choices give away: the same worlds, weighed by how likely the others would have acted so.

Bayes: the posterior weight of a world is its prior weight times the likelihood of everything that
was chosen in it. Who makes the choices is a *model*, a strategy with slips, so that nothing that
somebody did is ever impossible.
"""

import html
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from cambio_edu import strategies
from cambio_edu.belief import random_faces, states
from cambio_edu.cards import Card
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand
from cambio_edu.moves import Move, Place, read_move, read_place
from cambio_edu.pmf import Pmf
from cambio_edu.probability import Chance, Estimate, Sample
from cambio_edu.strategies import Strategy
from cambio_edu.tracks import Track, Tracks
from cambio_edu.view import View, view

H = TypeVar("H", bound=Hashable)

#: The likelihood of a move, for a seat with that view.
Model = Callable[[View, Move], Fraction]


def model(who: Strategy | str, slip: Fraction = Fraction(1, 10), players: int = 4) -> Model:
    """A strategy as a model of somebody: mostly its move, now and then any legal one.

    Args:
        who: a strategy, or its name.
        slip: how often a move is chosen at random instead, each legal one alike.
        players: for a name, how many players with seeds of their own are asked; what they
            disagree on, such as what they forgot, is then a matter of chance.

    Raises:
        CambioError: there is no such strategy, `slip` is not from 0 to 1, or nobody is asked.
    """
    if not 0 <= slip <= 1:
        raise CambioError(f"a slip of {slip}: a probability from 0 to 1 is wanted")
    if players < 1:
        raise CambioError(f"{players} players: at least 1 is wanted")
    seeds = range(players)
    asked = [strategies.make(who, n) for n in seeds] if isinstance(who, str) else [who]

    def likelihood(seen: View, move: Move) -> Fraction:
        agree = sum(_move(player, seen) == move for player in asked)
        usual = (1 - slip) * Fraction(agree, len(asked))
        return usual + slip * Fraction(1, len(seen.legal))

    return likelihood


def _move(player: Strategy, seen: View) -> Move:
    move = player(seen)
    return read_move(move, seen.seat) if isinstance(move, str) else move


def given_choices(
    seen: View,
    models: Mapping[int, Model | str],
    moves: Sequence[int] | None = None,
    limit: int = 2_000,
    seed: int = 0,
) -> Pmf[Hand] | Sample[Hand]:
    """What the whole hand may be, given what a seat has seen and how the others chose.

    Worlds that differ only in the order of the stock count as one: nobody has seen it.

    Args:
        seen: the view of a seat, or of somebody who watches.
        models: for each seat whose choices count, a model, or a strategy's name for `model`.
        moves: the numbers (from 0) of the moves in the history that count; without it all.
        limit: how many worlds are weighed. Where there are no more than that, the answer is an
            exact `Pmf`; else a weighted `Sample` of so many, which states its errors.
        seed: decides the sample.

    Raises:
        CambioError: a seat or a number of a move is not there, or no world that was drawn can be.
    """
    worlds, exact = _weighed_worlds(seen, models, moves, limit, seed)
    if exact:
        return Pmf({world.hand: world.ways * world.likelihood for world in worlds})
    weights = [float(world.likelihood) for world in worlds]
    return Sample([world.hand for world in worlds], weights)


class _World(NamedTuple):
    """A world, how likely the choices were in it, and in how many ways it arises."""

    hand: Hand
    likelihood: Fraction
    ways: int


def _weighed_worlds(
    seen: View,
    models: Mapping[int, Model | str],
    moves: Sequence[int] | None,
    limit: int,
    seed: int,
) -> tuple[list[_World], bool]:
    """Worlds with their weights, and whether these are all that there are."""
    asked = {seat: model(who) if isinstance(who, str) else who for seat, who in models.items()}
    decisions = _decisions(seen, asked, moves)
    tracks, rng = Tracks(seen), Random(seed)
    every = _worlds(tracks, limit)
    drawn = every if every is not None else [(random_faces(tracks, rng), 1) for _ in range(limit)]
    weighed = [
        _World(*_weighed(seen, tracks, faces, asked, decisions), ways) for faces, ways in drawn
    ]
    return weighed, every is not None


def _decisions(
    seen: View, models: Mapping[int, Model], moves: Sequence[int] | None
) -> frozenset[int]:
    """The numbers of the moves whose choice counts."""
    for seat in models:
        if not 0 <= seat < len(seen.names):
            raise CambioError(f"there is no seat {seat}; seats are 0 to {len(seen.names) - 1}")
    numbers = range(len(seen.history)) if moves is None else moves
    for number in numbers:
        if not 0 <= number < len(seen.history):
            raise CambioError(f"there is no move {number}; there were {len(seen.history)}")
    return frozenset(n for n in numbers if seen.history[n].seat in models)


def _weighed(
    seen: View,
    tracks: Tracks,
    faces: Mapping[Track, Card],
    models: Mapping[int, Model],
    decisions: frozenset[int],
) -> tuple[Hand, Fraction]:
    """A world, and how likely all that was decided was in it."""
    hands = list(states(seen, tracks, faces))
    weight = Fraction(1)
    for number in sorted(decisions):
        seat, move = seen.history[number].seat, seen.history[number].move
        if len(hands[number].legal) > 1:
            weight *= models[seat](view(hands[number], seat), move)
    return hands[-1], weight


# Worlds


def _placed(tracks: Tracks) -> list[Track]:
    """The hidden cards that somebody may have seen: those that have left their stock."""
    out = [*chain.from_iterable(tracks.grids), tracks.held]
    return [track for track in out if track is not None and track not in tracks.faces]


def _worlds(tracks: Tracks, limit: int) -> list[tuple[dict[Track, Card], int]] | None:
    """Every world and in how many ways it arises, or None if there are more than that."""
    placed = _placed(tracks)
    dealt: list[tuple[tuple[Card, ...], int]] = [((), 1)]
    for number, track in enumerate(placed):
        dealt = [
            ((*cards, card), ways * n)
            for cards, ways in dealt
            for card, n in _left(tracks, placed[:number], cards, track.stock).items()
        ]
        if len(dealt) > limit:
            return None
    return [(_faces(tracks, dict(zip(placed, cards, strict=True))), n) for cards, n in dealt]


def _left(
    tracks: Tracks, placed: Sequence[Track], cards: Sequence[Card], stock: int
) -> Counter[Card]:
    """The cards of a stock that may still lie anywhere, once these lie there."""
    out = (card for track, card in zip(placed, cards, strict=True) if track.stock == stock)
    return tracks.hidden[stock] - Counter(out)


def _faces(tracks: Tracks, placed: Mapping[Track, Card]) -> dict[Track, Card]:
    """A face for every card: those seen, those placed, and the rest as it comes."""
    faces = {**tracks.faces, **placed}
    for stock in range(len(tracks.contents)):
        rest = _left(tracks, tuple(placed), tuple(placed.values()), stock)
        unseen = [track for track in tracks.unseen(stock) if track not in placed]
        faces.update(zip(unseen, sorted(rest.elements()), strict=True))
    return faces


# What to ask of a world


def card_at(place: Place | str) -> Callable[[Hand], Card]:
    """The card in a place, as a function of a hand.

    Raises:
        CambioError: the place cannot be read.
    """
    seat, slot = read_place(place) if isinstance(place, str) else place

    def card(hand: Hand) -> Card:
        grid = hand.grids[seat] if seat < hand.seats else ()
        placed = grid[slot - 1] if slot <= len(grid) else None
        if placed is None:
            raise CambioError(f"there is no card in {Place(seat, slot)}")
        return hand.pack[placed.card]

    return card


def points_at(place: Place | str) -> Callable[[Hand], int]:
    """What the card in a place is worth (points), as a function of a hand; raises as `card_at`."""
    card = card_at(place)
    return lambda hand: hand.rules.points(card(hand))


def total_of(seat: int) -> Callable[[Hand], int]:
    """The total of a seat (points), as a function of a hand."""
    return lambda hand: sum(map(hand.rules.points, hand.cards[seat]))


# Bayes, row by row


class Row(NamedTuple, Generic[H]):
    """One hypothesis in a Bayes table.

    Args:
        hypothesis: what may be so.
        prior: how likely it was before.
        likelihood: how likely the evidence is if it is so.
        product: prior times likelihood.
        posterior: how likely it is now: its product divided by the sum of all products.
    """

    hypothesis: H
    prior: Chance
    likelihood: Chance
    product: Chance
    posterior: Chance


@dataclass(frozen=True)
class BayesTable(Generic[H]):
    """Bayes' rule, row by row; it prints itself.

    Args:
        rows: a `Row` a hypothesis.
        evidence: how likely the evidence is, whatever is so: the sum of the products.
        worlds: of how many random worlds the numbers are estimates; 0 where they are exact.
    """

    rows: tuple[Row[H], ...]
    evidence: Chance
    worlds: int = 0

    def __str__(self) -> str:
        lines = [Row._fields, *(_texts(row) for row in self.rows)]
        wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
        text = "\n".join(
            "  ".join(f"{word:>{w}}" for word, w in zip(line, wide, strict=True)) for line in lines
        )
        return f"{text}\n{self._about}"

    @property
    def _about(self) -> str:
        sum_ = f"sum of the products: {_shown(self.evidence)}"
        return f"{sum_}; estimated from {self.worlds:,} worlds" if self.worlds else sum_

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{name}</th>' for name in Row._fields)
        rows = "".join(
            f'<tr><th scope="row">{html.escape(name)}</th>'
            + "".join(f"<td>{text}</td>" for text in texts)
            + "</tr>"
            for name, *texts in map(_texts, self.rows)
        )
        return (
            f"<table><caption>{self._about}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )


def bayes(prior: Pmf[H], likelihood: Callable[[H], Fraction]) -> BayesTable[H]:
    """Bayes' rule for one piece of evidence.

    Args:
        prior: how likely each hypothesis was.
        likelihood: how likely the evidence is under a hypothesis.

    Raises:
        CambioError: the evidence is impossible under every hypothesis.

    >>> table = bayes(Pmf({"low": 1, "high": 3}), {"low": Fraction(1), "high": Fraction(1, 3)}.get)
    >>> [str(row.posterior) for row in table.rows]
    ['1/2', '1/2']
    """
    whole = sum((p * likelihood(h) for h, p in prior.items()), Fraction(0))
    if not whole:
        raise CambioError("the evidence has probability 0 under every hypothesis")
    return BayesTable(
        tuple(
            Row(h, p, likelihood(h), p * likelihood(h), p * likelihood(h) / whole)
            for h, p in prior.items()
        ),
        whole,
    )


def decision(
    seen: View,
    number: int,
    about: Callable[[Hand], H],
    who: Model | str,
    limit: int = 2_000,
    seed: int = 0,
) -> BayesTable[H]:
    """What one decision says about something hidden, row by row.

    Args:
        seen: the view of a seat, or of somebody who watches.
        number: the number (from 0) of the move in the history.
        about: what is hidden, as a function of a hand, such as `points_at("B1")`.
        who: a model of whoever decided, or a strategy's name for `model`.
        limit: how many worlds are weighed, as for `given_choices`.
        seed: decides the sample.

    Raises:
        CambioError: there is no such move, or no world that was drawn can be.
    """
    moves = [number] if 0 <= number < len(seen.history) else []
    if not moves:
        raise CambioError(f"there is no move {number}; there were {len(seen.history)}")
    models = {seen.history[number].seat: who}
    worlds, exact = _weighed_worlds(seen, models, moves, limit, seed)
    return _table(worlds, about) if exact else _estimated_table(worlds, about)


def _table(worlds: Sequence[_World], about: Callable[[Hand], H]) -> BayesTable[H]:
    prior: Counter[H] = Counter()
    product: dict[H, Fraction] = {}
    for world in worlds:
        hypothesis = about(world.hand)
        prior[hypothesis] += world.ways
        weight = world.ways * world.likelihood
        product[hypothesis] = product.get(hypothesis, Fraction(0)) + weight
    return bayes(Pmf(prior), lambda hypothesis: product[hypothesis] / prior[hypothesis])


def _estimated_table(worlds: Sequence[_World], about: Callable[[Hand], H]) -> BayesTable[H]:
    drawn = [(about(world.hand), float(world.likelihood)) for world in worlds]
    hypotheses = Pmf(Counter(hypothesis for hypothesis, _ in drawn))
    evidence = Sample([weight for _, weight in drawn]).mean(float)
    return BayesTable(tuple(_estimated_row(drawn, h) for h in hypotheses), evidence, len(drawn))


def _estimated_row(drawn: Sequence[tuple[H, float]], hypothesis: H) -> Row[H]:
    before, after = Sample(drawn), Sample(drawn, [weight for _, weight in drawn])
    return Row(
        hypothesis,
        before.probability(lambda pair: pair[0] == hypothesis),
        Sample([weight for h, weight in drawn if h == hypothesis]).mean(float),
        before.mean(lambda pair: pair[1] * (pair[0] == hypothesis)),
        after.probability(lambda pair: pair[0] == hypothesis),
    )


def _texts(row: Row[H]) -> tuple[str, ...]:
    """A row as it is shown."""
    return str(row.hypothesis), *map(_shown, row[1:])


def _shown(chance: Chance) -> str:
    if not isinstance(chance, Estimate):
        return f"{float(chance):.1%}"
    return f"≈ {chance.value:.1%} ± {chance.standard_error:.1%}"
