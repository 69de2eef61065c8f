"""What grows with a system is written piece by piece, by turns with others, and comes out as if written at once."""

from uuid import uuid4

import pytest

from bidbase.exports.bml import bml_of
from bidbase_web.jobs import services
from bidbase_web.jobs.models import Run
from editor.read.booklet import work as booklet_work
from editor.read.booklet.chapters import chapter_html, chapters_html
from editor.read.booklet.work import Booklet
from editor.store.systems.loading import load_shipped_system
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.selectors import SystemVersion, engine_system
from editor.write.files import work as files_work
from editor.write.files.work import WriteSystem
from tests.editor.conftest import SMALL


@pytest.fixture
def small(db, monkeypatch) -> SystemRow:
    for work in (booklet_work, files_work):
        monkeypatch.setattr(work, "PIECE_SECONDS", 0)
    system = load_shipped_system(name=SMALL).system
    text = f"Natural, as said by {uuid4()}"  # no other test has had such a system written: the shelf has nothing of it
    EntryRow.objects.filter(system=system, ref="opening/132000").update(disclosure=text)
    return system


def pieces_of(run: Run) -> int:
    """How many pieces a worker needs for a run."""
    pieces = 0
    while run.pending:
        services.work()
        run.refresh_from_db()
        pieces += 1
    assert run.state == Run.State.DONE
    return pieces


def test_an_outline(small):
    run, _ = services.ask(WriteSystem.of(small, "bml"))
    assert pieces_of(run) > 3
    assert run.result is not None
    assert WriteSystem.read(run.result).content.decode() == bml_of(engine_system(small))


def test_notes(small):
    job = Booklet(SystemVersion.of(small))
    run, _ = services.ask(job)
    written = [write() for write in chapters_html(small)]
    assert pieces_of(run) == len(written) + 1
    assert run.result == "".join(written)


def test_a_single_chapter(small):
    run, _ = services.ask(Booklet(SystemVersion.of(small), "entries"))
    assert pieces_of(run) == 1
    assert run.result == chapter_html(small, "entries")
