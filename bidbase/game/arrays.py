"""The tables of holdings and shapes as NumPy arrays. The arrays of holdings share the memory of `game.holdings`."""

from __future__ import annotations

import numpy as np

from bidbase.game.cards import SHAPES
from bidbase.game.holdings import HCP, INTERMEDIATES, LENGTH

LENGTH_OF_HOLDING = np.frombuffer(LENGTH, dtype=np.uint8)
"""Number of cards in each of the 8,192 holdings: shape (8192,), uint8."""

HCP_OF_HOLDING = np.frombuffer(HCP, dtype=np.uint8)
"""High-card points of each holding: shape (8192,), uint8."""

INTERMEDIATES_OF_HOLDING = np.frombuffer(INTERMEDIATES, dtype=np.uint8)
"""Intermediates of each holding: shape (8192,), uint8."""

LENGTHS_OF_SHAPE = np.array(SHAPES)
"""The suit lengths of the 560 shapes, clubs first: shape (560, 4)."""
