"""Mends of what sweeps find: tried by a worker, shown with what they change, and made with a click."""
