"""Jobs as a Django app."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "bidbase_web.jobs"
    default_auto_field = "django.db.models.BigAutoField"
