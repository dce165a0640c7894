"""The lessons: guesses that are kept, answers that are checked, hints, progress."""

from cambio_edu.lessons.asking import check, exercise, hint, learner, solution
from cambio_edu.lessons.guesses import revealed as reveal
from cambio_edu.lessons.progress import Progress, own_progress

__all__ = [
    "Progress",
    "check",
    "exercise",
    "hint",
    "learner",
    "own_progress",
    "reveal",
    "solution",
]
