"""The kinds of work there are. The apps register theirs when Django starts, so that web and worker know the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Protocol

Arguments = dict[str, Any]
"""The arguments of a piece of work, as JSON has them."""


def digest_of(arguments: Arguments) -> str:
    """The key of a run with these arguments."""
    return blake2b(json.dumps(arguments, sort_keys=True).encode(), digest_size=16).hexdigest()


class StillWorking(Exception):
    """A page needs what a worker has yet to work out.

    `doing` says what that is, as a heading: `Looking for a deal`. `unit` names what its progress counts, and `back` is
    the address to which a visitor returns who does not want to wait. Whoever raises it has asked for nothing yet:
    `RunsMiddleware` asks for the work and shows a page that waits, unless the view has a better idea.
    """

    def __init__(self, kind: str, arguments: Arguments, doing: str, unit: str = "", back: str = "/") -> None:
        super().__init__(doing)
        self.kind = kind
        self.arguments = arguments
        self.doing = doing
        self.unit = unit
        self.back = back


class Cancelled(Exception):
    """Nobody waits for the work any more, or another worker has taken it over: it is to end."""


class Reporter(Protocol):
    """Tells the page how far a piece of work is."""

    def __call__(self, **progress: int) -> None:
        """Keep the progress and the claim on the row. Raises `Cancelled` when the work is to end.

        Call it several times a second: most calls cost nothing.
        """


Handler = Callable[[Arguments, Reporter], Any]
"""Does a piece of work and returns its result, as JSON has it. It may be repeated, and killed at any moment."""

_handlers: dict[str, Handler] = {}


def register(kind: str, handler: Handler) -> None:
    """Let this handler do all work of a kind."""
    _handlers[kind] = handler


def handler_of(kind: str) -> Handler:
    """Who does the work of a kind. Raises `KeyError` where nobody does."""
    return _handlers[kind]
