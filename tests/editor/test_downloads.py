"""Systems as files on the site: downloads in each format."""

import pytest

from bidbase.systems.exchange import read_system
from bidbase_web.jobs.models import Run
from editor.store.systems.selectors import engine_system
from editor.store.systems.services import Change, change_system
from tests.editor.pages import text_of
from tests.working import PatientClient


@pytest.mark.parametrize("name", ["zip", "xlsx", "bml", "bboalert"])
def test_a_system_is_downloaded_in_each_format(small, db, name):
    browser = PatientClient()
    page = browser.get(f"/system/small/files/?write={name}")
    assert f'href="/system/small/download/{name}/"' in page.content.decode()
    answer = browser.get(f"/system/small/download/{name}/")
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith('attachment; filename="small.')
    if name in ("zip", "xlsx"):
        assert read_system(f"small.{name}", answer.content) == engine_system(small)
    else:
        assert "2D No major" in answer.content.decode() or "2D,No major" in answer.content.decode()


def test_a_file_that_was_written_is_not_written_again(small, db):
    browser = PatientClient()
    for _ in range(2):
        browser.get("/system/small/download/zip/")
    assert Run.objects.filter(kind="write system").count() == 1


def test_a_changed_system_is_written_anew(own, writer):
    writer.get("/system/our-system/download/zip/")
    row = own.entries.first()
    change_system(system=own, changes=[Change.removing(row)], summary="One less")
    content = writer.get("/system/our-system/download/zip/").content
    assert len(read_system("ours.zip", content).entries) == own.entries.count() - 1


@pytest.mark.parametrize("address", ["files/", "files/?write=zip", "download/zip/"])
def test_a_private_system_is_nobody_elses_to_download(own, address):
    assert PatientClient().get(f"/system/our-system/{address}").status_code == 404


@pytest.mark.parametrize("address", ["files/?write=doc", "download/doc/"])
def test_an_unknown_format_is_told(small, db, address):
    answer = PatientClient().get(f"/system/small/{address}")
    assert answer.status_code == 404
    assert "There is no format doc; there are zip, xlsx, bml, bboalert" in text_of(answer.content.decode())
