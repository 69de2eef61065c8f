"""What contracts are worth double dummy: the table of tricks, par, and the student's contract beside the robots'."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bidbase.game.auction import Contract
from bidbase.game.cards import SEATS, STRAINS, Seat, Side, Strain
from bidbase.game.double_dummy import Analysis, ParContract
from bidbase.game.scoring import imps
from bidbase.language.circumstances import Scoring
from practice.models import Board, DoubleDummy
from practice.selectors.double_dummy import analysis_of, double_dummy_of, state_of
from practice.selectors.review import contract_words, robots_auction
from practice.selectors.robots import robot_table

STRAINS_DOWN = STRAINS[::-1]


@dataclass(frozen=True)
class TricksCell:
    """Tricks of one declarer in one strain; `reached` marks the contract of the auction."""

    strain: Strain
    tricks: int
    reached: bool


@dataclass(frozen=True)
class Outcome:
    """A contract and what it is worth double dummy to the student's side. `tricks` is None when all passed."""

    who: str
    contract: str
    tricks: int | None
    score: str
    against_par: str


@dataclass(frozen=True)
class Result:
    """The double-dummy result of a board: `state` of the analysis, and when that is done all the rest."""

    state: str
    rows: tuple[tuple[Seat, tuple[TricksCell, ...]], ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    par_score: str = ""
    par_contracts: tuple[str, ...] = ()

    @property
    def pending(self) -> bool:
        """Whether it is worth asking again."""
        return self.computing or self.state in ("", DoubleDummy.State.WAITING)

    @property
    def computing(self) -> bool:
        """Whether a worker is at it."""
        return self.state == DoubleDummy.State.WORKING


def result_of(board: Board) -> Result:
    """What the contracts of a finished board are worth, as far as that is known by now."""
    row = double_dummy_of(board.deal_number)
    analysis = analysis_of(row)
    if analysis is None:
        return Result(state_of(row) if row else "")
    contract = board.auction.contract
    robots = robots_auction(board, robot_table(board)).auction.contract
    return Result(
        DoubleDummy.State.DONE,
        tuple((seat, tuple(_cell(analysis, seat, strain, contract) for strain in STRAINS_DOWN)) for seat in SEATS),
        (_outcome("student", board, analysis, contract), _outcome("robots", board, analysis, robots)),
        signed(_for_student(board, analysis.par_score)),
        par_in_words(analysis.par_contracts),
    )


def _cell(analysis: Analysis, seat: Seat, strain: Strain, contract: Contract | None) -> TricksCell:
    reached = contract is not None and (contract.declarer, contract.strain) == (seat, strain)
    return TricksCell(strain, analysis.tricks[seat][strain], reached)


def _outcome(who: str, board: Board, analysis: Analysis, contract: Contract | None) -> Outcome:
    score = _for_student(board, analysis.score(contract, board.vulnerability))
    return Outcome(
        who,
        contract_words(contract),
        analysis.tricks[contract.declarer][contract.strain] if contract else None,
        signed(score),
        difference(score - _for_student(board, analysis.par_score), board.scoring_form),
    )


def par_in_words(contracts: Iterable[ParContract]) -> tuple[str, ...]:
    """`3NT by North or South, just made`: contracts that differ in the declarer alone are one."""
    alike: dict[tuple[str, int], list[ParContract]] = {}
    for par in contracts:
        alike.setdefault((str(par.contract), par.tricks), []).append(par)
    return tuple(
        one.title.replace(one.contract.declarer.title, " or ".join(par.contract.declarer.title for par in (one, *rest)))
        for one, *rest in alike.values()
    )


def _for_student(board: Board, north_south: int) -> int:
    return north_south if board.student_side is Side.NS else -north_south


def difference(points: int, scoring: Scoring) -> str:
    """What a difference in score is worth: `−9 IMPs`, at matchpoints `−470 points`; `even` for nothing."""
    worth, unit = (imps(points), "IMP") if scoring is Scoring.IMP else (points, "point")
    return f"{signed(worth)} {unit}{'' if abs(worth) == 1 else 's'}" if worth else "even"


def signed(number: int) -> str:
    """`+420`, `−50`, `0`."""
    return f"{number:+}".replace("-", "−") if number else "0"
