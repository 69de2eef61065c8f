"""A site of the earliest version that we promise to upgrade starts with this one, and people find what they had.

Once there are tags, `EARLIEST` names the newest migrations of the oldest tag, and `OLD_SITE` fills its tables.
"""

import subprocess
import sys

import pytest

from bidbase_site.settings import BASE_DIR
from tests.load.sites import running
from tests.load.student import Student

EARLIEST = {"editor": "0001_initial", "practice": "0001_initial"}  # accounts had no tables of their own
PASSWORD = "hearts-and-spades"
OLD_SITE = f"""
import django

django.setup()

from django.contrib.auth.hashers import make_password
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from bidbase_site.sessions import SessionStore

loader = MigrationExecutor(connection).loader
others = [node for node in loader.graph.leaf_nodes() if node[0] in ("admin", "auth", "contenttypes", "sessions")]
targets = others + list({EARLIEST}.items())
MigrationExecutor(connection).migrate(targets)
apps = MigrationExecutor(connection).loader.project_state(targets).apps

ann = apps.get_model("auth", "User").objects.create(username="Ann", password=make_password("{PASSWORD}"))
System = apps.get_model("editor", "System")
sayc = System.objects.create(slug="sayc", title="SAYC", shipped=True, revision=1)
ours = System.objects.create(slug="ours", title="Our system", owner=ann, revision=1)
for system in (sayc, ours):
    system.revisions.create(number=1, summary="Begun")
    system.conventions.create(place=0, revision=1, name="Stayman", notes="Asks for a major")
    keys = dict(section_key="", order_key=100000, bid_key="01")
    system.entries.create(
        ref="opening/100000", family="opening", place=0, revision=1, order="100000", bid="1N", hcp="15-17",
        disclosure="15 to 17 points, of old", **keys
    )
boards = apps.get_model("practice", "Board").objects
bid = dict(owner_key="guest", seat="S", scoring="IMP", our_system=sayc, our_revision=1)
bid |= dict(their_system=sayc, their_revision=1)
over = dict(calls="P-P-P-P", sources=[None, "", "", ""], finished_at=timezone.now())
over = boards.create(deal_number=7, token="finished", **over, **bid)
over.student_calls.create(index=0, call="P", expected="1N", entry="opening/100000", verdict="differs")
boards.create(deal_number=8, calls="", token="open", **bid)
session = SessionStore()
session["owner_key"] = "guest"
session.save()
print(session.session_key)
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def old_site(request, environment):
    """The environment of a site on each database."""
    if request.param == "postgresql":
        environment["DATABASE_URL"] = request.getfixturevalue("postgresql").url
    return environment


def test_a_site_of_the_earliest_version_starts_and_everybody_finds_what_they_had(old_site):
    made = subprocess.run(
        [sys.executable, "-c", OLD_SITE],
        cwd=BASE_DIR,
        env={**old_site, "DJANGO_SETTINGS_MODULE": "bidbase_site.settings"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    guest, ann = Student(int(old_site["PORT"])), Student(int(old_site["PORT"]))
    guest.take_cookie("sessionid", made.stdout.strip())
    with running([sys.executable, "-m", "bidbase_site.run"], old_site, "BidBase is at"):
        assert "Passed out" in guest.get("/boards/").text
        assert "Passed out" in guest.get("/board/finished/").text
        assert guest.get("/deal/8/").is_table, "the open board goes on"
        assert not guest.finish(guest.get("/deal/8/"), []).is_table
        assert not guest.finish(guest.get("/deal/9/"), []).is_table
        form = ann.get("/account/log-in/")
        assert "Ann" in ann.send(form, "/account/log-in/", {"username": "Ann", "password": PASSWORD}).text
        assert "Our system" in ann.get("/system/").text
        for page in ("grid/", "switches/", "history/", "about/"):
            assert "Our system" in ann.get(f"/system/ours/{page}").text
        assert "15 to 17 points, of old" in ann.get("/system/ours/grid/").text
        assert "15 to 17 points, of old" not in ann.get("/system/sayc/grid/").text, "shipped systems are of today"
        ann.close()
        guest.close()
