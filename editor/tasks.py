"""The background work of the editor, which stands with its features; Celery looks for it here."""

from editor.runs.tasks import wake, work

__all__ = ["wake", "work"]
