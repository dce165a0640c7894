"""How fast is the simulation, and how much memory does it take? Ratios, all measured in one run.

The same four players, those of `Threshold()` under `cambio`, are played by the engine and by the
simulation; NumPy's own shuffle of a pack is the yardstick. What is compared is measured in turn,
round after round, and medians are printed.

    python benchmarks/simulation.py [rounds]
"""

import multiprocessing
import random
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from cambio_edu.hand import deal
from cambio_edu.rules import rules
from cambio_edu.simulation import simulate
from cambio_edu.simulation.faces import Faces
from cambio_edu.simulation.packs import Packs
from cambio_edu.simulation.play import CHUNK, Chunk
from cambio_edu.strategies import play_out
from cambio_edu.thresholds import NEVER, Threshold

SEATS, ROUNDS = 4, 7
RULES = rules("cambio")
CODES = Faces(RULES).codes
PACKS = np.tile(CODES, (CHUNK, 1))
MANY, SOME, ENGINE = 100_000, 1_000, 200  # hands of a measurement
SHARED = 8 * CHUNK  # hands that workers share
MEGABYTE = 1_000_000
SIMPLE = Threshold(peek=0, spy=0, switch=0, look=0, take_from=NEVER)


def engine() -> None:
    """The engine plays hands by views, as it does at the table."""
    for seed in range(ENGINE):
        players = [Threshold(seed=seed)] * SEATS
        play_out(deal(RULES, SEATS, random.Random(seed)), players)


def hands(number: int, player: Threshold | None = None) -> Callable[[], object]:
    """The simulation plays so many."""
    return lambda: simulate(player, RULES, SEATS, number, seed=1)


def shuffle() -> None:
    """NumPy shuffles a pack a hand."""
    np.random.default_rng(1).permuted(PACKS, axis=1)


def sixteen() -> None:
    """The simulation deals four cards to four seats."""
    Packs(CODES, CHUNK, np.random.Generator(np.random.SFC64(1))).deal(16, np.arange(CHUNK))


def shared(workers: ProcessPoolExecutor) -> Callable[[], object]:
    """Workers share the hands."""
    return lambda: simulate(None, RULES, SEATS, SHARED, seed=1, executor=workers)


#: What is measured: its name, and how many hands or packs it does.
DONE = {
    "engine": ENGINE, "many": MANY, "some": SOME, "simple": MANY, "shuffle": CHUNK,
    "sixteen": CHUNK, "one worker": SHARED, "two workers": SHARED,
}  # fmt: skip


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measured(rounds: int) -> dict[str, list[float]]:
    """Seconds a hand, or a pack, of everything, a figure a round."""
    spawned = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(1, spawned) as one,
        ProcessPoolExecutor(2, spawned) as two,
    ):
        work = {
            "engine": engine, "many": hands(MANY), "some": hands(SOME),
            "simple": hands(MANY, SIMPLE), "shuffle": shuffle, "sixteen": sixteen,
            "one worker": shared(one), "two workers": shared(two),
        }  # fmt: skip
        for name in work:
            if name != "engine":
                work[name]()  # workers start, memory is there
        found: dict[str, list[float]] = {name: [] for name in work}
        for _ in range(rounds):
            for name, does in work.items():
                found[name].append(seconds(does) / DONE[name])
    return found


def bytes_a_hand() -> float:
    """The most memory that a whole chunk takes, for each of its hands."""
    tracemalloc.start()
    Chunk(RULES, [Threshold()] * SEATS, CHUNK, [1]).play()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / CHUNK


def peak() -> int:
    """The most memory that this process ever took (bytes); Linux keeps count of it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def million() -> float:
    """The most memory that 10⁶ hands take in a process of their own (megabytes)."""
    done = subprocess.run(
        [sys.executable, __file__, "million"], check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def main(rounds: int) -> None:
    """Measure, and print every ratio with its floor and its goal."""
    found = measured(rounds)

    def ratio(slow: str, fast: str) -> float:
        return statistics.median(s / f for s, f in zip(found[slow], found[fast], strict=True))

    speed = {name: 1 / statistics.median(each) for name, each in found.items()}
    print(f"a shuffle of 52 cards by Generator.permuted: {1e9 / speed['shuffle']:.0f} ns")
    for name in ("engine", "some", "many", "two workers"):
        print(f"hands a second, {name} ({DONE[name]:,} hands): {speed[name]:,.0f}")
    print(f"{'ratio':58}{'measured':>10}{'floor':>8}{'goal':>8}")
    for what, value, floor, goal in (
        ("batch ÷ engine, hands a second, 100,000 hands", ratio("engine", "many"), "40", "100"),
        ("batch ÷ engine, hands a second, 1,000 hands", ratio("engine", "some"), "12", "30"),
        ("one hand, in shuffles of 52 cards", ratio("many", "shuffle"), "≤ 4", "≤ 1.5"),
        ("the same without actions and takes", ratio("simple", "shuffle"), "", ""),
        ("a shuffle of 52 cards ÷ dealing 16 of them", ratio("shuffle", "sixteen"), "4", "8"),
        ("peak memory, bytes a hand in flight", bytes_a_hand(), "≤ 300", "≤ 170"),
        ("10⁶ hands, peak memory over an empty process, MB", million(), "≤ 100", "≤ 20"),
        ("two workers ÷ one, hands a second", ratio("one worker", "two workers"), "1.6", "1.9"),
    ):
        print(f"{what:58}{value:10.2f}{floor:>8}{goal:>8}")


def print_million() -> None:
    """Play 10⁶ hands and print what memory that took over the process before (megabytes)."""
    before = peak()
    simulate(None, RULES, SEATS, 1_000_000, seed=1)
    print((peak() - before) / MEGABYTE)


if __name__ == "__main__":
    if sys.argv[1:] == ["million"]:
        print_million()
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
