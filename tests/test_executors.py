"""The same to the last digit, whoever does the work; and when workers die, nothing is lost.

Dask is started within fixtures, so that worker processes, which import this file, need not load it.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from cambio_edu import parts, strategies
from cambio_edu.errors import CambioError
from cambio_edu.moves import CALL, DISCARD, DONE, DRAW, LEAVE, PASS, SKIP, Move
from cambio_edu.parts import in_order
from cambio_edu.simulation import compare_players, play, risk_by_turn, simulate, tournaments
from cambio_edu.simulation.play import CHUNK, KEPT
from cambio_edu.simulation.results import Results
from cambio_edu.simulation.tournaments import Tournament, tournament
from cambio_edu.thresholds import Threshold
from cambio_edu.view import View

WAIT = 120  # seconds that a slow machine may take to start something
SPAWN = get_context("spawn")  # forks of a process with threads are not safe, and warned of

# What learners enter


def quiet(seen: View) -> Move:
    """Draws and discards for two turns, then calls."""
    if CALL in seen.legal and seen.turns >= 2 * len(seen.names):
        return CALL
    return next(m for m in (DRAW, DISCARD, SKIP, LEAVE, PASS, DONE, *seen.legal) if m in seen.legal)


class Twenty:
    """A class with a state of its own; one is made for each match."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, seen: View) -> str | Move:
        self.asked += 1
        if seen.phase == "start":
            return "call" if self.asked > 10 and CALL in seen.legal else "draw"
        return quiet(seen)


def raises(seen: View) -> Move:
    if seen.turns > 3:
        raise KeyError("sorry")
    return quiet(seen)


@dataclass(frozen=True)
class Deadly:
    """Kills the process in which it plays, unless that is its home, or it has done so once.

    Args:
        home: the number of the process in which it does not.
        flag: a file that it leaves when it does, to do it once; each time without it.
    """

    home: int
    flag: Path | None = None

    def __call__(self, seen: View) -> Move:
        done = self.flag is not None and self.flag.exists()
        if os.getpid() != self.home and not done and seen.turns == 3:
            if self.flag:
                self.flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return quiet(seen)


class Unsendable:
    """Holds what cannot be sent to another process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()

    def __call__(self, seen: View) -> Move:
        return quiet(seen)


ENTRIES: dict[str, Any] = {"a": quiet, "b": Twenty, "c": Threshold(forget=0.2), "bad": raises}

# What parts do


def fails(log: Path) -> None:
    with log.open("a") as file:
        file.write("tried\n")
    raise CambioError("a bad part")


def leaves_word(folder: Path, number: int) -> int:
    """Leaves a file behind, and takes its time."""
    (folder / str(number)).touch()
    threading.Event().wait(0.2)
    return number


# Who does it


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A client of a Dask scheduler with two worker processes, which are started again if killed."""
    from distributed import Client, LocalCluster

    scratch = str(tmp_path_factory.mktemp("dask"))
    with (
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            local_directory=scratch,
        ) as cluster,
        Client(cluster, timeout=WAIT) as client,
    ):
        client.wait_for_workers(2, timeout=WAIT)
        yield client


