"""Alerts and announcements by the ACBL's Alert Procedures of 1 January 2021, where their demands are certain.

Natural bids are not alerted, artificial bids are, and some common bids are announced or exempt. Calls whose treatment
depends on more than an entry says (doubles, cue-bids, artificial passes) are not judged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce

from bidbase.checks.hands import first_matches
from bidbase.checks.rule import Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.compiler import CompiledSection, Place
from bidbase.compiler.rows import Row
from bidbase.game.arrays import LENGTH_OF_HOLDING
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.language import fields
from bidbase.language.pattern_search import Calls
from bidbase.meaning.hand_summary import HandSummary
from bidbase.meaning.row_summary import row_summary
from bidbase.systems import Entry

SHORT = 2  # a bid in a suit of at most two cards is not natural
NATURAL = 4  # a bid that promises four cards is natural
VERY_STRONG = 20  # the fewest points of a very strong opening
MAJORS = (Strain.HEARTS, Strain.SPADES)
THREE_NOTRUMP = Call.bid(3, Strain.NOTRUMP)


@dataclass(frozen=True)
class DisclosedCall:
    """A call after an auction, one of the entries that make it, and what all of its rows show together."""

    auction: Auction
    call: Call
    entry: Entry
    summary: HandSummary

    @property
    def calls(self) -> Calls:
        """The earlier calls from the first that is not a pass."""
        return self.auction.calls[self.auction.leading_passes :]

    @property
    def uncontested(self) -> bool:
        """Whether the opponents have only passed."""
        return all(call is PASS for call in self.calls[(len(self.calls) + 1) % 2 :: 2])

    @property
    def partner_opened(self) -> Call | None:
        """Partner's opening if this is the response to it after a pass; otherwise None."""
        return self.calls[0] if len(self.calls) == 2 and self.calls[1] is PASS else None

    @property
    def is_first(self) -> bool:
        """Whether the player has only passed so far."""
        return all(call is PASS for call in self.calls[len(self.calls) % 4 :: 4])

    def min_length(self) -> int:
        """The least length in the suit that is bid."""
        return self.summary.lengths[self.call.strain][0]

    def max_length(self) -> int:
        """The greatest length in the suit that is bid."""
        return self.summary.lengths[self.call.strain][1]

    def bids_new_suit(self) -> bool:
        """Whether it bids a suit that nobody has bid."""
        in_suit = self.call.is_bid and self.call.strain is not Strain.NOTRUMP
        return in_suit and all(call.strain is not self.call.strain for call in self.calls if call.is_bid)

    def levels_jumped(self) -> int:
        """The number of levels by which the bid jumps."""
        last = self.auction.last_bid
        return (self.call - (-1 if last is None else last) - 1) // 5

    def asks(self, *codes: str) -> bool:
        """Whether the entry asks for what one of these codes stands for."""
        cell = self.entry.get(fields.ASKS)
        return cell is not None and bool(set(cell.codes) & set(codes))


@dataclass(frozen=True, slots=True)
class AlertRequirement:
    """What the alert procedures require of a call: a disclosure type (`none`, `announce` or `alert`), and why."""

    disclosure_type: str
    why: str


NOTRUMP_RANGE = AlertRequirement("announce", "the range of a 1NT opening is announced")


def _notrump_opening(disclosed: DisclosedCall) -> AlertRequirement | None:
    if not disclosed.calls and disclosed.call == Call.bid(1, Strain.NOTRUMP) and disclosed.summary.balanced:
        return NOTRUMP_RANGE
    return None


def _strong_two_clubs(disclosed: DisclosedCall) -> AlertRequirement | None:
    if not disclosed.calls and disclosed.call == Call.bid(2, Strain.CLUBS) and disclosed.summary.hcp[0] >= VERY_STRONG:
        return AlertRequirement("none", "a very strong 2♣ opening needs no alert")
    return None


def _transfer(disclosed: DisclosedCall) -> AlertRequirement | None:
    opening = disclosed.partner_opened
    if opening is None or opening.strain is not Strain.NOTRUMP or opening.level > 2:
        return None
    for major in MAJORS:
        below = Call.bid(opening.level + 1, Strain(major - 1))
        if disclosed.call == below and disclosed.asks(f"B{below.level}{major.letter}"):
            return AlertRequirement("announce", f"a transfer to {major.title} is announced")
    return None


def _stayman(disclosed: DisclosedCall) -> AlertRequirement | None:
    opening, name = disclosed.partner_opened, disclosed.entry.convention
    if opening is None or opening.strain is not Strain.NOTRUMP or name is None or name.root != "Stayman":
        return None
    return (
        AlertRequirement("none", "Stayman needs no alert")
        if disclosed.call == Call.bid(opening.level + 1, Strain.CLUBS)
        else None
    )


def _forcing_notrump(disclosed: DisclosedCall) -> AlertRequirement | None:
    opening = disclosed.partner_opened
    if opening is None or not opening.is_bid or opening.level != 1 or opening.strain not in MAJORS:
        return None
    if disclosed.call == Call.bid(1, Strain.NOTRUMP) and disclosed.asks("1", "O"):
        return AlertRequirement("announce", "a forcing or semi-forcing 1NT response is announced")
    return None


def _support(disclosed: DisclosedCall) -> AlertRequirement | None:
    name = str(disclosed.entry.convention or "").casefold()
    if (
        not disclosed.call.is_bid
        and disclosed.call is not PASS
        and name.startswith(("support double", "support redouble"))
    ):
        return AlertRequirement("none", "support doubles and redoubles need no alert")
    return None


