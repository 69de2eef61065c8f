"""A contest as workers play it: some boards at a time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils import timezone

from bidbase.bidding.boards import BOARDS_OF_A_SEED, Board, Outcome
from bidbase.bidding.teams import MatchBoard, Tally, play_match
from bidbase.game.auction import contract_title
from bidbase_web.jobs.job import PIECE_SECONDS, Impossible, JobLine, LongJob, PieceDone, Reporter
from editor.prove.contests.models import MOST_SWINGS, Contest
from editor.store.systems.selectors import bidder_of_key


@dataclass(frozen=True)
class PlayContest(LongJob[int, None]):
    """The boards of a contest that have yet to be played, of a contest that was `made` then.

    What is reached is when it began, in seconds since 1970.
    """

    kind = "contest"
    line = JobLine.UPKEEP
    doing = "Playing the contest"
    unit = "boards"

    contest: int
    made: str

    @classmethod
    def of(cls, contest: Contest) -> PlayContest:
        """The job of a contest."""
        return cls(contest.pk, str(contest.made))

    def piece(self, reached: int | None, report: Reporter) -> PieceDone[int, None]:
        """Play some boards."""
        contest = Contest.objects.filter(pk=self.contest).first()
        if contest is None or str(contest.made) != self.made:
            raise Impossible("The contest or one of its systems has been deleted.")
        return _play(contest, reached or int(time.time()), report)


def _play(contest: Contest, began: int, report: Reporter) -> PieceDone[int, None]:
    first = bidder_of_key(contest.first_id, contest.first_revision)
    second = bidder_of_key(contest.second_id, contest.second_revision)
    tally, swings = contest.tally, list(contest.swings)
    deadline = time.monotonic() + PIECE_SECONDS
    while not _ended(contest, tally):
        (match,) = play_match(first, second, [Board.numbered(contest.seed * BOARDS_OF_A_SEED + 1 + tally.boards)])
        tally = tally.with_board(match.imps)
        if match.imps:
            swings.append(_swing(match))
        report(done=tally.boards, total=contest.boards, began=began)
        if time.monotonic() >= deadline:
            break
    swings.sort(key=lambda swing: (-abs(swing["imps"]), swing["number"]))
    ended = _ended(contest, tally)
    keep = partial(_keep, contest, tally, swings[:MOST_SWINGS], ended)
    return PieceDone(began, {"done": tally.boards, "total": contest.boards, "began": began}, keep, finished=ended)


def _ended(contest: Contest, tally: Tally) -> bool:
    return tally.boards >= contest.boards or tally.clear


def _swing(match: MatchBoard) -> dict[str, Any]:
    return {
        "number": match.first.board.number,
        "imps": match.imps,
        "tables": [_table(match, outcome) for outcome in (match.first, match.second)],
    }


def _table(match: MatchBoard, outcome: Outcome) -> dict[str, Any]:
    return {
        "calls": "-".join(map(str, outcome.auction.calls)),
        "contract": contract_title(outcome.contract),
        "score": match.score(outcome),
    }


def _keep(contest: Contest, tally: Tally, swings: list[dict[str, Any]], ended: bool) -> None:
    contest.played, contest.imps, contest.squares = tally.boards, tally.imps, tally.squares
    contest.won, contest.lost, contest.swings = tally.won, tally.lost, swings
    contest.clear = tally.clear and tally.boards < contest.boards
    contest.ended_at = timezone.now() if ended else None
    contest.save()
