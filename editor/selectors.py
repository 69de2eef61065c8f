"""What other apps may read of the editor: systems, their bidders, entries in words, and where all this is shown."""

from editor.entries.presenters import Spec, hand_specs, specs
from editor.systems.addresses import entry_url, section_url
from editor.systems.models import SystemRow
from editor.systems.selectors import User, all_systems, bidder_for, bidder_of_key, system_or_none

__all__ = [
    "Spec",
    "SystemRow",
    "User",
    "all_systems",
    "bidder_for",
    "bidder_of_key",
    "entry_url",
    "hand_specs",
    "section_url",
    "specs",
    "system_or_none",
]
