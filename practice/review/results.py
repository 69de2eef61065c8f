"""What contracts are worth double dummy: the table of tricks, par, and the student's contract beside the robots'."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bidbase.game.auction import Auction, Call, Contract
from bidbase.game.cards import SEATS, STRAINS, Seat, Side, Strain
from bidbase.game.double_dummy import Analysis, ParContract
from bidbase.game.rubber import Chicago, Rubber, ScoreSheet, honors_of
from bidbase.game.scoring import imps
from bidbase.language.circumstances import Scoring
from bidbase_web.jobs.models import Run
from practice.boards.board import TableBoard
from practice.review.presenters import StudentTurn, contract_words

STRAINS_DOWN = STRAINS[::-1]


@dataclass(frozen=True)
class TricksCell:
    """Tricks of one declarer in one strain; `reached` marks the contract of the auction."""

    strain: Strain
    tricks: int
    reached: bool


@dataclass(frozen=True)
class ScoredContract:
    """A contract and what it is worth double dummy to the student's side. `tricks` is None when all passed."""

    who: str
    contract: str
    tricks: int | None
    score: str
    against_par: str


@dataclass(frozen=True)
class FormScore:
    """What the student's contract scores in a form of bridge.

    `state` says in which state of the game, and `lines` what makes up the score, from the student's side.
    """

    form: str
    state: str
    score: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cost:
    """The call of a student that lost most double dummy.

    `index` is its place in the auction, and `number` counts the rounds. `name` is the nickname of the one of two people
    who made it, else blank. `made` and `expected` are the student's call and the system's. `reached` is where the call
    led and `missed` where the system's leads, when robots bid on; `last` says that people bid as the system after it,
    so that `reached` is the contract of the board.
    """

    index: int
    name: str
    made: Call
    expected: Call
    number: int
    reached: str
    missed: str
    lost: str
    last: bool


@dataclass(frozen=True)
class Result:
    """The double-dummy result of a board: `state` of the analysis, and when that is done all the rest.

    `departed` says whether the student ever called otherwise than the system. `cost` is what that lost, if it did, and
    `gained` what it won where no call lost anything.
    """

    state: str
    rows: tuple[tuple[Seat, tuple[TricksCell, ...]], ...] = ()
    contracts: tuple[ScoredContract, ...] = ()
    par_score: str = ""
    par_contracts: tuple[str, ...] = ()
    forms: tuple[FormScore, ...] = ()
    departed: bool = False
    cost: Cost | None = None
    gained: str = ""

    @property
    def pending(self) -> bool:
        """Whether it is worth asking again."""
        return self.computing or self.state in ("", Run.State.WAITING, Run.State.CANCELLED)

    @property
    def computing(self) -> bool:
        """Whether a worker is at it."""
        return self.state == Run.State.WORKING


def result_of(
    board: TableBoard,
    analysis: Analysis,
    robots: Auction,
    turns: Sequence[StudentTurn] = (),
) -> Result:
    """What the contracts of a finished board are worth by the analysis of its deal.

    `robots` is the auction of four robots, and `turns` are those of the student.
    """
    contract, losses = board.auction.contract, _losses(board, analysis, turns)
    cost = _cost(board, analysis, turns, losses)
    return Result(
        Run.State.DONE,
        rows=tuple((seat, tuple(_cell(analysis, seat, strain, contract) for strain in STRAINS_DOWN)) for seat in SEATS),
        contracts=(
            _scored("student", board, analysis, contract),
            _scored("robots", board, analysis, robots.contract),
        ),
        par_score=signed(_for_student(board, analysis.par_score)),
        par_contracts=par_in_words(analysis.par_contracts),
        forms=_forms(board, analysis, contract) if contract else (),
        departed=any(turn.differs for turn in turns),
        cost=cost,
        gained=_amount(-sum(losses), board.scoring) if cost is None and sum(losses) < 0 else "",
    )


def _ways(board: TableBoard, turns: Sequence[StudentTurn]) -> list[Auction]:
    """Where robots lead the auction from each turn of the student, and where the student led it."""
    return [*(turn.robots for turn in turns), board.auction]


def _losses(board: TableBoard, analysis: Analysis, turns: Sequence[StudentTurn]) -> list[int]:
    """What each call that differs costs: what robots lose who take over after it and not before it."""
    scores = [_score(board, analysis, way.contract) for way in _ways(board, turns)]
    return [
        before - after if turn.differs else 0 for turn, (before, after) in zip(turns, pairwise(scores), strict=True)
    ]


