"""The robots' table of a board: in a request, and for a worker, which makes the simulations and roll-outs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bidbase.bidding.bidder import Bidder, Decision
from bidbase.bidding.drawing import Agreements
from bidbase.bidding.hints import hints
from bidbase.bidding.judging import best_call, deviation
from bidbase.bidding.prospects import Simulation, simulation_of_json, simulation_to_json
from bidbase.bidding.robots import Table
from bidbase.bidding.roll_outs import RollOut, RollOutQuestion, roll_out
from bidbase.bidding.simulation import Simulate, SimulationQuestion, simulate
from bidbase.bidding.weighed import Weighed, weighed_of_json, weighed_to_json
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SEATS, Hand, Seat, Side, Vulnerability
from bidbase.language.circumstances import Scoring
from editor.selectors import SystemRow, bidder_for, bidder_of_key
from editor.work import Arguments, Reporter, StillWorking, register, result_of
from practice.boards.models import StudentBoard, StudentCall

KIND = "simulation"
THINKING = "thinking"

Answer = Callable[[StillWorking], Any]
"""Knows what came of a simulation or of roll-outs, as JSON has it; None where no deal fits the auction."""


def robot_table(board: StudentBoard, answer: Answer = result_of) -> Table:
    """The engine's table for this board: the system of each seat, the scoring, and percentages by the deal's number.

    What a robot would simulate or roll out is asked of `answer`. A page looks it up, since a worker does that: where it
    has yet to be done, the table raises `StillWorking`.
    """
    return _asking(answer, table_arguments(board), [bidder_for(board.system_of(seat)) for seat in SEATS])


def table_without_weighing(board: StudentBoard) -> Table:
    """The table at which robots call what the book says, and pass where they would simulate."""
    return robot_table(board, answer=lambda needed: None)


def best_now(board: StudentBoard, table: Table, judged: Mapping[int, StudentCall]) -> Decision | None:
    """The best call for the student, whose turn it is; None where the system has none. Raises `StillWorking`."""
    return best_at(board, table, board.auction, judged)


def best_at(board: StudentBoard, table: Table, auction: Auction, judged: Mapping[int, StudentCall]) -> Decision | None:
    """The best call for the student whose turn it was in the auction of this board, or in the beginning of it.

    None where the system has none. `judged` are the calls of students by index. After one that was not the best a hand
    may be another than its calls have shown. Raises `StillWorking`.
    """
    hand = board.deal[auction.turn]
    strayed = any(judged[index].strays for index in earlier_of(board, auction, judged))
    return best_call(table, auction, hand, deviation(table, auction, hand) if strayed else None)


def earlier_of(board: StudentBoard, auction: Auction, judged: Mapping[int, StudentCall]) -> list[int]:
    """The indices of the calls of the player whose turn it is, of those that are judged."""
    return [index for index in judged if index < len(auction.calls) and board.caller(index) is auction.turn]


def seen_hints(board: StudentBoard, table: Table, judged: Mapping[int, StudentCall]) -> tuple[str, ...]:
    """The hints that the student has seen on the call that he is to make now. Raises `StillWorking`."""
    return hints(table, board.auction, best_now(board, table, judged))[: board.hints_seen] if board.hints_seen else ()


def asking_table(system: SystemRow, auction: Auction, scoring: Scoring, seed: str, think: bool = False) -> Table:
    """The same where both sides play one system, and the player whose turn it is counts as the student.

    He thinks if `think` says so.
    """
    arguments = {
        "systems": [_version(system)] * len(SEATS),
        "student": auction.turn.side.name,
        "silent": [],
        "thinking": [auction.turn.letter] if think else [],
        "scoring": scoring.value,
        "seed": seed,
        "dealer": auction.dealer.letter,
        "vulnerability": str(auction.vulnerability),
    }
    return _asking(result_of, arguments, [bidder_for(system)] * len(SEATS))


def table_arguments(board: StudentBoard) -> Arguments:
    """All that the bidding at a board depends on, as JSON has it. The hands are not part of it."""
    return {
        "systems": [_version(board.system_of(seat)) for seat in SEATS],
        "student": board.student_side.name,
        "silent": sorted(seat.letter for seat in board.silent_seats),
        "thinking": sorted(seat.letter for seat in board.thinking_seats),
        "scoring": board.scoring,
        "seed": board.seed,
        "dealer": board.dealer.letter,
        "vulnerability": str(board.vulnerability),
    }


def _version(system: SystemRow) -> list[object]:
    # When it was created tells apart systems that come to the same key one after the other.
    return [system.pk, str(system.created), system.revision]


def table_of(arguments: Arguments) -> tuple[Table, Auction]:
    """The table of these arguments for a worker, which makes simulations itself, and the auction that is named."""
    dealer, vulnerability = Seat.parse(arguments["dealer"]), Vulnerability.parse(arguments["vulnerability"])
    auction = Auction.parse(arguments["auction"], dealer, vulnerability)
    bidders = [bidder_of_key(system, revision) for system, _, revision in arguments["systems"]]
    return _table(arguments, bidders, simulate, roll_out), auction


def _asking(answer: Answer, arguments: Arguments, bidders: Sequence[Bidder]) -> Table:
    """The table that asks for what a robot would simulate or roll out."""

    def look_up(table: Agreements, question: SimulationQuestion) -> Simulation | None:
        needed = StillWorking(KIND, arguments | _asked(question), "Weighing the contracts over many deals")
        stored = answer(needed)
        return None if stored is None else simulation_of_json(stored)

    def look_up_roll_out(table: Agreements, question: RollOutQuestion) -> Weighed | None:
        trusted = {"trusted": question.trusted}
        needed = StillWorking(THINKING, arguments | _asked(question) | trusted, "Weighing the calls over many deals")
        stored = answer(needed)
        return None if stored is None else weighed_of_json(stored)

    return _table(arguments, bidders, look_up, look_up_roll_out)


def _table(arguments: Arguments, bidders: Sequence[Bidder], simulate: Simulate, roll_out: RollOut) -> Table:
    north, east, south, west = bidders
    return Table(
        north,
        east,
        Scoring(arguments["scoring"]),
        Side[arguments["student"]],
        arguments["seed"],
        [seat for seat in SEATS if seat.letter in arguments["silent"]],
        simulate,
        {Seat.SOUTH: south, Seat.WEST: west},
        [seat for seat in SEATS if seat.letter in arguments["thinking"]],
        roll_out,
    )


def _asked(question: SimulationQuestion | RollOutQuestion) -> Arguments:
    calls = [str(call) for call in question.calls]
    return {"auction": str(question.auction), "hand": str(question.hand), "calls": calls}


def _simulate(arguments: Arguments, report: Reporter) -> Any:
    table, auction = table_of(arguments)
    calls = tuple(map(Call.parse, arguments["calls"]))
    question = SimulationQuestion(auction, Hand.parse(arguments["hand"]), calls, table.scoring, table.seed)
    simulation = simulate(table.seen_by(auction.turn), question)
    return None if simulation is None else simulation_to_json(simulation)


def _roll_out(arguments: Arguments, report: Reporter) -> Any:
    table, auction = table_of(arguments)
    calls, hand = tuple(map(Call.parse, arguments["calls"])), Hand.parse(arguments["hand"])
    question = RollOutQuestion(
        auction, hand, calls, table.scoring, table.seed, table.silent, trusted=arguments["trusted"]
    )
    weighed = roll_out(table.seen_by(auction.turn), question)
    return None if weighed is None else weighed_to_json(weighed)


register(KIND, _simulate)
register(THINKING, _roll_out)
