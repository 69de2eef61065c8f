"""The background work of practice, which stands with its features; Celery looks for it here."""

from practice.double_dummy.tasks import analyze_deal
from practice.drill.tasks import fill_pools, make_pools
from practice.learn.tasks import make_topic_pools

__all__ = ["analyze_deal", "fill_pools", "make_pools", "make_topic_pools"]
