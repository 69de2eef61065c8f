"""From SQLite to PostgreSQL and back: every row, with what people have, and a site that goes on from there."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from bidbase_site.settings import BASE_DIR
from tests.load.sites import running
from tests.load.student import Page, Student
from tests.processes import Environment, bare_environment
from tests.site.backing_up import backup

RUN = [sys.executable, "-m", "bidbase_site.run"]
PASSWORD = "hearts-and-spades"


def sign_up(student: Student, name: str) -> None:
    form = student.get("/account/sign-up/")
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    assert name in student.send(form, "/account/sign-up/", fields).text


def review_of(student: Student, deal: int) -> Page:
    return student.finish(student.get(f"/deal/{deal}/"), [])


def all_rows(environment: Environment) -> list[Any]:
    """Every row of every table of the apps, as Django writes it."""
    command = [sys.executable, "manage.py", "dumpdata", "--all", "--format", "jsonl"]
    done = subprocess.run(command, env=environment, cwd=BASE_DIR, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_site_moves_to_postgresql_and_back(prepared, postgresql, tmp_path):
    at_home, in_the_club = prepared, club(tmp_path, postgresql.url)
    member, guest = Student(int(at_home["PORT"])), Student(int(at_home["PORT"]))
    with running(RUN, at_home, "BidBase is at"):
        sign_up(member, "Ann")
        copied = member.send(member.get("/system/sayc/copy/"), "/system/sayc/copy/", {"title": "Our system"})
        member_review, guest_review = review_of(member, 1), review_of(guest, 1)
        assert {page.status for page in (copied, member_review, guest_review)} == {200}
    move(at_home, in_the_club, tmp_path / "there.tar.gz")
    goes_on(in_the_club, {member: member_review, guest: guest_review}, deal=2)
    home_again = bare_environment(tmp_path / "home again")
    move(in_the_club, home_again, tmp_path / "back.tar.gz", "--portable")
    goes_on(home_again, {member: member_review, guest: guest_review}, deal=3)


def club(folder: Path, database: str) -> Environment:
    return bare_environment(folder / "club", DATABASE_URL=database)


def move(old: Environment, new: Environment, file: Path, *options: str) -> None:
    """Have a backup of one site taken in by the other: nothing is lost, changed or added."""
    assert backup(old, *options, file).stderr == ""
    assert backup(new, "--restore", file).stderr == ""
    rows = all_rows(new)
    assert rows == all_rows(old)
    assert {row["model"] for row in rows} >= {
        "auth.permission",
        "auth.user",
        "sessions.session",
        "editor.entryrow",
        "practice.studentboard",
    }


def goes_on(site: Environment, reviews: dict[Student, Page], deal: int) -> None:
    """The cookies of old still open what is theirs, and new rows find new keys."""
    with running(RUN, site, "BidBase is at"):
        for student, review in reviews.items():
            student.move_to(int(site["PORT"]))
            assert student.get(review.address).status == 200
            assert "Deal 1" in student.get("/boards/").text
            assert review_of(student, deal).status == 200
        sign_up(Student(int(site["PORT"])), f"Ben{deal}")
        assert "Our system" in next(iter(reviews)).get("/system/").text


def test_a_backup_of_sqlite_goes_into_no_database_in_which_somebody_has_rows(prepared, postgresql, tmp_path):
    file, there = tmp_path / "backup.tar.gz", club(tmp_path, postgresql.url)
    assert backup(prepared, file).returncode == 0
    assert backup(there, "--restore", file).returncode == 0
    assert backup(there, "--restore", file).returncode == 0, "nobody has been there yet"
    with running(RUN, there, "BidBase is at"):
        Student(int(there["PORT"])).get("/deal/1/")
    rows = all_rows(there)
    refused = backup(there, "--restore", file)
    assert refused.returncode == 1
    assert refused.stderr.startswith("Restoring stops: a backup of SQLite goes into an empty database only")
    assert all_rows(there) == rows


def test_what_a_database_refuses_leaves_the_other_as_it_was(prepared, postgresql, tmp_path):
    """SQLite takes a text of any length."""
    file, there = tmp_path / "backup.tar.gz", club(tmp_path, postgresql.url)
    with closing(sqlite3.connect(Path(prepared["DATA_DIR"], "bidbase.sqlite3"))) as database, database:
        database.execute("UPDATE editor_systemrow SET slug = ? WHERE slug = 'sayc'", ["x" * 1000])
    assert backup(prepared, file).returncode == 0
    refused = backup(there, "--restore", file)
    assert refused.returncode == 1
    assert refused.stderr.startswith("Restoring stops: the rows cannot be moved: value too long")
    assert len(refused.stderr.splitlines()) == 1
    assert "editor.systemrow" not in {row["model"] for row in all_rows(there)}
