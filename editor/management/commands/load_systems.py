"""`manage.py load_systems`: bring the shipped systems in the database up to date with their files."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bidbase.systems import SystemFileError, shipped_systems
from editor.store.systems.loading import load_shipped_system


class Command(BaseCommand):
    """Loads every shipped system, each as a whole or not at all."""

    help = "Bring the shipped systems in the database up to date with their files."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what each load did; faults go to stderr, line by line, and end in exit status 1."""
        broken = []
        for name in shipped_systems():
            try:
                loaded = load_shipped_system(name=name)
            except SystemFileError as error:
                broken.append(name)
                for fault in error.faults:
                    self.stderr.write(f"{name}: {fault}")
                continue
            did = loaded.summary or "nothing changed"
            self.stdout.write(f"{name}: {did} (revision {loaded.system.revision})")
        if broken:
            raise CommandError(f"not loaded: {', '.join(broken)}")
