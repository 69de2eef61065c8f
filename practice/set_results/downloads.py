"""The results of a set as files: a table for a spreadsheet, and the boards with their auctions in PBN."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from io import StringIO

from bidbase.game.cards import SEATS, Seat
from bidbase.game.pbn import HEADER, pbn_of
from practice.boards.models import FirstCall
from practice.boards.verdicts import came_of, time_words
from practice.set_results.outcomes import Results, SetOutcome
from practice.sets.models import BoardSet

_HEADINGS = (
    "Name",
    "Board",
    "Deal",
    "Seat",
    "Dealer",
    "Vulnerable",
    "Auction",
    "Contract",
    "Declarer",
    "Tricks double dummy",
    "Score",
    "Par",
    "Calls with a verdict",
    "Calls that agree",
    "First calls with a verdict",
    "Right first time",
    "Hints before first calls",
    "Calls taken back",
    "Seconds for first calls",
    "First calls",
)
_FORMULA = ("=", "+", "-", "@")  # a spreadsheet would take such a text for a formula
_ROBOT = "BidBase"


def as_csv(board_set: BoardSet, results: Results) -> str:
    """A line for each finished board of each participant; scores are those of the student's side."""
    text = StringIO()
    lines = csv.writer(text)
    lines.writerow(_HEADINGS)
    lines.writerows(_line(outcome) for outcome in results.outcomes)
    return text.getvalue()


def _line(outcome: SetOutcome) -> Iterable[object]:
    board, contract, value = outcome.set_board, outcome.auction.contract, outcome.value
    name = outcome.participant.nickname
    return (
        f"'{name}" if name.startswith(_FORMULA) else name,
        board.number,
        board.deal_number or "",
        board.seat,
        board.dealer.letter,
        board.vulnerability,
        " ".join(map(str, outcome.auction.calls)),
        contract or "Passed out",
        contract.declarer.letter if contract else "",
        *(("", "", "") if value is None else ("" if value.tricks is None else value.tricks, value.score, value.par)),
        outcome.judged,
        outcome.agreed,
        outcome.first_judged,
        outcome.first_right,
        sum(first.hinted for first in outcome.firsts),
        outcome.taken_back,
        sum(first.seconds or 0 for first in outcome.firsts),
        "; ".join(_first_call(first, outcome) for first in outcome.firsts),
    )


def _first_call(first: FirstCall, outcome: SetOutcome) -> str:
    """`1N: better P, right after feedback, 12 s`."""
    said = (came_of(first, feedback=outcome.feedback), time_words(first.seconds))
    return f"{first.call}: {', '.join(filter(None, said))}"


def as_pbn(board_set: BoardSet, results: Results) -> str:
    """The finished boards of the participants, each with its auction and the name of the student."""
    deals = {board.pk: board.deal for board in results.boards}
    tags = {"Event": board_set.title, "Date": f"{board_set.created_at:%Y.%m.%d}", "Scoring": board_set.scoring}
    return HEADER + "".join(
        pbn_of(outcome.set_board.number, deals[outcome.set_board.pk], outcome.auction, _players(outcome), tags)
        for outcome in results.outcomes
    )


def _players(outcome: SetOutcome) -> Mapping[Seat, str]:
    student = outcome.set_board.student
    return {seat: outcome.participant.nickname if seat is student else _ROBOT for seat in SEATS}
