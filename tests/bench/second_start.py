"""Measures the command line where an earlier process has left on disk what a system says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable

from bidbase.game.cards import board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal

PREPARED = range(2_000_001, 2_005_001)  # deals that are bid before: the system is prepared then
FRESH = 500  # deals that nobody has bid, in one process
STARTS = 5
HAND = {"hand": "AKJ52.K32.Q32.43", "auction": ""}


def prepare(name: str) -> None:
    """Leave on disk what a shipped system says on many deals."""
    _answer("auction", name, _deals(PREPARED))


def first_answers(name: str) -> list[float]:
    """Seconds on the clock from nothing to the first answer, of starts after the first one."""
    seconds = []
    for _ in range(STARTS + 1):
        start = time.perf_counter()
        _answer("bid", name, [HAND])
        seconds.append(time.perf_counter() - start)
    return seconds[1:]


def fresh_deals(name: str) -> list[float]:
    """Seconds of processor that a new process needs to bid fresh deals with four robots, others each time."""
    seconds = []
    for number in range(STARTS):
        first = 3_000_001 + FRESH * number
        before = os.times()
        _answer("auction", name, _deals(range(first, first + FRESH)))
        after = os.times()
        seconds.append(after.children_user - before.children_user + after.children_system - before.children_system)
    return seconds


def _deals(numbers: Iterable[int]) -> list[dict[str, str]]:
    return [
        {
            "deal": str(numbered_deal(number)),
            "dealer": board_dealer(number).letter,
            "vulnerability": str(board_vulnerability(number)),
        }
        for number in numbers
    ]


def _answer(command: str, name: str, records: list[dict[str, str]]) -> None:
    """Have the command line answer these records."""
    lines = "".join(json.dumps(record) + "\n" for record in records)
    program = [sys.executable, "-m", "bidbase", command, "--system", name]
    subprocess.run(program, input=lines, text=True, check=True, stdout=subprocess.DEVNULL)
