"""Work in parts: the same results in the same order, wherever and by however many it is done."""

import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, wait
from functools import partial
from itertools import islice, starmap
from time import monotonic
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Part = tuple[Any, ...]

AHEAD = 64  # parts that are handed out before the first of them is asked for
PATIENCE = 60.0  # seconds without a word from any worker, after which parts are done here


def in_order(
    work: Callable[..., T], parts: Iterable[Part], executor: Executor | None = None
) -> Iterator[T]:
    """The result of each part, in the order of the parts.

    Whatever workers do not finish is done here, so nothing is lost, and a warning says why: a
    worker died, or all of them; the executor was shut down; a part cannot be sent. Parts that are
    not asked for any more, because whoever asks stops, are cancelled.

    Args:
        work: what is done; for other processes it must be a function that they can import.
        parts: the arguments of each call.
        executor: who does it: any `concurrent.futures.Executor`; without one it is done here.

    Raises:
        Exception: whatever `work` raises here; what it raised elsewhere is tried once more.

    >>> list(in_order(pow, [(2, 3), (3, 2)]))
    [8, 9]
    """
    if executor is None:
        yield from starmap(work, parts)
        return
    shared, left = _Shared(work, executor), iter(parts)
    try:
        while shared.hand_out(left):
            yield shared.first()
    finally:
        shared.cancel()


class _Shared(Generic[T]):
    """Work that is shared out: the parts that were handed out and not yet asked for, in order.

    Args:
        work: what is done.
        executor: who does it.
    """

    def __init__(self, work: Callable[..., T], executor: Executor) -> None:
        self._work = work
        self._executor = executor
        self._out = deque[tuple[Part, "Future[T]"]]()
        self._heard = monotonic()  # when a worker last gave a result
        self._refused: Exception | None = None
        self._has_told = False

    # Handing out

    def hand_out(self, parts: Iterator[Part]) -> bool:
        """Hand out as many parts as may be out, and say whether any are."""
        if all(future.done() for _, future in self._out):
            self._heard = monotonic()  # nobody had anything to do
        for part in islice(parts, AHEAD - len(self._out)):
            self._out.append((part, self._handed_out(part)))
        return bool(self._out)

    def _handed_out(self, part: Part) -> "Future[T]":
        """What will be the result; an executor that refused a part is not asked again."""
        if self._refused is None:
            try:  # in one piece: some versions of Dask call players that they find in arguments
                future = self._executor.submit(partial(self._work, *part))
            except Exception as error:
                self._refused = error
            else:
                future.add_done_callback(self._hear)
                return future
        refused: Future[T] = Future()
        refused.set_exception(self._refused)
        return refused

    def _hear(self, future: "Future[T]") -> None:
        if not future.cancelled():
            self._heard = monotonic()

    def cancel(self) -> None:
        """Call back what nobody has begun."""
        for _, future in self._out:
            future.cancel()

    # Taking in

    def first(self) -> T:
        """The result of the part that was handed out first."""
        part, future = self._out[0]
        lost = self._wait(future)
        self._out.popleft()
        return self._done_here(part, lost) if isinstance(lost, Exception) else future.result()

    def _wait(self, future: "Future[T]") -> BaseException | None:
        """Wait for a part, and say what went wrong with it, if anything did."""
        while not future.done():
            if monotonic() > self._heard + PATIENCE:
                future.cancel()
                return TimeoutError(f"no worker has answered for {PATIENCE:g} seconds")
            wait([future], timeout=1)
        return CancelledError() if future.cancelled() else future.exception()

    def _done_here(self, part: Part, lost: Exception) -> T:
        """Do a part that was lost; what the work itself raises it raises again."""
        result = self._work(*part)
        if not self._has_told:
            self._has_told = True
            text = f"workers did not finish their parts, which are done here: {lost!r}"
            warnings.warn(text, RuntimeWarning, stacklevel=4)
        return result
