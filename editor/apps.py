"""The editor as a Django app."""

from django.apps import AppConfig


class EditorConfig(AppConfig):
    name = "editor"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the jobs that workers do for the editor, and what follows from a change of a system."""
        from bidbase_web.jobs.job import know
        from editor.prove.contests.work import PlayContest
        from editor.prove.findings.services import look_over_after_change
        from editor.prove.findings.work import Sweep
        from editor.prove.limits.work import TryLimits
        from editor.prove.mend.work import MendFinding
        from editor.read.agreements.settling import SettleAgreements
        from editor.read.booklet.work import Booklet
        from editor.read.card.work import FilledCard
        from editor.store.boards.services import RobotsBid
        from editor.store.systems.services import changed
        from editor.write.entry.work import EntryChange, SwitchesChange
        from editor.write.files.taking import TakeMerge
        from editor.write.files.work import CompareMerge, WriteSystem
        from editor.write.folding.work import FindFolds, ProveFold
        from editor.write.teach.work import FindMends

        know(RobotsBid, Booklet, CompareMerge, EntryChange, FilledCard, FindFolds, FindMends, MendFinding, PlayContest)
        know(ProveFold, SettleAgreements, Sweep, SwitchesChange, TakeMerge, TryLimits, WriteSystem)
        changed.connect(look_over_after_change, dispatch_uid="look over")
