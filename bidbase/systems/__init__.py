"""Systems: entries, conventions, and the files that hold them."""

from bidbase.systems.files import SystemFileError, load_system, shipped_systems
from bidbase.systems.model import Convention, Entry, EntryError, System

__all__ = ["Convention", "Entry", "EntryError", "System", "SystemFileError", "load_system", "shipped_systems"]
