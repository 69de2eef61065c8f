"""What is said of a student's call: one word when it is right, else the better call and why, in players' words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bidbase.bidding.advice import choice_of_suit, why_better
from bidbase.bidding.bidder import Decision, Source, decide
from bidbase.bidding.judging import accepted_calls, deviation, second_best
from bidbase.bidding.objections import why_not
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand
from bidbase.meaning.disclosure import Meaning
from editor.selectors import entry_url
from practice.boards.board import TableBoard
from practice.boards.models import StudentCall, Verdict
from practice.boards.robots import earlier_of
from practice.boards.verdicts import MARKS

LONGEST = 200  # characters of all that is said at once
NO_CALL = "No verdict: the system has no call for this hand here."
NO_CALL_PASSED = "The system has no call for this hand here, and passes too."
NO_AGREEMENT = "No agreement fits your hand"
TO_COME = "The system is weighing your hand over many deals."


@dataclass(frozen=True)
class EntryLink:
    """The way to an entry that makes a call, for those who write entries."""

    call: Call
    name: str
    url: str


@dataclass(frozen=True)
class Feedback:
    """What is said of one call of the student.

    `headline` is the verdict, `reasons` says why the call is not right, and `why` why the best one is better.
    `entries` are behind the best call and the student's own. `hinted` counts hints.
    """

    index: int
    call: Call
    verdict: str
    mark: str
    headline: str
    reasons: str = ""
    why: str = ""
    entries: tuple[EntryLink, ...] = ()
    hinted: int = 0

    @property
    def to_come(self) -> bool:
        """Whether there is no verdict yet."""
        return self.verdict == Verdict.TO_COME

    @property
    def text(self) -> str:
        """All that is said, on one line."""
        return " ".join(filter(None, (self.headline, self.reasons, self.why)))


def feedback_on(
    board: TableBoard, table: Table, judged: Mapping[int, StudentCall], index: int, readable: Collection[int] = ()
) -> Feedback:
    """The feedback on one of the student's calls, which are given by index.

    The verdict is that of its time; the reasons are read from the system as it is now. `readable` are the keys of the
    systems whose entries the reader may see.
    """
    row, before = judged[index], board.auction.before(index)
    hand = board.deal[before.turn]
    call = Call.parse(row.call)
    if not row.judged:
        return Feedback(index, call, row.verdict, MARKS[Verdict.TO_COME], TO_COME, hinted=row.hinted)
    best = _best(board, table, before, row)
    strayed = any(judged[earlier].strays for earlier in earlier_of(before, judged))
    differs = deviation(table, before, hand) if strayed else None
    wrong = row.verdict == Verdict.DIFFERS and best is not None
    reasons, why = _reasons(table, before, hand, call, best) if wrong and best else ((), "")
    said = _headline(table, before, hand, row, best, differs.words if differs else "")
    return Feedback(
        index=index,
        call=call,
        verdict=row.verdict,
        mark=MARKS[Verdict(row.verdict)],
        headline=said,
        reasons=" ".join(reasons if len(said) + len(why) + sum(map(len, reasons)) < LONGEST else reasons[:1]),
        why=why,
        entries=_entries(board, table, before, call, row.entry, readable),
        hinted=row.hinted,
    )


def meanings_behind(board: TableBoard, table: Table, row: StudentCall) -> tuple[Meaning, ...]:
    """What the best call means at one of the student's turns, and the student's own call if that is another one."""
    before = board.auction.before(row.index)
    calls = dict.fromkeys((row.expected or row.call, row.call))
    return tuple(table.meaning(before, Call.parse(call)) for call in calls)


def _best(board: TableBoard, table: Table, before: Auction, row: StudentCall) -> Decision | None:
    """The best call as it was kept, with the row of the system that makes it, if the system still says the same."""
    if not row.expected:
        return None
    expected, now = Call.parse(row.expected), decide(table.place(before), board.deal[before.turn], table.draw(before))
    if now.call is expected and now.entry and now.entry.id == row.entry:
        return now
    if row.entry:
        return Decision(expected, Source.BOOK)
    return Decision(expected, Source.BEYOND if row.verdict != Verdict.NO_ENTRY or expected is not PASS else Source.NONE)


def _headline(table: Table, before: Auction, hand: Hand, row: StudentCall, best: Decision | None, differs: str) -> str:
    """`Right.`, `Better: Pass.`, `You have more than you have shown; best now is 4♥.`"""
    if row.verdict == Verdict.AGREES:
        return "Right."
    if best is None or best.source is Source.NONE:
        has_passed = best is not None and row.call == str(PASS)
        return " ".join(filter(None, (f"{differs}." if differs else "", NO_CALL_PASSED if has_passed else NO_CALL)))
    if row.verdict == Verdict.ALTERNATIVE:
        if not row.entry and _by_the_book(table, before, hand) is Call.parse(row.call):
            return f"The book's call. Over deals that fit the auction, {best.call.title} scores better."
        return (
            f"Also fine. This time the system {_does(best.call)}." if row.entry else f"Also fine: {_about_equal(best)}."
        )
    if row.verdict == Verdict.NO_ENTRY:
        return f"{differs or NO_AGREEMENT}. A simulation finds {best.call.title} best; it did not compare your call."
    if differs:
        return f"{differs}; best now is {best.call.title if best.call is not PASS else 'to pass'}."
    second = "Second best. " if second_best(table.place(before), hand) is Call.parse(row.call) else ""
    accepted = accepted_calls(table, before, hand, best) if best.section is not None else ()
    others = [call.title for call in accepted if call is not best.call]
    also = f" Also fine: {', '.join(others)}." if others else ""
    return f"{second}Better: {best.call.title}.{also}"


def _by_the_book(table: Table, before: Auction, hand: Hand) -> Call:
    return decide(table.place(before), hand, table.draw(before)).call


def _about_equal(best: Decision) -> str:
    return f"about as good as {best.call.title} over deals that fit the auction"


def _does(call: Call) -> str:
    return f"bids {call.title}" if call.is_bid else {"P": "passes", "X": "doubles", "XX": "redoubles"}[str(call)]


def _reasons(table: Table, before: Auction, hand: Hand, call: Call, best: Decision) -> tuple[tuple[str, ...], str]:
    """What keeps the student's call from being right, and why the best one is better."""
    if suits := choice_of_suit(table, before, hand, call, best.call):
        return (), suits
    excluded = why_not(table, before, hand, call)
    if best.source is Source.BEYOND:
        return excluded, f"Over deals that fit the auction, {best.call.title} scores best."
    return excluded, why_better(table, before, hand, call, best, bool(excluded))


def _entries(
    board: TableBoard, table: Table, before: Auction, call: Call, best: str, readable: Collection[int]
) -> tuple[EntryLink, ...]:
    """The entry of the best call, and those of the student's own, for a reader of the system."""
    system = board.systems[before.turn]
    if system.pk not in readable:
        return ()
    by_id = table.bidder(before.turn).system.by_id
    entries = {best: by_id[best]} if best in by_id else {}
    entries |= {row.entry.id: row.entry for _, row in table.place(before).rows_making(call)}
    return tuple(
        EntryLink(entry.calls()[0], entry.disclosure, entry_url(system, ref)) for ref, entry in entries.items()
    )
