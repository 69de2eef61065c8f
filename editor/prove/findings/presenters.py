"""Findings as a page shows them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bidbase.bidding.otherwise import BookDeal
from bidbase.checks import RULE_BY_NAME, Rule, Severity
from bidbase.checks.rule import BoardProof
from bidbase.checks.survey import BOARDS
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SEATS, Hand, Seat
from bidbase.language import fields
from bidbase.language.bids import parse_key
from bidbase.language.excuses import parse_excuses
from bidbase_web.jobs.models import Run
from editor.prove.mend.candidates import MENDED_RULES
from editor.store.findings.models import FoundOne
from editor.store.systems.addresses import section_url
from editor.store.systems.models import EntryRow, SystemRow

MOST_SHOWN = 200
MINUTES_FROM = 100  # seconds, from which on people count minutes
SEVERITY_ORDER = [severity.value for severity in Severity]


@dataclass(frozen=True)
class ShownCall:
    """A call on a board: `address` shows what else the system has there, and `faulty` is the call that is found."""

    call: Call
    address: str
    faulty: bool


@dataclass(frozen=True)
class ShownBoard:
    """A board that shows what is found. `rounds` have the calls from West on, None before the dealer's first."""

    number: int
    dealer: Seat
    vulnerability: str
    hands: Sequence[tuple[Seat, Hand]]
    rounds: Sequence[Sequence[ShownCall | None]]
    caller: Seat

    @property
    def seats(self) -> list[Seat]:
        """The seats as the columns of the auction have them."""
        return [seat for seat, _ in self.hands]

    @property
    def callers_hand(self) -> Hand:
        """The hand with which the call is made that is found."""
        return dict(self.hands)[self.caller]


@dataclass(frozen=True)
class ShownFinding:
    """A finding with where it is. `accepting` is the entry that may say why it is accepted, where one may.

    `board` is the board that shows it, where it takes a whole one.
    """

    found: FoundOne
    where: str
    address: str
    accepting: EntryRow | None
    board: ShownBoard | None

    @property
    def mended(self) -> bool:
        """Whether there may be mends that can be tried."""
        return self.found.section is not None and self.found.rule in MENDED_RULES

    @property
    def lapsed(self) -> str:
        """Why it was accepted before the entries changed; blank where it was not."""
        text = getattr(self.accepting, fields.EXCUSES.name) if self.accepting else ""
        given = parse_excuses(text).given(self.found.rule)
        return given.words if given else ""


@dataclass(frozen=True)
class RuleFindings:
    """What one rule has found."""

    rule: Rule
    findings: Sequence[ShownFinding]


def by_rule(system: SystemRow, found: Iterable[FoundOne], rows: Mapping[str, EntryRow]) -> list[RuleFindings]:
    """The findings by rule, the worst rules first. `rows` are the entries by ref, and by section the first of each."""
    groups: dict[str, list[ShownFinding]] = {}
    for one in found:
        groups.setdefault(one.rule, []).append(_shown(system, one, rows))
    rules = sorted(groups, key=lambda name: (SEVERITY_ORDER.index(RULE_BY_NAME[name].severity.value), name))
    return [RuleFindings(RULE_BY_NAME[name], groups[name]) for name in rules]


def _shown(system: SystemRow, one: FoundOne, rows: Mapping[str, EntryRow]) -> ShownFinding:
    board = _shown_board(system, one.proof) if one.proof else None
    if one.section is None:
        return ShownFinding(one, "The system", "", None, board)
    where = parse_key(one.section).words() if one.section else "the opening"
    row = rows.get(one.ref or one.section)
    excusable = RULE_BY_NAME[one.rule].severity is not Severity.ERROR
    return ShownFinding(one, where, section_url(system, one.section), row if excusable else None, board)


def _shown_board(system: SystemRow, proof: BoardProof) -> ShownBoard:
    dealt = BookDeal.numbered(proof.board)
    auction = Auction.of(map(Call.parse, proof.calls), dealt.dealer, dealt.vulnerability)
    seats = [Seat.WEST.plus(number) for number in range(len(SEATS))]
    calls: list[ShownCall | None] = [None] * seats.index(dealt.dealer)
    for turn, call in enumerate(auction.calls):
        address = section_url(system, auction.before(turn).prior_bids)
        calls.append(ShownCall(call, address, turn == proof.turn))
    rounds = [calls[first : first + len(seats)] for first in range(0, len(calls), len(seats))]
    hands = [(seat, dealt.deal[seat]) for seat in seats]
    return ShownBoard(proof.board, dealt.dealer, dealt.vulnerability.words, hands, rounds, auction.seat_of(proof.turn))


def chosen(found: Iterable[FoundOne], rule: str, severity: str, text: str) -> list[FoundOne]:
    """The findings of a rule, of a severity, and with a text in the name of the section or entry; blank is any."""
    text = text.casefold()
    return [
        one
        for one in found
        if rule in ("", one.rule)
        and severity in ("", one.severity)
        and text in f"{one.section or ''} {one.ref}".casefold()
    ]


def counts(found: Iterable[FoundOne]) -> list[tuple[str, int]]:
    """How many there are of each severity, the worst first; none are left out."""
    number = Counter(one.severity for one in found)
    return [(severity, number[severity]) for severity in SEVERITY_ORDER if number[severity]]


@dataclass(frozen=True)
class SweepProgress:
    """How far a sweep is: sections done, of how many, findings so far, and in words how long it takes, if known.

    When the sections are done, so many `boards` of `all_boards` have been bid as well.
    """

    done: int
    total: int
    found: int
    left: str
    boards: int
    all_boards: int = BOARDS


def progress_of(run: Run) -> SweepProgress | None:
    """How far a sweep is that has begun."""
    if not run.progress:
        return None
    done, total = run.progress["done"], run.progress["total"]
    spent = time.time() - run.progress["began"]
    left = time_left(spent / done * (total - done)) if done else ""
    return SweepProgress(done, total, run.progress["found"], left, run.progress["boards"])


def time_left(seconds: float) -> str:
    """`about 40 seconds left`, `about 3 minutes left`."""
    return f"about {seconds:.0f} seconds left" if seconds < MINUTES_FROM else f"about {seconds / 60:.0f} minutes left"
