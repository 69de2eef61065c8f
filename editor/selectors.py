"""What other apps may read of the editor: systems, their bidders, entries in words, and where all this is shown."""

from editor.people.selectors import invitations_to, written_systems
from editor.store.entries.presenters import Spec, hand_specs, specs
from editor.store.findings.selectors import findings_known
from editor.store.systems.access import reader_of
from editor.store.systems.addresses import entry_url, section_url
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import (
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
    "bidder_for",
    "bidder_of_key",
    "entry_url",
    "findings_known",
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
