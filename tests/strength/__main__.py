"""Measures how well systems bid: `python -m tests.strength`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.boards import Board, fresh_boards, mean_and_error
from bidbase.bidding.robots import Table
from bidbase.game.auction import contract_title
from bidbase.game.cards import SEATS, STRAINS
from bidbase.systems import SystemFileError, load_system, shipped_systems
from tests.strength.blunders import BLUNDERS
from tests.strength.cases import (
    BOARDS_FILE,
    CASES_VARIABLE,
    CasesError,
    JudgedBoard,
    default_cases,
    judged,
    read_boards,
    read_textbook,
)
from tests.strength.measures import (
    MeasuredBoard,
    TextbookAnswer,
    agreement,
    boards_by_blunder,
    calls_by_source,
    imps_to_par,
    measure_boards,
    references,
    textbook_answers,
    textbook_tallies,
    thoughts,
)
from tests.strength.replaced import FORCE_PASSED, replaced, tally

TEXTBOOK_SYSTEM = "sayc"
WIDTH = 120


def main(arguments: list[str] | None = None) -> int:
    """Measure and print. The exit status is 2 if the cases or a system cannot be read."""
    options = _parser().parse_args(arguments)
    try:
        bidders = [Bidder(load_system(name)) for name in options.system or shipped_systems()]
        if options.replaced:
            for bidder in bidders:
                _print_replaced(bidder, options)
            return 0
        boards = _boards(options)
        if options.board:
            for bidder in bidders:
                _print_boards(bidder, measure_boards(bidder, boards))
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
        default=default_cases(),
        help=f"the folder of the cases (default: ${CASES_VARIABLE}, otherwise ../shared/cases beside the project)",
    )
    parser.add_argument("--system", action="append", help="a shipped system or a folder (default: all shipped)")
    parser.add_argument(
        "--deals", default=BOARDS_FILE, metavar="FILE", help="the file of boards (default: %(default)s)"
    )
    before_help = "also bid the boards by the system in this folder, as it was before a change, and compare"
    parser.add_argument("--before", metavar="FOLDER", help=before_help)
    parser.add_argument("--boards", type=_span, help="only the boards with these numbers, as in 1-100")
    parser.add_argument("--board", type=int, action="append", help="print the whole auction of this board instead")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="also print the N boards farthest from par")
    parser.add_argument("--misses", action="store_true", help="also print the textbook calls that were missed")
    replaced_help = "replace a call on each of N new boards by one without an agreement, and count what goes wrong"
    parser.add_argument("--replaced", type=int, metavar="N", help=replaced_help)
    parser.add_argument("--fresh", type=int, metavar="N", help="bid N newly dealt boards instead of the stored ones")
    think_help = "also bid the boards thinking, some seconds a board, and compare with the book on the same boards"
    parser.add_argument("--think", action="store_true", help=think_help)
    parser.add_argument("--seed", type=int, default=1, help="with --fresh: which boards are dealt (default: 1)")
    return parser


def _span(text: str) -> range:
    first, _, last = text.partition("-")
    try:
        return range(int(first), int(last or first) + 1)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a range of numbers such as 1-100") from None


def _boards(options: argparse.Namespace) -> list[JudgedBoard]:
    """The boards to bid. Raises `CasesError` if they cannot be read or if there are none."""

    def is_chosen(number: int) -> bool:
        if options.board:
            return number in options.board
        return options.boards is None or number in options.boards

    if options.fresh is None:
        boards = [case for case in read_boards(options.cases, options.deals) if is_chosen(case.board.number)]
    else:
        with _timed("double dummy"):
            boards = judged(board for board in _fresh(options) if is_chosen(board.number))
    if not boards:
        raise CasesError("no board has such a number")
    return boards


def _print_replaced(bidder: Bidder, options: argparse.Namespace) -> None:
    """What goes wrong after calls that nobody has agreed upon, each fault with its worst examples."""
    table = Table(bidder, bidder)
    found = list(replaced(table, fresh_boards(options.replaced, options.seed), options.seed))
    made, forcing, faults = tally(found)
    print(f"\n== {bidder.system.name}: {made} calls without an agreement, {forcing} of them forcing")
    for fault, count in faults.most_common():
        of = forcing if fault == FORCE_PASSED else made
        print(f"{fault}: {count} = {count / of:.1%}")
        for one in [one for one in found if fault in one.faults][: options.worst]:
            print(f"   {one.after} ({one.reading}): {one.auction}")


def _fresh(options: argparse.Namespace) -> list[Board]:
    try:
        return fresh_boards(options.fresh, options.seed)
    except ValueError as error:
        raise CasesError(str(error)) from None


@contextmanager
def _timed(step: str) -> Iterator[None]:
    """Print at the end how long this step took."""
    start = time.perf_counter()
    yield
    print(f"[{step}: {time.perf_counter() - start:.1f} s]", flush=True)


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
        measured = measure_boards(bidder, boards)
        _print_par(boards, measured)
        _print_sources(measured)
        _print_blunders(measured)
    if options.before:
        with _timed("before"):
            _print_before(measure_boards(Bidder(load_system(options.before)), boards), measured)
    if options.think:
        with _timed("thinking"):
            _print_thinking(measured, measure_boards(bidder, boards, thinking=SEATS))
    if options.fresh is None:
        with _timed("agreement"):
            for name in boards[0].stored:
                print(
                    f"agreement with the stored {name} auctions: {agreement(bidder, boards, name)} of bids and doubles"
                )
    if options.worst:
        _print_boards(bidder, sorted(measured, key=lambda board: -board.imps)[: options.worst])


def _print_textbook(answers: Sequence[TextbookAnswer]) -> None:
    print(f"{'textbook calls':44}{'all':>10}{'not doubtful':>20}")
    for topic in sorted({answer.case.topic for answer in answers}):
        all_calls, not_doubtful = textbook_tallies(answer for answer in answers if answer.case.topic == topic)
        print(f"  {topic:42}{all_calls.parts:>10}{not_doubtful.parts:>20}")
    all_calls, not_doubtful = textbook_tallies(answers)
    print(f"all topics: {all_calls}, without doubtful calls {not_doubtful}")


def _print_misses(answers: Iterable[TextbookAnswer]) -> None:
    for answer in answers:
        if not answer.right:
            case, decision = answer.case, answer.decision
            made_by = decision.entry.id if decision.entry else decision.source.value
            print(
                f"  {case.name}: {case.hand} {f'after {case.auction}' if case.auction.calls else 'as dealer'}:", end=" "
            )
            print(f"{case.call}, not {decision.call} ({made_by})")


def _print_par(boards: Sequence[JudgedBoard], measured: Sequence[MeasuredBoard]) -> None:
    mean, error = mean_and_error([board.imps for board in measured])
    others = ", ".join(f"{name} {mean_and_error(imps)[0]:.2f}" for name, imps in references(boards).items())
    print(f"IMPs to par: {mean:.2f} a board over {len(measured)} boards, standard error {error:.2f}", end=" ")
    print(f"(for comparison: {others})")


def _print_before(before: Sequence[MeasuredBoard], after: Sequence[MeasuredBoard]) -> None:
    pairs = list(zip(before, after, strict=True))
    paired, error = mean_and_error([new.imps - old.imps for old, new in pairs])
    changed = [(old, new) for old, new in pairs if old.outcome.auction != new.outcome.auction]
    better, worse = (sum(sign * (new.imps - old.imps) < 0 for old, new in changed) for sign in (1, -1))
    print(f"IMPs to par, less those before: {paired:+.3f} a board, standard error {error:.3f};", end=" ")
    print(f"{len(changed)} auctions differ, {better} end nearer to par and {worse} farther from it")


def _print_thinking(book: Sequence[MeasuredBoard], thinking: Sequence[MeasuredBoard]) -> None:
    mean, error = mean_and_error([board.imps for board in thinking])
    differences = [after.imps - before.imps for before, after in zip(book, thinking, strict=True)]
    paired, paired_error = mean_and_error(differences)
    thought, changed = thoughts(thinking)
    print(f"IMPs to par, thinking: {mean:.2f} a board, standard error {error:.2f};", end=" ")
    print(f"less the book's on the same boards: {paired:+.2f}, standard error {paired_error:.2f}")
    print(f"thought about: {thought} calls, of which {changed} are not the book's")


def _print_sources(measured: Sequence[MeasuredBoard]) -> None:
    shares = calls_by_source(measured)
    print("calls: " + ", ".join(f"{source.value} {tally.percent:.1f} %" for source, tally in shares.items()))


def _print_blunders(measured: Sequence[MeasuredBoard]) -> None:
    found = boards_by_blunder(measured)
    for blunder in BLUNDERS:
        numbers = found[blunder.name]
        print(f"{blunder.name}: {len(numbers)} ({blunder.explanation})")
        if numbers:
            print(fill(" ".join(map(str, numbers)), WIDTH, initial_indent="  ", subsequent_indent="  "))


def _print_boards(bidder: Bidder, measured: Iterable[MeasuredBoard]) -> None:
    for board in measured:
        print("\n" + "\n".join(board_lines(bidder.system.name, board)))


def board_lines(name: str, measured: MeasuredBoard) -> Iterator[str]:
    """The lines about a board: hands, tricks, each call with the entry behind it, result, other robots' auctions."""
    case, outcome = measured.case, measured.outcome
    yield from case.board.lines()
    for strain in STRAINS:
        tricks = "  ".join(f"{seat.letter} {case.analysis.tricks[seat][strain]:2}" for seat in SEATS)
        yield f"  tricks in {strain.title:9} {tricks}"
    yield f"  {name}:"
    for index, decision in enumerate(outcome.decisions):
        entry = decision.entry
        reason = f"{entry.id}  {entry.disclosure}" if entry else ""
        seat = outcome.auction.seat_of(index)
        yield f"    {seat.title:6}{decision.call.title:9}{decision.source.value:11}{reason}".rstrip()
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
