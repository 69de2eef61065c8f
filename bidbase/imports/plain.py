"""Reads notes as people type them: a call and what it means in each line, and further in what follows.

    1NT: 15-17 balanced
        2C  Stayman
    1NT - 2C - 2D: no major

    After 1S (X):
    2NT = limit raise or better

A line begins with a call, or with an auction and a colon or an equals sign. Calls in brackets are the opponents'. A
line that ends with a colon and has no text is the auction for the lines below it, up to a blank one.
"""

from __future__ import annotations

import re

from bidbase.errors import IllegalCall, TextError
from bidbase.game.written_auctions import calls_written
from bidbase.imports.outline import CALL, Outline
from bidbase.imports.written import (
    MAX_LINES,
    Chain,
    Notes,
    WrittenMeaning,
    as_chain,
    calls_of,
    lines_of,
    meaning_of,
    with_signs,
)

_BULLET = re.compile(r"^(?:[-*•–+>]|\d{1,2}[.)]) +")
_ROW = re.compile(rf"(?P<open>\()?(?P<call>{CALL}|[Dd]ouble|[Rr]edouble)(?(open)\))(?![+\w/])(?P<rest>.*)")
_AUCTION = re.compile(
    rf"(?P<auction>\(?(?:{CALL})\)?(?:[-–—>./,\s]*+\(?(?:{CALL})\)?+(?![+\w]))++)\s*(?P<end>[:=;]|-+ |-*$)(?P<text>.*)"
)
_ABOVE = re.compile(
    r"(?:after|over|responses? to|answers? to|rebids? after|replies to|continuations? after) +(?P<their>their +)?"
    r"(?P<auction>[^:;]+?) *[:;]?$",
    re.IGNORECASE,
)
_TEXT = re.compile(r"\s*(?:[:=;]|[-–—]+>?(?= )|\.(?= ))?\s*(?P<text>.*)")
_HEADING = re.compile(r"[#=*_]")


def read_plain(content: bytes) -> Notes:
    """The meanings in plain notes."""
    reading = _PlainReading()
    for line, text in lines_of(content):
        if line > MAX_LINES:
            reading.notes.add_fault(line, f"this is longer than {MAX_LINES:,} lines; the rest is not read")
            break
        if text:
            reading.add(line, text)
        else:
            reading.blank_line()
    reading.notes.keep_first(reading.end())
    return reading.notes


class _PlainReading:
    """The lines of a file one after the other."""

    def __init__(self) -> None:
        self.notes = Notes()
        self._rows: list[tuple[int, list[Chain], bool, list[str]]] = []
        self._outline = Outline()
        self._indent = 0
        self._filled = False  # whether there are rows below the auction that came last

    def end(self) -> list[WrittenMeaning]:
        """The meanings of all rows."""
        return [
            meaning
            for line, chains, broad, texts in self._rows
            for chain in chains
            for meaning in meaning_of(chain, " ".join(texts), line, self.notes, broad=broad)
        ]

    def add(self, line: int, text: str) -> None:
        """Read a line that is not blank."""
        indent = len(text) - len(text.lstrip())
        written = _BULLET.sub("", text.lstrip(), count=1)
        try:
            if not (
                self._is_above(written)
                or self._is_auction(line, indent, written)
                or self._is_row(line, indent, written)
            ):
                self._other(line, text, indent)
        except (TextError, IllegalCall) as error:
            self.notes.add_fault(line, str(error))

    def blank_line(self) -> None:
        """The end of what stands below an auction, once there is something."""
        if self._filled:
            self._outline.begin([()])

    def _is_above(self, text: str) -> bool:
        """Whether this names the auction for the lines below."""
        match = _ABOVE.fullmatch(text)
        calls = calls_written(match["auction"]) if match else []
        if match is None or not calls:
            return False
        if match["their"]:
            calls = [(call, True) for call, _ in calls]
        self._begin(as_chain(calls, ours_next=True))
        return True

    def _is_auction(self, line: int, indent: int, text: str) -> bool:
        """Whether this tells the last call of an auction, or is the auction for the lines below."""
        match = _AUCTION.fullmatch(text)
        calls = calls_written(match["auction"]) if match else []
        if match is None or not calls or (not match["end"] and " " in match["auction"].replace(" - ", "-")):
            return False
        if not match["text"].strip():
            self._begin(as_chain(calls, ours_next=True))
            return True
        chain = as_chain(calls, ours_next=False)
        calls_of(chain)
        self._outline.put(indent, [chain])
        self._add(line, indent, [chain], broad=False, text=match["text"].strip())
        return True

    def _begin(self, chain: Chain) -> None:
        calls_of(chain)
        self._outline.begin([chain])
        self._indent, self._filled = 0, False

    def _is_row(self, line: int, indent: int, text: str) -> bool:
        """Whether this tells a call, or several at once."""
        match = _ROW.fullmatch(text)
        rest = _TEXT.fullmatch(match["rest"]) if match else None
        if match is None or rest is None:
            return False
        chains, broad = self._outline.add(indent, match["call"], bracketed=bool(match["open"]))
        self._add(line, indent, chains, broad=broad, text=rest["text"])
        return True

    def _add(self, line: int, indent: int, chains: list[Chain], *, broad: bool, text: str) -> None:
        self._indent, self._filled = indent, True
        self._rows.append((line, chains, broad, [text]))

    def _other(self, line: int, text: str, indent: int) -> None:
        """A line that begins with no call: the title, a heading, or more of the row above, if it stands further in."""
        if _HEADING.match(text) or (not self._rows and not self.notes.title):
            self.notes.title = self.notes.title or with_signs(text.strip("#=*_ :"))
        elif self._rows and indent > self._indent:
            self._rows[-1][3].append(text)
        else:
            self.notes.add_fault(line, f"no call begins this line: {text.strip()[:60]}")
