"""What all kinds of notes come to: calls after auctions with what is written of them, and the lines that say nothing.

A chain is an auction as people write it: the calls of one side, and in brackets those that the opponents made. Between
two calls of one side the other side has passed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from bidbase.errors import IllegalCall
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.written_auctions import Written as WrittenCall
from bidbase.game.written_auctions import by_sides

MAX_LINES = 20_000  # of one file, with what it copies; the longest systems that people write down have some 5,000
MAX_CALLS = 10_000  # that one file tells
MAX_LETTERS = 1_000  # of what is written of one call
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

_UNSHOWN = dict.fromkeys((*range(32), 127))

Chain = tuple[WrittenCall, ...]


@dataclass(frozen=True, slots=True)
class WrittenMeaning:
    """What is written of a call after prior bids, and where. `position` and `vulnerability` are cells of an entry.

    `broad` is a meaning of several calls at once, as `2X Weak`: a meaning of one of them alone comes before it.
    """

    prior_bids: str
    call: str
    text: str
    line: int
    position: str = ""
    vulnerability: str = ""
    broad: bool = False

    @property
    def place(self) -> tuple[str, str, str, str]:
        """The call, and when it is made: a system has one meaning of it."""
        return self.prior_bids, self.call, self.position, self.vulnerability


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line that was not read, or not all of it, and why."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


@dataclass
class Notes:
    """What was read of a file: its title, each meaning, and the lines that have none."""

    title: str = ""
    description: str = ""
    meanings: list[WrittenMeaning] = field(default_factory=list)
    faults: list[UnreadLine] = field(default_factory=list)

    def add_fault(self, line: int, message: str) -> None:
        """Say of a line why it was not read."""
        self.faults.append(UnreadLine(line, message))

    def keep_first(self, meanings: Iterable[WrittenMeaning]) -> None:
        """Keep one meaning of each call: the first one, and before it one that speaks of this call alone."""
        first: dict[tuple[str, str, str, str], WrittenMeaning] = {}
        for meaning in sorted(meanings, key=lambda meaning: meaning.broad):
            kept = first.setdefault(meaning.place, meaning)
            if kept.text != meaning.text and not meaning.broad:
                self.add_fault(meaning.line, f"line {kept.line} has told this call already, and is kept")
        self.meanings = sorted(first.values(), key=lambda meaning: meaning.line)
        self.faults.sort(key=lambda fault: fault.line)


def lines_of(content: bytes) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, tabs as blanks and without what no page can show.

    Text that is not UTF-8 is read as Windows writes it: old notes are kept so.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    return enumerate((line.expandtabs(8).translate(_UNSHOWN).rstrip() for line in text.splitlines()), 1)


def calls_of(chain: Chain) -> tuple[Call, ...]:
    """The calls of a chain with the passes between them. Raises `IllegalCall`."""
    return Auction.of(by_sides([*chain])).calls


def as_chain(calls: list[WrittenCall], *, ours_next: bool) -> Chain:
    """Calls as they are written, as a chain: where a pass is written and nothing in brackets, they are those of all
    four players. `ours_next` says whether the next call is ours, or the last one.
    """
    if any(bracketed for _, bracketed in calls) or all(call is not PASS for call, _ in calls) or len(calls) == 1:
        return tuple(calls)
    last = len(calls) - (not ours_next)
    return tuple((call, (last - index) % 2 == 1) for index, (call, _) in enumerate(calls))


def position_of(seats: str, before: int) -> str:
    """The position of a player after so many calls, where the opening was made in one of these seats: `2`, `34`."""
    return ",".join(str((int(seat) - 1 + before) % 4 + 1) for seat in seats)


def with_signs(text: str) -> str:
    """A text with the symbols of suits where `!h` and the like stand for them, in one line."""
    for letter, sign in SUIT_SIGNS.items():
        text = text.replace(f"!{letter}", sign).replace(f"!{letter.upper()}", sign)
    return " ".join(text.split())[:MAX_LETTERS]


def meaning_of(
    chain: Chain, text: str, line: int, notes: Notes, seats: str = "", **about: str | bool
) -> list[WrittenMeaning]:
    """The meaning of the last call of a chain. None where there is no text, or the call is not legal, which is told."""
    call, bracketed = chain[-1]
    try:
        prior = calls_of(chain)[:-1]
    except IllegalCall as error:
        notes.add_fault(line, str(error))
        return []
    if not text:
        return []
    if bracketed:
        notes.add_fault(line, "this explains a call of the opponents; only what follows it is read")
        return []
    key = "-".join(each.letters for each in prior)
    position = position_of(seats, len(prior))
    return [WrittenMeaning(key, call.letters, with_signs(text), line, position, **about)]  # type: ignore[arg-type]
