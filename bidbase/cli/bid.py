"""`bidbase bid`: the call of a robot for each hand, in JSON lines."""

from __future__ import annotations

import argparse

from bidbase.cli.json_lines import answer_in_order
from bidbase.cli.options import add_system, add_thinking
from bidbase.service.service import Service


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("--trace", action="store_true", help="add every entry tried, with the specs that failed")
    add_thinking(command)
    add_system(command)


def run(options: argparse.Namespace) -> int:
    """Answer each line of input."""
    return answer_in_order(Service(options.system, {"op": "bid", "think": options.think, "trace": options.trace}))
