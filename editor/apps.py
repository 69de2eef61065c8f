"""The editor as a Django app."""

from django.apps import AppConfig


class EditorConfig(AppConfig):
    name = "editor"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the jobs that workers do for the editor, and what follows from a change of a system."""
        from bidbase_web.jobs.job import know
        from editor.boards.services import RobotsBid
        from editor.booklet.work import Booklet
        from editor.card.work import FilledCard
        from editor.contests.work import PlayContest
        from editor.files.merging import TakeMerge
        from editor.files.work import CompareMerge, WriteSystem
        from editor.findings.kinds import register_mends
        from editor.findings.selectors import count_of
        from editor.folding.work import FindFolds, ProveFold
        from editor.limits.work import TryLimits
        from editor.mending.trials import RULES
        from editor.mending.work import MendFinding
        from editor.sweeps.services import look_over_after_change
        from editor.sweeps.work import Sweep
        from editor.systems.pages import register_badge
        from editor.systems.services import changed
        from editor.teaching.work import FindMends
        from editor.writing.work import EntryChange, SwitchesChange

        know(RobotsBid, Booklet, CompareMerge, EntryChange, FilledCard, FindFolds, FindMends, MendFinding, PlayContest)
        know(ProveFold, Sweep, SwitchesChange, TakeMerge, TryLimits, WriteSystem)
        register_badge(count_of)
        register_mends(RULES)
        changed.connect(look_over_after_change, dispatch_uid="look over")
