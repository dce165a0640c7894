"""A simulated hand again, move by move, in the engine."""

from collections.abc import Sequence
from dataclasses import replace

from cambio_edu import lots
from cambio_edu.cards import Card
from cambio_edu.errors import MoveError
from cambio_edu.hand import Hand, deal
from cambio_edu.moves import Move
from cambio_edu.rules import Rules
from cambio_edu.simulation.faces import Faces
from cambio_edu.simulation.play import packs_of
from cambio_edu.simulation.table import SHUFFLER
from cambio_edu.thresholds import Threshold
from cambio_edu.view import view


def played(
    rules: Rules, players: Sequence[Threshold], hands: int, seed: Sequence[int], column: int
) -> Hand:
    """One hand of a chunk, played to its end by the engine.

    Args:
        rules: the rules in force.
        players: a strategy for each seat.
        hands: how many hands the chunk has.
        seed: of the chunk.
        column: which of its hands.
    """
    packs, seeds = packs_of(rules, hands, seed)
    pack = Faces(rules).cards(packs[:, column].tolist())
    return play_alike(deal(rules, len(players), pack), players, int(seeds[column]))


def play_alike(hand: Hand, players: Sequence[Threshold], seed: int) -> Hand:
    """Play a hand as the simulation plays it: with its lots, and its shuffles.

    Args:
        hand: where to begin.
        players: a strategy for each seat.
        seed: of the hand.
    """
    seeded = [replace(player, seed=seed) for player in players]
    while hand.mover is not None:
        hand = _play(hand, seeded[hand.mover](view(hand, hand.mover)), seed)
    return hand


def _play(hand: Hand, move: Move, seed: int) -> Hand:
    if hand.stock or len(hand.discard) < 2:
        return hand.play(move)
    try:
        return hand.play(move, _new_stock(hand, seed))
    except MoveError:  # this move needs no new stock
        return hand.play(move)


def _new_stock(hand: Hand, seed: int) -> list[Card]:
    old = hand.discard[:-1]
    order = sorted(
        range(len(old)),
        key=lambda n: lots.mixed(seed, hand.turns, SHUFFLER, lots.SHUFFLE + n),
    )
    return [hand.pack[old[n]] for n in order]