def _cost(board: TableBoard, analysis: Analysis, turns: Sequence[StudentTurn], losses: Sequence[int]) -> Cost | None:
    """The costliest call that differs."""
    most, ways = max(losses, default=0), _ways(board, turns)
    lost = _amount(most, board.scoring) if most > 0 else ""
    if not lost:
        return None
    place = losses.index(most)
    index, (missed, reached) = turns[place].index, ways[place : place + 2]
    return Cost(
        index=index,
        name=board.name_of(board.auction.seat_of(index)),
        made=board.auction.calls[index],
        expected=missed.calls[index],
        number=index // 4 + 1,
        reached=_end(board, analysis, reached.contract),
        missed=_end(board, analysis, missed.contract),
        lost=lost,
        last=reached == board.auction,
    )


def _end(board: TableBoard, analysis: Analysis, contract: Contract | None) -> str:
    """Where an auction ended, inside a sentence, with the score of the student's side."""
    reached = contract_words(contract) if contract else "a passed-out board"
    return f"{reached} ({signed(_score(board, analysis, contract))})"


def _cell(analysis: Analysis, seat: Seat, strain: Strain, contract: Contract | None) -> TricksCell:
    reached = contract is not None and (contract.declarer, contract.strain) == (seat, strain)
    return TricksCell(strain, analysis.tricks[seat][strain], reached)


def _tricks(analysis: Analysis, contract: Contract) -> int:
    return analysis.tricks[contract.declarer][contract.strain]


def _scored(who: str, board: TableBoard, analysis: Analysis, contract: Contract | None) -> ScoredContract:
    score = _score(board, analysis, contract)
    return ScoredContract(
        who,
        contract_words(contract),
        _tricks(analysis, contract) if contract else None,
        signed(score),
        difference(score - _for_student(board, analysis.par_score), board.scoring),
    )


def _score(board: TableBoard, analysis: Analysis, contract: Contract | None) -> int:
    return _for_student(board, analysis.score(contract, board.auction.vulnerability))


def _forms(board: TableBoard, analysis: Analysis, contract: Contract) -> tuple[FormScore, ...]:
    """What the contract scores at duplicate, and on the first deal of a rubber and of a Chicago."""
    tricks, honors = _tricks(analysis, contract), honors_of(board.deal, contract.strain)
    duplicate = signed(_score(board, analysis, contract))
    return (
        FormScore("Duplicate", board.auction.vulnerability.words, duplicate),
        _sheet_score(board, "Rubber", "First deal", Rubber().with_deal(contract, tricks, honors)),
        _sheet_score(board, "Chicago", "First of four deals", Chicago().with_deal(contract, tricks, honors)),
    )


def _sheet_score(board: TableBoard, form: str, deal: str, sheet: ScoreSheet) -> FormScore:
    """The score of a sheet with this deal alone, on which nobody is vulnerable yet."""
    points = [line.points if line.side is board.student_side else -line.points for line in sheet.lines]
    lines = (
        f"{signed(number)} {line.reason}{' (below the line)' if line.below else ''}"
        for number, line in zip(points, sheet.lines, strict=True)
    )
    return FormScore(form, f"{deal}, nobody vulnerable", signed(sum(points)), tuple(lines))


def par_in_words(contracts: Iterable[ParContract]) -> tuple[str, ...]:
    """`3NT by North or South, just made`: contracts that differ in the declarer alone are one."""
    alike: dict[tuple[str, int], list[ParContract]] = {}
    for par in contracts:
        alike.setdefault((str(par.contract), par.tricks), []).append(par)
    return tuple(
        first.title.replace(
            first.contract.declarer.title, " or ".join(par.contract.declarer.title for par in (first, *others))
        )
        for first, *others in alike.values()
    )


def _for_student(board: TableBoard, north_south: int) -> int:
    return north_south if board.student_side is Side.NS else -north_south


def difference(points: int, scoring: Scoring) -> str:
    """What a difference in score is worth: `−9 IMPs`, at matchpoints `−470 points`; `even` for nothing."""
    amount = _amount(points, scoring)
    return f"{'+' if points > 0 else '−'}{amount}" if amount else "even"


def _amount(points: int, scoring: Scoring) -> str:
    """How much a difference is worth, whoever has it: `9 IMPs`; empty for nothing."""
    worth, unit = (imps(abs(points)), "IMP") if scoring is Scoring.IMP else (abs(points), "point")
    return f"{worth} {unit}{'' if worth == 1 else 's'}" if worth else ""


def signed(number: int) -> str:
    """`+420`, `−50`, `0`."""
    return f"{number:+}".replace("-", "−") if number else "0"
