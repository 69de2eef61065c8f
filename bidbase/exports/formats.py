"""The formats in which a system is written, by the names that commands and pages use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bidbase.errors import SystemFileError
from bidbase.exports.agreed_calls import Report, no_report, work_out
from bidbase.exports.bboalert import bboalert_of
from bidbase.exports.bml import bml_of
from bidbase.systems import System
from bidbase.systems.archive import archive_of


def _workbook(system: System, report: Report) -> bytes:
    from bidbase.systems.workbook import workbook_of  # its library takes a fifth of a second to import

    return workbook_of(system)


@dataclass(frozen=True)
class Format:
    """A format: what a file of it is called, what it is for, and how it is written.

    `write` reports while it works, and raises `SystemFileError` for a system that the format has no place for. `steps`
    do beforehand what takes long, bit by bit; the shelf keeps what they find. `is_read` marks the formats from which a
    system can be read as well.
    """

    title: str
    about: str
    suffix: str
    content_type: str
    write: Callable[[System, Report], bytes]
    steps: Callable[[System], Iterator[None]] = lambda _: iter(())
    is_read: bool = False


FORMATS = {
    "zip": Format(
        "CSV files",
        "The whole system as CSV files in a zip archive, to keep, to compare and to edit.",
        ".zip",
        "application/zip",
        lambda system, _: archive_of(system),
        is_read=True,
    ),
    "xlsx": Format(
        "Workbook",
        "The whole system as an Excel workbook, to filter, to sort and to edit in a spreadsheet.",
        ".xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        _workbook,
        is_read=True,
    ),
    "bml": Format(
        "BML outline",
        "What each call means, as an outline in Bridge Bidding Markup Language. Read back, it is a draft.",
        ".bml",
        "text/plain; charset=utf-8",
        lambda system, report: bml_of(system, report).encode(),
        work_out,
    ),
    "bboalert": Format(
        "BBOalert",
        "What each call means, for the browser extension BBOalert at Bridge Base Online. Read back, it is a draft.",
        ".txt",
        "text/plain; charset=utf-8",
        lambda system, report: bboalert_of(system, report).encode(),
        work_out,
    ),
}


def write_system(system: System, name: str) -> bytes:
    """A file with the system, in the format of this name: `zip`, `xlsx`, `bml` or `bboalert`.

    A workbook needs the extra `workbooks`. Raises `SystemFileError` where there is no such format, and for a system
    that the format has no place for.
    """
    if name not in FORMATS:
        raise SystemFileError([f"there is no format {name!r}; there are {', '.join(FORMATS)}"])
    return FORMATS[name].write(system, no_report)
