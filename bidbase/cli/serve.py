"""`bidbase serve`: requests of other programs in JSON, line by line or over HTTP."""

from __future__ import annotations

import argparse
import sys

from bidbase.cli.json_lines import answer_at_once
from bidbase.cli.options import add_system, add_thinking, count, refuse
from bidbase.service.service import TIMEOUT, Service, schema

MOST_PORTS = 65535


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    how = command.add_mutually_exclusive_group()
    how.add_argument("--http", type=count, metavar="PORT", help="listen on this port of 127.0.0.1; 0 takes a free one")
    how.add_argument("--schema", action="store_true", help="print the JSON Schema of requests and answers")
    timeout_help = f"give up a request after so many seconds (default {TIMEOUT:g})"
    command.add_argument("--timeout", type=count, default=TIMEOUT, help=timeout_help)
    add_thinking(command)
    add_system(command)


def run(options: argparse.Namespace) -> int:
    """Answer requests until the input ends, or until somebody interrupts."""
    if options.schema:
        sys.stdout.buffer.write(schema())
        return 0
    service = Service(options.system, {"think": options.think}, options.timeout)
    if options.http is None:
        return answer_at_once(service)
    if options.http > MOST_PORTS:
        return refuse(f"ports are 0 to {MOST_PORTS}, not {options.http}")
    from bidbase.service.web import listen  # its library is an extra

    listen(service, options.http)
    return 0
