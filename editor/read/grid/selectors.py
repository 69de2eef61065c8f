"""Sorting the entries of a grid."""

from __future__ import annotations

import re
from typing import Any

from django.db.models import Case, Count, IntegerField, QuerySet, Value, When


def in_cell_order(entries: QuerySet[Any], name: str, *, descending: bool) -> QuerySet[Any]:
    """The entries in the order of a field whose cells speak of numbers; those without it come last.

    The texts of such a field are few: they are sorted here, and the database gets the rank of each, the most frequent
    text first.
    """
    counted = entries.exclude(**{name: ""}).order_by().values_list(name).annotate(Count("pk")).order_by("-pk__count")
    frequent_first = [text for text, _ in counted]
    ranks = {text: rank for rank, text in enumerate(sorted(frequent_first, key=_cell_key, reverse=descending))}
    last = Value(len(ranks))
    cases = [When(**{name: text}, then=Value(ranks[text])) for text in frequent_first]
    rank = Case(When(**{name: ""}, then=last), *cases, default=last, output_field=IntegerField())
    return entries.order_by(rank, "section_key", "order_key", "place")


def _cell_key(text: str) -> tuple[list[float], str]:
    """Sorts cells by the numbers in them: `5+` before `6-9` before `15-17`."""
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)], text
