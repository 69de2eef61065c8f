"""The editor as a Django app."""

from django.apps import AppConfig


class EditorConfig(AppConfig):
    name = "editor"
    default_auto_field = "django.db.models.BigAutoField"
