"""Backups: made while the site runs, brought back after all is lost, whole or not at all."""

import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import psycopg
import pytest

from bidbase_site.backup import IN_USE
from bidbase_site.settings import BASE_DIR
from tests import bring
from tests.conftest import eventually
from tests.load.sites import running
from tests.load.student import Student
from tests.processes import Environment, kill_all
from tests.site.backing_up import backup

RUN = [sys.executable, "-m", "bidbase_site.run"]


def lose_sqlite(environment: Environment) -> None:
    folder = Path(environment["DATA_DIR"])
    shutil.rmtree(folder)
    folder.mkdir()


def connect(server: bring.PostgreSQL) -> psycopg.Connection:
    return psycopg.connect(host=str(server.directory), user="bidbase", dbname="bidbase", autocommit=True)


def lose_postgresql(server: bring.PostgreSQL, environment: Environment) -> None:
    lose_sqlite(environment)
    with connect(server) as database:
        database.execute("DROP SCHEMA public CASCADE")
        database.execute("CREATE SCHEMA public")


def bid_on(student: Student, over: threading.Event) -> None:
    """Keep the site writing."""
    for deal in range(100, 1000):
        if over.is_set():
            return
        student.finish(student.get(f"/deal/{deal}/"), [])


@pytest.fixture(params=["sqlite", "postgresql"])
def site(request, environment: Environment, prepared_data: Path) -> tuple[Environment, Callable[[Environment], None]]:
    """The environment of a site on each database, and how it loses all."""
    if request.param == "sqlite":
        shutil.copytree(prepared_data, environment["DATA_DIR"], dirs_exist_ok=True)
        return environment, lose_sqlite
    server = request.getfixturevalue("postgresql")
    environment["DATABASE_URL"] = server.url
    return environment, partial(lose_postgresql, server)


def test_what_was_bid_before_the_backup_is_there_after_all_is_lost(site, tmp_path):
    environment, lose = site
    file = tmp_path / "backup.tar.gz"
    over = threading.Event()
    student, other = Student(int(environment["PORT"])), Student(int(environment["PORT"]))
    with running(RUN, environment, "BidBase is at"):
        review = student.finish(student.get("/deal/1/"), []).address
        other.get("/")
        busy = threading.Thread(target=bid_on, args=(other, over))
        busy.start()
        assert backup(environment, file).returncode == 0
        over.set()
        busy.join()
        assert "another BidBase runs" in backup(environment, "--restore", file).stderr
        student.close()  # the server may have, on a busy machine
        student.finish(student.get("/deal/2/"), [])
    assert file.stat().st_mode & 0o777 == 0o600, "it holds the secret key"
    lose(environment)
    for _ in range(2):  # what a backup has brought back can be backed up
        restored = backup(environment, "--restore", file)
        assert (restored.returncode, restored.stderr) == (0, "")
        assert backup(environment, file).returncode == 0
    with running(RUN, environment, "BidBase is at"):
        student.close()
        assert student.get(review).status == 200
        boards = student.get("/boards/").text
        assert "Deal 1" in boards, "the student's cookie still opens what is theirs"
        assert "Deal 2" not in boards, "that came after the backup"


def test_it_is_not_restored_under_a_part_of_the_site_that_runs(site, tmp_path):
    """In compose.yaml each part runs alone. One that was killed is in nobody's way."""
    environment, _ = site
    file = tmp_path / "backup.tar.gz"
    subprocess.run([sys.executable, "-m", "bidbase_site.prepare"], env=environment, cwd=BASE_DIR, check=True)
    assert backup(environment, file).returncode == 0
    with running([*RUN, "web"], environment, "BidBase is at"):
        student = Student(int(environment["PORT"]))
        review = student.finish(student.get("/deal/1/"), []).address
        refused = backup(environment, "--restore", file)
        assert (refused.returncode, refused.stderr) == (1, f"Restoring stops: {IN_USE}\n")
        assert student.get(review).status == 200, "nothing was replaced"
        student.close()
        kill_all(environment)
        eventually(lambda: backup(environment, "--restore", file).returncode == 0)


def test_it_goes_through_a_pipe(prepared, tmp_path):
    file = tmp_path / "backup.tar.gz"
    with file.open("wb") as output:
        assert backup(prepared, "-", stdout=output).returncode == 0
    lose_sqlite(prepared)
    with file.open("rb") as source:
        assert backup(prepared, "--restore", "-", stdin=source).returncode == 0
    assert systems(prepared) == 2


def systems(environment: Environment) -> int:
    with closing(sqlite3.connect(Path(environment["DATA_DIR"], "bidbase.sqlite3"))) as database:
        (count,) = database.execute("SELECT count(*) FROM editor_systemrow").fetchone()
    return int(count)


def test_a_full_disk_leaves_no_half_a_backup(prepared, tmp_path):
    file = tmp_path / "backup.tar.gz"
    file.write_text("the one before")

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = backup(prepared, file, preexec_fn=limit)
    assert done.returncode == 1
    assert done.stderr.startswith("The backup stops: ")
    assert file.read_text() == "the one before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.tar.gz", "data"]
    assert not list(Path(prepared["DATA_DIR"]).glob("backup-*"))


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def fill_with_something_else(file: Path) -> None:
    file.write_text("no archive")


def damage_the_database(file: Path) -> None:
    with tarfile.open(file, "w:gz") as archive:
        broken = file.with_name("broken")
        broken.write_bytes(b"SQLite format 3\0" + bytes(5000))
        archive.add(broken, "database.sqlite3")


def take_that_of_another_database(file: Path) -> None:
    with tarfile.open(file, "w:gz") as archive:
        sql = file.with_name("database.sql")
        sql.write_text("")
        archive.add(sql, "database.sql")


def remove(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (cut_off, "this is no whole backup"),
        (fill_with_something_else, "this is no whole backup"),
        (damage_the_database, "the database is damaged"),
        (take_that_of_another_database, "no database in this backup goes into one of the kind that DATABASE_URL names"),
        (remove, "No such file or directory"),
    ],
)
def test_a_restoration_that_fails_says_why_and_changes_nothing(prepared, tmp_path, spoil, why):
    file = tmp_path / "backup.tar.gz"
    assert backup(prepared, file).returncode == 0
    spoil(file)
    done = backup(prepared, "--restore", file)
    assert done.returncode == 1
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert systems(prepared) == 2


def test_postgresql_is_replaced_as_a_whole_or_not_at_all(environment, postgresql, tmp_path):
    environment["DATABASE_URL"] = postgresql.url
    sql, file = tmp_path / "database.sql", tmp_path / "backup.tar.gz"
    sql.write_text("CREATE TABLE public.new (number integer);\nSELECT no_such_function();\n")
    with tarfile.open(file, "w:gz") as archive:
        archive.add(sql, "database.sql")
    with connect(postgresql) as database:
        database.execute("CREATE TABLE kept (number integer)")
        done = backup(environment, "--restore", file)
        assert "no_such_function" in done.stderr
        tables = database.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert tables == [("kept",)]


def test_the_client_programs_of_the_image_are_those_of_the_server():
    dockerfile, compose = ((BASE_DIR / name).read_text() for name in ("Dockerfile", "compose.yaml"))
    assert "postgresql-client-15" in dockerfile
    assert "image: postgres:15\n" in compose
