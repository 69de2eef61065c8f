"""The rows of a site from one kind of database into the other: from SQLite to PostgreSQL, and back.

The database of the other kind is always a file of SQLite, which a backup carries.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import django
from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connections, transaction
from django.db.models import Field, Model

from bidbase_site.settings import BASE_DIR, DATABASES
from bidbase_site.supervisor import Trouble

OWN, CARRIED = "default", "carried"
PIECE = 1000  # rows that are in memory at a time
PEOPLE = ("auth.User", "sessions.Session")  # on whom hangs all that somebody has
ONE_MOMENT = {"sqlite": "", "postgresql": "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"}


def carry_out(path: Path) -> None:
    """Write all rows of the site into a new file of SQLite, as they are at one moment."""
    bring_up_to_date(path)
    with _both_databases(path):
        _move_rows(OWN, CARRIED)


def take_in(path: Path) -> None:
    """Put all rows of a file of SQLite into the database of the site. Raises `Trouble` where somebody has any there."""
    bring_up_to_date(path)
    with _both_databases(path):
        if _has_people():
            raise Trouble("a backup of SQLite goes into an empty database only, and this one has accounts or visitors")
        call_command("migrate", verbosity=0)
        _move_rows(CARRIED, OWN)


def bring_up_to_date(path: Path) -> None:
    """Give a file of SQLite the tables of this version, by a process whose own database it is."""
    command = [sys.executable, str(BASE_DIR / "manage.py"), "migrate", "--verbosity", "0"]
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{path}"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["no word"]
        raise Trouble(f"the database in the backup cannot be brought up to date: {said[-1]}")


@contextmanager
def _both_databases(path: Path) -> Iterator[None]:
    """Have Django know the file beside the database of the site. What a database refuses becomes `Trouble`."""
    DATABASES[CARRIED] = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path)}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidbase_site.settings")
    django.setup()
    try:
        yield
    except DatabaseError as error:
        raise Trouble(f"the rows cannot be moved: {' '.join(str(error).split())}") from None
    finally:
        connections.close_all()


def _has_people() -> bool:
    tables = connections[OWN].introspection.table_names()
    people = [apps.get_model(name) for name in PEOPLE]
    return any(model._meta.db_table in tables and model._default_manager.exists() for model in people)


def _move_rows(source: str, target: str) -> None:
    """Replace all rows of the target by the rows of the source, in one transaction. Keys stay what they are."""
    models = [model for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]
    with transaction.atomic(using=source), transaction.atomic(using=target):
        _execute(source, [ONE_MOMENT[connections[source].vendor]])
        writer = connections[target]
        tables = [model._meta.db_table for model in models]
        _execute(target, writer.ops.sql_flush(no_style(), tables, allow_cascade=True))
        for model in models:
            _move_table(model, source, target)
        _execute(target, writer.ops.sequence_reset_sql(no_style(), models))


def _move_table(model: type[Model], source: str, target: str) -> None:
    fields = model._meta.local_concrete_fields
    writer = connections[target]
    names = [writer.ops.quote_name(str(field.column)) for field in fields]
    into = f"INSERT INTO {writer.ops.quote_name(model._meta.db_table)} ({', '.join(names)})"
    statement = f"{into} VALUES ({', '.join(['%s'] * len(names))})"
    rows = model._base_manager.using(source).order_by().values_list(*(field.attname for field in fields))
    found = rows.iterator(chunk_size=PIECE)
    with writer.cursor() as cursor:
        while piece := list(islice(found, PIECE)):
            cursor.executemany(statement, [_written(fields, row, writer) for row in piece])


def _written(fields: Sequence[Field[Any, Any]], row: tuple[Any, ...], writer: Any) -> list[Any]:
    return [field.get_db_prep_save(value, connection=writer) for field, value in zip(fields, row, strict=True)]


def _execute(alias: str, statements: Sequence[str]) -> None:
    with connections[alias].cursor() as cursor:
        for statement in filter(None, statements):
            cursor.execute(statement)
