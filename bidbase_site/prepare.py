"""Bring database, shipped systems and static files up to date: `python -m bidbase_site.prepare`.

One process for all three: most of the time of a start goes into loading Django.
"""

import os
import shutil
import sys
from contextlib import suppress

import django
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from kombu.exceptions import OperationalError

from bidbase_site.celery import app
from bidbase_site.settings import DATABASES, SIGNS_OF_LIFE


def _write_to_database() -> None:
    """Write something, if nothing else is new: a database that may only be read is told now, and not by every form."""
    apps.get_model("sessions.Session").objects.filter(session_key="").delete()


def main() -> None:
    """Prepare everything; a fault ends with its message and exit status 1."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidbase_site.settings")
    django.setup()
    try:
        call_command("migrate", verbosity=0)
        _write_to_database()
        call_command("load_systems")
        call_command("collectstatic", interactive=False, verbosity=0)
        shutil.rmtree(SIGNS_OF_LIFE, ignore_errors=True)  # of machines that may not be there any more
        _forget_messages()
    except (CommandError, OSError) as error:
        sys.exit(f"Preparation stops: {error}")
    except DatabaseError as error:
        why = " ".join(str(error).split())
        sys.exit(f"Preparation stops: the database {DATABASES['default']['NAME']} cannot be used: {why}")


def _forget_messages() -> None:
    """Drop the messages to workers, which an older version may have sent: rows say what is to be done."""
    with suppress(OperationalError, OSError):
        app.control.purge()


if __name__ == "__main__":
    main()
