"""A system as an outline in BML, the Bridge Bidding Markup Language.

A bidding table has a row for each call with its meaning, and under it, further in, the calls that follow it after a
pass. Auctions in which the opponents act have tables of their own, under the auction, with their calls in brackets.
"""

from __future__ import annotations

from collections.abc import Iterator

from bidbase.exports.agreed_calls import AgreedCall, Report, agreed_calls, no_report
from bidbase.game.auction import PASS, Call
from bidbase.language.pattern_search import Calls
from bidbase.systems import System

_INDENT = "  "
_SUITS = str.maketrans({"♠": "!s", "♥": "!h", "♦": "!d", "♣": "!c"})


def bml_of(system: System, report: Report = no_report) -> str:
    """The outline of a system."""
    sections: dict[Calls, list[AgreedCall]] = {}
    for agreement in agreed_calls(system, report):
        sections.setdefault(agreement.prior, []).append(agreement)
    blocks = [f"#+TITLE: {_one_line(system.title)}"]
    if system.description:
        blocks.append(f"#+DESCRIPTION: {_one_line(system.description)}")
    written: set[Calls] = set()
    chapter = seat = ""
    for prior in sorted(sections, key=_place):
        if prior in written:
            continue
        opened = _from_opening(prior)
        if (title := f"After an opening of {_written(opened[0])}" if opened else "Openings") != chapter:
            blocks.append(f"* {title}")
            chapter = title
        if (opened_in := f"#SEAT {(len(prior) - len(opened) + 1) if len(prior) > len(opened) else 0}") != (
            seat or "#SEAT 0"
        ):
            blocks.append(opened_in)
            seat = opened_in
        rows = _rows(prior, sections, written, "", nested=bool(prior))
        blocks.append("\n".join([f"{_auction(opened)};", *rows] if opened else rows))
    return "\n\n".join(blocks) + "\n"


def _place(prior: Calls) -> tuple[int, int, bool, Calls]:
    """Sorts by the opening and its seat; of each opening first what is agreed when the opponents only pass."""
    opened = _from_opening(prior)
    contested = not set(_theirs(opened)) <= {PASS}
    return opened[0] if opened else -1, len(prior) - len(opened), contested, opened


def _from_opening(prior: Calls) -> Calls:
    """The calls without the passes in front."""
    first = next((index for index, call in enumerate(prior) if call is not PASS), len(prior))
    return prior[first:]


def _theirs(calls: Calls) -> Calls:
    """The calls of the side that is not to call next."""
    return calls[-1::-2]


def _auction(opened: Calls) -> str:
    """An auction in front of a table: `1N-2C` where the opponents have only passed, else `1N-(2D)`."""
    if set(_theirs(opened)) <= {PASS}:
        return "-".join(_written(call) for call in opened[len(opened) % 2 :: 2])
    ours = len(opened) % 2
    return "-".join(f"({_written(call)})" if index % 2 != ours else _written(call) for index, call in enumerate(opened))


def _rows(
    prior: Calls, sections: dict[Calls, list[AgreedCall]], written: set[Calls], indent: str, *, nested: bool
) -> Iterator[str]:
    """The rows of a section. With `nested` each is followed by the rows of its continuation after a pass."""
    written.add(prior)
    for agreement in sorted(sections[prior], key=lambda agreement: agreement.call is PASS):
        yield f"{indent}{_written(agreement.call)} {_one_line(agreement.words)}"
        follows = (*prior, agreement.call, PASS)
        if nested and follows in sections and follows not in written:
            yield from _rows(follows, sections, written, indent + _INDENT, nested=True)


def _written(call: Call) -> str:
    return {"X": "D", "XX": "R"}.get(str(call), str(call))


def _one_line(text: str) -> str:
    return " ".join(text.translate(_SUITS).split())
