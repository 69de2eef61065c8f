"""The lines of the log: one for each event, with the reference of the request or task, and without secrets.

The reference goes with the messages that wake workers, and a page that tells of an error shows it.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

NO_REFERENCE = "-"  # of what belongs to no request and no task
FORMAT = "%(asctime)s %(levelname)s %(name)s %(reference)s: %(message)s"

# What error messages may hold and nobody is to read: cards, and the row in which PostgreSQL has found a fault.
_HAND = re.compile(r"(?<![\w.-])(?=[AKQJT2-9.-]{16,20}(?![\w.-]))[AKQJT2-9-]*(?:\.[AKQJT2-9-]*){3}")
_ROW = re.compile(r"\nDETAIL:.*")

_reference: ContextVar[str] = ContextVar("reference", default=NO_REFERENCE)


def reference() -> str:
    """The reference of the request or task that is being worked on."""
    return _reference.get()


def new_reference() -> str:
    """A reference that no other request has."""
    return secrets.token_hex(6)


def begin_reference(reference: str) -> None:
    """Let the lines of the log have this reference from now on."""
    _reference.set(reference)


@contextmanager
def referring_to(reference: str) -> Iterator[None]:
    """Let the lines of the log have this reference."""
    token = _reference.set(reference)
    try:
        yield
    finally:
        _reference.reset(token)


class LineFormatter(logging.Formatter):
    """Writes each event on one line: what its message or traceback has on several is joined by a written-out `\\n`."""

    def __init__(self) -> None:
        super().__init__(FORMAT)

    def format(self, record: logging.LogRecord) -> str:
        """The line, in which an address of the site stands without what is secret in it."""
        record.reference = reference()
        _hide_address(record)
        line = _HAND.sub("(a hand)", _ROW.sub("", super().format(record)))
        return "\\n".join(line.splitlines())


def _hide_address(record: logging.LogRecord) -> None:
    """Let the route stand for the path of a request, which may open somebody's board, set or system."""
    request = getattr(record, "request", None)
    if request is not None and isinstance(record.args, tuple):
        match = getattr(request, "resolver_match", None)
        route = f"/{match.route}" if match else "(no page of ours)"
        record.args = tuple(route if argument == request.path else argument for argument in record.args)
