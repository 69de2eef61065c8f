"""Folding: literal sections that say the same become one pattern, with the proof that no call changes."""
