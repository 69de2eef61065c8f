"""The service over HTTP, for programs on the same machine: a request is posted, and answered in JSON.

Pages that a browser has from elsewhere are kept out: only JSON is taken, for which a browser asks first and is not
allowed, and only under a name of this machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from waitress.server import create_server

from bidbase.service.request import MAX_BYTES, BadRequest
from bidbase.service.service import Answer, Service, refusal, schema, text_of

HOST = "127.0.0.1"
NAMES = (HOST, "localhost")
THREADS = 4
CONNECTIONS = 100
IDLE = 60  # seconds after which a silent connection is closed
STATUSES = {"time-out": "503 Service Unavailable", "failed": "500 Internal Server Error"}
"""The status of an answer by its code; those of all other refusals are 400."""
StartResponse = Callable[[str, list[tuple[str, str]]], object]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]


def listen(service: Service, port: int) -> None:
    """Answer requests on a port of this machine, until somebody interrupts."""
    server = create_server(
        application(service),
        host=HOST,
        port=port,
        threads=THREADS,
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE,
        max_request_body_size=2 * MAX_BYTES,  # what is a little too long is answered with a reason
        ident="bidbase",
    )
    print(f"listening at http://{HOST}:{server.effective_port}/", file=sys.stderr, flush=True)
    try:
        server.run()
    finally:
        server.close()


def application(service: Service) -> Application:
    """The service as a WSGI application: `POST /` with a request, and `GET /schema.json`."""

    def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        status, body = _answered(service, environ)
        headers = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
        start_response(status, headers)
        return [body]

    return answer


def _answered(service: Service, environ: dict[str, Any]) -> tuple[str, bytes]:
    """The status and the body of an answer."""
    where = environ["REQUEST_METHOD"], environ["PATH_INFO"]
    if environ.get("HTTP_HOST", HOST).partition(":")[0] not in NAMES:
        return _refused("403 Forbidden", "wrong-host", f"ask under the name {' or '.join(NAMES)}")
    if where == ("GET", "/schema.json"):
        return "200 OK", schema()
    if where != ("POST", "/"):
        return _refused("404 Not Found", "wrong-address", "there are POST / and GET /schema.json")
    if environ.get("CONTENT_TYPE", "").partition(";")[0].strip() != "application/json":
        return _refused("415 Unsupported Media Type", "wrong-kind", "the header Content-Type is application/json")
    answer = service.answer_line(environ["wsgi.input"].read(MAX_BYTES + 1))
    return _status(answer), text_of(answer)


def _status(answer: Answer) -> str:
    return STATUSES.get(answer["code"], "400 Bad Request") if "error" in answer else "200 OK"


def _refused(status: str, code: str, message: str) -> tuple[str, bytes]:
    return status, text_of(refusal(BadRequest(code, message)))
