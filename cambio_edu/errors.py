"""Every error that the package raises on purpose."""

LONGEST_WORD = 60  # letters of a word that is blamed; more says no more


class CambioError(ValueError):
    """Something the package was asked for cannot be done; the message says what would be right."""


class CardError(CambioError):
    """A card or a pack that cannot be."""


class RulesError(CambioError):
    """A rule set, a house rule or a number of seats that makes no sense."""


class MoveError(CambioError):
    """A move that the rules do not allow at that point; nothing of the hand was changed."""


class NotationError(CambioError):
    """A text of a hand that cannot be read; names the line and the word.

    Args:
        line: number of the line, from 1; 0 where no line is to blame.
        word: the word that was wrong, or "".
        wrong: what was wrong, and what would have been right.
    """

    def __init__(self, line: int, word: str, wrong: str) -> None:
        where = f"line {line}: " if line else ""
        shown = word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"
        super().__init__(f"{where}{shown!r}: {wrong}" if word else f"{where}{wrong}")
        self.line = line
        self.word = word
