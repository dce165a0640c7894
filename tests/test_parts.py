"""Work in parts: the same results in the same order, whoever does it."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from cambio_edu import parts
from cambio_edu.parts import AHEAD, in_order

PARTS = [(n, 2) for n in range(300)]
SQUARES = [n**2 for n, _ in PARTS]
SPAWN = get_context("spawn")  # forks of a process with threads are not safe, and warned of


def dies_elsewhere(number: int, home: int) -> int:
    """Kills its process, unless it is at home."""
    if number == 3 and os.getpid() != home:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fails(number: int) -> int:
    raise ValueError(f"part {number} is bad")


class Counting(Executor):
    """Counts what it is given, and does the first two parts of it alone.

    Args:
        is_running: whether it says of the others that they are being done.
    """

    def __init__(self, is_running: bool = False) -> None:
        self.given: list[Future[Any]] = []
        self.is_running = is_running

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        assert (args, kwargs) == ((), {})  # which some versions of Dask look into
        future: Future[Any] = Future()
        self.given.append(future)
        if self.is_running or len(self.given) <= 2:
            future.set_running_or_notify_cancel()
        if len(self.given) <= 2:
            future.set_result(fn())
        return future


class Refusing(Counting):
    """Takes no more than three parts."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if len(self.given) == 3:
            raise RuntimeError("no more")
        future = super().submit(fn, *args, **kwargs)
        if not future.done():
            future.set_result(fn())
        return future


class Failing(Executor):
    """Ends every part with the same error."""

    def __init__(self, error: BaseException) -> None:
        self.error = error
        self.given: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.given.append(future)
        if len(self.given) == 1:
            future.set_exception(self.error)
        return future


def test_without_an_executor_it_is_done_here() -> None:
    assert list(in_order(pow, PARTS)) == SQUARES


def test_threads_and_processes_give_the_results_in_order() -> None:
    with ThreadPoolExecutor(3) as threads:
        assert list(in_order(pow, PARTS, threads)) == SQUARES
    with ProcessPoolExecutor(2, mp_context=SPAWN) as processes:
        assert list(in_order(pow, PARTS, processes)) == SQUARES


def test_a_worker_that_dies_loses_nothing() -> None:
    numbers = [(n, os.getpid()) for n in range(10)]
    with ProcessPoolExecutor(2, mp_context=SPAWN) as processes:
        with pytest.warns(RuntimeWarning, match="done here: BrokenProcessPool") as told:
            assert list(in_order(dies_elsewhere, numbers, processes)) == list(range(10))
        assert len(told) == 1
        assert told[0].filename == __file__
        with pytest.warns(RuntimeWarning, match="done here: BrokenProcessPool"):
            assert list(in_order(pow, PARTS, processes)) == SQUARES


@pytest.mark.parametrize("is_running", [True, False])
def test_workers_that_do_not_answer_any_more_are_not_waited_for(
    is_running: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "PATIENCE", 0.5)
    executor = Counting(is_running)
    with pytest.warns(RuntimeWarning, match=r"no worker has answered for 0\.5 seconds") as told:
        assert list(in_order(pow, PARTS, executor)) == SQUARES
    assert len(told) == 1
    assert all(future.cancelled() != is_running for future in executor.given[2:])


def test_an_executor_that_takes_no_more_is_not_asked_again() -> None:
    executor = Refusing()
    with pytest.warns(RuntimeWarning, match="done here: RuntimeError.'no more'"):
        assert list(in_order(pow, PARTS, executor)) == SQUARES
    assert len(executor.given) == 3


def test_an_executor_that_is_shut_down_loses_nothing() -> None:
    threads = ThreadPoolExecutor(1)
    threads.shutdown()
    with pytest.warns(RuntimeWarning, match="cannot schedule new futures after shutdown"):
        assert list(in_order(pow, PARTS, threads)) == SQUARES


def test_an_error_of_the_work_is_raised_as_it_is() -> None:
    with ThreadPoolExecutor(1) as threads:
        for executor in (None, threads):
            with pytest.raises(ValueError, match="part 5 is bad") as error:
                list(in_order(fails, [(5,)], executor))
            assert error.value.__context__ is None


def test_ctrl_c_elsewhere_stops_it_here() -> None:
    executor = Failing(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        list(in_order(pow, PARTS, executor))
    assert len(executor.given) == AHEAD
    assert all(future.cancelled() for future in executor.given[1:])


def test_ctrl_c_while_waiting_cancels_all_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: Any, **kwargs: Any) -> None:
        raise KeyboardInterrupt

    executor = Counting()
    results = in_order(pow, PARTS, executor)
    assert [next(results), next(results)] == [0, 1]
    monkeypatch.setattr(parts, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(results)
    assert all(future.cancelled() for future in executor.given[2:])


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
