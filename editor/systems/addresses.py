"""Where systems are shown."""

from urllib.parse import urlencode

from django.urls import reverse

from bidbase.language.bids import PriorBids, parse_key
from editor.systems.models import SystemRow


def entry_url(system: SystemRow, ref: str) -> str:
    """The address of the page that shows the entry of this engine id."""
    return reverse("editor:entry", args=[system.slug, ref])


def section_url(system: SystemRow, name: str) -> str:
    """The address that shows a section: the calls after prior bids, `1N-P` (empty: the opening).

    Patterns and situations stand for many auctions, so their entries are shown in the grid.
    """
    if not isinstance(parse_key(name), PriorBids):
        return reverse("editor:grid", args=[system.slug]) + f"?{urlencode({'after': name})}"
    query = f"?{urlencode({'auction': name})}" if name else ""
    return reverse("editor:system", args=[system.slug]) + query
