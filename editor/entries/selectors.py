"""Reading what the engine does not know of an entry."""

from editor.systems.models import SystemRow


def entry_revision(system: SystemRow, ref: str) -> int | None:
    """The revision in which an entry was last changed."""
    return system.entries.filter(ref=ref).values_list("since", flat=True).first()
