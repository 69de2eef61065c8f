"""The cases to measure with: textbook calls and judged boards, read from CSV files outside the project."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from bidbase.bidding.boards import Board
from bidbase.errors import IllegalCall, TextError
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SEATS, STRAINS, Deal, Hand, Seat, Vulnerability
from bidbase.game.double_dummy import Analysis, analyze_all

Value = TypeVar("Value")
TEXTBOOK_FILE, BOARDS_FILE = "sayc_calls.csv", "deals.csv"
STORED_AUCTION = "auction_"  # the prefix of columns with the auctions of other robots; the name of their system follows


CASES_VARIABLE = "BIDBASE_CASES"
CASES_BESIDE_PROJECT = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases"


def default_cases() -> Path:
    """The folder of the cases: what the environment says, otherwise `../shared/cases` beside the project."""
    return Path(os.environ.get(CASES_VARIABLE) or os.path.normpath(CASES_BESIDE_PROJECT))


class CasesError(ValueError):
    """Cases are missing or cannot be read. The message says where and why."""


@dataclass(frozen=True, slots=True)
class TextbookCall:
    """The call of a textbook with a hand. `doubtful` marks a case that its source doubts."""

    name: str
    topic: str
    hand: Hand
    auction: Auction
    call: Call
    doubtful: bool


@dataclass(frozen=True, slots=True)
class JudgedBoard:
    """A board with its double-dummy analysis, and the auctions of other robots by the name of their system."""

    board: Board
    analysis: Analysis
    stored: Mapping[str, Auction] = field(default_factory=dict)


def judged(boards: Iterable[Board]) -> list[JudgedBoard]:
    """The double-dummy analysis of these boards, which takes about a tenth of a second for each."""
    listed = list(boards)
    analyses = analyze_all((board.deal, board.dealer, board.vulnerability) for board in listed)
    return [JudgedBoard(board, analysis) for board, analysis in zip(listed, analyses, strict=True)]


class _CsvRow:
    """A row of a file. Errors name the file, the line and the column."""

    def __init__(self, path: Path, line: int, cells: Mapping[str, str]) -> None:
        self.cells = cells
        self._where = f"{path.name}:{line}"

    def read(self, column: str, parse: Callable[[str], Value]) -> Value:
        """The parsed value of a cell. Raises `CasesError`."""
        if (text := self.cells.get(column)) is None:
            raise CasesError(f"{self._where}: {column} is missing")
        try:
            return parse(text)
        except (TextError, IllegalCall, ValueError) as error:
            raise CasesError(f"{self._where}: {column}: {error}") from None


def _rows(path: Path) -> Iterator[_CsvRow]:
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            reader = csv.DictReader(lines)
            for cells in reader:
                yield _CsvRow(path, reader.line_num, cells)
    except OSError as error:
        raise CasesError(f"the cases are missing: {path}: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise CasesError(f"{path.name}: {error}") from None


def read_textbook(folder: Path) -> list[TextbookCall]:
    """The textbook calls of `sayc_calls.csv`. Raises `CasesError`."""
    return [_textbook_call(row) for row in _rows(folder / TEXTBOOK_FILE)]


def _textbook_call(row: _CsvRow) -> TextbookCall:
    dealer, vulnerability = row.read("dealer", Seat.parse), row.read("vulnerability", Vulnerability.parse)
    return TextbookCall(
        row.read("id", str),
        row.read("topic", str),
        row.read("hand", Hand.parse),
        row.read("auction", lambda text: Auction.parse(text, dealer, vulnerability)),
        row.read("call", Call.parse),
        bool(row.read("doubtful", str)),
    )


def read_boards(folder: Path, name: str = BOARDS_FILE) -> list[JudgedBoard]:
    """The boards of a file with the par and tricks stored in it. Raises `CasesError`."""
    return [_judged_board(row) for row in _rows(folder / name)]


def _judged_board(row: _CsvRow) -> JudgedBoard:
    dealer, vulnerability = row.read("dealer", Seat.parse), row.read("vulnerability", Vulnerability.parse)
    return JudgedBoard(
        Board(row.read("board", int), row.read("deal", Deal.parse), dealer, vulnerability),
        Analysis(row.read("tricks", parse_tricks), row.read("par_ns", int), ()),
        {
            column.removeprefix(STORED_AUCTION): row.read(
                column, lambda text: Auction.parse(text, dealer, vulnerability)
            )
            for column in row.cells
            if column and column.startswith(STORED_AUCTION)
        },
    )


def parse_tricks(text: str) -> tuple[tuple[int, ...], ...]:
    """Read `C:3/9/3/10 D:.. H:.. S:.. N:..`, with North first and then clockwise, as `tricks[seat][strain]`.

    Raises `ValueError`.
    """
    by_strain = {}
    for piece in text.split():
        match = re.fullmatch(r"([CDHSN]):(\d+)/(\d+)/(\d+)/(\d+)", piece)
        if match is None or any(int(tricks) > 13 for tricks in match.groups()[1:]):
            raise ValueError(f"{piece!r} is not a strain and the tricks of four declarers, as in C:3/9/3/10")
        by_strain[match[1]] = [int(tricks) for tricks in match.groups()[1:]]
    if missing := [strain.letter for strain in STRAINS if strain.letter not in by_strain]:
        raise ValueError(f"the tricks in {', '.join(missing)} are missing")
    return tuple(tuple(by_strain[strain.letter][seat] for strain in STRAINS) for seat in SEATS)
