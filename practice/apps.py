"""Practice as a Django app."""

from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "practice"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the work that practice has for workers, what counts the calls of students, and the table."""
        from practice.boards import robots, work  # noqa: F401
        from practice.drill import services as drill  # noqa: F401
        from practice.learn import services as learn  # noqa: F401
        from practice.settings import access  # noqa: F401
        from practice.shown import drawing  # noqa: F401
        from practice.simulator import services as simulator  # noqa: F401
