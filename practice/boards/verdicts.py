"""The marks of the verdicts on a student's calls."""

from __future__ import annotations

from practice.boards.models import Verdict

MARKS = {Verdict.AGREES: "✓", Verdict.ALTERNATIVE: "≈", Verdict.DIFFERS: "✗", Verdict.NO_ENTRY: "–"}
