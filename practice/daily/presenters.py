"""What others called with the same hand, in shares and without names, as a template draws it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bidbase.game.auction import DOUBLE, PASS, REDOUBLE, Auction, Call
from bidbase.game.cards import Side
from bidbase.game.double_dummy import Analysis
from practice.boards.board import TableBoard
from practice.boards.models import SPOKEN, Verdict
from practice.daily.daily_deals import OthersBoard

FEWEST = 5  # others; of fewer nothing is said, so that nobody is told apart
MOST_NAMED = 3  # calls at a turn; the others are counted together
MADE = {PASS: "passed", DOUBLE: "doubled", REDOUBLE: "redoubled"}


@dataclass(frozen=True)
class OthersTurn:
    """What others called where the student made this call, and how many of them agreed with their system."""

    call: Call
    others: int
    called: str
    agreed: str


@dataclass(frozen=True)
class Others:
    """How others have bid the same hand: turn by turn, and how the student's contract did against theirs."""

    turns: tuple[OthersTurn, ...]
    contract: str


def others_at(
    board: TableBoard, indices: Sequence[int], others: Sequence[OthersBoard], analysis: Analysis | None
) -> Others | None:
    """How others have bid a finished board at the student's calls with these indices; None where too few have."""
    turns = tuple(turn for index in indices if (turn := _turn(board, index, others)) is not None)
    contract = _contract_words(board, others, analysis) if analysis and len(others) >= FEWEST else ""
    return Others(turns, contract) if turns or contract else None


def _turn(board: TableBoard, index: int, others: Sequence[OthersBoard]) -> OthersTurn | None:
    """What those called who came to the same turn by the same auction; None where they are too few."""
    calls = board.auction.calls
    before = [str(call) for call in calls[:index]]
    there = [(each.calls.split("-"), each.verdicts) for each in others]
    same = [(made[index], said[index]) for made, said in there if made[:index] == before and index in said]
    if len(same) < FEWEST:
        return None
    judged = [verdict for _, verdict in same if verdict in SPOKEN]
    agreeing = sum(verdict != Verdict.DIFFERS for verdict in judged)
    return OthersTurn(
        calls[index],
        len(same),
        _shares(Counter(Call.parse(call) for call, _ in same)),
        f"{agreeing / len(judged):.0%}" if len(judged) >= FEWEST else "",
    )


def _shares(counts: Counter[Call]) -> str:
    """`62% bid 1♠, 30% passed, 8% called something else`."""
    everybody, named = counts.total(), sorted(counts, key=lambda call: (-counts[call], call))[:MOST_NAMED]
    told = [f"{counts[call] / everybody:.0%} {_made(call)}" for call in named]
    if rest := everybody - sum(counts[call] for call in named):
        told.append(f"{rest / everybody:.0%} called something else")
    return ", ".join(told)


def _made(call: Call) -> str:
    return MADE.get(call) or f"bid {call.title}"


def _contract_words(board: TableBoard, others: Sequence[OthersBoard], analysis: Analysis) -> str:
    """What the student's contract is worth double dummy: `more than those of 3, as much as that of 1`."""
    own = _score(board, board.row.calls, analysis)
    scores = [_score(board, each.calls, analysis) for each in others]
    counts = {
        "more than": sum(own > score for score in scores),
        "as much as": scores.count(own),
        "less than": sum(own < score for score in scores),
    }
    *first, last = [
        f"{words} {'that' if count == 1 else 'those'} of {count}" for words, count in counts.items() if count
    ]
    return f"{', '.join(first)} and {last}" if first else last


def _score(board: TableBoard, calls: str, analysis: Analysis) -> int:
    """What a contract is worth double dummy to the student's side."""
    auction = Auction.parse(calls, board.auction.dealer, board.auction.vulnerability)
    score = analysis.score(auction.contract, board.auction.vulnerability)
    return score if board.student_side is Side.NS else -score
