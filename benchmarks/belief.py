"""How fast are the exact answers? Each is measured in one run beside icepool.

icepool (a public library for dice and decks) is measured where it is installed, with states that
are cut off at the total asked for. What either remembers is forgotten before every round.

    python benchmarks/belief.py [rounds]
"""

import contextlib
import gc
import random
import statistics
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from cambio_edu import probability
from cambio_edu.belief import believe
from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand, deal
from cambio_edu.moves import CALL, Place
from cambio_edu.probability import anyone_lower, total
from cambio_edu.rules import PRESETS, rules
from cambio_edu.view import View, view

WORTHS = rules("cabo").worths
HANDS = 1_000
SEATS = 4


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes when nothing of it is remembered; the best of three."""
    return min(_once(work) for _ in range(3))


def _once(work: Callable[[], object]) -> float:
    for remembered in (probability._total, probability._anyone_low, probability.standings):
        remembered.cache_clear()
    start = time.perf_counter()
    work()
    return 1_000 * (time.perf_counter() - start)


def icepool_answers() -> dict[str, Callable[[], Fraction]]:
    """The same questions put to icepool, or none where it is not installed."""
    try:
        import icepool
    except ImportError:
        return {}

    class Lower(icepool.MultisetEvaluator):  # type: ignore[misc]
        """Whether the lowest of several hands is below some points."""

        def __init__(self, points: int) -> None:
            self.points = points

        def next_state(self, state: Any, order: Any, outcome: int, counts: Any) -> Any:
            before = state or (0,) * len(counts)
            return tuple(
                min(self.points, t + outcome * c) for t, c in zip(before, counts, strict=True)
            )

        def final_outcome(self, state: Any, *_: Any, **__: Any) -> bool:
            return min(state) < self.points

    def lower(points: int) -> Fraction:
        found = Lower(points).evaluate(icepool.Deck(dict(WORTHS)).deal((4, 4, 4)))
        return Fraction(found.probability(True))

    def total_of_four() -> Fraction:
        sum_ = icepool.evaluator.SumEvaluator(None)  # a new one remembers nothing
        return Fraction(sum_.evaluate(icepool.Deck(dict(WORTHS)).deal(4)).probability("<=", 5))

    return {
        "total of 4": total_of_four,
        "3 opponents below 5": lambda: lower(5),
        "3 opponents below 10": lambda: lower(10),
    }


OURS: dict[str, tuple[Callable[[], Any], float]] = {
    "total of 4": (lambda: total(WORTHS, 4).at_most(5), 0.2),
    "3 opponents below 5": (lambda: anyone_lower(WORTHS, [4] * 3, 5), 0.5),
    "3 opponents below 10": (lambda: anyone_lower(WORTHS, [4] * 3, 10), 5.0),
}


def compare(rounds: int) -> None:
    """The three questions, ours and icepool's in turn."""
    theirs = icepool_answers()
    print(f"{'':22}{'ours, ms':>10}{'aim':>7}{'icepool, ms':>13}{'times faster':>14}")
    for name, (ours, aim) in OURS.items():
        if name in theirs:
            assert theirs[name]() == ours(), name  # also warms both up
        many = max(3, rounds // 3) if name.endswith("10") else rounds  # icepool takes its time
        pairs = [(milliseconds(ours), _once(theirs.get(name, lambda: 0))) for _ in range(many)]
        own, other = (statistics.median(side) for side in zip(*pairs, strict=True))
        beside = f"{other:13.2f}{other / own:14,.0f}" if name in theirs else f"{'–':>13}{'–':>14}"
        print(f"{name:22}{own:10.3f}{aim:7.1f}{beside}")


def random_view(number: int) -> View:
    """A view in the middle of a random hand with four seats."""
    rng = random.Random(number)
    in_force = list(PRESETS.values())[number % len(PRESETS)]
    hands: list[Hand] = [deal(in_force, SEATS, rng)]
    while hands[-1].mover is not None and len(hands) < 150:
        legal = hands[-1].legal
        move = legal[int(rng.random() * len(legal))]
        if move is CALL and rng.random() > 0.05:
            move = legal[0]
        hands.append(hands[-1].play(move))
    return view(hands[len(hands) // 2], int(rng.random() * SEATS))


def whole_belief(seen: View) -> bool:
    """Everything that the table can show of a view; whether all of it is exact."""
    belief = believe(seen)
    for seat in range(SEATS):
        belief.total(seat)
        for slot in seen.slots(seat):
            belief.points(Place(seat, slot))
    with contextlib.suppress(CambioError):  # no card is left
        belief.next_card()
    belief.lowest()
    return belief.left is not None and belief.call().exact


def live() -> None:
    """The whole belief of many views, as it is shown at every move."""
    seen = [random_view(number) for number in range(HANDS)]
    exact = [whole_belief(one) for one in seen]
    taken = sorted(milliseconds(lambda one=one: whole_belief(one)) for one in seen)
    print(f"\nwhole belief of {HANDS:,} views in mid-hand, {SEATS} seats, ms (aim: 30 at most)")
    print(f"median {statistics.median(taken):.1f}, 99 % {taken[HANDS * 99 // 100]:.1f}, ", end="")
    print(f"worst {taken[-1]:.1f}; {sum(exact) / HANDS:.0%} exact in every number")


if __name__ == "__main__":
    gc.disable()  # as timeit does: what other objects there are is not measured
    compare(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
    live()
