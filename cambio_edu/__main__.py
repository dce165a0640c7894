"""The command line: `python -m cambio_edu`, and then `replay`, `deal`, `simulate`, `thresholds`."""

import argparse
import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from cambio_edu import notation, strategies
from cambio_edu.errors import CambioError, NotationError
from cambio_edu.hand import deal
from cambio_edu.rules import LETTERS, PRESETS, rules
from cambio_edu.words import LANGUAGES


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a whole number is wanted, not {text[:20]!r}") from None


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m cambio_edu", description="Hands of Cambio on a command line.")
    names = "replay|deal|simulate|thresholds"
    commands = parser.add_subparsers(dest="command", required=True, metavar=names)
    _replay_options(
        commands.add_parser("replay", help="print the state that a hand leads to, as JSON")
    )
    _deal_options(commands.add_parser("deal", help="print a hand, dealt and, if asked, played"))
    simulating = commands.add_parser("simulate", help="play very many hands, print what came of it")
    _simulate_options(simulating)
    _shown_options(simulating)
    _shown_options(
        commands.add_parser("thresholds", help="print at how many points it is best to call")
    )
    return parser


def _replay_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="the text of a hand; - for standard input")
    parser.add_argument("--as", dest="seat", metavar="SEAT", help="only what this seat may see")


def _rules_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", default="cambio", help=", ".join(PRESETS))
    parser.add_argument("--house", default="", help="house rules, separated by ;")


def _deal_options(parser: argparse.ArgumentParser) -> None:
    _rules_options(parser)
    parser.add_argument("--seats", type=_whole, default=4, help="number of seats")
    parser.add_argument("--seed", type=_whole, default=0, help="same seed, same hand")
    parser.add_argument("--play", help=f"play it to its end: {', '.join(strategies.STRATEGIES)}")


def _simulate_options(parser: argparse.ArgumentParser) -> None:
    _rules_options(parser)
    parser.add_argument("--seats", type=_whole, help="number of seats: 4, or as many as players")
    parser.add_argument("--hands", type=_whole, default=100_000, help="number of hands: 100000")
    parser.add_argument("--seed", type=_whole, default=0, help="same seed, same hands")
    parser.add_argument(
        "--player", dest="players", action="append", metavar="DIALS",
        help='how a player plays: "call_at=3 forget=0.1", or usual; once for all seats, '
        "or once for each of them",
    )  # fmt: skip
    parser.add_argument(
        "--call-at", dest="players", action="append", type="call_at={}".format, metavar="POINTS",
        help="short for a player that calls at so many points: 5, or 2,4,6 turn by turn, or =-1,2",
    )  # fmt: skip
    parser.add_argument("--save", metavar="FILE.npz", help="keep all results in a file")
    parser.add_argument("--workers", type=_whole, help="so many processes share the work")


def _shown_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--language", default="en", help=", ".join(LANGUAGES))


def _bytes(file: str) -> bytes:
    if file != "-":
        return Path(file).read_bytes()
    if sys.stdin is None:
        raise CambioError("standard input is closed; name a file, or send a text")
    return sys.stdin.buffer.read()


def _print(text: str) -> None:
    if sys.stdout is None:
        raise CambioError("standard output is closed; there is nowhere to print to")
    try:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # or Python would try again at its end
        raise CambioError(f"standard output: {error.strerror}") from None


def _replay(file: str, letter: str | None) -> str:
    try:
        hand = notation.read(_bytes(file).decode())
    except OSError as error:
        raise CambioError(f"{file}: {error.strerror or 'it cannot be read'}") from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        line = before.count(b"\n") + 1
        raise NotationError(line, "", "this is no text; a hand is written in UTF-8") from None
    allowed = LETTERS[: hand.seats]
    if letter is not None and (len(letter) != 1 or letter not in allowed):
        raise CambioError(f"--as {letter!r}: one of the seats {', '.join(allowed)} is wanted")
    seat = None if letter is None else LETTERS.index(letter)
    return notation.json_text(notation.state(hand, seat)) + "\n"


def _deal(arguments: argparse.Namespace) -> str:
    in_force = rules(arguments.rules, arguments.house)
    hand = deal(in_force, arguments.seats, random.Random(arguments.seed))
    if arguments.play is not None:
        players = [strategies.make(arguments.play, (arguments.seed, n)) for n in range(hand.seats)]
        hand = strategies.play_out(hand, players)
    return notation.write(hand)


def _answer(arguments: argparse.Namespace) -> str:
    """What a command prints."""
    if arguments.command == "replay":
        return _replay(arguments.file, arguments.seat)
    if arguments.command == "deal":
        return _deal(arguments)
    from cambio_edu.simulation import command  # needs NumPy, which the others do without

    if arguments.command == "simulate":
        return command.simulate_text(arguments)
    return command.thresholds_text(arguments)


def _complain(text: str) -> None:
    if sys.stderr is not None:
        print(" ".join(text.split()), file=sys.stderr)


def main(words: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        words: the words after the program's name; by default those of the command line.

    Returns: the exit status: 0; 2 where something cannot be done; 130 where it was interrupted.
    """
    arguments = _parser().parse_args(words)
    try:
        _print(_answer(arguments))
    except CambioError as error:
        _complain(str(error))
        return 2
    except KeyboardInterrupt:
        _complain("interrupted")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
