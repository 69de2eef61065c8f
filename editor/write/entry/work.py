"""What a change would do: the test hands, practiced boards and standard deals that would be bid otherwise.

A worker looks at them piece by piece, so that the first answers are there within a second.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.otherwise import BookDeal, auction_otherwise, new_patterns, sections_met
from bidbase.errors import SystemFileError
from bidbase.game.auction import Auction
from bidbase.language import fields
from bidbase.systems import EntryError
from bidbase_web.jobs.job import Impossible, Job, Reporter
from editor.practice import PracticedBoard
from editor.read.agreements.settling import Choices, settled_with
from editor.store.entries.hand_trial import trial_of
from editor.store.entries.services import read_entry
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.selectors import SystemVersion, bidder_for
from editor.write.entry.attempt import candidate

FIRST_DEAL = 990_000_001  # standard deals have numbers that no table deals at random: their hands may be seen
TESTS, BOARDS = "tests", "boards"
DEALS = ((0, 100), (100, 500), (500, 1500), (1500, 3000), (3000, 5000))
MOST_CHANGES = 25  # that are kept of a piece with their auctions; the rest is counted


class Piece(NamedTuple):
    """A part of the work: what is looked at, in words, and its size, how many there are."""

    key: str
    words: str
    size: int


def pieces(boards: int) -> list[Piece]:
    """The parts of the work, for so many practiced boards."""
    deals = [Piece(f"{first}-{last}", "standard deals", last - first) for first, last in DEALS]
    practiced = [Piece(BOARDS, "practiced boards", boards)] if boards else []
    return [Piece(TESTS, "test hands of the section", 0), *practiced, *deals]


def pieces_for_switches(boards: int) -> list[Piece]:
    """The parts of the work where conventions are switched: the test hands come last, since there are many."""
    _, *others = pieces(boards)
    return [*others, Piece(TESTS, "test hands", 0)]


@dataclass(frozen=True)
class ChangedTest:
    """A test hand that comes out in one of two systems alone, with its entry; a fault where it does so no more."""

    ref: str
    bid: str
    hand: str
    fault: str


@dataclass(frozen=True)
class BidOtherwise:
    """A board or deal that would be bid otherwise: the calls before and after.

    The player in `seat` is the first to call otherwise and holds `hand`; both are blank for a practiced board, which
    has an `address`.
    """

    title: str
    dealer: str
    before: str
    after: str
    address: str = ""
    seat: str = ""
    hand: str = ""


@dataclass(frozen=True)
class PieceFound:
    """What a piece of the work has found: so many test hands, or boards and deals, of which the first are kept."""

    count: int = 0
    tests: tuple[ChangedTest, ...] = ()
    auctions: tuple[BidOtherwise, ...] = ()


@dataclass(frozen=True)
class SwitchesChange(Job[PieceFound]):
    """A piece of what would change if conventions had these selection codes, by name.

    Besides, agreements with parameters are settled: `choices` has the label of the choice of each, by its name.
    """

    kind = "changes of switches"
    doing = "Looking at what would change"
    while_watched = True

    system: SystemVersion
    uses: dict[str, str]
    choices: Choices
    piece_key: str
    boards: tuple[PracticedBoard, ...]

    @classmethod
    def of(
        cls,
        system: SystemRow,
        uses: Mapping[str, str],
        choices: Choices,
        piece: Piece,
        boards: Iterable[PracticedBoard],
    ) -> SwitchesChange:
        """The job of a piece."""
        practiced = tuple(boards) if piece.key == BOARDS else ()
        return cls(SystemVersion.of(system), dict(uses), choices, piece.key, practiced)

    def work(self, report: Reporter) -> PieceFound:
        """Look at what would change."""
        system = self.system.open()
        old = bidder_for(system)
        listed = old.system.conventions
        switched = {name: replace(listed[name], use=use) for name, use in self.uses.items() if name in listed}
        try:
            changed = settled_with(old.system.changed(conventions=switched), self.choices)
        except SystemFileError as error:
            raise Impossible(f"An entry cannot say this: {error.faults[0]}") from None
        new = Bidder(changed, old)
        return _changes(system, new, new.differing_sections(old), self.piece_key, self.boards, report)


Cells = dict[str, str]
"""The texts of an entry by the names of their fields, those that are not blank."""


@dataclass(frozen=True)
class EntryChange(Job[PieceFound]):
    """A piece of what would change if an entry had these cells, and `others` theirs at the same time, by their keys.

    `seen` is the key of the row that is changed; None for a new entry.
    """

    kind = "changes of an entry"
    doing = "Looking at what would change"
    while_watched = True

    system: SystemVersion
    seen: int | None
    cells: Cells
    others: tuple[tuple[int, Cells], ...]
    piece_key: str
    boards: tuple[PracticedBoard, ...]

    @classmethod
    def of(
        cls,
        system: SystemRow,
        seen: EntryRow | None,
        cells: Mapping[str, str],
        piece: Piece,
        boards: Iterable[PracticedBoard],
        others: Iterable[tuple[EntryRow, Mapping[str, str]]] = (),
    ) -> EntryChange:
        """The job of a piece."""
        return cls(
            SystemVersion.of(system),
            seen.pk if seen else None,
            _filled(cells),
            tuple((row.pk, _filled(held)) for row, held in others),
            piece.key,
            tuple(boards) if piece.key == BOARDS else (),
        )

    def work(self, report: Reporter) -> PieceFound:
        """Look at what would change."""
        system = self.system.open()
        rows = {row.pk: row for row in EntryRow.objects.filter(pk__in=[self.seen, *(pk for pk, _ in self.others)])}
        seen = rows[self.seen] if self.seen else None
        try:
            others = [replace(read_entry(system, cells), id=rows[pk].ref) for pk, cells in self.others]
            made = candidate(system, read_entry(system, self.cells), seen, *others)
        except EntryError:  # a convention may have been removed in the meantime
            return PieceFound()
        names = {entry.section for entry in (made.entry, *others)} | ({seen.prior_bids} if seen else set())
        return _changes(system, made.bidder, names, self.piece_key, self.boards, report)


def _filled(cells: Mapping[str, str]) -> Cells:
    return {name: text for name, text in cells.items() if text}


def _changes(
    system: SystemRow,
    new: Bidder,
    names: Collection[str],
    piece: str,
    boards: Sequence[PracticedBoard],
    report: Reporter,
) -> PieceFound:
    """What a piece of the work comes to. `names` are the sections whose test hands are tried."""
    old = bidder_for(system)
    if piece == TESTS:
        tests = tuple(_tests(old, new, names, report))
        return PieceFound(len(tests), tests=tests[:MOST_CHANGES])
    if piece == BOARDS:
        auctions = tuple(_boards(boards, old, new, report))
    else:
        first, last = map(int, piece.split("-"))
        auctions = tuple(_deals(_ground(system), old, new, first, last, report))
    return PieceFound(len(auctions), auctions=auctions[:MOST_CHANGES])


def _tests(old: Bidder, new: Bidder, names: Iterable[str], report: Reporter) -> Iterator[ChangedTest]:
    """The entries of these sections whose test hands come out in one of two systems alone."""
    for name in names:
        for entry in new.system.sections.get(name, ()):
            report()
            before = old.system.by_id.get(entry.id)
            if before is None or entry.get(fields.TEST_HAND) is None or before != entry:
                continue
            was, now = trial_of(old, before), trial_of(new, entry)
            if was is not None and now is not None and bool(was.fault) != bool(now.fault):
                yield ChangedTest(entry.id, str(entry.bid), str(now.hand), now.fault)


def _boards(boards: Sequence[PracticedBoard], old: Bidder, new: Bidder, report: Reporter) -> Iterator[BidOtherwise]:
    differing = new.differing_sections(old)
    for board in boards:
        report()
        before = board.dealt.auction(old)
        if (after := auction_otherwise(board.dealt, before, old, new, differing)) is not None:
            dealer = board.dealt.dealer.title
            yield BidOtherwise(board.title, dealer, _calls(before), _calls(after), address=board.address)


def _deals(ground: Bidder, old: Bidder, new: Bidder, first: int, last: int, report: Reporter) -> Iterator[BidOtherwise]:
    """The standard deals among these that would be bid otherwise, each with the hand that calls otherwise first."""
    own, differing = old.differing_sections(ground), new.differing_sections(old)
    anywhere = bool(new_patterns(ground, own | differing))
    for index in range(first, last):
        report(done=index - first)
        dealt, auction, met = _standard(ground, index)
        if met.isdisjoint(differing) and met.isdisjoint(own) and not anywhere:
            continue
        before = auction_otherwise(dealt, auction, ground, old, own) or auction
        if (after := auction_otherwise(dealt, before, old, new, differing)) is not None:
            pairs = enumerate(zip(before.calls, after.calls, strict=False))
            seat = before.before(next(number for number, (was, now) in pairs if was is not now)).turn
            title, calls = f"Standard deal {index + 1}", (_calls(before), _calls(after))
            yield BidOtherwise(title, dealt.dealer.title, *calls, seat=seat.title, hand=str(dealt.deal[seat]))


def _calls(auction: Auction) -> str:
    return "-".join(map(str, auction.calls))


def _ground(system: SystemRow) -> Bidder:
    """The bidder of the lowest system that this one stands on."""
    while system.standing is not None:
        system = system.standing
    return bidder_for(system)


@lru_cache(maxsize=3 * DEALS[-1][1])
def _standard(ground: Bidder, index: int) -> tuple[BookDeal, Auction, frozenset[str]]:
    """A standard deal as robots bid it in a system that others stand on, once for all, and the sections it meets."""
    dealt = BookDeal.numbered(FIRST_DEAL + index)
    auction = dealt.auction(ground)
    return dealt, auction, sections_met(dealt, auction, ground)
