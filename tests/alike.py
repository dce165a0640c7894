"""Hands of the simulation beside the same hands of the engine."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from cambio_edu.hand import Hand, deal
from cambio_edu.rules import Rules
from cambio_edu.simulation.play import Chunk, packs_of
from cambio_edu.simulation.replaying import play_alike
from cambio_edu.thresholds import NEVER, Threshold

Ended = dict[str, Any]

#: Players that between them do all that can be done, right and wrong.
WILD = (
    Threshold(call_at=(2, 4, 6), dare=0.3, claim_from=-5, take_most=5, take_from=1),
    Threshold(call_at=(5,), forget=0.2, dare=0.1, switch_from=0),
    Threshold(call_at=(7, 3), per_seat=1, per_take=-1, after_switch=3, peek_worth=2),
    Threshold(call_at=(-2, 8), stack_from=-9, keep_from=2, look=2, patience=12, take_most=12),
)


def players(seats: int) -> list[Threshold]:
    """As many wild players as there are seats."""
    return [WILD[n % len(WILD)] for n in range(seats)]


def of_engine(hand: Hand) -> Ended:
    """How a hand of the engine ended."""
    assert hand.scores is not None
    return {
        "grids": hand.cards,
        "discards": [hand.pack[n] for n in hand.discard],
        "caller": -1 if hand.caller is None else hand.caller,
        "turns": hand.turns,
        "scores": [score.points for score in hand.scores],
    }


def of_chunk(chunk: Chunk, number: int) -> Ended:
    """How a simulated hand ended."""
    grids, discards = chunk.ended
    return {
        "grids": [chunk.faces.cards(grid[:, number].tolist()) for grid in grids],
        "discards": chunk.faces.cards(discards[:, number].tolist()),
        "caller": int(chunk.kept["caller"][number]),
        "turns": int(chunk.kept["turns"][number]),
        "scores": chunk.kept["scores"][number].tolist(),
    }


def check_alike(rules: Rules, seated: Sequence[Threshold], hands: int, seed: int) -> list[Hand]:
    """See that simulation and engine end so many hands alike; the engine's hands."""
    chunk = Chunk(rules, seated, hands, [seed], cards=True).play()
    packs, seeds = packs_of(rules, hands, [seed])
    ended = []
    for number in range(hands):
        pack = chunk.faces.cards(packs[:, number].tolist())
        hand = play_alike(deal(rules, len(seated), pack), seated, int(seeds[number]))
        assert of_chunk(chunk, number) == of_engine(hand), f"{rules.house} hand {number}: {hand!r}"
        ended.append(hand)
    return ended


def dials() -> st.SearchStrategy[Threshold]:
    """Any player: now and then one that does what nobody would."""
    points, rounds = st.integers(-3, 14), st.sampled_from([0, 2, NEVER])
    return st.builds(
        Threshold,
        call_at=st.lists(points, min_size=1, max_size=5).map(tuple),
        per_seat=st.sampled_from([0, 1, -1]),
        per_take=st.sampled_from([0, -1, 2]),
        after_switch=st.sampled_from([0, -3, 4]),
        patience=st.sampled_from([0, 3, 8, 20]),
        unknown=st.sampled_from([4, 6, 7]),
        keep_from=st.sampled_from([-3, 0, 1, 2]),
        peek_worth=st.sampled_from([0, 2]),
        take_most=st.sampled_from([-NEVER // 10, 3, 5, 12]),
        take_from=st.sampled_from([-20, 0, 3, NEVER]),
        claim_from=st.sampled_from([-5, 1, NEVER]),
        stack_from=st.sampled_from([-9, 1, 5, NEVER]),
        switch_from=st.sampled_from([-20, 0, 3, NEVER]),
        peek=rounds,
        spy=rounds,
        switch=rounds,
        look=rounds,
        forget=st.sampled_from([0.0, 0.1, 0.5, 1.0]),
        dare=st.sampled_from([0.0, 0.1, 0.5, 1.0]),
    )
