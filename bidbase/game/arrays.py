"""The tables of holdings and shapes as NumPy arrays; those of holdings share the memory of `game.holdings`."""

from __future__ import annotations

import numpy as np

from bidbase.game.cards import SHAPES
from bidbase.game.holdings import HCP, INTERMEDIATES, LENGTH

LENGTH_OF_HOLDING = np.frombuffer(LENGTH, dtype=np.uint8)
"""Cards of each of the 8,192 holdings."""

HCP_OF_HOLDING = np.frombuffer(HCP, dtype=np.uint8)
"""High-card points of each holding."""

INTERMEDIATES_OF_HOLDING = np.frombuffer(INTERMEDIATES, dtype=np.uint8)
"""Intermediates of each holding."""

LENGTHS_OF_SHAPE = np.array(SHAPES)
"""The 560 shapes: shape (560, 4), lengths clubs first."""