def _natural_jump_shift(disclosed: DisclosedCall) -> AlertRequirement | None:
    opening = disclosed.partner_opened
    if opening is None or not opening.is_bid or opening.level != 1 or opening.strain is Strain.NOTRUMP:
        return None
    if not disclosed.bids_new_suit() or disclosed.levels_jumped() != 1:
        return None
    if disclosed.min_length() >= NATURAL and not _shows_a_fit(disclosed.entry):
        return AlertRequirement("none", "a natural jump shift in an uncontested auction needs no alert")
    return None


def _natural_pass(disclosed: DisclosedCall) -> AlertRequirement | None:
    if disclosed.call is PASS and disclosed.uncontested and disclosed.entry.convention is None:
        return AlertRequirement("none", "a natural pass needs no alert")
    return None


def _short_suit(disclosed: DisclosedCall) -> AlertRequirement | None:
    # From opener's second turn on, calls above 3NT are alerted only after the auction.
    alerted_at_once = disclosed.call < THREE_NOTRUMP or len(disclosed.calls) < 4
    if disclosed.bids_new_suit() and disclosed.max_length() <= SHORT and alerted_at_once:
        return AlertRequirement(
            "alert",
            f"a bid in {disclosed.call.strain.title} by a hand short in {disclosed.call.strain.title} is alerted",
        )
    return None


def _notrump_raise(disclosed: DisclosedCall) -> AlertRequirement | None:
    """Only a player's first call is judged: later ones may repeat a length that was shown before."""
    is_low = disclosed.call.is_bid and disclosed.call.strain is Strain.NOTRUMP and disclosed.call < THREE_NOTRUMP
    if is_low and disclosed.is_first and _shows_a_fit(disclosed.entry):
        return AlertRequirement("alert", "a notrump bid that shows a fit is alerted")
    return None


def _shows_a_fit(entry: Entry) -> bool:
    cells = (entry.get(fields.SHOWN[suit]) for suit in SUITS_DOWN)
    return any(cell is not None and cell.mark == "F" for cell in cells)


REQUIREMENTS: tuple[Callable[[DisclosedCall], AlertRequirement | None], ...] = (
    _notrump_opening,
    _strong_two_clubs,
    _transfer,
    _stayman,
    _forcing_notrump,
    _support,
    _natural_jump_shift,
    _natural_pass,
    _short_suit,
    _notrump_raise,
)


def _alerts(survey: Survey, section: str) -> Iterator[Violation]:
    judged = set()
    for entry in survey.active_entries(section):
        if entry.id in judged:
            continue
        for auction, place in survey.places_of(entry):
            compiled, allowed = place.section_of(entry)
            for violating, why in _violations(auction, place, compiled, allowed):
                if violating.id not in judged:
                    yield violating, why
            judged |= {row.entry.id for row in compiled.rows_in(allowed)}
            break
    if not section:
        yield from _short_minors(survey)


def _violations(auction: Auction, place: Place, section: CompiledSection, allowed: int) -> Iterator[tuple[Entry, str]]:
    """The entries of a section that violate a requirement, as far as a row of theirs is allowed in a place."""
    for call in section.calls:
        makers = {row.entry.id: row.entry for _, row in section.making(call, allowed)}
        if not makers:
            continue
        summary = reduce(HandSummary.__or__, (row_summary(row) for _, row in place.rows_making(call)))
        for entry in makers.values():
            disclosed = DisclosedCall(auction, call, entry, summary)
            required = next(filter(None, (requirement(disclosed) for requirement in REQUIREMENTS)), None)
            disclosure_type = entry.text("alert") or "none"
            if required is not None and required.disclosure_type != disclosure_type:
                yield entry, f"{required.why}, but the disclosure type is {disclosure_type}"
            elif required is NOTRUMP_RANGE and not re.search(r"\d", entry.disclosure):
                yield entry, f"{required.why}, but the disclosure does not state it"


def _short_minors(survey: Survey) -> Iterator[Violation]:
    """Openings of one of a minor that may be made with fewer than three cards; two clubs in 4=4=3=2 are exempt."""
    place, hands = survey.place(Auction()), survey.hands.sample
    rows, first = first_matches(place, hands)
    lengths = LENGTH_OF_HOLDING[hands.holdings]
    exempt = (lengths.T == (2, 3, 4, 4)).all(axis=1)
    for index, row in enumerate(rows):
        if row.call.is_bid and row.call.level == 1 and row.call.strain < Strain.HEARTS and not _is_disclosed(row):
            lengths_held = lengths[row.call.strain][(first == index) & ~exempt]
            if len(lengths_held) and lengths_held.min() < 3:
                least = int(lengths_held.min())
                yield row.entry, f"this opening may be made with {least} {row.call.strain.title}, which is announced"


def _is_disclosed(row: Row) -> bool:
    return row.entry.text("alert") in ("announce", "alert")


RULES = (
    Rule(
        "alert",
        "The disclosure type follows the alert procedures of the ACBL where these are certain. Ranges of 1NT openings, "
        "transfers to a major, forcing 1NT responses and short minor openings are announced. Bids in a suit of at most "
        "two cards and notrump bids that show a fit are alerted. Stayman, a very strong 2C, support doubles and "
        "redoubles, natural jump shifts and natural passes are neither announced nor alerted.",
        Severity.WARNING,
        _alerts,
    ),
)
