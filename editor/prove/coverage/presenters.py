"""The sections of a system in the order in which their coverage is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from bidbase.language.bids import PriorBids, parse_key
from editor.prove.coverage.forms import AUCTION, OFTEN
from editor.store.findings.models import Covered

Known = Mapping[str, Covered | None]
Place = tuple[object, ...]
MOST_PLACES = 20_000  # of sections that are kept: reading the names of all of them takes too long for a page


def chosen_sections(known: Known, order: str, text: str) -> list[str]:
    """The sections whose names have this text, in this order. Sections of which nothing is known come last."""
    among = [section for section in known if text.strip().casefold() in section.casefold()]
    return sorted(among, key=lambda section: (known[section] is None, _ORDERS[order](section, known[section])))


def unfit_count(known: Known) -> int:
    """In how many sections some hands have no entry."""
    return sum(bool(covered and covered.unfit) for covered in known.values())


def _by_auction(section: str, covered: Covered | None) -> Place:
    """The opening, then each auction before those that go on from it, then the sections that serve many auctions."""
    return _place_of(section)


@lru_cache(maxsize=MOST_PLACES)
def _place_of(section: str) -> Place:
    key = parse_key(section) if section else None
    if key is None or isinstance(key, PriorBids):
        return 0, [int(call) for call in (key.calls if key else ())]
    return 1, section


def _by_unfit_share(section: str, covered: Covered | None) -> Place:
    return -covered.unfit_share if covered else 0.0, *_by_auction(section, covered)


def _by_deals(section: str, covered: Covered | None) -> Place:
    deals = covered.deals if covered else None
    return -deals.value if deals else 1.0, *_by_auction(section, covered)


_ORDERS: Mapping[str, Callable[[str, Covered | None], Place]] = {
    "": _by_unfit_share,
    OFTEN: _by_deals,
    AUCTION: _by_auction,
}
