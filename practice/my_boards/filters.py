"""What the list of a student's boards can be narrowed to."""

from __future__ import annotations

from typing import Any

import django_filters
from django import forms
from django.db.models import F, Q, QuerySet

from practice.boards.models import StudentBoard

STATES = [("finished", "Finished"), ("open", "Open")]
PLACES = [("table", "Table"), ("drill", "Drill"), ("set", "Set")]
AGREEMENTS = [("all", "All calls agree"), ("some", "Some call differs")]


class BoardFilter(django_filters.FilterSet):
    """Filters over the boards of one owner, which know how many of their calls are judged and agreed.

    The days are those of the current time zone, which is read when the boards are.
    """

    state = django_filters.ChoiceFilter(choices=STATES, method="filter_state", label="State", empty_label="Any")
    place = django_filters.ChoiceFilter(choices=PLACES, method="filter_place", label="Where", empty_label="Any")
    system = django_filters.ChoiceFilter(field_name="our_system__slug", label="System", empty_label="Any")
    agreed = django_filters.ChoiceFilter(choices=AGREEMENTS, method="filter_agreed", label="Calls", empty_label="Any")
    since = django_filters.DateFilter(
        field_name="updated_at__date", lookup_expr="gte", label="From", widget=forms.DateInput({"type": "date"})
    )
    until = django_filters.DateFilter(
        field_name="updated_at__date", lookup_expr="lte", label="To", widget=forms.DateInput({"type": "date"})
    )

    class Meta:
        model = StudentBoard
        fields: list[str] = []

    def __init__(self, data: Any, *, boards: QuerySet[StudentBoard], systems: list[tuple[str, str]]) -> None:
        super().__init__(data, boards)
        self.filters["system"].extra["choices"] = systems

    def filter_state(self, boards: QuerySet[Any], name: str, state: str) -> QuerySet[Any]:
        """Those whose auction is over, or still goes on."""
        return boards.filter(finished_at__isnull=state == "open")

    def filter_place(self, boards: QuerySet[Any], name: str, place: str) -> QuerySet[Any]:
        """Those of the table, of drills, or of sets."""
        of_drill, of_set = ~Q(drill=""), ~Q(set_board=None)
        return boards.filter({"table": ~of_drill & ~of_set, "drill": of_drill, "set": of_set}[place])

    def filter_agreed(self, boards: QuerySet[Any], name: str, agreed: str) -> QuerySet[Any]:
        """Finished ones in which the system agrees with every judged call, or differs from one."""
        finished = boards.filter(~Q(finished_at=None), judged__gt=0)
        return finished.filter(agreed=F("judged")) if agreed == "all" else finished.filter(agreed__lt=F("judged"))
