"""The kinds of work there are. The apps register theirs when Django starts, so that web and worker know the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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


class Impossible(Exception):
    """The work cannot be done, and trying again would not help; the message is for the visitor."""


class Reporter(Protocol):
    """Tells the page how far a piece of work is."""

    def __call__(self, **progress: int) -> None:
        """Keep the progress and the claim on the row. Raises `Cancelled` when the work is to end.

        Call it several times a second: most calls cost nothing.
        """


Handler = Callable[[Arguments, Reporter], Any]
"""Does a piece of work and returns its result, as JSON has it. It may be repeated, and killed at any moment."""


@dataclass(frozen=True)
class PieceDone:
    """What a worker has done of long work in one go.

    The next piece goes on from what was `reached`, as JSON has it. `keep` writes rows of the work itself, in the
    transaction in which the piece is counted, so that a piece that is repeated leaves nothing twice. At the end the
    work is `finished`, with its result.
    """

    reached: Any
    progress: Mapping[str, int] = field(default_factory=dict)
    keep: Callable[[], None] = lambda: None
    finished: bool = False
    result: Any = None


LongHandler = Callable[[Arguments, Any, Reporter], PieceDone]
"""Does a piece of long work, about `PIECE_SECONDS` of it, from what was reached before: None at the beginning."""
PIECE_SECONDS = 1.0

_handlers: dict[str, Handler] = {}
_long_handlers: dict[str, LongHandler] = {}


def register(kind: str, handler: Handler) -> None:
    """Let this handler do all work of a kind."""
    _handlers[kind] = handler


def register_long(kind: str, handler: LongHandler) -> None:
    """Let this handler do all work of a kind, piece by piece, by turns with other long work."""
    _long_handlers[kind] = handler


def handler_of(kind: str) -> Handler:
    """Who does the work of a kind. Raises `KeyError` where nobody does."""
    return _handlers[kind]


def long_handler_of(kind: str) -> LongHandler:
    """Who does long work of a kind. Raises `KeyError` where nobody does."""
    return _long_handlers[kind]


def long_kinds() -> list[str]:
    """The kinds of long work."""
    return [*_long_handlers]
