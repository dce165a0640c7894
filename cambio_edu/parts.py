"""Work in parts: the same results in the same order, wherever and by however many it is done."""

import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")
Part = tuple[Any, ...]

AHEAD = 64  # parts that are handed out before the first of them is asked for


def in_order(
    work: Callable[..., T], parts: Iterable[Part], executor: Executor | None = None
) -> Iterator[T]:
    """The result of each part, in the order of the parts.

    What workers that died have not finished is done here, so nothing is lost. Parts that are not
    asked for any more, because whoever asks stops, are cancelled.

    Args:
        work: what is done; for other processes it must be a function that they can import.
        parts: the arguments of each call.
        executor: who does it: any `concurrent.futures.Executor`; without one it is done here.

    Raises:
        Exception: whatever `work` raises.

    >>> list(in_order(pow, [(2, 3), (3, 2)]))
    [8, 9]
    """
    if executor is None:
        for part in parts:
            yield work(*part)
        return
    left, waiting = iter(parts), deque[tuple[Part, "Future[T] | None"]]()
    try:
        while True:
            for part in islice(left, AHEAD - len(waiting)):
                waiting.append((part, _handed_out(executor, work, part)))
            if not waiting:
                return
            part, future = waiting.popleft()
            yield _result(work, part, future)
    finally:
        for _, future in waiting:
            if future:
                future.cancel()


def _handed_out(executor: Executor, work: Callable[..., T], part: Part) -> "Future[T] | None":
    try:
        return executor.submit(work, *part)
    except BrokenExecutor:  # a worker died; what is left is done here
        return None


def _result(work: Callable[..., T], part: Part, future: "Future[T] | None") -> T:
    if future:
        try:
            return future.result()
        except (BrokenExecutor, CancelledError):
            warnings.warn("a worker was lost; its part is done again", RuntimeWarning, stacklevel=4)
    return work(*part)
