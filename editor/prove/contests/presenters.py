"""A contest as a page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile, zip_longest

from bidbase.bidding.boards import Board
from bidbase.game.auction import Call
from bidbase.game.cards import SEATS, Hand, Seat
from editor.prove.contests.models import Contest


@dataclass(frozen=True)
class TableOfSwing:
    """One table of a board: who sat North-South, the calls from the first that differs on, and how it ended."""

    north_south: str
    calls: Sequence[Call]
    contract: str
    score: int


@dataclass(frozen=True)
class Swing:
    """A board that one system won: the hands, the calls that both tables made, and then each table by itself."""

    number: int
    imps: int
    winner: str
    dealer: Seat
    vulnerability: str
    hands: Sequence[tuple[Seat, Hand]]
    same: Sequence[Call]
    tables: Sequence[TableOfSwing]


def swings_of(contest: Contest) -> list[Swing]:
    """The largest swings, the largest first."""
    names = names_of(contest)
    found = []
    for swing in contest.swings:
        board = Board.numbered(swing["number"])
        calls = [[Call.parse(text) for text in table["calls"].split("-")] for table in swing["tables"]]
        same = len(list(takewhile(lambda pair: pair[0] is pair[1], zip_longest(*calls))))
        tables = [
            TableOfSwing(name, made[same:], table["contract"], table["score"])
            for name, made, table in zip(names, calls, swing["tables"], strict=True)
        ]
        hands = [(seat, board.deal[seat]) for seat in SEATS]
        winner = names[swing["imps"] < 0]
        shown = (board.dealer, str(board.vulnerability), hands, calls[0][:same], tables)
        found.append(Swing(board.number, abs(swing["imps"]), winner, *shown))
    return found


def names_of(contest: Contest) -> tuple[str, str]:
    """What the two sides are called, with their revisions where they are states of one system."""
    if contest.first_id == contest.second_id:
        return (
            f"{contest.first.title}, revision {contest.first_revision}",
            f"{contest.second.title}, revision {contest.second_revision}",
        )
    return contest.first.title, contest.second.title


def verdict(contest: Contest) -> str:
    """Who is ahead, in a sentence."""
    tally, (first, second) = contest.tally, names_of(contest)
    if not tally.boards:
        return "No board has been played yet."
    ahead, behind = (first, second) if tally.imps >= 0 else (second, first)
    if abs(tally.mean) <= 2 * tally.error:
        return f"No difference between {first} and {second} can be told so far."
    clearly = "is clearly better" if contest.clear else "is ahead"
    won = f"{abs(tally.mean):.2f} IMPs a board from {behind}"
    return f"{ahead} {clearly}: it wins {won}, with a standard error of {tally.error:.2f}."
