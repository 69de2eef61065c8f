"""A system that a test finds in its database is the one that loading makes of its files."""

from typing import Any

import pytest
from django.db import transaction

from bidbase_web.jobs.models import Run
from editor.models import SystemRow
from editor.store.systems.loading import load_shipped_system
from editor.store.systems.models import VERSIONED, SystemRevision
from tests.editor.conftest import SMALL
from tests.loaded import loaded

EACH_TIME = {"id", "system_id", "identity", "created", "updated", "made", "link"}
"""What is new each time, or tells when it was."""


def all_rows() -> list[list[dict]]:
    tables: tuple[Any, ...] = (SystemRow, SystemRevision, *VERSIONED)
    values = [table.objects.order_by("pk").values() for table in tables]
    return [[{name: row[name] for name in row.keys() - EACH_TIME} for row in rows] for rows in values]


@pytest.mark.django_db
def test_a_loaded_system_is_the_one_of_the_files():
    found = []
    for load in (lambda: load_shipped_system(name=SMALL).system, lambda: loaded(SMALL), lambda: loaded(SMALL)):
        with transaction.atomic():
            system = load()
            found.append((all_rows(), Run.objects.count()))
            system.title = "Not the one that is kept"
            transaction.set_rollback(True)
    first, *others = found
    assert first[0][-1], "entries"
    assert others == [first, first]
