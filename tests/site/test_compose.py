"""compose.yaml: its very commands make a site, on the PostgreSQL and the Redis of the tests."""

import sys
import tomllib
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.conftest import database_url, eventually
from tests.load.sites import CLUB, Club, services
from tests.load.student import Student

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def club(tmp_path: Path, transactional_db: None) -> Club:
    if connection.vendor != "postgresql" or not settings.CELERY_BROKER_URL.startswith("redis"):
        pytest.skip("needs PostgreSQL and Redis; make test brings them")
    return Club(tmp_path, database_url(), settings.CELERY_BROKER_URL)


def test_the_commands_make_a_site_with_web_worker_and_schedule(club):
    with club.up() as site:
        eventually(lambda: club.healthy("web") and club.healthy("worker") and club.healthy("beat"))
        student = Student(site.port)
        review = student.finish(student.get("/deal/7/"), [])
        eventually(lambda: ">Par<" in student.get(review.address).text)
        student.close()
    assert not club.healthy("web")


@pytest.mark.parametrize(
    ("https", "warnings"),
    [
        pytest.param("True", [], id="behind a proxy that speaks HTTPS"),
        pytest.param("False", ["W004", "W012", "W016"], id="in the house, without HTTPS: no HSTS, open cookies"),
    ],
)
def test_the_check_for_deployment_has_no_surprise(tmp_path, https, warnings, capfd):
    club = Club(tmp_path, "", "", HTTPS=https, ALLOWED_HOSTS="club.example")
    python = Path(sys.executable).name
    assert club.run("prepare", [python, "manage.py", "check", "--deploy"]) == 0
    told = capfd.readouterr().err
    assert [f"W0{number:02}" for number in range(100) if f"security.W0{number:02}" in told] == warnings, told


@pytest.mark.parametrize("name", CLUB)
def test_what_must_be_chosen_has_no_default(name):
    with pytest.raises(KeyError, match=name):
        services({key: value for key, value in CLUB.items() if key != name})


def test_the_image_gets_all_that_it_is_made_of():
    """What the Dockerfile copies must not be left out by .dockerignore, and the package is built of what is copied."""
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    copied = {source for line in lines if line.startswith("COPY ") for source in line.split()[1:-1]}
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] == "!"}
    assert copied == let_in
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = settings["tool"]["importlinter"]["root_packages"]
    assert {settings["project"]["readme"], "pyproject.toml", "uv.lock", *packages} <= copied


def test_all_programs_wait_for_the_preparation_and_are_watched_and_limited():
    found = services(CLUB)
    assert found["prepare"]["depends_on"]["database"] == {"condition": "service_healthy"}
    for name in ("web", "worker", "beat"):
        assert found[name]["depends_on"]["prepare"] == {"condition": "service_completed_successfully"}
        assert found[name]["command"].split()[-1] == found[name]["healthcheck"]["test"][-1]
        assert found[name]["restart"] == "unless-stopped"
    assert all("mem_limit" in service for name, service in found.items() if name != "prepare")


def test_one_beat_runs_and_no_other_program_holds_one():
    commands = [service["command"] for service in services(CLUB).values() if "command" in service]
    assert [command for command in commands if "schedule" in command] == ["python -m bidbase_site.run schedule"]
    assert not [command for command in commands if "beat" in command or command.endswith("bidbase_site.run")]


def test_the_programs_share_static_files_and_signs_of_life_and_what_systems_say():
    found = services(CLUB)
    kept = "kept:/home/bidbase/.cache/bidbase"
    for name, volumes in (("prepare", []), ("web", [kept]), ("worker", [kept]), ("beat", [])):
        assert found[name]["volumes"] == ["data:/app/var", *volumes]
    dockerfile = (settings.BASE_DIR / "Dockerfile").read_text()
    assert "WORKDIR /app" in dockerfile
    assert "chown bidbase var" in dockerfile
