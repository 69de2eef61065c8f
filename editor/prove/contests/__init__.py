"""Contests: two systems, or two revisions of one, play a team match in the background."""
