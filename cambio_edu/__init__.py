"""Cambio: learn probability by playing a card game of hidden information."""

__version__ = "0.1.0"
