"""`bidbase evaluate`: what the evaluators say of a hand."""

from __future__ import annotations

import argparse

from bidbase.cli.options import emit
from bidbase.game.cards import SUITS_DOWN, Hand, holding_text
from bidbase.game.evaluation import COUNTS, HandValue, hand_values
from bidbase.service.records import count_record


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("hand", nargs="?", help="as in AQ2.K32.KJ32.K32; left out, the counts are explained")
    command.add_argument("--json", action="store_true", help="write each count as a line of JSON")


def run(options: argparse.Namespace) -> int:
    """Print each count of the hand, in all and suit by suit; without a hand, explain the counts."""
    if options.hand is None:
        width = max(len(count.label) for count in COUNTS)
        print("".join(f"{count.label:{width}}  {count.explanation}\n" for count in COUNTS), end="")
        return 0
    hand = Hand.parse(options.hand)
    if options.json:
        for value in hand_values(hand):
            emit(count_record(value))
        return 0
    holdings = (f"{suit.symbol}{holding_text(hand.holdings[suit])}" for suit in SUITS_DOWN)
    _print_table(["", "in all", *holdings, "shape"], [_row(value) for value in hand_values(hand)])
    return 0


def _row(value: HandValue) -> list[str]:
    return [
        value.label,
        value.value,
        *(f"{count:g}" for count in value.suits),
        f"{value.shape:g}" if value.shape else "",
    ]


def _print_table(header: list[str], rows: list[list[str]]) -> None:
    """The first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    for label, *cells in (header, *rows):
        columns = (f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        print(f"{label:{widths[0]}}  {'  '.join(columns)}".rstrip())
