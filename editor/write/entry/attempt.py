"""What an entry that is being written would do in its system, tried without saving it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.tracing import Failure, Tried, failures
from bidbase.checks import Survey
from bidbase.checks.entry_hands import EntryHands, Weakest, entry_hands, weakest_hand
from bidbase.checks.look_alikes import exchanged_texts, look_alikes
from bidbase.checks.test_hands import lost_test_hands
from bidbase.compiler import Place
from bidbase.game.auction import Auction
from bidbase.language import fields
from bidbase.meaning.disclosure import Meaning, meaning
from bidbase.systems import Entry
from editor.store.entries.hand_trial import MAX_AUCTIONS, Trial, trial_of
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.selectors import bidder_for


@dataclass(frozen=True)
class Candidate:
    """A system with an entry as it is being written, and the system `without` this entry."""

    entry: Entry
    bidder: Bidder
    without: Bidder


def candidate(system: SystemRow, entry: Entry, seen: EntryRow | None, *others: Entry) -> Candidate:
    """A system in which an entry takes the place of the version that somebody has `seen`, or is new.

    `others` are entries of the system that are changed at the same time, by their ids.
    """
    bidder = bidder_for(system)
    stays = seen is not None and (seen.prior_bids, seen.order) == (entry.section, entry.order)
    ref = seen.ref if seen and stays else f"{entry.section or 'opening'}/{entry.order}/new"
    entry = replace(entry, id=ref)
    removed: dict[str, Entry | None] = {seen.ref: None} if seen else {}
    changed = removed | {other.id: other for other in (entry, *others)}
    without = Bidder(bidder.system.changed(entries=removed), bidder) if removed else bidder
    return Candidate(entry, Bidder(bidder.system.changed(entries=changed), bidder), without)


@dataclass(frozen=True)
class Attempt:
    """How a candidate fares: its test hand, its place in the plainest auction, its call there.

    There is no `trial` without a test hand, and no `place` for an entry that is never in use; one that is switched off
    for everybody is `off`. `unmet` are its specs that its test hand does not meet. `loses` are other entries whose test
    hands it takes.
    """

    candidate: Candidate
    off: bool
    trial: Trial | None
    place: Place | None
    meaning: Meaning | None
    unmet: tuple[Failure, ...]
    hands: EntryHands | None
    loses: tuple[Entry, ...]

    @property
    def entry(self) -> Entry:
        """The entry that is tried."""
        return self.candidate.entry

    @property
    def sound(self) -> bool:
        """Whether the entry may go into play: its test hand comes out, or nobody uses it."""
        return self.off or (self.trial is not None and not self.trial.fault)

    @property
    def caught_by(self) -> Tried | None:
        """The entry that takes the test hand before this one."""
        if self.trial is None or not self.trial.fault or self.unmet:
            return None
        taking = (tried for tried in self.trial.before if not tried.failures and tried.entry.usage.percent is None)
        return next(taking, None)


def attempt(made: Candidate) -> Attempt:
    """Try a candidate, with the hands that come to it."""
    survey = Survey(made.bidder, most_auctions=MAX_AUCTIONS[0], robot_deals=0)
    trial, off = trial_of(made.bidder, made.entry), survey.is_switched_off(made.entry)
    found = None if off else _place(survey, made.entry, trial)
    if found is None:
        return Attempt(made, off, trial, None, None, (), None, ())
    auction, place = found
    section, _ = place.section_of(made.entry)
    row = section.rows_of[made.entry.id][0]
    hand = made.entry.get(fields.TEST_HAND)
    unmet = failures(place, section, section.entries[_index(section.entries, made.entry)], hand) if hand else ()
    without = made.without.place(auction, place.circumstances)
    hands = entry_hands(survey.hands, auction, place, made.entry, without)
    return Attempt(
        made, off, trial, place, meaning(place, row.call), unmet, hands, lost_test_hands(place, without, made.entry)
    )


def weakest(made: Candidate) -> Weakest:
    """The weakest hand that comes out with a candidate, in the plainest of the auctions that it serves."""
    survey = Survey(made.bidder, most_auctions=MAX_AUCTIONS[0], robot_deals=0)
    found = _place(survey, made.entry, None)
    if found is None:
        return Weakest(None, "the entry is not in use in any auction that was tried")
    return weakest_hand(survey.hands, *found, made.entry)


def _place(survey: Survey, entry: Entry, trial: Trial | None) -> tuple[Auction, Place] | None:
    """Where an entry is tried: where its test hand is, otherwise in the plainest place in which it is in use."""
    if trial is not None and trial.place is not None:
        return trial.place.auction, trial.place
    given = entry.get(fields.TEST_AUCTION)
    return next(survey.places_of(entry, None if given is None else [given.calls]), None)


def _index(entries: tuple[Entry, ...], entry: Entry) -> int:
    return next(index for index, other in enumerate(entries) if other.id == entry.id)


@dataclass(frozen=True)
class AlikeSection:
    """A section that looks like the section of an entry, and the entry with the suits exchanged for it.

    `held` is the entry of the section with the same order number and call, if it has one.
    """

    section: str
    cells: Mapping[str, str]
    held: Entry | None


def alike_sections(system: SystemRow, row: EntryRow) -> list[AlikeSection]:
    """The sections that say of other suits what the section of this entry says."""
    bidder = bidder_for(system)
    entry, found = bidder.system.by_id[row.ref], []
    for name, swap in look_alikes(Survey(bidder, robot_deals=0), entry.section).items():
        cells = exchanged_texts(entry, swap)
        key = cells["order"], cells["bid"]
        held = (other for other in bidder.system.sections[name] if (other.order, str(other.bid)) == key)
        found.append(AlikeSection(name, cells, next(held, None)))
    return found
