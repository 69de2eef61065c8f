"""What takes a worker some seconds: writing a system in a format, and comparing a file with a system."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

from django.urls import reverse

from bidbase.errors import SystemFileError
from bidbase.exports.formats import FORMATS
from editor.files.differences import KINDS, Pair, label_of
from editor.files.models import Merge
from editor.files.selectors import offer_of
from editor.runs.kinds import Arguments, Reporter, StillWorking, register
from editor.systems.models import EntryRow, SystemRow
from editor.systems.selectors import engine_system
from editor.systems.versions import Version

WRITE, COMPARE = "write system", "compare system"
MOST_LISTED = 200  # differences of a kind
MOST_FAULTS = 200


def writing_of(system: SystemRow, format_name: str) -> StillWorking:
    """Writing a system in a format, as it is at its revision. `content_of` reads the result."""
    arguments = {"system": system.pk, "revision": system.revision, "title": system.title, "format": format_name}
    back = reverse("editor:files", args=[system.slug])
    return StillWorking(WRITE, arguments, f"Writing {system.title} as a file", back=back)


def content_of(stored: dict[str, Any]) -> bytes:
    """The content of the file that a worker has written."""
    return b64decode(stored["content"])


def comparison_of(merge: Merge) -> StillWorking:
    """Comparing what is merged with the target as it is now. The result is what `Differences` of the page shows."""
    target = merge.target
    arguments = {
        "merge": merge.pk,
        "made": merge.made.isoformat(),
        "target": target.pk if target else 0,
        "revision": target.revision if target else 0,
    }
    return StillWorking(COMPARE, arguments, f"Reading {merge.name}", back=reverse("editor:systems"))


def _write(arguments: Arguments, report: Reporter) -> dict[str, Any]:
    system = SystemRow.objects.get(pk=arguments["system"]).as_of(arguments["revision"])
    try:
        content = FORMATS[arguments["format"]].write(engine_system(system), report)
    except SystemFileError as error:
        return {"faults": error.faults[:MOST_FAULTS]}
    return {"faults": [], "size": len(content), "content": b64encode(content).decode("ascii")}


def _compare(arguments: Arguments, report: Reporter) -> dict[str, Any]:
    merge = Merge.objects.select_related("system", "base", "source").get(pk=arguments["merge"])
    target = merge.target.as_of(arguments["revision"]) if merge.target else None
    try:
        pairs = offer_of(merge, target, report).pairs
    except SystemFileError as error:
        return {"faults": error.faults[:MOST_FAULTS], "number": len(error.faults)}
    by_kind = {kind: [pair for pair in pairs if pair.kind == kind] for kind in KINDS}
    counts = {kind: len(those) for kind, those in by_kind.items()}
    listed = {kind: [_line(pair) for pair in those[:MOST_LISTED]] for kind, those in by_kind.items()}
    return {"faults": [], "counts": counts, "listed": listed}


def _line(pair: Pair) -> dict[str, Any]:
    """A difference as JSON: its key, what it is about, and what each column says before and after."""
    row: Version = pair.wanted or pair.held
    columns = [
        [label_of(row, name), getattr(pair.held, name, ""), getattr(pair.wanted, name, "")] for name in pair.differing
    ]
    bid = row.bid if isinstance(row, EntryRow) else ""
    return {"key": pair.key, "name": (pair.held or row).known_as, "bid": bid, "columns": columns}


register(WRITE, _write)
register(COMPARE, _compare)
