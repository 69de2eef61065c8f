"""How well systems bid: `python -m tests.strength`."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.boards import Board, fresh_boards, mean_and_error
from bidbase.game.auction import contract_title
from bidbase.game.cards import SEATS, STRAINS
from bidbase.systems import SystemFileError, load_system, shipped_systems
from tests.strength.blunders import BLUNDERS
from tests.strength.cases import CasesError, JudgedBoard, judged, read_boards, read_textbook
from tests.strength.measures import (
    Measured,
    TextbookAnswer,
    agreement,
    bid_boards,
    boards_by_blunder,
    calls_by_source,
    imps_to_par,
    references,
    textbook_answers,
    textbook_tallies,
)

WHERE = "BIDBASE_CASES"
BESIDE_THE_PROJECT = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases"
TEXTBOOK_SYSTEM = "sayc"
WIDTH = 120


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; the exit status is 2 when there is nothing to measure with."""
    options = _parser().parse_args(arguments)
    try:
        bidders = [Bidder(load_system(name)) for name in options.system or shipped_systems()]
        boards = _boards(options)
        if options.board:
            for bidder in bidders:
                _print_boards(bidder, bid_boards(bidder, boards))
        else:
            for bidder in bidders:
                _measure(bidder, boards, options)
    except (CasesError, SystemFileError) as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description="Measure how well systems bid.")
    parser.add_argument(
        "--cases",
        type=Path,
        default=Path(os.environ.get(WHERE) or os.path.normpath(BESIDE_THE_PROJECT)),
        help=f"the folder of the cases (default {WHERE}, else ../shared/cases beside the project)",
    )
    parser.add_argument("--system", action="append", help="a shipped system or a folder (default all shipped)")
    parser.add_argument("--boards", type=_span, help="only the boards with these numbers, as in 1-100")
    parser.add_argument("--board", type=int, action="append", help="print the whole auction of this board instead")
    parser.add_argument("--worst", type=int, default=0, help="print so many of the boards farthest from par, too")
    parser.add_argument("--misses", action="store_true", help="print the textbook calls that were missed, too")
    parser.add_argument("--fresh", type=int, help="bid so many freshly dealt boards instead of the stored ones")
    parser.add_argument("--seed", type=int, default=1, help="with --fresh: which boards (default 1)")
    return parser


