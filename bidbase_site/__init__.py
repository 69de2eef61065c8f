"""Wiring only: settings, addresses, accounts, web and worker."""

from bidbase_site.celery import app as celery_app

# Django imports this package at its start, so that @shared_task in the apps finds the Celery application.
__all__ = ["celery_app"]
