"""The command line: `python -m cambio_edu replay` and `python -m cambio_edu deal`."""

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
    parser = _Parser(prog="python -m cambio_edu", description="Hands of Cambio as text.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="replay|deal")
    replay = commands.add_parser("replay", help="print the state that a hand leads to, as JSON")
    replay.add_argument("file", help="the text of a hand; - for standard input")
    replay.add_argument("--as", dest="seat", metavar="SEAT", help="only what this seat may see")
    dealing = commands.add_parser("deal", help="print a hand, dealt and, if asked, played")
    dealing.add_argument("--rules", default="cambio", help=", ".join(PRESETS))
    dealing.add_argument("--house", default="", help="house rules, separated by ;")
    dealing.add_argument("--seats", type=_whole, default=4, help="number of seats")
    dealing.add_argument("--seed", type=_whole, default=0, help="same seed, same hand")
    dealing.add_argument("--play", help=f"play it to its end: {', '.join(strategies.STRATEGIES)}")
    return parser


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


def main(words: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        words: the words after the program's name; by default those of the command line.

    Returns: the exit status: 0, or 2 where something cannot be done.
    """
    arguments = _parser().parse_args(words)
    try:
        if arguments.command == "replay":
            _print(_replay(arguments.file, arguments.seat))
        else:
            _print(_deal(arguments))
    except CambioError as error:
        if sys.stderr is not None:
            print(" ".join(str(error).split()), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
