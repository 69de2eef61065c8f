"""The Celery application: `celery -A bidbase_site worker`."""

import os

from celery import Celery

from bidbase_site import folder_queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidbase_site.settings")

folder_queue.install()
app = Celery("bidbase_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
