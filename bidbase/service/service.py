"""The service: it reads requests, has them answered, and says what is wrong with those that cannot be."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping
from importlib.resources import files
from time import monotonic
from types import MappingProxyType
from typing import Any, TypedDict

from bidbase import __version__
from bidbase.errors import why_missing
from bidbase.service.bidders import Bidders
from bidbase.service.operations import OPERATIONS
from bidbase.service.request import BadRequest, Request, record_of

TIMEOUT = 60.0  # seconds
NO_DEFAULTS: Mapping[str, Any] = MappingProxyType({})
Answer = Mapping[str, Any]
_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False)  # nothing in an answer holds itself


class ErrorAnswer(TypedDict):
    """Why a request is not answered: in words, by a code, and the field and the place in it that are at fault.

    `place` is where the fault begins and where it ends, in characters of a text or in items of a list; null where the
    field as a whole is at fault.
    """

    error: str
    code: str
    field: str
    place: list[int] | None
    version: str


class Service:
    """Answers requests in JSON. Threads may share it. Raises `SystemFileError` where the system cannot be read.

    `defaults` are fields that count where a request leaves them out; with `op` among them it need not say what it asks.
    Long work is done in steps of a second or so, and given up at the first step after `timeout` seconds.
    """

    def __init__(
        self, system: str = "sayc", defaults: Mapping[str, Any] = NO_DEFAULTS, timeout: float = TIMEOUT
    ) -> None:
        self._bidders = Bidders(system)
        self._bidders[system]  # what cannot be read is told before any request
        self._defaults = defaults
        self._timeout = timeout

    def request(self, line: bytes) -> Request:
        """The request in a line. Raises `BadRequest` for one that cannot be read at all."""
        return Request(record_of(line), self._bidders, monotonic() + self._timeout, self._defaults)

    def takes_long(self, request: Request) -> bool:
        """Whether a request may take seconds."""
        operation = OPERATIONS.get(str(request.fields.get("op")))
        return operation is not None and (operation.takes_long or request.fields.get("think") is True)

    def answer(self, request: Request) -> Answer:
        """The answer to a request; one that cannot be answered is told why."""
        own: dict[str, Any] = {}
        try:
            own = request.id()
            operation = request.choice("op", OPERATIONS)
            request.allow(operation.asked.__annotations__)
            return {**own, **operation.answer(request), "version": __version__}
        except BadRequest as error:
            return {**own, **refusal(error)}
        except ModuleNotFoundError as error:
            return {**own, **refusal(BadRequest("not-installed", why_missing(error) or str(error)))}
        except Exception as error:  # a fault of the engine keeps nobody else from an answer
            traceback.print_exc()
            return {**own, **refusal(BadRequest("failed", f"the engine has failed: {error!r}"))}

    def answer_line(self, line: bytes) -> Answer:
        """The answer to a line, whatever it holds."""
        try:
            request = self.request(line)
        except BadRequest as error:
            return refusal(error)
        return self.answer(request)


def refusal(error: BadRequest) -> ErrorAnswer:
    """What is wrong with a request, as an answer."""
    place = None if error.place is None else [*error.place]
    return {"error": str(error), "code": error.code, "field": error.field, "place": place, "version": __version__}


def text_of(answer: Answer) -> bytes:
    """An answer as a line of JSON. Half of a surrogate pair in it is written as an escape."""
    return _ENCODER.encode(answer).encode("utf-8", "backslashreplace") + b"\n"


def schema() -> bytes:
    """The JSON Schema of requests and answers."""
    return (files("bidbase.service") / "schema.json").read_bytes()
