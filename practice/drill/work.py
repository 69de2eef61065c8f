"""The search for the next deal of a drill, as a worker does it."""

from __future__ import annotations

from editor.selectors import SystemRow, bidder_of_key
from editor.work import Arguments, Reporter, StillWorking, register
from practice.drill.definition import Drill
from practice.drill.search import next_question

KIND = "drill search"


def search_for(drill: Drill, system: SystemRow, after: int) -> StillWorking:
    """The search for the first deal of a drill after this one. Its result is the number of the deal, None for none."""
    arguments = {
        "system": system.pk,
        "revision": system.revision,
        "conventions": list(drill.conventions),
        "role": drill.role,
        "after": after,
    }
    return StillWorking(KIND, arguments, f"Looking for a deal: {drill.title}", "deals bid", drill.address)


def _search(arguments: Arguments, report: Reporter) -> int | None:
    drill = Drill("", tuple(arguments["conventions"]), arguments["role"])
    question = next_question(
        bidder_of_key(arguments["system"]), drill, arguments["after"], lambda deals: report(done=deals)
    )
    return question.deal_number if question else None


register(KIND, _search)
