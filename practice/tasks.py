"""The background work of practice, which stands with its features; Celery looks for it here."""

from practice.learn.tasks import keep_stock

__all__ = ["keep_stock"]
