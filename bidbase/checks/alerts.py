"""Alerts and announcements by the rules of the ACBL, from 2021 on, where what they want is certain.

Natural bids are not alerted, artificial ones are, and some common ones are announced or exempt. What an entry leaves
open (a double, a cue-bid, an artificial pass) is left alone. See the ACBL's Alert Procedures of 1 January 2021.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce

from bidbase.checks.hands import first_found
from bidbase.checks.rule import Fault, Rule, Severity
from bidbase.checks.survey import Survey
from bidbase.compiler import CompiledSection, Place
from bidbase.compiler.rows import Row
from bidbase.game.arrays import LENGTH_OF_HOLDING
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.language import fields
from bidbase.language.pattern_search import Calls
from bidbase.meaning.hand_summary import HandSummary, row_summary
from bidbase.systems import Entry

SHORT = 2  # a bid in a suit of two cards at the most is not natural
NATURAL = 4  # a bid that promises four cards is
VERY_STRONG = 20
MAJORS = (Strain.HEARTS, Strain.SPADES)
THREE_NOTRUMP = Call.bid(3, Strain.NOTRUMP)


@dataclass(frozen=True)
class Made:
    """A call in a place, with all the rows that make it there and the range around them."""

    auction: Auction
    call: Call
    entry: Entry
    around: HandSummary

    @property
    def calls(self) -> Calls:
        """The calls before, from the first that is not a pass."""
        return self.auction.calls[self.auction.leading_passes :]

    @property
    def uncontested(self) -> bool:
        """Whether the opponents have only passed."""
        return all(call is PASS for call in self.calls[(len(self.calls) + 1) % 2 :: 2])

    @property
    def partner_opened(self) -> Call | None:
        """Partner's opening, where this is the first call of his partner, after a pass."""
        return self.calls[0] if len(self.calls) == 2 and self.calls[1] is PASS else None

    @property
    def first(self) -> bool:
        """Whether it is the player's first call but for passes."""
        return all(call is PASS for call in self.calls[len(self.calls) % 4 :: 4])

    def shortest(self) -> int:
        """The least length in the suit that is bid."""
        return self.around.lengths[self.call.strain][0]

    def longest(self) -> int:
        """The greatest length in the suit that is bid."""
        return self.around.lengths[self.call.strain][1]

    def in_suit(self) -> bool:
        """Whether it is a bid in a suit."""
        return self.call.is_bid and self.call.strain is not Strain.NOTRUMP

    def new_suit(self) -> bool:
        """Whether it bids a suit that nobody has bid."""
        return self.in_suit() and all(call.strain is not self.call.strain for call in self.calls if call.is_bid)

    def jump(self) -> int:
        """By how many levels the bid is higher than it need be."""
        last = self.auction.last_bid
        return (self.call - (-1 if last is None else last) - 1) // 5

    def asks(self, *codes: str) -> bool:
        """Whether the entry asks for one of these."""
        cell = self.entry.get(fields.ASKS)
        return cell is not None and bool(set(cell.codes) & set(codes))


@dataclass(frozen=True, slots=True)
class Want:
    """What the alert rules want of a call: one of the kinds of disclosure, and why."""

    kind: str
    why: str


def _notrump_opening(made: Made) -> Want | None:
    if not made.calls and made.call == Call.bid(1, Strain.NOTRUMP) and made.around.balanced:
        return Want("announce", "the range of a 1NT opening is announced")
    return None


def _strong_two_clubs(made: Made) -> Want | None:
    if not made.calls and made.call == Call.bid(2, Strain.CLUBS) and made.around.hcp[0] >= VERY_STRONG:
        return Want("none", "a very strong 2♣ opening needs no alert")
    return None


def _transfer(made: Made) -> Want | None:
    opening = made.partner_opened
    if opening is None or opening.strain is not Strain.NOTRUMP or opening.level > 2:
        return None
    for major in MAJORS:
        below = Call.bid(opening.level + 1, Strain(major - 1))
        if made.call == below and made.asks(f"B{below.level}{major.letter}"):
            return Want("announce", f"a transfer to {major.title} is announced")
    return None


def _stayman(made: Made) -> Want | None:
    opening, name = made.partner_opened, made.entry.convention
    if opening is None or opening.strain is not Strain.NOTRUMP or name is None or name.root != "Stayman":
        return None
    return Want("none", "Stayman needs no alert") if made.call == Call.bid(opening.level + 1, Strain.CLUBS) else None


def _forcing_notrump(made: Made) -> Want | None:
    opening = made.partner_opened
    if opening is None or not opening.is_bid or opening.level != 1 or opening.strain not in MAJORS:
        return None
    if made.call == Call.bid(1, Strain.NOTRUMP) and made.asks("1", "O"):
        return Want("announce", "a forcing or semi-forcing 1NT response is announced")
    return None


