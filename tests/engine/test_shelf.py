"""What is kept on disk: read as it was written, shared by all processes, and not believed when anything is odd."""

import json
import os
import pickle
import resource
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from hashlib import blake2b
from multiprocessing import get_context

import pytest

from bidbase import shelf as shelf_module
from bidbase.game.auction import CALLS
from bidbase.game.dealing import numbered_deal
from bidbase.shelf import KEPT, Shelf, key_of, shelf
from bidbase.systems import load_system, open_system

KEY, VALUE = key_of("a key"), b"what was worked out"
OTHER = key_of("another key")
CALLED: list[bool] = []


def called() -> None:
    """What a foreign pickle would have run."""
    CALLED.append(True)


@pytest.fixture
def path(tmp_path):
    directory = tmp_path / "bidbase"
    directory.mkdir(mode=0o700)
    return directory / "file"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty cache directory; gives the folder of the shelf."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "bidbase"


def keep(path, key=KEY, value=VALUE):
    kept = Shelf(path)
    kept.keep(key, lambda: value)
    kept.flush()


def test_what_one_process_keeps_another_one_finds(path):
    assert Shelf(path).get(KEY) is None
    keep(path)
    reader = Shelf(path)
    assert (reader.get(KEY), reader.get(OTHER)) == (VALUE, None)
    keep(path, OTHER)
    assert reader.get(OTHER) == VALUE, "what is kept later, too"


def test_who_asked_before_there_was_a_file_finds_what_another_process_begins(path):
    early = Shelf(path)
    assert early.get(KEY) is None
    keep(path)
    assert early.get(KEY) == VALUE


def test_what_packing_brings_to_light_is_kept_too(path):
    kept = Shelf(path)

    def pack() -> bytes:
        kept.keep(OTHER, lambda: b"a part")
        return VALUE

    kept.keep(KEY, pack)
    kept.flush()
    assert (Shelf(path).get(KEY), Shelf(path).get(OTHER)) == (VALUE, b"a part")


def test_a_forked_process_reads_and_keeps_for_itself(path):
    keep(path)
    kept = Shelf(path)
    assert kept.get(KEY) == VALUE

    def in_the_child() -> None:
        kept.forget_threads()
        assert kept.get(KEY) == VALUE
        kept.keep(OTHER, lambda: b"the child's")
        kept.flush()

    child = get_context("fork").Process(target=in_the_child)
    child.start()
    child.join()
    assert (child.exitcode, kept.get(OTHER)) == (0, b"the child's")


def cut_short(path):
    path.write_bytes(path.read_bytes()[:5_000])


def of_random_bytes(path):
    path.write_bytes(b"\1" * 20_000)


def empty(path):
    path.write_bytes(b"")


def with_a_value_that_was_changed(path):
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE kept SET value = value || 'x'")


def with_another_table(path):
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DROP TABLE kept")


def that_others_may_write(path):
    path.chmod(0o666)


def that_is_a_link(path):
    path.rename(path.parent.parent / "elsewhere")
    path.symlink_to(path.parent.parent / "elsewhere")


def that_is_a_pipe(path):
    path.unlink()
    os.mkfifo(path)


def of_somebody_else(path):
    if os.geteuid():
        pytest.skip("only the superuser can give a file away")
    os.chown(path, 12345, 12345)


ODD = [
    *(cut_short, of_random_bytes, empty, with_a_value_that_was_changed, with_another_table),
    *(that_others_may_write, that_is_a_link, that_is_a_pipe, of_somebody_else),
]


@pytest.mark.parametrize("spoil", ODD, ids=lambda spoil: spoil.__name__)
def test_a_file_that_is_odd_is_not_believed_and_is_made_anew(path, spoil):
    keep(path)
    spoil(path)
    reader = Shelf(path)
    assert reader.get(KEY) is None
    for _ in range(2):  # the first attempt may be what finds the fault
        keep(path)
    assert Shelf(path).get(KEY) == VALUE
    assert stat.S_ISREG(path.lstat().st_mode)


def test_nothing_is_lost_but_time_where_nothing_can_be_kept(path):
    path.mkdir()
    keep(path)
    assert Shelf(path).get(KEY) is None
    nowhere = Shelf(None)
    nowhere.keep(KEY, lambda: VALUE)
    nowhere.flush()
    assert nowhere.get(KEY) is None


def test_a_file_that_has_grown_too_large_is_begun_anew(path, monkeypatch):
    keep(path)
    monkeypatch.setattr(shelf_module, "MAX_BYTES", 100)
    keep(path, OTHER)
    assert (Shelf(path).get(KEY), Shelf(path).get(OTHER)) == (None, VALUE)


def test_only_the_files_used_last_are_kept(path):
    for number in range(KEPT + 3):
        keep(path.with_name(f"version {number}"))
    assert {file.name for file in path.parent.iterdir()} == {f"version {number}" for number in range(3, KEPT + 3)}


def test_values_that_wait_have_a_limit(path, monkeypatch):
    monkeypatch.setattr(shelf_module, "MOST_WAITING", 1)
    kept = Shelf(path)
    kept.keep(KEY, lambda: VALUE)
    kept.keep(OTHER, lambda: VALUE)
    kept.flush()
    assert (kept.get(KEY), kept.get(OTHER)) == (VALUE, None)


