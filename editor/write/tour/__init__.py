"""The tour of a small change: step by step from a copy of a system to an opening that it makes more often."""
