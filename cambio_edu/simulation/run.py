"""`simulate`: very many hands, in chunks that any number of workers may share."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor

from cambio_edu.errors import CambioError
from cambio_edu.parts import in_order
from cambio_edu.rules import Rules, check_seats
from cambio_edu.rules import rules as rules_by_name
from cambio_edu.simulation.play import Chunk, Kept, chunk_sizes, room_for
from cambio_edu.simulation.results import Results
from cambio_edu.thresholds import Threshold
from cambio_edu.words import words as words_of

MOST_HANDS = 100_000_000  # some three gigabytes of results


def simulate(
    players: Threshold | Sequence[Threshold] | None = None,
    rules: Rules | str = "cambio",
    seats: int = 4,
    hands: int = 100_000,
    seed: int = 0,
    *,
    house: str = "",
    executor: Executor | None = None,
    language: str = "en",
) -> Results:
    """Play very many hands.

    Args:
        players: one player for all seats, or one for each; seat 0 plays first.
        rules: a rule set, or the name of a preset.
        seats: how many seats, where one player is given.
        hands: how many hands.
        seed: of the packs; the same seed gives the same hands, whoever plays them.
        house: house rules, where `rules` is a name.
        executor: who shares the work: any `concurrent.futures.Executor`. The results are the same
            to the last digit with any, or none.
        language: language of the words in which the results are told.

    Raises:
        CambioError: a player, a rule set or a number that cannot be; the message names it.

    >>> from cambio_edu.rules import rules
    >>> found = simulate(Threshold(call_at=(50,)), "cambio", seats=2, hands=100)
    >>> (found.caller == 0).all()  # the first seat calls at once, whatever it has
    np.True_
    """
    words_of(language)
    in_force = rules_in_force(rules, house)
    seated = seat(in_force, players, seats)
    if type(hands) is not int or not 1 <= hands <= MOST_HANDS:
        raise CambioError(f"hands={hands!r}: a whole number from 1 to {MOST_HANDS} is wanted")
    check_seed(seed)
    jobs = ((in_force, seated, size, (seed, n)) for n, size in enumerate(chunk_sizes(hands)))
    kept = _joined(in_order(_chunk, jobs, executor), hands, len(seated))
    return Results(in_force, seated, seed, **kept, language=language)


def _joined(parts: Iterable[Kept], hands: int, seats: int) -> Kept:
    """What is kept of several chunks, one after the other."""
    kept, begin = room_for(hands, seats), 0
    for part in parts:
        end = begin + len(part["caller"])
        for name, values in part.items():
            kept[name][begin:end] = values
        begin = end
    return kept


def _chunk(rules: Rules, players: Sequence[Threshold], hands: int, seed: Sequence[int]) -> Kept:
    return Chunk(rules, players, hands, seed).play().kept


def rules_in_force(rules: Rules | str, house: str = "") -> Rules:
    """The rules by which hands are simulated.

    Args:
        rules: a rule set, or the name of a preset.
        house: house rules, where it is a name.

    Raises:
        CambioError: there are no such rules, or they seat teams.
    """
    if isinstance(rules, Rules) and house:
        raise CambioError(
            f"house={house!r}: give it with the name of a preset, not with a rule set"
        )
    in_force = rules if isinstance(rules, Rules) else rules_by_name(rules, house)
    if in_force.teams:
        raise CambioError("'teams' play together, and seats are simulated each for itself")
    return in_force


def seat(
    rules: Rules, players: Threshold | Sequence[Threshold] | None, seats: int
) -> tuple[Threshold, ...]:
    """A player for each seat.

    Args:
        rules: the rules in force.
        players: one for all seats, or one for each; without any the usual one plays.
        seats: how many seats, where one player is given.

    Raises:
        CambioError: something is no `Threshold`, or so many cannot play.
    """
    if type(seats) is not int:
        raise CambioError(f"seats={seats!r}: a whole number is wanted")
    if players is None or isinstance(players, Threshold):
        check_seats(rules, seats)
        return (players or Threshold(),) * seats
    seated = tuple(players) if isinstance(players, Sequence) else (players,)
    check_players(*seated)
    check_seats(rules, len(seated))
    return seated


def check_players(*players: object) -> None:
    """See that each can be simulated."""
    for player in players:
        if not isinstance(player, Threshold):
            raise CambioError(
                f"{player!r} cannot be simulated, only a Threshold; `tournament` plays any strategy"
            )


def check_seed(seed: int) -> None:
    """See that a seed is one."""
    if type(seed) is not int or seed < 0:
        raise CambioError(f"seed={seed!r}: a whole number from 0 is wanted")
