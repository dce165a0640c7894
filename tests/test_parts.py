"""Work in parts: the same results in the same order, whoever does it."""

import os
import warnings
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

from cambio_edu.parts import AHEAD, in_order

PARTS = [(n, 2) for n in range(300)]
SQUARES = [n**2 for n, _ in PARTS]


def dies_elsewhere(number: int, home: int) -> int:
    """Kills its process, unless it is at home."""
    if number == 3 and os.getpid() != home:
        os.kill(os.getpid(), 9)
    return number


def fails(number: int) -> int:
    raise ValueError(f"part {number} is bad")


class Counting(Executor):
    """Counts what it is given, and does it when it is asked for."""

    def __init__(self) -> None:
        self.given: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.given.append(future)
        if len(self.given) <= 2:
            future.set_result(fn(*args))
        return future


def test_without_an_executor_it_is_done_here() -> None:
    assert list(in_order(pow, PARTS)) == SQUARES


def test_threads_and_processes_give_the_results_in_order() -> None:
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2) as processes:
        assert list(in_order(pow, PARTS, threads)) == SQUARES
        assert list(in_order(pow, PARTS, processes)) == SQUARES


def test_a_worker_that_dies_loses_nothing() -> None:
    parts = [(n, os.getpid()) for n in range(10)]
    with ProcessPoolExecutor(2) as processes, warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert list(in_order(dies_elsewhere, parts, processes)) == list(range(10))
    assert any("a worker was lost" in str(warning.message) for warning in told)


def test_an_error_of_the_work_is_raised() -> None:
    for executor in (None, ThreadPoolExecutor(1)):
        with pytest.raises(ValueError, match="part 5 is bad"):
            list(in_order(fails, [(5,)], executor))


def test_only_some_parts_are_handed_out_ahead_and_the_rest_is_cancelled() -> None:
    def endless() -> Iterator[tuple[int, int]]:
        n = 0
        while True:
            yield n, 2
            n += 1

    executor = Counting()
    results = in_order(pow, endless(), executor)
    assert [next(results), next(results)] == [0, 1]
    assert len(executor.given) <= AHEAD + 2
    results.close()  # type: ignore[attr-defined]
    assert all(future.cancelled() for future in executor.given[2:])
