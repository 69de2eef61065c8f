"""The schedule makes a backup each day and keeps some. Here a day has a second."""

import sys
from pathlib import Path

import pytest

from tests.conftest import eventually
from tests.load.sites import running
from tests.processes import Environment, last_words, read_until, start
from tests.site.backing_up import backup

HASTY = [sys.executable, "-m", "tests.site.hasty_schedule"]


def backups(environment: Environment) -> list[Path]:
    return sorted(Path(environment["DATA_DIR"], "backups").glob("*"))


def test_the_newest_are_kept_and_can_be_restored(prepared, tmp_path):
    kept = prepared | {"BACKUPS_KEPT": "2"}
    seen: set[Path] = set()

    def four_were_made() -> bool:
        seen.update(path for path in backups(kept) if path.suffix == ".gz")
        return len(seen) >= 4

    with running(HASTY, kept, ""):
        eventually(four_were_made)
        eventually(lambda: backups(kept)[-1].suffix == ".gz")
    left = backups(kept)
    assert 2 <= len(left) <= 3, "between the end of one and the next look there is one more"
    assert {path.stat().st_mode & 0o777 for path in left} == {0o600}
    Path(prepared["DATA_DIR"], "bidbase.sqlite3").unlink()
    assert backup(prepared, "--restore", left[-1]).stderr == ""
    assert Path(prepared["DATA_DIR"], "bidbase.sqlite3").exists()
    assert not list(Path(prepared["DATA_DIR"]).glob("backup-*")), "its workplace is gone"


def lose_the_database(environment: Environment) -> dict[str, str]:
    Path(environment["DATA_DIR"], "bidbase.sqlite3").unlink()
    return {}


def put_a_file_where_the_folder_belongs(environment: Environment) -> dict[str, str]:
    Path(environment["DATA_DIR"], "backups").touch()
    return {}


def name_a_folder_in_a_file(environment: Environment) -> dict[str, str]:
    return {"BACKUP_DIR": str(Path(environment["DATA_DIR"], "secret_key", "backups"))}


def leave_no_time(environment: Environment) -> dict[str, str]:
    return {"LONGEST": "0"}


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lose_the_database, "The backup stops: there is no database at"),
        (put_a_file_where_the_folder_belongs, "[Errno 17] File exists"),
        (name_a_folder_in_a_file, "[Errno 20] Not a directory"),
        (leave_no_time, "it took longer than 0 s"),
    ],
)
def test_one_that_fails_is_logged_and_tried_again_and_leaves_nothing(prepared, spoil, why):
    environment = prepared | spoil(prepared)
    schedule = start(HASTY, environment)
    for _ in range(2):
        read_until(schedule, f"no daily backup: {why}")
    schedule.terminate()
    last_words(schedule)
    assert Path(environment["DATA_DIR"], "backup_failed").exists()
    assert not any(path.name.startswith("bidbase-") for path in backups(environment))


def test_a_success_ends_the_failure(prepared):
    failed = Path(prepared["DATA_DIR"], "backup_failed")
    failed.touch()
    with running(HASTY, prepared, ""):
        eventually(lambda: not failed.exists())
    assert backups(prepared)


def test_none_are_made_where_none_are_wanted(prepared):
    none = prepared | {"BACKUPS_KEPT": "0"}
    schedule = start(HASTY, none)
    signs = Path(none["DATA_DIR"], "alive")
    eventually(lambda: any(signs.glob("schedule@*")))
    first = max(path.stat().st_mtime for path in signs.glob("schedule@*"))
    eventually(lambda: max(path.stat().st_mtime for path in signs.glob("schedule@*")) > first + 2)
    schedule.terminate()
    last_words(schedule)
    assert not backups(none)
