"""The editor as a Django app."""

from django.apps import AppConfig


class EditorConfig(AppConfig):
    name = "editor"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the work that the editor has for workers."""
        from editor.writing import work  # noqa: F401
