"""What came of simulated hands: arrays with names, estimates from them, and files."""

import json
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cambio_edu.errors import CambioError
from cambio_edu.hand import Hand
from cambio_edu.probability import Estimate
from cambio_edu.report import Report, Shown
from cambio_edu.rules import Rules
from cambio_edu.simulation import summary
from cambio_edu.simulation.estimates import estimate
from cambio_edu.simulation.play import KEPT, chunk_sizes
from cambio_edu.simulation.replaying import played
from cambio_edu.thresholds import Threshold

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Array = NDArray[np.int16]
Mask = NDArray[np.bool_]

FORMAT = 1
OUTCOMES = ("lowest", "tied", "beaten")


@dataclass(frozen=True, eq=False, repr=False)
class Results(Shown):
    """What came of many hands.

    Args:
        rules: the rules in force.
        players: who played at each seat; seat 0 plays first.
        seed: of the packs; the same seed and number of hands give the same packs.
        caller: the seat that called, -1 where nobody did, `(hands,)`.
        turns: how many turns were played, `(hands,)`.
        called: how many turns had ended when it called, -1 where nobody did, `(hands,)`.
        believed: what the caller took its total to be when it called (points), `(hands,)`.
        at_call: the true totals at the call (points), `(hands, seats)`; 0 where nobody called.
        totals: the totals at the end (points), `(hands, seats)`.
        scores: what each seat writes down (points), `(hands, seats)`.
        language: language of the words.
    """

    rules: Rules
    players: tuple[Threshold, ...]
    seed: int
    caller: NDArray[np.int8]
    turns: Array
    called: Array
    believed: Array
    at_call: Array
    totals: Array
    scores: Array
    language: str = "en"

    def __len__(self) -> int:
        return len(self.caller)

    def __repr__(self) -> str:
        return f"<Results: {len(self):,} hands of {self.rules.preset}, {self.seats} seats>"

    @property
    def seats(self) -> int:
        """How many seats played."""
        return len(self.players)

    # What is asked of them

    @property
    def was_called(self) -> Mask:
        """In which hands somebody called."""
        return self.caller >= 0

    @property
    def round(self) -> Array:
        """How many turns the caller had had when it called; -1 where nobody did."""
        return np.floor_divide(self.called, self.seats, dtype=np.int16)

    def _of_caller(self, of: Array) -> Array:
        seat = np.maximum(self.caller, 0).astype(np.intp)
        return np.take_along_axis(of, seat[:, np.newaxis], 1)[:, 0]

    @property
    def total_at_call(self) -> Array:
        """The caller's true total when it called (points)."""
        return self._of_caller(self.at_call)

    @property
    def total_at_end(self) -> Array:
        """The caller's total when the hand was over (points)."""
        return self._of_caller(self.totals)

    @property
    def score_of_caller(self) -> Array:
        """What the caller writes down (points)."""
        return self._of_caller(self.scores)

    def outcome(self, at_call: bool = False) -> NDArray[np.int8]:
        """How each call ended, as its place in `OUTCOMES`; -1 where nobody called.

        Args:
            at_call: as if all cards had been turned up at once, without the others' last turns.
        """
        totals = self.at_call if at_call else self.totals
        own = self._of_caller(totals)
        lowest = totals.min(axis=1)
        tied = (totals == own[:, np.newaxis]).sum(axis=1) > 1
        ended = np.where(own > lowest, 2, np.where(tied, 1, 0))
        return np.where(self.was_called, ended, -1).astype(np.int8)

    def mean(self, values: NDArray[Any], given: Mask | None = None) -> Estimate:
        """The mean of a number a hand.

        Args:
            values: `(hands,)`.
            given: the hands that count; all without it.

        Raises:
            CambioError: no hand counts, or there is not one number a hand.
        """
        of = np.asarray(values)
        if of.shape != (len(self),):
            raise CambioError(f"{of.shape} is no shape of a number a hand; {(len(self),)} is")
        return estimate(of if given is None else of[given])

    def probability(self, event: Mask, given: Mask | None = None) -> Estimate:
        """The chance of an event, from the share of hands in which it happened; see `mean`."""
        return self.mean(event, given)

    def points(self, seat: int) -> Estimate:
        """The points that a seat writes down for a hand.

        Args:
            seat: from 0.

        Raises:
            CambioError: there is no such seat.
        """
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise CambioError(f"there is no seat {seat!r}; seats are 0 to {self.seats - 1}")
        return self.mean(self.scores[:, seat])

    def hand(self, number: int) -> Hand:
        """One of the hands again, card by card, played by the engine.

        Args:
            number: which hand, from 0.

        Raises:
            CambioError: there is no such hand.
        """
        if type(number) is not int or not 0 <= number < len(self):
            raise CambioError(f"there is no hand {number!r}; hands are 0 to {len(self) - 1}")
        ends = np.cumsum(chunk_sizes(len(self)))
        chunk = int(np.searchsorted(ends, number, "right"))
        hands = chunk_sizes(len(self))[chunk]
        column = number - int(ends[chunk]) + hands
        return played(self.rules, self.players, hands, (self.seed, chunk), column)

    def report(self) -> Report:
        return summary.report(self)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """How calls ended, by the caller's total; see `figures.plot_calls`.

        Args:
            ax: where to draw; new axes without it.
        """
        from cambio_edu.figures import plot_calls  # only who draws needs matplotlib

        return plot_calls(self, ax)

    # Files

    def save(self, file: str | Path | IO[bytes]) -> None:
        """Write everything into one `.npz` file.

        Args:
            file: its path, or an open file.

        Raises:
            CambioError: there is no room for it, or no such folder.
        """
        head = {
            "format": FORMAT,
            "preset": self.rules.preset,
            "house": self.rules.house_text(),
            "pack": [str(c) for c in self.rules.pack.cards],
            "seed": self.seed,
            "players": [asdict(player) for player in self.players],
        }
        arrays = {name: getattr(self, name) for name, _, _ in KEPT}
        try:
            # A file that is open keeps its name; NumPy would add an ending to a path without one.
            with open(file, "wb") if isinstance(file, str | Path) else nullcontext(file) as held:
                np.savez_compressed(held, head=np.array(json.dumps(head)), **arrays)
        except OSError as error:
            raise CambioError(f"{file}: {error.strerror or 'it cannot be written'}") from None
