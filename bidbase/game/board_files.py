"""Boards in files of other programs and in typed texts, each dialect by its reader.

The layers are: the text of the file (`file_text`), what a dialect finds of each board (`pbn_reader`, `lin_reader`,
`typed_deals`), and what these texts say (`board_text`). A board that is wrong keeps no other out: it becomes a fault,
and so does all else that cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bidbase.errors import TextError
from bidbase.game.board_text import BoardText
from bidbase.game.boards import FileFault, WrittenBoard
from bidbase.game.file_text import text_of
from bidbase.game.lin_reader import is_lin, lin_boards
from bidbase.game.pbn_reader import is_pbn, pbn_boards
from bidbase.game.typed_deals import is_typed, typed_boards

MOST_BOARDS = 10_000  # of a file
MOST_FAULTS = 1_000
NEITHER = (
    'this is neither PBN, with lines such as [Deal "N:..."], nor LIN, with parts such as md|...|,'
    " nor has it deals such as N:AQ2.K32.KJ32.K32 ... or links to a hand viewer"
)

_DIALECTS: tuple[tuple[Callable[[str], bool], Callable[[str], Iterator[BoardText | FileFault]]], ...] = (
    (is_pbn, pbn_boards),
    (is_typed, typed_boards),
    (is_lin, lin_boards),
)


@dataclass(frozen=True)
class BoardFile:
    """The boards of a file in its order, and its faults; how many boards came again, as in both rooms of a match."""

    boards: tuple[WrittenBoard, ...]
    faults: tuple[FileFault, ...]
    repeated: int = 0


def read_board_file(content: bytes, report: Callable[[int], object] = lambda read: None) -> BoardFile:
    """Read a file, reporting how many boards were read. What cannot be read at all has a fault too."""
    try:
        return read_boards(text_of(content), report)
    except TextError as error:
        return BoardFile((), (FileFault(1, "", error.message),))


def read_boards(text: str, report: Callable[[int], object] = lambda read: None) -> BoardFile:
    """The boards of a text. One that comes twice with the same number, cards, dealer and vulnerability counts once."""
    boards: dict[object, WrittenBoard] = {}
    faults: list[FileFault] = []
    repeated = more_faults = 0
    for found in _found(text):
        report(len(boards))
        if isinstance(found, WrittenBoard):
            key = found.number, found.cards, found.auction.dealer, found.auction.vulnerability
            repeated += key in boards
            boards.setdefault(key, found)
        elif len(faults) < MOST_FAULTS:
            faults.append(found)
        else:
            more_faults += 1
    if more_faults:
        faults.append(FileFault(faults[-1].line, "", f"{more_faults:,} more faults from here on"))
    if not boards and not faults:
        faults.append(FileFault(1, "", "there are no cards in this file"))
    return BoardFile(tuple(boards.values()), tuple(faults), repeated)


def _found(text: str) -> Iterator[WrittenBoard | FileFault]:
    reader = next((reader for known, reader in _DIALECTS if known(text)), None)
    if reader is None:
        yield FileFault(1, "", NEITHER)
        return
    place = 0
    for found in reader(text):
        if isinstance(found, FileFault):
            yield found
            continue
        if place == MOST_BOARDS:
            yield FileFault(found.line, "", f"the boards from here on are left out: at most {MOST_BOARDS:,} are read")
            return
        place += 1
        yield from found.understood(place)
