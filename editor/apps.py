"""The editor as a Django app."""

from django.apps import AppConfig


class EditorConfig(AppConfig):
    name = "editor"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the work that the editor has for workers."""
        from editor.boards.services import bid_after_change
        from editor.booklet import work as booklet  # noqa: F401
        from editor.card import work as card  # noqa: F401
        from editor.contests import work as contests  # noqa: F401
        from editor.files import merging, work  # noqa: F401
        from editor.findings.selectors import count_of
        from editor.folding import work as folding  # noqa: F401
        from editor.frequencies import work as frequencies  # noqa: F401
        from editor.limits import work as limits  # noqa: F401
        from editor.mending import work as mending  # noqa: F401
        from editor.sweeps import work as sweeps  # noqa: F401
        from editor.sweeps.services import sweep_after_change
        from editor.systems.pages import register_badge
        from editor.systems.services import changed
        from editor.teaching import work as teaching  # noqa: F401
        from editor.writing import work as writing  # noqa: F401

        register_badge(count_of)
        changed.connect(sweep_after_change, dispatch_uid="sweep")
        changed.connect(bid_after_change, dispatch_uid="boards")
