"""What was found in a system, as links in groups."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bidbase.game.auction import Auction, Call
from bidbase.language.bids import parse_key
from bidbase.systems import Entry
from editor.store.systems.models import ConventionRow, NoteRow

PREVIEW = 120  # characters of the notes of a convention, or of a note


@dataclass(frozen=True)
class FoundSection:
    """A section, its name in words, and how many entries it has."""

    name: str
    words: str
    count: int


@dataclass(frozen=True)
class FoundCall:
    """A call of an auction that somebody has written: the calls before it, as an address and in words."""

    call: Call
    prior_bids: str
    words: str


@dataclass(frozen=True)
class Found:
    """What was found, in the groups in which it is shown."""

    calls: list[FoundCall]
    conventions: list[tuple[ConventionRow, str]]
    notes: list[tuple[NoteRow, str]]
    sections: list[FoundSection]
    entries: list[Entry]

    def __bool__(self) -> bool:
        return bool(self.calls or self.conventions or self.notes or self.sections or self.entries)


def found_in(
    auctions: Iterable[Auction],
    conventions: Sequence[ConventionRow],
    notes: Sequence[NoteRow],
    sections: Sequence[tuple[str, int]],
    entries: Sequence[Entry],
) -> Found:
    """What a search came to."""
    return Found(
        [_last_call(auction) for auction in auctions],
        [(convention, _beginning(convention.notes)) for convention in conventions],
        [(note, _beginning(note.text)) for note in notes],
        [FoundSection(name, parse_key(name).words(), count) for name, count in sections],
        list(entries),
    )


def _last_call(auction: Auction) -> FoundCall:
    before = auction.before(len(auction.calls) - 1)
    return FoundCall(auction.calls[-1], before.prior_bids, parse_key(before.prior_bids).words())


def _beginning(text: str) -> str:
    return text if len(text) <= PREVIEW else text[:PREVIEW].rpartition(" ")[0] + " …"