def _support(made: Made) -> Want | None:
    name = str(made.entry.convention or "").casefold()
    if not made.call.is_bid and made.call is not PASS and name.startswith(("support double", "support redouble")):
        return Want("none", "support doubles and redoubles need no alert")
    return None


def _natural_jump_shift(made: Made) -> Want | None:
    opening = made.partner_opened
    if opening is None or not opening.is_bid or opening.level != 1 or opening.strain is Strain.NOTRUMP:
        return None
    if not made.new_suit() or made.jump() != 1:
        return None
    if made.shortest() >= NATURAL and not _shows_a_fit(made.entry):
        return Want("none", "a natural jump shift in an uncontested auction needs no alert")
    return None


def _natural_pass(made: Made) -> Want | None:
    if made.call is PASS and made.uncontested and made.entry.convention is None:
        return Want("none", "a natural pass needs no alert")
    return None


def _short_suit(made: Made) -> Want | None:
    early = made.call < THREE_NOTRUMP or len(made.calls) < 4  # from opener's second turn on alerts above 3NT wait
    if made.new_suit() and made.longest() <= SHORT and early:
        return Want("alert", f"a bid in {made.call.strain.title} by a hand short in them is alerted")
    return None


def _notrump_raise(made: Made) -> Want | None:
    """Lengths shown before are told again: only a player's first call says for certain what it shows."""
    low = made.call.is_bid and made.call.strain is Strain.NOTRUMP and made.call < THREE_NOTRUMP
    if low and made.first and _shows_a_fit(made.entry):
        return Want("alert", "a notrump bid that shows a fit is alerted")
    return None


def _shows_a_fit(entry: Entry) -> bool:
    cells = (entry.get(fields.SHOWN[suit]) for suit in SUITS_DOWN)
    return any(cell is not None and cell.mark == "F" for cell in cells)


WANTS: tuple[Callable[[Made], Want | None], ...] = (
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


def _alerts(survey: Survey, section: str) -> Iterator[Fault]:
    judged = set()
    for entry in survey.in_order(section):
        if entry.id in judged:
            continue
        for auction, place in survey.places_of(entry):
            spoken, allowed = place.section_of(entry)
            for fault in _judged(auction, place, spoken, allowed):
                if fault[0].id not in judged:
                    yield fault
            judged |= {row.entry.id for row in spoken.rows_in(allowed)}
            break
    if not section:
        yield from _short_minors(survey)


def _judged(auction: Auction, place: Place, section: CompiledSection, allowed: int) -> Iterator[tuple[Entry, str]]:
    """The entries of a section, those of the rows allowed in a place, that disagree with the rules."""
    for call in section.calls:
        own = {row.entry.id: row.entry for _, row in section.making(call, allowed)}
        if not own:
            continue
        around = reduce(HandSummary.__or__, (row_summary(row) for _, row in place.rows_making(call)))
        for entry in own.values():
            wanted = next(filter(None, (want(Made(auction, call, entry, around)) for want in WANTS)), None)
            if wanted is not None and wanted.kind != (entry.text("alert") or "none"):
                yield entry, f"{wanted.why}, but the disclosure type is {entry.text('alert') or 'none'}"
            elif wanted is not None and wanted.why.startswith("the range") and not re.search(r"\d", entry.disclosure):
                yield entry, "the range of a 1NT opening is announced, but the disclosure does not tell it"


def _short_minors(survey: Survey) -> Iterator[Fault]:
    """Natural openings in a minor that may be shorter than three cards: 4=4=3=2 is exempt."""
    place, hands = survey.place(Auction()), survey.hands.sample
    rows, found = first_found(place, hands)
    lengths = LENGTH_OF_HOLDING[hands.holdings]
    exempt = (lengths.T == (2, 3, 4, 4)).all(axis=1)
    for at, row in enumerate(rows):
        if row.call.is_bid and row.call.level == 1 and row.call.strain < Strain.HEARTS and not _announced(row):
            held = lengths[row.call.strain][(found == at) & ~exempt]
            if len(held) and held.min() < 3:
                least = int(held.min())
                yield row.entry, f"this opening may be made on {least} {row.call.strain.title}: that is announced"


def _announced(row: Row) -> bool:
    return row.entry.text("alert") in ("announce", "alert")


RULES = (
    Rule(
        "alert",
        "The disclosure type agrees with the alert rules of the ACBL where these are certain: ranges of 1NT openings, "
        "transfers to a major, forcing 1NT responses and short minor openings are announced; bids in a suit of two "
        "cards at the most and notrump raises are alerted; Stayman, a very strong 2C, support doubles, natural jump "
        "shifts and natural passes are neither.",
        Severity.WARNING,
        _alerts,
    ),
)
