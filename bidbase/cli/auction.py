"""`bidbase auction`: the auctions that four robots bid, in JSON lines."""

from __future__ import annotations

import argparse

from bidbase.cli.json_lines import answer_in_order
from bidbase.cli.options import add_system, add_thinking
from bidbase.service.service import Service


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("--meanings", action="store_true", help="add what each call means, and how it is alerted")
    add_thinking(command)
    add_system(command)


def run(options: argparse.Namespace) -> int:
    """Answer each line of input."""
    defaults = {"op": "auction", "think": options.think, "meanings": options.meanings}
    return answer_in_order(Service(options.system, defaults))