@pytest.fixture(scope="module", params=["threads", "one process", "two processes", "dask"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Every kind of executor in turn."""
    if request.param == "dask":
        yield request.getfixturevalue("client").get_executor()
    elif request.param == "threads":
        with ThreadPoolExecutor(3) as threads:
            yield threads
    else:
        number = 1 if request.param == "one process" else 2
        with ProcessPoolExecutor(number, mp_context=SPAWN) as processes:
            yield processes


class Mortal:
    """A Dask cluster whose workers nobody starts again.

    Args:
        client: a client of it.
        workers: its two workers.
    """

    def __init__(self, client: Any, workers: list["subprocess.Popen[bytes]"]) -> None:
        self.client = client
        self.workers = workers

    def kill(self, number: int) -> None:
        """Kill so many of the workers."""
        for worker in self.workers[:number]:
            worker.kill()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    from distributed import Client, LocalCluster

    with ExitStack() as stack:
        cluster = stack.enter_context(
            LocalCluster(n_workers=0, processes=True, dashboard_address="127.0.0.1:0")
        )
        workers = [
            stack.enter_context(dask_worker(cluster.scheduler_address, tmp_path)) for _ in range(2)
        ]
        client = stack.enter_context(Client(cluster, timeout=WAIT))
        try:
            client.wait_for_workers(2, timeout=WAIT)
            yield Mortal(client, workers)
        finally:
            for worker in workers:
                worker.kill()


def dask_worker(address: str, scratch: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address]
    options = ["--no-nanny", "--no-dashboard", "--nthreads=1", f"--local-directory={scratch}"]
    return subprocess.Popen(
        command + options,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


class Disturbed(Executor):
    """Hands parts on to another executor, until something happens to it in the midst of them.

    Args:
        executor: who does the work.
        disturb: what happens when the eighth part comes in.
    """

    def __init__(self, executor: Executor, disturb: Callable[[], object]) -> None:
        self._executor = executor
        self._disturb = disturb
        self.given = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given += 1
        if self.given == 8:
            self._disturb()
        return self._executor.submit(fn, *args, **kwargs)


@pytest.fixture
def few_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few parts are handed out ahead, so that the eighth comes in while others are being done."""
    monkeypatch.setattr(parts, "AHEAD", 4)


# What is done


def check_same(found: Results, other: Results) -> None:
    """See that two simulations came to the same, hand by hand."""
    for name, kind, _ in KEPT:
        assert getattr(found, name).dtype == kind
        assert (getattr(found, name) == getattr(other, name)).all(), name


def in_chunks(executor: Executor | None = None) -> Results:
    """Some hands in 16 chunks."""
    players = [Threshold(), Threshold(forget=0.1, call_at=(9,)), Threshold(dare=0.2)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "CHUNK", 100)
        return simulate(players, "cabo", hands=1_550, seed=11, executor=executor)


@pytest.fixture(scope="module")
def alone() -> Results:
    """What they come to without an executor."""
    return in_chunks()


def how_often(told: pytest.WarningsRecorder) -> int:
    """How often we warned; Dask may have warnings of its own."""
    return sum(warning.category is RuntimeWarning for warning in told)


def played(executor: Executor | None = None, **more: Any) -> Tournament:
    """A tournament of learners' strategies."""
    asked = {"players": ENTRIES, "repeats": 3, "house": "limit=20", "progress": False, **more}
    return tournament(executor=executor, **asked)


# The same with any of them


def test_simulations_are_the_same_with_any_executor(executor: Executor) -> None:
    asked = {"players": Threshold(call_at=(60,)), "seats": 2, "hands": 2 * CHUNK + 5_000, "seed": 7}
    alone, shared = simulate(**asked), simulate(**asked, executor=executor)
    check_same(alone, shared)
    assert str(alone) == str(shared)
    assert shared.hand(2 * CHUNK + 10).scores is not None


def test_many_small_chunks_are_the_same_with_any_executor(
    executor: Executor, alone: Results
) -> None:
    check_same(in_chunks(executor), alone)


def test_what_is_built_on_simulations_is_the_same_with_any_executor(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "CHUNK", 100)
    players = Threshold(call_at=(12,)), Threshold(call_at=(6,))
    for shared in (compare_players, risk_by_turn):
        asked: dict[str, Any] = {"seats": 2, "hands": 350, "seed": 3}
        if shared is compare_players:
            asked |= {"first": players[0], "second": players[1]}
        assert str(shared(**asked)) == str(shared(**asked, executor=executor))


def test_tournaments_are_the_same_with_any_executor(executor: Executor) -> None:
    alone = played()
    assert [fault.name for fault in alone.faults] == ["bad"]
    assert len(alone.played) == 3 * 6
    shared = played(executor)
    assert shared == alone
    assert str(shared) == str(alone)


def test_our_strategies_play_the_same_in_any_process(executor: Executor) -> None:
    """Among other things, nothing hangs on the order of sets of texts, which differs there."""
    ours = {name: name for name in strategies.STRATEGIES}
    assert played(executor, players=ours, repeats=1) == played(players=ours, repeats=1)


def test_progress_is_told_with_any_executor(
    executor: Executor, capsys: pytest.CaptureFixture[str]
) -> None:
    played(executor, players={"a": quiet, "b": quiet}, progress=True)
    assert "6/6" in capsys.readouterr().err


def test_a_tournament_that_is_stopped_keeps_what_was_played(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stop(tournaments._NoBar):
        updates = 0

        def update(self) -> None:
            self.updates += 1
            if self.updates == 15:
                raise KeyboardInterrupt

    monkeypatch.setattr(tournaments, "_bar", lambda total, progress: Stop())
    found = played(executor, players={"a": quiet, "b": Twenty, "c": quiet}, repeats=1_000)
    assert found.stopped
    assert len(found.played) == 15
    assert len(found.counted) == 12  # two whole repeats
    monkeypatch.undo()
    assert played(executor) == played()  # it can be used again


# What cannot be sent


@pytest.mark.parametrize("bad", [Unsendable(), lambda seen: quiet(seen)])
def test_a_strategy_that_cannot_be_sent_to_a_process_is_named(bad: Any) -> None:
    with ProcessPoolExecutor(1, mp_context=SPAWN) as process:
        with pytest.raises(CambioError) as error:
            played(process, players={"good": quiet, "mine": bad})
        assert str(error.value).startswith("'mine' cannot be sent to another process (")
        assert "define it in a module, or play without an executor" in str(error.value)


def test_a_strategy_of_a_notebook_is_named() -> None:
    """Other processes cannot import what is defined there, or have an old version of it."""
    cell = """if True:
        from concurrent.futures import ProcessPoolExecutor
        from cambio_edu.strategies import make
        from cambio_edu.simulation.tournaments import tournament
        def mine(seen):
            return make("careful")(seen)
        with ProcessPoolExecutor(1) as process:
            tournament({"a": mine, "b": "random"}, repeats=1, progress=False, executor=process)
    """
    ended = subprocess.run([sys.executable, "-c", cell], capture_output=True, text=True)
    assert "CambioError: 'a' cannot be sent to another process" in ended.stderr


def test_threads_and_dask_play_what_is_not_in_a_module(client: Any) -> None:
    alone = played(players={"a": quiet, "b": quiet})
    found = {"a": quiet, "b": lambda seen: quiet(seen)}
    with ThreadPoolExecutor(2) as threads:
        assert played(threads, players=found) == alone
        assert played(threads, players={"a": quiet, "b": Unsendable()}) == alone
    assert played(client.get_executor(), players=found) == alone


def test_what_dask_cannot_send_is_played_here(client: Any) -> None:
    alone = played(players={"a": quiet, "b": quiet})
    with pytest.warns(RuntimeWarning, match="done here: TypeError.*serialize") as told:
        found = played(client.get_executor(), players={"a": quiet, "b": Unsendable()})
    assert found == alone
    assert how_often(told) == 1


# Errors of the work itself


def test_an_error_of_the_work_comes_through_as_itself(executor: Executor, tmp_path: Path) -> None:
    with pytest.raises(CambioError, match=r"^a bad part$") as error:
        list(in_order(fails, [(tmp_path / "log",)], executor))
    assert error.value.__context__ is None
    assert (tmp_path / "log").read_text() == 2 * "tried\n"  # there, and once more here


# Workers that die


@pytest.mark.usefixtures("few_ahead")
def test_processes_that_are_killed_midway_lose_nothing(alone: Results) -> None:
    def kill() -> None:
        for process in list(pool._processes.values()):
            process.kill()

    with ProcessPoolExecutor(2, mp_context=SPAWN) as pool:
        disturbed = Disturbed(pool, kill)
        with pytest.warns(RuntimeWarning, match="are done here: BrokenProcessPool") as told:
            check_same(in_chunks(disturbed), alone)
    assert how_often(told) == 1
    assert 8 <= disturbed.given < 16  # what is broken is not asked again


def test_a_process_that_dies_in_a_match_loses_nothing(tmp_path: Path) -> None:
    players = {"a": quiet, "b": Deadly(os.getpid(), tmp_path / "flag")}
    alone = played(players=players)
    with (
        ProcessPoolExecutor(2, mp_context=SPAWN) as pool,
        pytest.warns(RuntimeWarning, match="are done here: BrokenProcessPool"),
    ):
        assert played(pool, players=players) == alone
    assert (tmp_path / "flag").exists()


def test_a_dask_worker_that_dies_in_a_match_loses_nothing(client: Any, tmp_path: Path) -> None:
    """Another worker does it, and nothing is left to be done here, of which there is a warning."""
    players = {"a": quiet, "b": Deadly(os.getpid(), tmp_path / "flag")}
    assert played(client.get_executor(), players=players) == played(players=players)
    assert (tmp_path / "flag").exists()


@pytest.mark.usefixtures("few_ahead")
def test_a_dask_worker_that_is_killed_midway_loses_nothing(client: Any, alone: Results) -> None:
    client.wait_for_workers(2, timeout=WAIT)
    victim = next(iter(client.run(os.getpid).values()))
    disturbed = Disturbed(client.get_executor(), lambda: os.kill(victim, signal.SIGKILL))
    check_same(in_chunks(disturbed), alone)
    assert disturbed.given == 16


def test_a_part_that_kills_every_dask_worker_is_done_here(client: Any) -> None:
    players = {"a": quiet, "b": Deadly(os.getpid())}
    with pytest.warns(RuntimeWarning, match="are done here: KilledWorker"):
        found = played(client.get_executor(), players=players, repeats=1, seatings="rotations")
    assert found == played(players=players, repeats=1, seatings="rotations")


@pytest.mark.usefixtures("few_ahead")
def test_dask_workers_that_nobody_starts_again_lose_nothing(
    mortal: Mortal, alone: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = mortal.client.get_executor()
    check_same(in_chunks(Disturbed(executor, lambda: mortal.kill(1))), alone)
    monkeypatch.setattr(parts, "PATIENCE", 2)
    with pytest.warns(RuntimeWarning, match="no worker has answered for 2 seconds") as told:
        check_same(in_chunks(Disturbed(executor, lambda: mortal.kill(2))), alone)
    assert how_often(told) == 1


@pytest.mark.usefixtures("few_ahead")
def test_a_dask_client_that_is_closed_midway_loses_nothing(client: Any, alone: Results) -> None:
    from distributed import Client

    with Client(client.scheduler.address, timeout=WAIT, set_as_default=False) as other:
        disturbed = Disturbed(other.get_executor(), other.close)
        with pytest.warns(RuntimeWarning, match="are done here"):
            check_same(in_chunks(disturbed), alone)


# Stopping


def test_what_is_not_asked_for_any_more_is_called_back(client: Any, tmp_path: Path) -> None:
    executor = client.get_executor()
    results = in_order(leaves_word, [(tmp_path, n) for n in range(100)], executor)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert executor.submit(pow, 2, 3).result(WAIT) == 8  # whatever was not called back came first
    assert len(list(tmp_path.iterdir())) < parts.AHEAD / 2


SCRIPT = """
import os, signal, sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import sleep
from cambio_edu.parts import in_order

def work(folder, home, number):
    (folder / str(number)).touch()
    if number == 2:
        os.kill(home, signal.SIGINT)  # Ctrl-C, while the others wait
    sleep(0.3)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started us may ignore it
    with EXECUTOR as executor:
        list(in_order(work, [(Path(sys.argv[1]), os.getpid(), n) for n in range(100)], executor))
"""


@pytest.mark.parametrize(
    "name", ["ThreadPoolExecutor(1)", "ProcessPoolExecutor(1, mp_context=get_context('spawn'))"]
)
def test_ctrl_c_leaves_nothing_running(name: str, tmp_path: Path) -> None:
    (tmp_path / "done").mkdir()
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.replace("EXECUTOR", name))
    command = [sys.executable, script, tmp_path / "done"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
    assert ended.returncode == -signal.SIGINT
    assert ended.stderr.count("KeyboardInterrupt") == 1
    assert 3 <= len(list((tmp_path / "done").iterdir())) < parts.AHEAD / 2
