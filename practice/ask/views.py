"""Ask: what does the system call with this hand, and why? And what does every call mean?

The address of the answer is the link to share it.
"""

from __future__ import annotations

from urllib.parse import parse_qsl

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bidbase_web.visitors import known_owner
from practice.ask.forms import AskForm
from practice.ask.presenters import answer, answer_of_calls
from practice.boards.access import systems_to_play
from practice.boards.robots import asking_table
from practice.boards.selectors import is_of_exam
from practice.boards.services import see_answer

EXAMPLES = (
    ("AQ2.K32.KJ32.K32", "", "A balanced hand, nobody has called"),
    ("K8762.A4.Q953.87", "1N-P", "Partner opens 1NT"),
    ("5.AQJ942.K86.QT2", "1S", "The opponents open 1♠"),
)

OF_EXAM = "You are asked this in an exam. Ask answers it when the exam is closed."


@require_safe
def ask(request: HttpRequest) -> HttpResponse:
    """The form, and below it the answer when there is a question."""
    systems = systems_to_play(request)
    context = {"section": "ask", "examples": EXAMPLES}
    if not AskForm.base_fields.keys() & request.GET.keys():
        return render(request, "practice/ask/page.html", context | {"form": AskForm(systems)})
    query = {name: text for name, text in request.GET.dict().items() if text.strip()}
    form = AskForm(systems, query)
    if not form.is_valid():
        return render(request, "practice/ask/page.html", context | {"form": form}, status=400)
    asked = form.cleaned_data
    system = asked["system"]
    hand, auction, scoring = asked["hand"], asked["auction"], asked["scoring"]
    if is_of_exam(known_owner(request), hand, auction):
        form.add_error(None, OF_EXAM)
        return render(request, "practice/ask/page.html", context | {"form": form}, status=403)
    if hand is None:
        table = asking_table(system, auction, scoring, seed="")
        calls = answer_of_calls(system, table, auction, scoring)
        form = AskForm(systems, dict(parse_qsl(calls.query)))
        return render(request, "practice/ask/page.html", context | {"form": form, "calls": calls})
    # Percentages are drawn from hand and auction, so that the answer is always the same.
    think = asked["robots"] == "think"
    table = asking_table(system, auction, scoring, seed=f"{hand} {auction}", think=think)
    found = answer(system, table, hand, auction, scoring)
    if request.method == "GET":
        see_answer(owner=known_owner(request), hand=hand, auction=auction)
    # The form says what was understood, in the canonical form.
    form = AskForm(systems, dict(parse_qsl(found.query)))
    return render(request, "practice/ask/page.html", context | {"form": form, "answer": found})
