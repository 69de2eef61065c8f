"""Every text that random boards show, held against what makes a text readable: `python -m tests.texts --boards 2000`.

Four robots bid boards, and all that a student may read there is judged: the meaning of each call made, and of each call
that the box offers. Offenders are printed, each once.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from bidbase.bidding.bidder import Bidder, Decision
from bidbase.bidding.boards import Outcome, bid_board, fresh_boards
from bidbase.game.cards import Hand
from bidbase.meaning.disclosure import Meaning
from bidbase.meaning.inference import RARE_PERCENT
from bidbase.meaning.reading import MAX_LINES
from bidbase.systems import load_system, shipped_systems

LONGEST_LINE = 190
LONGEST_MEANING = 420
JARGON = re.compile(
    r"\bX suit|custom points|\w_\w|\bspecs?\b|\bentry\b|\bentries\b|\bdisclos|semi-forcing|\bsuit [abc]\b"
    r"|[\[\]$^]|\bNone\b"
)
SEED = 40


def faults(meaning: Meaning) -> Iterator[str]:
    """What is wrong with a meaning as people read it."""
    lines = [line.words() for line in meaning.lines]
    if len(lines) > MAX_LINES:
        yield f"{len(lines)} lines"
    if len({line.text for line in meaning.lines}) < len(lines):
        yield "a line twice"
    if any(len(line) > LONGEST_LINE for line in lines) or len(meaning.words()) > LONGEST_MEANING:
        yield "too long"
    if found := JARGON.search(meaning.words()):
        yield f"jargon: {found[0]!r}"
    for text in lines:
        if len(re.findall(r"\bHCP\b", text)) > 1 + text.count("; or "):
            yield "two ranges"


def misses(meaning: Meaning, decision: Decision, hand: Hand) -> Iterator[str]:
    """Whether the hand that made a call by an entry lies outside all that is told of the entry."""
    entry = decision.entry
    if entry is None or (entry.usage.percent or 100) <= RARE_PERCENT:
        return
    own = [line for line in (*meaning.lines, *meaning.rare) if entry.id in {other.id for other in line.entries}]
    if not any(kind.holds(hand) for line in own for kind in line.kinds):
        yield f"the hand {hand} lies outside"


def offenders(outcome: Outcome) -> Iterator[str]:
    """What is wrong with the texts of a board, with the place of each."""
    for index, (call, decision) in enumerate(zip(outcome.auction.calls, outcome.decisions, strict=True)):
        before = outcome.auction.before(index)
        shown = outcome.table.meanings(before)
        hand = outcome.board.deal[before.turn]
        wrong = [(shown[call], fault) for fault in misses(shown[call], decision, hand)]
        wrong += [(meaning, fault) for meaning in shown.values() if meaning.offered for fault in faults(meaning)]
        for meaning, fault in wrong:
            yield f"{before} {meaning.call.title}: {fault}: {meaning.words()}"


def main() -> None:
    """Bid the boards with each shipped system, and print the offenders."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=2000, help="how many boards each system bids (default 2000)")
    parser.add_argument("--system", action="append", choices=shipped_systems(), help="only this system")
    options = parser.parse_args()
    found = 0
    for name in options.system or shipped_systems():
        bidder, printed = Bidder(load_system(name)), set[str]()
        for board in fresh_boards(options.boards, SEED):
            for offender in offenders(bid_board(board, bidder, bidder)):
                if offender not in printed:
                    printed.add(offender)
                    print(f"{name}: board {board.number}: {offender}")
        found += len(printed)
    raise SystemExit(bool(found))


if __name__ == "__main__":
    main()
