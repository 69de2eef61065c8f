"""The Celery application: `celery -A bidbase_site worker`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidbase_site.settings")

app = Celery("bidbase_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