# Systems


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "system.toml").write_text('name = "mine"\nfiles = ["opening.csv"]\n')
    (tmp_path / "mine" / "opening.csv").write_text("order,bid,hcp,test_hand\n100000,1N,15-17,AQ2.K32.KJ32.K32\n")
    return tmp_path / "mine"


def spoiled(home, change) -> None:
    """Change each value of the one file, with a right checksum."""
    shelf().flush()
    (file,) = (file for file in home.iterdir() if not file.name.endswith(("-wal", "-shm")))
    with closing(sqlite3.connect(file)) as kept, kept:
        for key, value in kept.execute("SELECT key, value FROM kept").fetchall():
            changed = change(value[8:])
            kept.execute(
                "UPDATE kept SET value = ? WHERE key = ?", (blake2b(changed, digest_size=8).digest() + changed, key)
            )


@pytest.mark.parametrize("name", ["sayc", "2over1"])
def test_a_kept_system_is_the_one_that_the_files_make(name, home):
    system = load_system(name)
    for _ in range(2):
        kept = open_system(name)
        shelf().flush()
        assert replace(kept, valuations={}) == replace(system, valuations={})
        assert kept.valuations.keys() == system.valuations.keys()
        assert all(call is CALLS[call] for entry in kept.entries for call in entry.calls())
    assert kept.digests == {section: system.digest_of(section) for section in system.sections}


def test_a_system_is_read_from_the_shelf_once_it_is_there(folder, home):
    open_system(folder)
    spoiled(home, lambda value: value.replace(b"mine", b"kept"))
    assert open_system(folder).title == "kept"
    (folder / "opening.csv").write_text("order,bid\n100000,1C\n")
    assert open_system(folder).title == "mine", "other files have another key"


class Foreign:
    """Bytes that run something when they are read as a pickle."""

    def __reduce__(self):
        return called, ()


@pytest.mark.parametrize("odd", [b"", b"no pickle", pickle.dumps(["a list"]), pickle.dumps(Foreign())])
def test_values_of_other_things_are_not_believed_and_run_nothing(folder, home, odd):
    open_system(folder)
    spoiled(home, lambda value: odd)
    assert open_system(folder).title == "mine"
    assert not CALLED


@pytest.mark.parametrize("home_of", ["a file", "not/absolute", "open to others"])
def test_without_a_safe_place_systems_are_read_from_their_files(folder, tmp_path, monkeypatch, home_of):
    if home_of == "a file":
        (tmp_path / "cache").write_text("a file where the directory would be")
    if home_of == "open to others":
        (tmp_path / "cache" / "bidbase").mkdir(parents=True)
        (tmp_path / "cache" / "bidbase").chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", home_of if "/" in home_of else str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for _ in range(2):
        assert open_system(folder).name == "mine"
        shelf().flush()
    assert (tmp_path / "home" / ".cache" / "bidbase").is_dir() == (home_of == "not/absolute"), (
        "the place of last resort"
    )


# What a system says, in processes of its own


def answers(command, lines, **options):
    """What a command answers to these lines, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "bidbase", *command], input=lines, capture_output=True, text=True, check=True, **options
    )
    return done.stdout


def deals(count):
    return "".join(json.dumps({"deal": str(numbered_deal(number))}) + "\n" for number in range(1, count + 1))


def values(home) -> int:
    (file,) = (file for file in home.iterdir() if not file.name.endswith(("-wal", "-shm")))
    with closing(sqlite3.connect(file)) as kept:
        return kept.execute("SELECT count(*) FROM kept").fetchone()[0]


@pytest.mark.parametrize("system", ["sayc", "2over1"])
def test_what_a_system_says_is_the_same_from_the_shelf(system, home, monkeypatch):
    """Bidding, and the meaning of every call after an auction, whatever order the process puts its sets in."""
    outcomes, kept = [], []
    for seed in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        bid = answers(["auction", "--system", system], deals(12))
        told = answers(["explain", "--auction", "1S-2C-2H", "--system", system], "")
        outcomes.append((bid, told))
        kept.append(values(home))
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    monkeypatch.setenv("HOME", "/dev/null")
    without = (
        answers(["auction", "--system", system], deals(12)),
        answers(["explain", "--auction", "1S-2C-2H", "--system", system], ""),
    )
    assert outcomes == [without, without]
    assert kept[0] == kept[1], "the second process found everything"


def test_systems_that_say_the_same_share_it(home):
    answers(["auction", "--system", "sayc"], deals(3))
    before = values(home)
    answers(["auction", "--system", "2over1"], deals(3))
    both = values(home) - before
    assert both < before * 0.9, "the openings of both are common"


def test_a_full_disk_costs_time_and_nothing_else(folder, home):
    line = json.dumps({"hand": "AQ2.K32.KJ32.K32", "auction": ""}) + "\n"

    def without_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, 4_096))

    answered = answers(["bid", "--system", str(folder)], line, preexec_fn=without_room)
    assert json.loads(answered)["call"] == "1N"


def test_processes_may_write_at_once(folder, home):
    line = json.dumps({"hand": "AQ2.K32.KJ32.K32", "auction": ""}) + "\n"
    command = [sys.executable, "-m", "bidbase", "bid", "--system", str(folder)]
    robots = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    for robot in robots:
        assert json.loads(robot.communicate(line)[0])["call"] == "1N"
    assert values(home)
