"""Systems: entries, conventions, and the files that hold them."""

from bidbase.errors import SystemFileError
from bidbase.systems.cache import kept_system, open_system
from bidbase.systems.conventions import Convention
from bidbase.systems.files import digest_of_system, load_system
from bidbase.systems.manifest import shipped_systems
from bidbase.systems.model import Entry, EntryError, System
from bidbase.systems.valuations import shipped_valuations

__all__ = [
    "Convention",
    "Entry",
    "EntryError",
    "System",
    "SystemFileError",
    "digest_of_system",
    "kept_system",
    "load_system",
    "open_system",
    "shipped_systems",
    "shipped_valuations",
]
