"""The reports of a guest become those of their account."""

from __future__ import annotations

from practice.reports.models import CallReport


def move_reports(*, guest: str, account: str) -> None:
    """Give an account the reports of a guest. Of two reports of one call the later stays, with a note of either."""
    for report in CallReport.objects.filter(owner_key=guest):
        same = CallReport.objects.filter(
            board=report.board_id, index=report.index, call=report.call, owner_key=account
        ).first()
        if same is not None:
            earlier, report = sorted((same, report), key=lambda each: each.reported_at)
            report.note = report.note or earlier.note
            earlier.delete()
        report.owner_key = account
        report.save()
