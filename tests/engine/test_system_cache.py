"""Systems in the user's cache directory: read as they were written, and left alone when anything about them is odd."""

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import pytest

from bidbase.game.auction import CALLS
from bidbase.systems import load_cached_system, load_system
from bidbase.systems.cache import KEPT

CALLED: list[bool] = []


def called() -> None:
    """What a foreign pickle would have run."""
    CALLED.append(True)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "system.toml").write_text('name = "mine"\nfiles = ["opening.csv"]\n')
    (tmp_path / "mine" / "opening.csv").write_text("order,bid,hcp,test_hand\n100000,1N,15-17,AQ2.K32.KJ32.K32\n")
    return tmp_path / "mine"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """An empty cache directory; gives that of the systems."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "bidbase"


def kept_file(home: Path) -> Path:
    (file,) = home.iterdir()
    return file


def content(system, title: str) -> bytes:
    """The file of a system under another title: whoever gets that title has read the file."""
    kept = pickle.dumps(replace(system, title=title, valuations={}))
    return blake2b(kept, digest_size=32).digest() + kept


@pytest.mark.parametrize("name", ["sayc", "2over1"])
def test_a_kept_system_is_the_one_that_the_files_make(name):
    system = load_system(name)
    for kept in (load_cached_system(name), load_cached_system(name)):
        assert replace(kept, valuations={}) == replace(system, valuations={})
        assert kept.valuations.keys() == system.valuations.keys()
        assert all(call is CALLS[call] for entry in kept.entries for call in entry.calls())


def test_a_system_is_read_from_the_file_once_it_is_there(folder, home):
    system = load_cached_system(folder)
    kept_file(home).write_bytes(content(system, "From the cache"))
    assert load_cached_system(folder).title == "From the cache"
    (folder / "opening.csv").write_text("order,bid\n100000,1C\n")
    assert load_cached_system(folder).entries != system.entries, "other files have another digest"


def cut_short(file: Path, good: bytes) -> None:
    file.write_bytes(good[:-10])


def one_byte_changed(file: Path, good: bytes) -> None:
    file.write_bytes(good[:100] + bytes([good[100] ^ 1]) + good[101:])


def empty(file: Path, good: bytes) -> None:
    file.write_bytes(b"")


def of_other_things(file: Path, good: bytes) -> None:
    kept = pickle.dumps(["a list", "of two"])
    file.write_bytes(blake2b(kept, digest_size=32).digest() + kept)


def that_runs_something(file: Path, good: bytes) -> None:
    class Foreign:
        def __reduce__(self):
            return called, ()

    kept = pickle.dumps(Foreign())
    file.write_bytes(blake2b(kept, digest_size=32).digest() + kept)


def that_others_may_write(file: Path, good: bytes) -> None:
    file.write_bytes(good)
    file.chmod(0o666)


def in_a_place_that_others_may_write(file: Path, good: bytes) -> None:
    file.write_bytes(good)
    file.parent.chmod(0o777)


def that_is_a_link(file: Path, good: bytes) -> None:
    file.unlink()
    (file.parent.parent / "elsewhere").write_bytes(good)
    file.symlink_to(file.parent.parent / "elsewhere")


def that_is_a_folder(file: Path, good: bytes) -> None:
    file.unlink()
    file.mkdir()


def that_is_a_pipe(file: Path, good: bytes) -> None:
    file.unlink()
    os.mkfifo(file)


def of_somebody_else(file: Path, good: bytes) -> None:
    if os.geteuid():
        pytest.skip("only the superuser can give a file away")
    file.write_bytes(good)
    os.chown(file, 12345, 12345)


ODD = [
    *(cut_short, one_byte_changed, empty, of_other_things, that_runs_something, that_others_may_write),
    *(in_a_place_that_others_may_write, that_is_a_link, that_is_a_folder, that_is_a_pipe, of_somebody_else),
]


@pytest.mark.parametrize("spoil", ODD, ids=lambda spoil: spoil.__name__)
def test_a_file_that_is_odd_is_not_read(folder, home, spoil):
    system = load_cached_system(folder)
    spoil(kept_file(home), content(system, "From the cache"))
    for _ in range(2):
        assert load_cached_system(folder).title == "mine"
    assert not CALLED


def test_without_a_place_for_it_nothing_is_kept(folder, tmp_path, monkeypatch):
    (tmp_path / "cache").write_text("a file where the directory would be")
    assert load_cached_system(folder).name == "mine"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    load_cached_system(folder)
    assert kept_file(tmp_path / "home" / ".cache" / "bidbase").is_file()
    assert not Path("not").exists()


def test_only_the_systems_used_last_are_kept(folder, home):
    for number in range(KEPT + 3):
        (folder / "opening.csv").write_text(f"order,bid\n{100000 + number},1N\n")
        load_cached_system(folder)
    assert len(list(home.iterdir())) == KEPT


def test_processes_may_write_at_once(folder, home):
    line = json.dumps({"hand": "AQ2.K32.KJ32.K32", "auction": ""}) + "\n"
    command = [sys.executable, "-m", "bidbase", "bid", "--system", str(folder)]
    robots = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    for robot in robots:
        assert json.loads(robot.communicate(line)[0])["call"] == "1N"
    assert kept_file(home).is_file()
