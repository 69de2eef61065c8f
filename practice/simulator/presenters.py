"""What the page of a simulation is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bidbase.bidding.contract_odds import Comparison, ContractOdds, compare_contracts, odds_of
from bidbase.bidding.estimates import Frequency, Mean, Share, number_words, rounded
from bidbase.game.auction import Contract
from bidbase.game.cards import SEATS, Deal, Seat, Vulnerability
from practice.sets.models import BoardSet
from practice.simulator.charts import Histogram, histogram_of
from practice.simulator.models import DealSimulation
from practice.simulator.question import (
    PLACES,
    DealQuestion,
    Played,
    frequency_of,
    is_finished,
    is_placing,
    is_searching,
    question_of,
    unsolved,
)

MOST_LISTED = 20  # deals
TITLE_LENGTH = BoardSet._meta.get_field("title").max_length or 0
IDLE = timedelta(minutes=1)
ENOUGH = 30  # deals: with fewer, the errors are too large to say which contract is better
_ORDINALS = ("First", "Second", "Third", "Fourth")


@dataclass(frozen=True)
class Progress:
    """How far a simulation is: what workers are `doing`, and how much of it is `done`; `left` is the time it takes yet.

    `idle` says that nothing has happened for a while.
    """

    doing: str
    done: int
    total: int
    left: str
    idle: bool


@dataclass(frozen=True)
class ContractLine:
    """A contract with its odds in words and its histogram."""

    odds: ContractOdds
    histogram: Histogram

    @property
    def contract(self) -> Contract:
        """The contract."""
        return self.odds.contract

    @property
    def scores(self) -> tuple[str, str]:
        """The mean scores, not vulnerable and vulnerable."""
        plain, vulnerable = (mean.words(0) for mean in self.odds.scores)
        return plain, vulnerable


@dataclass(frozen=True)
class ComparisonLine:
    """What the first contract gains against another one at a vulnerability."""

    where: str
    compared: Comparison

    @property
    def gain(self) -> str:
        """`+1.8 ± 0.7 IMPs`."""
        return f"{_signed(self.compared.imps)} IMPs"

    @property
    def matchpoints(self) -> str:
        """`56 % ± 7`."""
        won = self.compared.matchpoints
        return f"{number_words(100 * won.value, 0)} % ± {100 * won.error:.0f}"

    @property
    def verdict(self) -> str:
        """Which contract is better, as far as these deals tell."""
        better = self.compared.better
        if better is None:
            return "too close to call from these deals"
        return f"{better.title} is better, by {abs(self.compared.imps.value):.1f} IMPs a board"


@dataclass(frozen=True)
class SeatLine:
    """How often an auction comes up after so many passes, at each vulnerability."""

    seat: str
    shares: tuple[str, ...]


@dataclass(frozen=True)
class DealLine:
    """A deal with its tricks for each strain and declarer that are weighed, as far as they are counted."""

    number: int
    hands: tuple[tuple[Seat, str], ...]
    tricks: tuple[str, ...]


@dataclass(frozen=True)
class SimulationResult:
    """All that is known of a question.

    `solved` counts the deals in which the tricks of all contracts are known. `progress` is None when nothing is being
    done; a simulation that was `stopped`, or whose next step has `failed`, can go on. `given` says that all cards of a
    hand are given, and that the frequency is that of deals with it.
    """

    title: str
    frequency: Frequency | None
    deals: int
    tried: int
    solved: int
    weighed: bool
    contracts: tuple[ContractLine, ...]
    comparisons: tuple[tuple[Contract, tuple[ComparisonLine, ...]], ...]
    seats: tuple[SeatLine, ...]
    played: tuple[str, ...]
    listed: tuple[DealLine, ...]
    progress: Progress | None
    stopped: bool
    failed: bool
    too_rare: bool
    given: bool

    @property
    def answer(self) -> str:
        """The answer to the question in a sentence; blank while there is none."""
        if not self.contracts or self.solved < ENOUGH:
            return ""
        first = self.contracts[0]
        return f"{first.contract.title} is made in {first.odds.made.words()} of these deals."


def result_of_simulation(
    simulation: DealSimulation, contracts: Sequence[Contract], now: datetime, *, failed: bool = False
) -> SimulationResult:
    """The result, as far as it is known `now`, with these contracts weighed; `failed` is the next step."""
    asked, deals = question_of(simulation), simulation.lines
    tricks = {contract: _tricks(simulation, contract) for contract in contracts}
    solved = min((len(taken) for taken in tricks.values()), default=0)
    played = {Played.of(contract): taken for contract, taken in tricks.items()}
    searching, unfinished = is_searching(simulation), not is_finished(simulation)
    return SimulationResult(
        title=asked.title,
        frequency=frequency_of(simulation),
        deals=len(deals),
        tried=simulation.tried,
        solved=solved,
        weighed=bool(contracts),
        contracts=tuple(_contract_lines(contracts, tricks, solved)),
        comparisons=tuple(_comparisons(contracts, tricks, solved)) if solved >= ENOUGH else (),
        seats=tuple(_seat_lines(simulation)) if not is_placing(simulation) else (),
        played=tuple(map(_played_words, played)),
        listed=tuple(_deal_line(number, line, played) for number, line in enumerate(deals[:MOST_LISTED], 1)),
        progress=_progress(simulation, now) if unfinished and not simulation.stopped and not failed else None,
        stopped=unfinished and simulation.stopped,
        failed=unfinished and failed,
        too_rare=not searching and len(deals) < simulation.wanted,
        given=_has_given_hand(asked),
    )


def shortened(title: str) -> str:
    """A title that a set can have."""
    return title if len(title) <= TITLE_LENGTH else f"{title[: TITLE_LENGTH - 1]}…"


def _has_given_hand(asked: DealQuestion) -> bool:
    """Whether all cards of a hand are given; conditions have a blank between field and cell."""
    return any(" " not in text for text in asked.hands.values())


def _tricks(simulation: DealSimulation, contract: Contract) -> list[int]:
    return [int(digit, 16) for digit in simulation.tricks.get(str(Played.of(contract)), "")]


def _contract_lines(
    contracts: Sequence[Contract], tricks: Mapping[Contract, Sequence[int]], solved: int
) -> Sequence[ContractLine]:
    if not solved:
        return ()
    odds = [odds_of(contract, tricks[contract][:solved]) for contract in contracts]
    return [ContractLine(each, histogram_of(each)) for each in odds]


def _comparisons(
    contracts: Sequence[Contract], tricks: Mapping[Contract, Sequence[int]], solved: int
) -> Sequence[tuple[Contract, tuple[ComparisonLine, ...]]]:
    """The first contract against each of the others."""
    if len(contracts) < 2:
        return ()
    first, *others = contracts
    return [(other, tuple(_comparison_lines(first, other, tricks, solved))) for other in others]


def _comparison_lines(
    first: Contract, other: Contract, tricks: Mapping[Contract, Sequence[int]], solved: int
) -> Sequence[ComparisonLine]:
    """At each vulnerability that makes a difference: that of the other side does only where both sides declare."""
    taken = (tricks[first][:solved], tricks[other][:solved])
    if first.declarer.side is other.declarer.side:
        where = {Vulnerability.NONE: "Not vulnerable", Vulnerability.BOTH: "Vulnerable"}
    else:
        where = {vulnerability: vulnerability.words for vulnerability in Vulnerability}
    return [
        ComparisonLine(words, compare_contracts(first, other, taken, vulnerability))
        for vulnerability, words in where.items()
    ]


def _seat_lines(simulation: DealSimulation) -> Sequence[SeatLine]:
    by_passes: dict[int, list[str]] = {}
    for place in simulation.places:
        frequency = Frequency(place["part"], Share(place["found"], place["tried"]), place["exact"])
        by_passes.setdefault(place["passes"], []).append(_short(frequency))
    return [SeatLine(_ORDINALS[passes], tuple(shares)) for passes, shares in by_passes.items()]


def _short(frequency: Frequency) -> str:
    """`4.87 % ± 0.02`, and for what is rare `1 in 7,500`."""
    if frequency.value == 0:
        return "never" if not frequency.part else f"less than 1 in {rounded(1 / frequency.most)}"
    if frequency.value < 0.001:
        return f"1 in {rounded(1 / frequency.value)}"
    return frequency.words().split(",")[0].removesuffix(" exactly")


def _deal_line(number: int, line: str, played: Mapping[Played, Sequence[int]]) -> DealLine:
    deal = Deal.parse(line)
    taken = tuple(str(tricks[number - 1]) if len(tricks) >= number else "" for tricks in played.values())
    return DealLine(number, tuple((seat, str(deal[seat])) for seat in SEATS), taken)


def _played_words(played: Played) -> str:
    """`♠ by South`."""
    return f"{played.strain.symbol} by {played.declarer.title}"


def _progress(simulation: DealSimulation, now: datetime) -> Progress:
    found, idle = len(simulation.lines), now - simulation.stepped_at > IDLE
    if is_searching(simulation):
        return Progress("Looking for deals", found, simulation.wanted, "", idle)
    if is_placing(simulation):
        return Progress("Looking at each seat", len(simulation.places), PLACES, "", idle)
    left = unsolved(simulation)
    total = found * len(simulation.played)
    time_left = _time_left(simulation, total - left, left)
    return Progress("Counting tricks double dummy", total - left, total, time_left, idle)


def _time_left(simulation: DealSimulation, done: int, left: int) -> str:
    if not done:
        return ""
    seconds = round(left * simulation.seconds / done)
    if seconds >= 90:
        return f"about {round(seconds / 60)} minutes left"
    return f"about {max(1, seconds)} second{'' if seconds <= 1 else 's'} left"


def _signed(mean: Mean) -> str:
    sign = "+" if mean.value > 0 else ""
    return f"{sign}{mean.words(1)}"
