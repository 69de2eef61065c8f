"""JSON lines: each line of the input is a request, and each gets a line."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore, Event

from bidbase.service.request import BadRequest, Request, lines_of
from bidbase.service.service import Answer, Service, refusal, text_of

AT_ONCE = 4  # requests that take long, answered side by side
WAITING = 64  # of them, with those that are being answered; while there are so many no further line is read


def answer_in_order(service: Service) -> int:
    """Answer each line of standard input before the next one is read. The result is 1 after any bad line."""
    status = 0
    for line in lines_of(sys.stdin.buffer):
        status |= _write(service.answer_line(line))
    return status


def answer_at_once(service: Service) -> int:
    """Answer the lines of standard input: in their order, but those that take long beside the others.

    The result is 1 after any bad line.
    """
    refused, room = Event(), BoundedSemaphore(WAITING)

    def write(answer: Answer) -> None:
        if _write(answer):
            refused.set()

    def answer_beside(request: Request) -> None:
        try:
            write(service.answer(request))
        finally:
            room.release()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        for line in lines_of(sys.stdin.buffer):
            try:
                request = service.request(line)
            except BadRequest as error:
                write(refusal(error))
                continue
            if service.takes_long(request):
                room.acquire()
                pool.submit(answer_beside, request)
            else:
                write(service.answer(request))
    return int(refused.is_set())


def _write(answer: Answer) -> int:
    """Write an answer at once, and whole; the result is 1 for a refusal."""
    sys.stdout.buffer.write(text_of(answer))
    sys.stdout.buffer.flush()
    return int("error" in answer)
