"""The page of an entry that is being written, as its templates show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bidbase.bidding.tracing import Failure
from bidbase.game.auction import Call
from bidbase.game.cards import Hand
from bidbase.language.field import AnyField
from bidbase.language.fields import FIELD_BY_NAME, STORED_FIELDS
from bidbase.systems import Entry
from editor.store.entries.presenters import Spec, hand_specs
from editor.write.entry.attempt import Attempt
from editor.write.entry.forms import WRITTEN_FIELDS
from editor.write.entry.ways import Way
from editor.write.entry.work import TESTS, BidOtherwise, ChangedTest, Piece, PieceFound

NEIGHBORS = 3  # entries that are shown before and after
MOST_SHOWN = 20  # auctions that would be bid otherwise


@dataclass(frozen=True)
class JudgedSpec:
    """What an entry says of the hand, and what its test hand lacks for it; None where it has that."""

    spec: Spec
    failure: Failure | None


@dataclass(frozen=True)
class Neighbor:
    """An entry of the section: `share` is the part of the hands that it takes from the entry that is written."""

    entry: Entry
    own: bool
    share: float = 0.0


@dataclass(frozen=True)
class Panel:
    """What stands beside the form: how the entry that is written fares."""

    attempt: Attempt
    specs: tuple[JudgedSpec, ...]
    neighbors: tuple[Neighbor, ...]
    taken: tuple[tuple[Entry, str], ...]
    left: str
    instead: tuple[tuple[Call, str], ...]
    frequency: str
    differing: tuple[DifferingSpec, ...]
    ways: tuple[Way, ...]

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Hands that come to the entry."""
        return self.attempt.hands.examples if self.attempt.hands else ()


@dataclass(frozen=True)
class DifferingSpec:
    """A field in which two entries differ, in the words of each; blank where one leaves it open."""

    field: AnyField
    theirs: str
    own: str


def panel_of(attempt: Attempt, section: Sequence[Entry], ways: Sequence[Way]) -> Panel:
    """The panel of an attempt; `section` are the entries of its section, itself among them."""
    lacking = {failure.field.name: failure for failure in attempt.unmet}
    hands, by_id = attempt.hands, attempt.candidate.bidder.system.by_id
    taken = [(by_id[id_], share) for id_, share in hands.taken.items()] if hands else []
    index = next(number for number, entry in enumerate(section) if entry.id == attempt.entry.id)
    shares = {entry.id: share for entry, share in taken}
    around = section[max(0, index - NEIGHBORS) : index + NEIGHBORS + 1]
    return Panel(
        attempt,
        tuple(JudgedSpec(spec, lacking.get(spec.field.name)) for spec in hand_specs(attempt.entry)),
        tuple(Neighbor(entry, entry.id == attempt.entry.id, shares.get(entry.id, 0.0)) for entry in around),
        tuple((entry, percent(share)) for entry, share in taken[:5]),
        percent(1 - sum(share for _, share in taken)),
        tuple((call, percent(share)) for call, share in list(hands.instead.items())[:5]) if hands else (),
        _frequency_words(hands.frequency) if hands else "",
        differing_specs(attempt.caught_by.entry, attempt.entry) if attempt.caught_by else (),
        tuple(ways),
    )


def differing_specs(theirs: Entry, own: Entry) -> tuple[DifferingSpec, ...]:
    """What two entries ask of a hand otherwise."""
    words = [{spec.field: spec.words for spec in hand_specs(entry)} for entry in (theirs, own)]
    judged = (field for field in STORED_FIELDS if field.judges_hand)
    pairs = ((field, words[0].get(field, ""), words[1].get(field, "")) for field in judged)
    return tuple(DifferingSpec(field, first, second) for field, first, second in pairs if first != second)


@dataclass(frozen=True)
class DifferingCell:
    """A field that two people have changed otherwise: what was there, theirs and mine, and whether mine is taken."""

    field: AnyField
    before: str
    theirs: str
    mine: str
    takes_mine: bool

    @property
    def both(self) -> bool:
        """Whether both have changed it."""
        return self.takes_mine and self.theirs != self.before


def conflicting(
    before: Mapping[str, str], theirs: Mapping[str, str], mine: Mapping[str, str]
) -> tuple[list[DifferingCell], dict[str, str]]:
    """The cells in which two versions differ, and those in which they do not. Mine is taken where I changed it."""
    names = [field.name for field in WRITTEN_FIELDS]
    differing = [
        DifferingCell(
            FIELD_BY_NAME[name],
            before.get(name, ""),
            theirs.get(name, ""),
            mine.get(name, ""),
            mine.get(name, "") != before.get(name, ""),
        )
        for name in names
        if theirs.get(name, "") != mine.get(name, "")
    ]
    return differing, {name: mine.get(name, "") for name in names if theirs.get(name, "") == mine.get(name, "")}


@dataclass(frozen=True)
class ChangedAuction:
    """A board or deal that would be bid otherwise: its auctions before and after, from where they part.

    `same` are the calls that both begin with. The player in `seat` is the first to call otherwise and holds `hand`,
    which is blank for a practiced board: that has an `address`.
    """

    title: str
    address: str
    dealer: str
    seat: str
    hand: str
    same: tuple[Call, ...]
    before: tuple[Call, ...]
    after: tuple[Call, ...]


@dataclass(frozen=True)
class ChangesFound:
    """What would change, as far as it has been looked at.

    `looked` says at what, in words. `tests` are test hands that come out in one system alone, each with its entry, and
    a fault where they do so no more. `counted` counts the boards and deals that would be bid otherwise, of which
    `auctions` has some.
    """

    looked: tuple[str, ...]
    tests: tuple[ChangedTest, ...]
    counted: int
    auctions: tuple[ChangedAuction, ...]
    complete: bool
    failed: bool


def changes_found(
    done: Sequence[tuple[Piece, PieceFound]], *, complete: bool = False, failed: bool = False
) -> ChangesFound:
    """What came of the pieces of work that are done."""
    counts: dict[str, int] = {}
    for piece, _ in done:
        counts[piece.words] = counts.get(piece.words, 0) + piece.size
    looked = (f"{count:,} {words}" if count else f"the {words}" for words, count in counts.items())
    tests = (test for _, found in done for test in found.tests)
    auctions = [_changed_auction(change) for _, found in done for change in found.auctions]
    counted = sum(found.count for piece, found in done if piece.key != TESTS)
    return ChangesFound(tuple(looked), tuple(tests), counted, tuple(auctions[:MOST_SHOWN]), complete, failed)


def _changed_auction(change: BidOtherwise) -> ChangedAuction:
    before, after = (tuple(map(Call.parse, calls.split("-"))) for calls in (change.before, change.after))
    parts = next(number for number, pair in enumerate(zip(before, after, strict=False)) if pair[0] is not pair[1])
    about = change.title, change.address, change.dealer, change.seat, change.hand
    return ChangedAuction(*about, before[:parts], before[parts:], after[parts:])


def percent(share: float) -> str:
    """`less than 1 %`, `12 %`."""
    return "less than 1 %" if 0 < share < 0.01 else f"{100 * share:.0f} %"


def _frequency_words(frequency: float | None) -> str:
    if frequency is None:
        return "Too few random hands get here to tell how often."
    if frequency <= 0:
        return "None of 20,000 random hands came to it here."
    if frequency >= 0.01:
        return f"Of 100 hands that get here, about {100 * frequency:.0f} come to it."
    return f"Of 1,000 hands that get here, about {max(1, round(1000 * frequency))} come to it."
