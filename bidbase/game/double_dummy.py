"""Double-dummy analysis: the tricks that each declarer takes when all cards are seen, and par.

The solver is endplay's (Bo Haglund's DDS). It is not safe in threads, so calls to it take turns. It is imported when it
is first used, because it costs a second and much memory that a bidder alone does not need.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from threading import Lock
from typing import Any

from bidbase.game.auction import Contract
from bidbase.game.cards import SEATS, STRAINS, Deal, Seat, Strain, Vulnerability
from bidbase.game.scoring import duplicate_score

_SOLVER = Lock()
_BATCH = 40  # the most deals that the solver analyzes in one call
_BOARDS = 200  # the most opening leads that it judges in one call


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract that reaches par, with its declarer. `tricks` are those it takes against the best defense."""

    contract: Contract
    tricks: int

    @property
    def title(self) -> str:
        """The form on screen: `4♠ doubled by South, 1 down`."""
        over = self.tricks - self.contract.level - 6
        made = {0: "just made"}.get(over, f"{over} over" if over > 0 else f"{-over} down")
        return f"{self.contract.title}, {made}"


@dataclass(frozen=True, slots=True)
class Analysis:
    """The double-dummy results of a board.

    `tricks[seat][strain]` are the tricks (0 to 13) of each declarer in each strain. `par_score` is North-South's score
    at par, and `par_contracts` are the contracts that reach it.
    """

    tricks: tuple[tuple[int, ...], ...]
    par_score: int
    par_contracts: tuple[ParContract, ...]

    def score(self, contract: Contract | None, vulnerability: Vulnerability) -> int:
        """North-South's double-dummy score for a contract; 0 for None, a board passed out."""
        if contract is None:
            return 0
        tricks = self.tricks[contract.declarer][contract.strain]
        score = duplicate_score(contract, tricks, vulnerability.of(contract.declarer.side))
        return -score if contract.declarer & 1 else score


def analyze(deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> Analysis:
    """The double-dummy table of a deal, and its par for this dealer and vulnerability."""
    return next(analyze_all([(deal, dealer, vulnerability)]))


def analyze_all(boards: Iterable[tuple[Deal, Seat, Vulnerability]]) -> Iterator[Analysis]:
    """The analyses of many deals in their order, each deal with its dealer and vulnerability.

    The solver works on one batch at a time, on all cores.
    """
    from endplay.dds import calc_all_tables
    from endplay.types import Deal as EndplayDeal

    waiting = iter(boards)
    while batch := list(islice(waiting, _BATCH)):
        with _SOLVER:
            tables = calc_all_tables(EndplayDeal(str(deal)) for deal, _, _ in batch)
            analyses = [_analysis(table, dealer, vul) for table, (_, dealer, vul) in zip(tables, batch, strict=True)]
        yield from analyses


def tricks_taken(
    deals: Sequence[Deal], played: Collection[tuple[Strain, Seat]]
) -> dict[tuple[Strain, Seat], list[int]]:
    """The tricks of each declarer in the strain that is given with the seat, for each deal in order.

    For a few declarers this is quicker than the analysis of the whole deals.
    """
    tricks = tricks_of([(deal, strain, declarer) for strain, declarer in played for deal in deals])
    return {pair: tricks[number * len(deals) : (number + 1) * len(deals)] for number, pair in enumerate(played)}


def tricks_of(contracts: Sequence[tuple[Deal, Strain, Seat]]) -> list[int]:
    """The tricks of declarers in strains, each in a deal of its own."""
    from endplay.dds import solve_all_boards
    from endplay.dds.solve import SolveMode

    tricks: list[int] = []
    waiting = (_led_against(*contract) for contract in contracts)
    while batch := list(islice(waiting, _BOARDS)):
        with _SOLVER:
            solved = solve_all_boards(batch, SolveMode.OptimalOne)
            tricks += [13 - next(iter(leads))[1] for leads in solved]  # each lead with the tricks of the defense
    return tricks


def takes(deal: Deal, strain: Strain, declarer: Seat, tricks: int) -> bool:
    """Whether a declarer takes at least so many tricks, 1 to 13.

    Unless the declarer takes just so many, this is much quicker than to count the tricks. The solver remembers the last
    deal and strain, so that the next question about them is quicker too.
    """
    from endplay.dds import solve_board
    from endplay.dds.solve import SolveMode

    with _SOLVER:
        leads = solve_board(_led_against(deal, strain, declarer), SolveMode.TargetOne, 14 - tricks)
    return not any(True for _ in leads)  # there is no lead with which the defense takes more than the others


def _led_against(deal: Deal, strain: Strain, declarer: Seat) -> Any:
    """A deal as endplay has it, at the lead against this declarer."""
    from endplay.types import Deal as EndplayDeal
    from endplay.types import Player

    return EndplayDeal(str(deal), first=Player(int(declarer.plus(1))), trump=_denoms()[strain])


def _analysis(table: Any, dealer: Seat, vulnerability: Vulnerability) -> Analysis:
    """The analysis of a deal from endplay's table of its tricks."""
    from endplay.dds import par
    from endplay.types import Player, Vul

    strains = _denoms()
    vulnerabilities = (Vul.none, Vul.ns, Vul.ew, Vul.both)
    solved_par = par(table, vulnerabilities[vulnerability], Player(int(dealer)))
    tricks = tuple(tuple(int(table[strains[strain], Player(int(seat))]) for strain in STRAINS) for seat in SEATS)
    by_denom = {denom: strain for strain, denom in strains.items()}
    contracts = tuple(
        ParContract(
            Contract(int(found.level), by_denom[found.denom], int(found.penalty) - 1, SEATS[int(found.declarer)]),
            int(found.level) + 6 + int(found.result),
        )
        for found in solved_par
        if found.level
    )
    return Analysis(tricks, int(solved_par.score), contracts)


@cache
def _denoms() -> dict[Strain, Any]:
    """The solver's name for each strain."""
    from endplay.types import Denom

    return {
        Strain.CLUBS: Denom.clubs,
        Strain.DIAMONDS: Denom.diamonds,
        Strain.HEARTS: Denom.hearts,
        Strain.SPADES: Denom.spades,
        Strain.NOTRUMP: Denom.nt,
    }
