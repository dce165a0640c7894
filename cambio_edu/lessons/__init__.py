"""The lessons: guesses that are kept, answers that are checked, hints, progress, a class."""

from cambio_edu.lessons.asking import check, exercise, hint, learner, solution
from cambio_edu.lessons.guesses import revealed as reveal
from cambio_edu.lessons.inventory import what_changed
from cambio_edu.lessons.pooling import Class, experiment, export_row, own_hands, pool
from cambio_edu.lessons.progress import Progress, own_progress

__all__ = [
    "Class",
    "Progress",
    "check",
    "exercise",
    "experiment",
    "export_row",
    "hint",
    "learner",
    "own_hands",
    "own_progress",
    "pool",
    "reveal",
    "solution",
    "what_changed",
]
