"""Chapter 07: its hands, what is asked of them, and the picture of Bayes’ theorem."""

from fractions import Fraction
from random import Random

from matplotlib.axes import Axes

from cambio_edu.choices import points_at
from cambio_edu.figures import BLUE, LARGE, LETTERS, ORANGE, PALE_BLUE, finished, new_axes
from cambio_edu.hand import Hand, deal
from cambio_edu.rules import rules
from cambio_edu.telling import sentence
from cambio_edu.view import View
from cambio_edu.words import words as words_of

CAMBIO = rules("cambio")
NAMES = ("Ann", "Ben", "Cara")


# The hands of this chapter


def played(seed: str, *moves: str) -> Hand:
    """The hand that a table with this seed deals when Cara plays first, after some moves.

    Args:
        seed: of the table.
        moves: what has been played.
    """
    hand = deal(CAMBIO, NAMES, Random(f"{seed} match 1 hand 0"), first=2)
    for move in moves:
        hand = hand.play(move)
    return hand


def told(seen: View) -> str:
    """What has happened, a sentence a move, as a seat saw it."""
    words = words_of("en")
    return "\n".join(sentence(words, seen, event) for event in seen.history)


def is_low(hand: Hand) -> str:
    """Whether Cara's card 1 is worth 4 points or fewer."""
    return "low" if points_at("C1")(hand) <= 4 else "other"


def both_at_most_5(hand: Hand) -> str:
    """Whether neither of the cards that Cara looked at is worth more than 5 points."""
    return "both" if max(points_at("C1")(hand), points_at("C2")(hand)) <= 5 else "not both"


# The picture of Bayes’ theorem


def plot_tables(prior: Fraction, if_so: Fraction, if_not: Fraction, tables: int = 1000) -> Axes:
    """So many tables as a square: how wide is the prior, how high is the likelihood.

    Args:
        prior: the chance that the kept card is low, before anything was chosen.
        if_so: the chance that it is kept if it is low.
        if_not: the chance that it is kept if it is not.
        tables: how many tables the square stands for.
    """
    ax = new_axes(None, "share of all tables", "share kept", size=(8, 4.8))
    wide = float(prior)
    parts = (("low", 0.0, wide, if_so, BLUE, ""), ("other", wide, 1 - wide, if_not, ORANGE, "//"))
    told = []
    for name, left, width, chance, colour, hatch in parts:
        high, kept = float(chance), round(tables * width * float(chance))
        ax.bar(left, 1, width, color=PALE_BLUE, align="edge", edgecolor="black")
        ax.bar(left, high, width, color=colour, align="edge", hatch=hatch, edgecolor="white")
        text = f"{name}: {round(tables * width)} tables"
        ax.text(left + width / 2, 1.03, text, ha="center", fontsize=LARGE)
        box = {"facecolor": "white", "edgecolor": "none"}
        label = f"kept at {kept}"
        ax.text(
            left + width / 2, high / 2, label, ha="center", va="center", fontsize=LETTERS, bbox=box
        )
        told.append(f"{text}, kept at {kept} of them.")
    ax.set_xticks([0, wide, 1], ["0", f"{wide:.0%}", "100%"], fontsize=LETTERS)
    ax.set_yticks([0, 0.5, 1], ["0", "50%", "100%"], fontsize=LETTERS)
    ax.set_ylim(0, 1.12)
    ax.set_xlim(0, 1)
    return finished(ax, " ".join(told), percent=False)
