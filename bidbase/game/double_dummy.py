"""Double-dummy analysis: the tricks of every contract when all cards are seen, and par.

The solver is endplay's (Bo Haglund's DDS). It is not safe in threads, so calls take turns; it is imported when first
used, since it costs a second and much memory that a bidder alone does not need.
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
_BATCH = 40  # the most tables that the solver makes in one call
_BOARDS = 200  # the most opening leads that it judges in one call


@dataclass(frozen=True, slots=True)
class ParContract:
    """A contract of par, as by this declarer; `tricks` is what it takes against the best defence."""

    contract: Contract
    tricks: int

    @property
    def title(self) -> str:
        """`4♠ doubled by South, one down`."""
        over = self.tricks - self.contract.level - 6
        made = {0: "just made"}.get(over, f"{over} over" if over > 0 else f"{-over} down")
        return f"{self.contract.title}, {made}"


@dataclass(frozen=True, slots=True)
class Analysis:
    """`tricks[seat][strain]` for each declarer and strain (0 to 13); par as North-South's score and its contracts."""

    tricks: tuple[tuple[int, ...], ...]
    par_score: int
    par_contracts: tuple[ParContract, ...]

    def score(self, contract: Contract | None, vulnerability: Vulnerability) -> int:
        """North-South's score for a contract double dummy; None is a board passed out."""
        if contract is None:
            return 0
        tricks = self.tricks[contract.declarer][contract.strain]
        score = duplicate_score(contract, tricks, vulnerability.of(contract.declarer.side))
        return -score if contract.declarer & 1 else score


def analyse(deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> Analysis:
    """The double-dummy table of a deal, and its par for this dealer and vulnerability."""
    return next(analyse_all([(deal, dealer, vulnerability)]))


def analyse_all(boards: Iterable[tuple[Deal, Seat, Vulnerability]]) -> Iterator[Analysis]:
    """The same for many deals in their order, a batch at a time on all cores; each with dealer and vulnerability."""
    from endplay.dds import calc_all_tables
    from endplay.types import Deal as EndplayDeal

    waiting = iter(boards)
    while batch := list(islice(waiting, _BATCH)):
        with _SOLVER:
            tables = calc_all_tables(EndplayDeal(str(deal)) for deal, _, _ in batch)
            done = [_analysis(table, dealer, vul) for table, (_, dealer, vul) in zip(tables, batch, strict=True)]
        yield from done


def tricks_taken(
    deals: Sequence[Deal], played: Collection[tuple[Strain, Seat]]
) -> dict[tuple[Strain, Seat], list[int]]:
    """The tricks of these declarers in these strains, in each deal: quicker than whole tables when they are few."""
    from endplay.dds import solve_all_boards
    from endplay.dds.solve import SolveMode
    from endplay.types import Deal as EndplayDeal
    from endplay.types import Player

    def boards() -> Iterator[Any]:
        for strain, declarer in played:
            for deal in deals:
                yield EndplayDeal(str(deal), first=Player(int(declarer.plus(1))), trump=_denoms()[strain])

    tricks: list[int] = []
    waiting = boards()
    while batch := list(islice(waiting, _BOARDS)):
        with _SOLVER:
            solved = solve_all_boards(batch, SolveMode.OptimalOne)
            tricks += [13 - next(iter(leads))[1] for leads in solved]  # each lead with the tricks of the defence
    return {pair: tricks[at * len(deals) : (at + 1) * len(deals)] for at, pair in enumerate(played)}


def _analysis(table: Any, dealer: Seat, vulnerability: Vulnerability) -> Analysis:
    """What endplay's table of a deal says, and its par."""
    from endplay.dds import par
    from endplay.types import Player, Vul

    strains = _denoms()
    vulnerabilities = (Vul.none, Vul.ns, Vul.ew, Vul.both)
    best = par(table, vulnerabilities[vulnerability], Player(int(dealer)))
    tricks = tuple(tuple(int(table[strains[strain], Player(int(seat))]) for strain in STRAINS) for seat in SEATS)
    by_denom = {denom: strain for strain, denom in strains.items()}
    contracts = tuple(
        ParContract(
            Contract(int(one.level), by_denom[one.denom], int(one.penalty) - 1, SEATS[int(one.declarer)]),
            int(one.level) + 6 + int(one.result),
        )
        for one in best
        if one.level
    )
    return Analysis(tricks, int(best.score), contracts)


@cache
def _denoms() -> dict[Strain, Any]:
    """The solver's names of the strains."""
    from endplay.types import Denom

    return {
        Strain.CLUBS: Denom.clubs,
        Strain.DIAMONDS: Denom.diamonds,
        Strain.HEARTS: Denom.hearts,
        Strain.SPADES: Denom.spades,
        Strain.NOTRUMP: Denom.nt,
    }
