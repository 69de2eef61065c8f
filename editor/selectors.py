"""What other apps may read of the editor: systems, their bidders, entries in words, and where all this is shown."""

from editor.entries.presenters import Spec, hand_specs, specs
from editor.people.selectors import invitations_to, written_systems
from editor.systems.access import reader_of
from editor.systems.addresses import entry_url, section_url
from editor.systems.models import SystemRow
from editor.systems.pages import badge_of
from editor.systems.selectors import (
    SystemVersion,
    bidder_for,
    bidder_of_key,
    readable_among,
    readable_system,
    shipped_systems,
    system_named,
    systems_at_hand,
)

__all__ = [
    "Spec",
    "SystemRow",
    "SystemVersion",
    "badge_of",
    "bidder_for",
    "bidder_of_key",
    "entry_url",
    "hand_specs",
    "invitations_to",
    "readable_among",
    "readable_system",
    "reader_of",
    "section_url",
    "shipped_systems",
    "specs",
    "system_named",
    "systems_at_hand",
    "written_systems",
]
