"""The background work of the editor, which stands with its features; Celery looks for it here."""

from editor.runs.tasks import go_on, work

__all__ = ["go_on", "work"]
