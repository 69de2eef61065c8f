"""What a job is. Each kind is a class; its fields are all that the work depends on.

    @dataclass(frozen=True)
    class Booklet(Job[str]):
        kind = "booklet"
        doing = "Writing the system notes"
        system: SystemVersion

        def work(self, report: Reporter) -> str: ...

An app names its kinds with `know` when Django starts, so that web and worker know the same. Rows of the database keep
the fields and the results as JSON, which `msgspec` makes of them and of dataclasses in them; calls are kept as text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import IntEnum
from hashlib import blake2b
from typing import Any, ClassVar, Generic, Protocol, TypeVar, get_args, get_origin

import msgspec

from bidbase.game.auction import Call

Result = TypeVar("Result", covariant=True)
Reached = TypeVar("Reached")

PIECE_SECONDS = 1.0  # of long work that is done in one go


class JobLine(IntEnum):
    """Who waits for a job. Nobody in a line is served while somebody in an earlier one waits."""

    TABLE = 1, "Tables that cannot go on"
    VERDICT = 2, "Verdicts on calls"
    PAGE = 3, "Other pages"
    AHEAD = 4, "What may be wanted soon"
    UPKEEP = 5, "Upkeep of systems"

    words: str

    def __new__(cls, number: int, words: str) -> JobLine:
        line = int.__new__(cls, number)
        line._value_, line.words = number, words
        return line


class StillWorking(Exception):
    """A page needs what a worker has yet to work out: this job.

    Whoever raises it has asked for nothing yet: `JobsMiddleware` asks for the job and shows a page that waits, unless
    the view has a better idea.
    """

    def __init__(self, job: Job[Any]) -> None:
        super().__init__(job.heading)
        self.job = job


class Cancelled(Exception):
    """Nobody waits for the job any more, or another worker has taken it over: it is to end."""


class GivesWay(Exception):
    """Somebody waits for a worker who has come before this job: it is to be put back."""


class Impossible(Exception):
    """The job cannot be done, and trying again would not help; the message is for the visitor."""


class Unreadable(Exception):
    """An earlier version of the site has kept this, in another form."""


class Reporter(Protocol):
    """Tells the page how far a job is."""

    def __call__(self, **progress: int) -> None:
        """Keep the progress and the claim on the row. Raises `Cancelled` or `GivesWay` when the work is to end.

        Call it several times a second: most calls cost nothing.
        """


@dataclass(frozen=True)
class PieceDone(Generic[Reached, Result]):
    """What a worker has done of a job in one go.

    The next piece goes on from what was `reached`. `keep` writes rows of the work itself, in the transaction in which
    the piece is counted, so that a piece that is repeated leaves nothing twice. At the end the job is `finished`, with
    its result.
    """

    reached: Reached
    progress: Mapping[str, int] = field(default_factory=dict)
    keep: Callable[[], None] = lambda: None
    finished: bool = False
    result: Result | None = None


@dataclass(frozen=True)
class Job(Generic[Result]):
    """A piece of work for a worker, known by its `kind` and its fields: all who ask for the same share it.

    `line` says who usually waits. `doing` says what is done, as a heading in which fields may stand: `Writing {title}`;
    `unit` names what the progress counts. A job that is of use `while_watched` is dropped once no page looks any more,
    as the picture of what somebody has pointed at. One that `repeats` is done anew when somebody asks after its end,
    since it keeps what came of it elsewhere.

    Fields that do not compare are for the page alone: `back` is the address to which a visitor returns who does not
    want to wait.
    """

    kind: ClassVar[str]
    line: ClassVar[JobLine] = JobLine.PAGE
    doing: ClassVar[str] = "A moment, please"
    unit: ClassVar[str] = ""
    while_watched: ClassVar[bool] = False
    repeats: ClassVar[bool] = False

    back: str = field(default="/", compare=False, kw_only=True)

    @property
    def heading(self) -> str:
        """What is done, as a heading."""
        return self.doing.format_map({field.name: getattr(self, field.name) for field in fields(self)})

    @property
    def arguments(self) -> dict[str, Any]:
        """The fields that count, as JSON has them."""
        return {field.name: to_json(getattr(self, field.name)) for field in fields(self) if field.compare}

    @property
    def key(self) -> str:
        """The digest of what counts."""
        return blake2b(msgspec.json.encode(self.arguments, order="sorted"), digest_size=16).hexdigest()

    def work(self, report: Reporter) -> Result:
        """Do it. It may be repeated, and killed at any moment."""
        raise NotImplementedError

    def piece(self, reached: Any, report: Reporter) -> PieceDone[Any, Result]:
        """Do the whole of it. Long jobs do about `PIECE_SECONDS` of the work instead."""
        return PieceDone(None, finished=True, result=self.work(report))

    @classmethod
    def read(cls, stored: Any) -> Result:
        """The result that was kept as JSON. Raises `Unreadable`."""
        read: Result = of_json(stored, types_of(cls)[-1])
        return read


class LongJob(Job[Result], Generic[Reached, Result]):
    """A job that is done piece by piece, by turns with others: it goes on from what was reached, None at first."""

    def piece(self, reached: Reached | None, report: Reporter) -> PieceDone[Reached, Result]:
        """Do about `PIECE_SECONDS` of the work. It may be repeated, and killed at any moment."""
        raise NotImplementedError

    @classmethod
    def read_reached(cls, stored: Any) -> Reached | None:
        """What was reached, as it was kept as JSON; None where an earlier version of the site kept it otherwise."""
        try:
            read: Reached | None = None if stored is None else of_json(stored, types_of(cls)[0])
        except Unreadable:
            return None
        return read


# --- Kept as JSON ---


def to_json(value: Any) -> Any:
    """A value as JSON has it. `of_json` reads it."""
    return msgspec.to_builtins(value, enc_hook=_text, str_keys=True)


def of_json(stored: Any, kind: Any) -> Any:
    """The value of this type that was kept as JSON. Raises `Unreadable`."""
    try:
        return msgspec.convert(stored, kind, dec_hook=lambda kind, text: kind.parse(text), str_keys=True)
    except msgspec.ValidationError as error:
        raise Unreadable from error


def _text(value: Any) -> str:
    """What templates have marked as safe, as the text that it is, and a call as text. Raises `TypeError` otherwise."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Call):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be kept as JSON")


def types_of(kind: type[Job[Any]]) -> tuple[Any, ...]:
    """What stands in the brackets of `Job` or `LongJob` where a kind says what it is."""
    return next(
        get_args(base)
        for ancestor in kind.__mro__
        for base in vars(ancestor).get("__orig_bases__", ())
        if get_origin(base) in (Job, LongJob)
    )


# --- The kinds there are ---

_KINDS: dict[str, type[Job[Any]]] = {}


def know(*kinds: type[Job[Any]]) -> None:
    """Let workers do jobs of these kinds."""
    _KINDS.update({kind.kind: kind for kind in kinds})


def kinds_known() -> Mapping[str, type[Job[Any]]]:
    """All kinds of jobs, by name."""
    return _KINDS


def job_of(kind: str, arguments: Mapping[str, Any]) -> Job[Any]:
    """The job that a row stands for. Raises `Impossible` where this version of the site knows no such job."""
    try:
        job: Job[Any] = of_json(arguments, _KINDS[kind])
    except (KeyError, Unreadable):
        raise Impossible("The site has changed since this was asked for. Ask for it again.") from None
    return job
