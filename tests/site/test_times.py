"""Moments on pages: in UTC, and in the reader's own time where scripts run."""

from datetime import UTC, datetime

import pytest
from django.template import engines

from editor.models import SystemRevision
from editor.store.systems.loading import load_shipped_system
from tests.editor.conftest import SMALL

LATE = datetime(2026, 11, 23, 20, 15, tzinfo=UTC)
FORMS = [("moment", "November 23, 2026, 20:15 UTC"), ("day", "November 23, 2026"), ("short_day", "Nov 23, 2026")]


@pytest.mark.parametrize(("form", "text"), FORMS)
def test_a_page_says_moments_in_utc(form, text):
    html = engines["django"].from_string(f"{{% load times %}}{{{{ when|{form} }}}}").render({"when": LATE})
    assert f">{text}</time>" in html
    assert 'datetime="2026-11-23T20:15:00+00:00"' in html


@pytest.mark.parametrize(
    ("options", "text"),
    [
        pytest.param({"timezone_id": "America/New_York"}, "November 23, 2026 at 3:15 PM", id="behind"),
        pytest.param({"timezone_id": "Asia/Tokyo"}, "November 24, 2026 at 5:15 AM", id="ahead, the next day"),
        pytest.param({"java_script_enabled": False}, "November 23, 2026, 20:15 UTC", id="no script"),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_a_reader_sees_moments_in_his_own_time(open_page, options, text):
    load_shipped_system(name=SMALL)
    SystemRevision.objects.update(made=LATE)
    page = open_page(**options)
    page.goto("/system/small/history/")
    assert " ".join(page.locator("main time[data-shown]").first.inner_text().split()) == text
