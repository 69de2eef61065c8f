"""`bidbase score`: what results score in duplicate, in rubber bridge and in four-deal bridge (Chicago)."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import TypeVar

from bidbase.cli.options import refuse
from bidbase.errors import TextError
from bidbase.game.cards import Seat, Side, Vulnerability
from bidbase.game.rubber import Chicago, Rubber, ScoreLine, ScoreSheet
from bidbase.game.scoring import PlayedContract, cross_imps, matchpoint_percentages, matchpoints, mean_cross_imps

_SIDES = {Side.NS: "North-South", Side.EW: "East-West"}
Deal = tuple[PlayedContract | None, tuple[Side, int] | None]
"""A contract as it was played, None when the deal was passed out, and the side and points of honors in one hand."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument(
        "deals",
        nargs="+",
        metavar="RESULT",
        help="contract, declarer and result, as in 4SXS-1, 3NTE=, 2HN+2, or P for a deal passed out; in rubber bridge "
        "with honors after a stroke, 4SS=/NS100",
    )
    command.add_argument("--vulnerability", help="in duplicate: None, NS, EW or Both (default None)")
    others_help = "in duplicate: North-South's other scores on the board, to compare with"
    command.add_argument("--others", type=int, nargs="+", metavar="SCORE", help=others_help)
    sheet = command.add_mutually_exclusive_group()
    sheet.add_argument("--rubber", action="store_true", help="the deals are those of a rubber, in order")
    sheet.add_argument("--chicago", action="store_true", help="the deals are the four of a round, in order")
    command.add_argument("--unfinished", action="store_true", help="the rubber stops here: add the premiums for that")
    command.add_argument("--dealer", help="in Chicago: who deals the first deal (default N)")


def run(options: argparse.Namespace) -> int:
    """Print each result with its score, or the score sheet as it grows."""
    deals = [_read_deal(text) for text in options.deals]
    on_a_sheet = options.rubber or options.chicago
    if on_a_sheet and (options.vulnerability or options.others):
        return refuse("on a score sheet the vulnerability follows from the deals, and there are no other scores")
    if (options.unfinished and not options.rubber) or (options.dealer and not options.chicago):
        return refuse("--unfinished goes with --rubber, --dealer with --chicago")
    try:
        if options.rubber:
            _print_rubber(deals, options.unfinished)
        elif options.chicago:
            _print_sheet(Chicago(first_dealer=Seat.parse(options.dealer or "N")), deals)
        else:
            _print_duplicate(deals, Vulnerability.parse(options.vulnerability or "None"), options.others)
    except TextError:
        raise
    except ValueError as error:  # honors of a wrong number, a deal too many
        return refuse(str(error))
    return 0


def _read_deal(text: str) -> Deal:
    if text.strip().lower() in ("p", "pass"):
        return None, None
    result, stroke, written = text.partition("/")
    match = re.fullmatch(r"(NS|EW)(\d+)", written.strip(), re.IGNORECASE)
    if stroke and match is None:
        raise TextError("honors are written /NS100 or /EW150", text, len(result))
    honors = None if match is None else (Side[match[1].upper()], int(match[2]))
    return PlayedContract.parse(result), honors


def _print_duplicate(deals: Sequence[Deal], vulnerability: Vulnerability, others: Sequence[int] | None) -> None:
    """The score of each result, and how it compares with others on the board."""
    for played, honors in deals:
        if honors:
            raise ValueError("honors count in rubber bridge and Chicago alone")
        score = 0 if played is None else played.north_south_score(vulnerability)
        print(f"{_title(played)}: {f'{score:+}' if score else '0'} for North-South")
        if others is not None:
            scores = [score, *others]
            top, won = 2 * len(others), matchpoints(scores)[0]
            print(f"  matchpoints {won} of {top}, {matchpoint_percentages(scores)[0]:.1f} %")
            print(f"  IMPs {cross_imps(scores)[0]:+} in all, {mean_cross_imps(scores)[0]:+.2f} a comparison")


def _print_rubber(deals: Sequence[Deal], unfinished: bool) -> None:
    rubber = _print_sheet(Rubber(), deals)
    if unfinished:
        after = rubber.abandoned()
        print("The rubber is not finished")
        _print_lines(after.lines[len(rubber.lines) :])
        _print_totals(after)


SheetT = TypeVar("SheetT", Rubber, Chicago)


def _print_sheet(sheet: SheetT, deals: Sequence[Deal]) -> SheetT:
    """Each deal with the lines that it adds, then the totals."""
    for played, honors in deals:
        print(f"{_title(played)}, vulnerable: {sheet.vulnerability}")
        if played is not None:
            before, sheet = sheet, sheet.with_deal(played.contract, played.tricks, honors)
            _print_lines(sheet.lines[len(before.lines) :])
    _print_totals(sheet)
    return sheet


def _print_lines(lines: Sequence[ScoreLine]) -> None:
    for line in lines:
        where = "below the line" if line.below else "above the line"
        print(f"  {_SIDES[line.side]:11}  {line.points:4} {where}: {line.reason}")


def _print_totals(sheet: ScoreSheet) -> None:
    totals = (f"{name} {sheet.total(side)}" for side, name in _SIDES.items())
    parts = [f"{sheet.part_score(side)} for {name}" for side, name in _SIDES.items() if sheet.part_score(side)]
    print(", ".join(totals) + (f"; part-score {' and '.join(parts)}" if parts else ""))


def _title(played: PlayedContract | None) -> str:
    return "Passed out" if played is None else played.title
