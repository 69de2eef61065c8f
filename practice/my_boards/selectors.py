"""Reading what a student's boards can be narrowed to."""

from __future__ import annotations

from practice.boards.models import StudentBoard


def systems_played(owner: str) -> list[tuple[str, str]]:
    """The systems that the owner has played, by slug and title."""
    played = StudentBoard.objects.filter(owner_key=owner).order_by("our_system__title")
    return list(played.values_list("our_system__slug", "our_system__title").distinct())
