"""The background work of practice, which stands with its features; Celery looks for it here."""

from practice.double_dummy.tasks import analyze_deal

__all__ = ["analyze_deal"]
