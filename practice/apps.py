"""Practice as a Django app."""

from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "practice"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the jobs that workers do for practice, who is told of judged calls, and what the editor's pages show."""
        from bidbase_web.jobs.job import know
        from editor.practice import set_practice
        from practice import for_editor
        from practice.boards.robots import RollingOut, Weighing
        from practice.boards.work import JudgeCall, on_judged
        from practice.double_dummy.work import AnalyzeDeal
        from practice.drill.services import DealQuestions
        from practice.learn.services import KeepStock, count_call
        from practice.sets.services import DealBoards
        from practice.sets.taking import ReadUpload, TakeBoards
        from practice.shown.pictures import DrawPictures
        from practice.simulator.services import SimulateDeals

        know(
            AnalyzeDeal,
            DealBoards,
            DealQuestions,
            DrawPictures,
            JudgeCall,
            KeepStock,
            ReadUpload,
            RollingOut,
            SimulateDeals,
            TakeBoards,
            Weighing,
        )
        on_judged(count_call)
        set_practice(for_editor)
