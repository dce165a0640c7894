"""How fast is the engine? Moves a second of random play, without and with a view at every move.

Prints the machine's own yardstick, a fixed loop in pure Python timed in the same run, beside
each figure, so that figures from different machines can be compared.

    python benchmarks/engine.py [seconds a measurement]
"""

import random
import statistics
import sys
import time
from collections.abc import Callable

from cambio_edu.hand import Hand, deal
from cambio_edu.moves import CALL
from cambio_edu.rules import PRESETS, Rules
from cambio_edu.view import view

SEATS = 4
ROUNDS = 7
LOOP = 1_000_000
AIM = {"moves": 200_000, "with views": 80_000}


def choose(hand: Hand, rng: random.Random) -> object:
    """A random legal move; a call only one time in twenty, or hands would be over at once."""
    legal = hand.legal
    move = legal[int(rng.random() * len(legal))]
    return legal[0] if move is CALL and rng.random() > 0.05 else move


def play(rules: Rules, rng: random.Random, look: bool) -> int:
    """Play one hand; how many moves it had."""
    hand, moves = deal(rules, SEATS, rng), 0
    while hand.mover is not None:
        if look:
            view(hand, hand.mover)
        hand = hand.play(choose(hand, rng))  # type: ignore[arg-type]
        moves += 1
    return moves


def rate(work: Callable[[], int], seconds: float) -> float:
    """How often a second."""
    done, start = 0, time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        done += work()
    return done / (now - start)


def yardstick() -> int:
    """A fixed loop in pure Python."""
    total = 0
    for number in range(LOOP):
        total += number & 3
    return LOOP


def main() -> None:
    """Measure every preset in turn, several rounds, and print medians."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
    rng = random.Random(1)
    found: dict[tuple[str, str], list[float]] = {}
    loops = []
    for _ in range(ROUNDS):
        loops.append(rate(yardstick, seconds / 4))
        for name, rules in PRESETS.items():
            for what, look in (("moves", False), ("with views", True)):
                speed = rate(lambda r=rules, v=look: play(r, rng, v), seconds)  # type: ignore[misc]
                found.setdefault((name, what), []).append(speed)
    loop = statistics.median(loops)
    print(f"yardstick: {loop / 1e6:.1f} million rounds of a plain loop a second")
    print(f"{'rules':15}{'':12}{'a second':>10}{'aim':>10}{'loop rounds each':>18}")
    for (name, what), speeds in found.items():
        speed = statistics.median(speeds)
        print(f"{name:15}{what:12}{speed:10,.0f}{AIM[what]:10,}{loop / speed:18.0f}")


if __name__ == "__main__":
    main()
