"""Small laboratories: one question about cards each, answered exactly and shown with its reasons.

Every answer holds given what the asker has seen: a card that was not seen is as likely in one
hidden place as in another.
"""

from cambio_edu.labs.calls import CallAnswer, call_risk
from cambio_edu.labs.ranks import MatchAnswer, matching
from cambio_edu.labs.stock import StockAnswer, explore_stock
from cambio_edu.labs.totals import TotalAnswer, explore_total

__all__ = [
    "CallAnswer",
    "MatchAnswer",
    "StockAnswer",
    "TotalAnswer",
    "call_risk",
    "explore_stock",
    "explore_total",
    "matching",
]
