"""Measures the grid of a large system: its pages, filters and orders, of the system and of a variant of it."""

from __future__ import annotations

import time
from pathlib import Path

from tests.bench.pages import Visit, guest, prepare, visit_to

ROUNDS = 5
PAGES = {
    "first page": "",
    "last page": "page={last}",
    "sorted by points": "sort=-hcp&columns=bid&columns=hcp",
    "filtered by text": "text=natural",
    "all after 1H": "after=1H&beyond=on",
}


def grid_seconds(folder: str) -> dict[str, list[float]]:
    """Seconds for the pages of the grid of the system in a folder, by what they show, each several times.

    Run it in a new process: it makes a database of its own.
    """
    prepare()
    from django.contrib.auth.models import User

    from editor.read.grid.views import ENTRIES_ON_A_PAGE
    from editor.store.systems.loading import load_shipped_system
    from editor.store.systems.models import SystemRow, Visibility
    from editor.store.systems.services import copy_of_system

    SystemRow.objects.filter(slug="2over1").delete()
    large = load_shipped_system(name=Path(folder)).system
    copy = copy_of_system(base=large, slug="variant", title="A variant", owner=User.objects.create(username="owner"))
    SystemRow.objects.filter(pk=copy.pk).update(visibility=Visibility.PUBLIC)
    last = -(-large.entries.count() // ENTRIES_ON_A_PAGE)
    client = guest()
    found = {}
    for what, slug in (("system", large.slug), ("variant", copy.slug)):
        for name, query in PAGES.items():
            address = f"/system/{slug}/grid/?{query.format(last=last)}"
            visit = visit_to(client, [address])
            visit()
            found[f"{what}, {name}"] = [_seconds(visit) for _ in range(ROUNDS)]
    return found


def _seconds(visit: Visit) -> float:
    start = time.perf_counter()
    visit()
    return time.perf_counter() - start
