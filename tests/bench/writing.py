"""Measures what people wait for who write their own system: the copy, the live panel, saving with its test, search."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable

from tests.bench.pages import guest, prepare

BASE, SECTION = "sayc", "1N-P"
ENTRIES = 7  # of the section, that are changed one after the other
WORDS = ("stayman", "transfer", "weak two", "1N-P-2C", "raise", "double", "slam")
AIMS = {
    "a copy of a system": 100,
    "the live panel, a system that this process has not read": 150,
    "the live panel, again": 150,
    "saving with its test": 300,
    "search": 150,
}
"""What is measured, with the milliseconds that it may take."""


def writing_seconds() -> dict[str, list[float]]:
    """Seconds for each of these, several times.

    Run it in a new process: it makes a database of its own, and warms up as a web process does.
    """
    prepare()
    from django.contrib.auth.models import User

    from bidbase_site.warm import warm_up
    from editor.people.services import take_as_base
    from editor.store.systems.models import SystemRow
    from editor.write.entry.selectors import cells_of

    warm_up()
    owner = User.objects.create(username="owner")
    base = SystemRow.objects.get(slug=BASE)
    client = guest()
    client.force_login(owner)
    client.get("/system/")
    found = defaultdict(list)

    def take(what: str, ask: Callable[[], object]) -> None:
        start = time.perf_counter()
        ask()
        found[what].append(time.perf_counter() - start)

    copy, first, again, save, search = AIMS
    for number in range(ENTRIES):
        title = f"Ours {number}"
        take(copy, lambda title=title: take_as_base(base=base, title=title, owner=owner))
        system = SystemRow.objects.get(title=title)
        row = system.entries.filter(prior_bids=SECTION)[number]
        form = {**cells_of(row), "seen": str(row.pk), "do": "save"}

        def send(to: str, system: SystemRow = system, form: dict[str, str] = form, **cells: str) -> None:
            response = client.post(f"/system/{system.slug}/write/{to}", {**form, **cells})
            assert response.status_code in (200, 302), response

        take(first, lambda: send("check/", hcp="8+"))
        take(again, lambda: send("check/", hcp="9+"))
        take(save, lambda row=row: send(f"entry/{row.ref}/", disclosure="Our own words"))
        assert SystemRow.objects.get(pk=system.pk).revision > system.revision, "it was saved"
        address = f"/system/{system.slug}/search/?text={WORDS[number]}"
        take(search, lambda address=address: client.get(address))
    return dict(found)
