"""Drills: the choice of conventions, and the search for deals in which they come up."""
