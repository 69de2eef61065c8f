"""Template filters that write moments: for UTC, and for a script that tells them in the reader's own time.

`{% load times %}` in any template. `static/js/times.js` writes the same forms.
"""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.dateformat import format as formatted
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def moment(when: datetime) -> SafeString:
    """`November 23, 2026, 20:15 UTC`."""
    return _time(when, "moment", "F j, Y, H:i e")


@register.filter
def day(when: datetime) -> SafeString:
    """`November 23, 2026`: the day in which something was."""
    return _time(when, "day", "F j, Y")


@register.filter
def short_day(when: datetime) -> SafeString:
    """`Nov 23, 2026`: a day, where there is little room."""
    return _time(when, "short-day", "M j, Y")


def _time(when: datetime, shown: str, pattern: str) -> SafeString:
    return format_html(
        '<time datetime="{}" data-shown="{}">{}</time>', when.isoformat(), shown, formatted(when, pattern)
    )