def _span(text: str) -> range:
    first, _, last = text.partition("-")
    try:
        return range(int(first), int(last or first) + 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a span of numbers, as in 1-100") from None


def _boards(options: argparse.Namespace) -> list[JudgedBoard]:
    """The boards to bid. Raises `CasesError` when they cannot be read, or when there are none."""

    def wanted(number: int) -> bool:
        if options.board:
            return number in options.board
        return options.boards is None or number in options.boards

    if options.fresh is None:
        boards = [case for case in read_boards(options.cases) if wanted(case.board.number)]
    else:
        with _timed("double dummy"):
            boards = judged(board for board in _fresh(options) if wanted(board.number))
    if not boards:
        raise CasesError("there is no board with such a number")
    return boards


def _fresh(options: argparse.Namespace) -> list[Board]:
    try:
        return fresh_boards(options.fresh, options.seed)
    except ValueError as error:
        raise CasesError(str(error)) from None


@contextmanager
def _timed(what: str) -> Iterator[None]:
    """Say at the end how long this took."""
    start = time.perf_counter()
    yield
    print(f"[{what}: {time.perf_counter() - start:.1f} s]", flush=True)


def _measure(bidder: Bidder, boards: list[JudgedBoard], options: argparse.Namespace) -> None:
    system = bidder.system
    print(f"\n== {system.name}: {len(system.entries)} entries")
    if system.name == TEXTBOOK_SYSTEM and options.fresh is None:
        with _timed("textbook"):
            answers = textbook_answers(bidder, read_textbook(options.cases))
            _print_textbook(answers)
        if options.misses:
            _print_misses(answers)
    with _timed("boards"):
        bids = bid_boards(bidder, boards)
        _print_par(boards, bids)
        _print_sources(bids)
        _print_blunders(bids)
    if options.fresh is None:
        with _timed("agreement"):
            for name in boards[0].stored:
                print(
                    f"agreement with the stored {name} auctions: {agreement(bidder, boards, name)} of bids and doubles"
                )
    if options.worst:
        _print_boards(bidder, sorted(bids, key=lambda one: -one.imps)[: options.worst])


def _print_textbook(answers: Sequence[TextbookAnswer]) -> None:
    print(f"{'textbook calls':44}{'all':>10}{'without doubtful':>20}")
    for topic in sorted({answer.case.topic for answer in answers}):
        everything, sure = textbook_tallies(answer for answer in answers if answer.case.topic == topic)
        print(f"  {topic:42}{everything.parts:>10}{sure.parts:>20}")
    everything, sure = textbook_tallies(answers)
    print(f"together: {everything}, without doubtful ones {sure}")


def _print_misses(answers: Iterable[TextbookAnswer]) -> None:
    for answer in answers:
        if not answer.right:
            case, decision = answer.case, answer.decision
            made_by = decision.entry.id if decision.entry else decision.source.value
            print(f"  {case.name}: {case.hand} after {str(case.auction) or 'nothing'}:", end=" ")
            print(f"{case.call}, not {decision.call} ({made_by})")


def _print_par(boards: Sequence[JudgedBoard], bids: Sequence[Measured]) -> None:
    mean, error = mean_and_error([measured.imps for measured in bids])
    others = ", ".join(f"{name} {mean_and_error(imps)[0]:.2f}" for name, imps in references(boards).items())
    print(f"IMPs to par: {mean:.2f} a board over {len(bids)} boards, standard error {error:.2f}", end=" ")
    print(f"(for comparison: {others})")


def _print_sources(bids: Sequence[Measured]) -> None:
    shares = calls_by_source(bids)
    print("calls: " + ", ".join(f"{source.value} {tally.percent:.1f} %" for source, tally in shares.items()))


def _print_blunders(bids: Sequence[Measured]) -> None:
    found = boards_by_blunder(bids)
    for blunder in BLUNDERS:
        numbers = found[blunder.name]
        print(f"{blunder.name}: {len(numbers)} ({blunder.explanation})")
        if numbers:
            print(fill(" ".join(map(str, numbers)), WIDTH, initial_indent="  ", subsequent_indent="  "))


def _print_boards(bidder: Bidder, bids: Iterable[Measured]) -> None:
    for measured in bids:
        print("\n" + "\n".join(board_lines(bidder.system.name, measured)))


def board_lines(name: str, measured: Measured) -> Iterator[str]:
    """A board for study: the hands, the tricks, each call with what made it, the result, other robots' auctions."""
    case, outcome = measured.case, measured.outcome
    yield from case.board.lines()
    for strain in STRAINS:
        tricks = "  ".join(f"{seat.letter} {case.analysis.tricks[seat][strain]:2}" for seat in SEATS)
        yield f"  tricks in {strain.title:9} {tricks}"
    yield f"  {name}:"
    for index, decision in enumerate(outcome.decisions):
        entry = decision.entry
        behind = f"{entry.id}  {entry.disclosure}" if entry else ""
        seat = outcome.auction.seat_of(index)
        yield f"    {seat.title:6}{decision.call.title:9}{decision.source.value:11}{behind}".rstrip()
    score = case.analysis.score(outcome.contract, case.board.vulnerability)
    yield (
        f"  {contract_title(outcome.contract)}, {score:+} for North-South; par {case.analysis.par_score:+}, "
        f"{measured.imps} IMPs away"
    )
    for blunder in measured.blunders:
        yield f"  {blunder.name}: {blunder.explanation}"
    for system, auction in case.stored.items():
        away = imps_to_par(case, auction.contract)
        yield f"  stored {system}: {auction}: {contract_title(auction.contract)}, {away} IMPs away"


if __name__ == "__main__":
    sys.exit(main())
