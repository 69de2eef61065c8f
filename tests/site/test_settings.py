"""The settings hold what the README says of them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from bidbase_site.secret_key import kept_secret
from bidbase_site.settings import BASE_DIR, env
from tests.settings import redis_database

MAIL_SERVER = {"EMAIL_URL": "smtp+tls://a%40b.example:p@h:587"}
README = (BASE_DIR / "README.md").read_text()


def written(default: object) -> str:
    return "" if default in ("", []) else f"`{default}`"


def test_the_readme_lists_every_variable_with_its_default():
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*?) ?\| .+\|$", README, re.MULTILINE)
    assert rows == [(name, written(default)) for name, (_, default) in env.scheme.items()]


def test_the_commands_of_the_readme_exist():
    commands = set(re.findall(r"\bmake ([a-z]+)", README))
    targets = set(re.findall(r"^([a-z]+):", (BASE_DIR / "Makefile").read_text(), re.MULTILINE))
    assert {"run", "test"} <= commands <= targets


@pytest.mark.parametrize("path", re.findall(r"`([a-z_]+(?:/[a-z_]+)*)/`", README))
def test_the_places_of_the_readme_exist(path):
    assert (BASE_DIR / path).is_dir()


def setting(expression: str, tmp_path: Path, **environment: str) -> str:
    """What a fresh process with this environment takes for its settings."""
    code = f"from bidbase_site import settings; print({expression})"
    bare = {"DATA_DIR": str(tmp_path), "PYTHONPATH": str(BASE_DIR), **environment}
    return subprocess.run(
        [sys.executable, "-c", code], env=bare, cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.parametrize(
    ("environment", "expression", "value"),
    [
        ({}, "settings.DATABASES['default']['NAME'] == str(settings.DATA_DIR / 'bidbase.sqlite3')", "True"),
        ({}, "settings.DATABASES['default']['OPTIONS']['transaction_mode']", "IMMEDIATE"),
        ({"DATABASE_URL": "postgres://u:p@h/n"}, "settings.DATABASES['default']['HOST']", "h"),
        ({"DATABASE_URL": "postgres://u:p@h/n"}, "settings.DATABASES['default']['OPTIONS']['connect_timeout']", "5"),
        (
            {"DATABASE_URL": "postgres://u:p@h/n"},
            "settings.DATABASES['default']['OPTIONS']['application_name']",
            "bidbase",
        ),
        ({"DATABASE_URL": "postgres://u:p@h/n"}, "settings.DATABASES['default']['CONN_HEALTH_CHECKS']", "True"),
        ({}, "settings.CELERY_BROKER_TRANSPORT_OPTIONS['polling_interval']", "0.1"),
        ({"BROKER_URL": "redis://h/0"}, "settings.CELERY_BROKER_URL", "redis://h/0"),
        ({"BROKER_URL": "redis://h/0"}, "settings.CELERY_BROKER_TRANSPORT_OPTIONS['socket_timeout']", "2"),
        ({}, "settings.ALLOWED_HOSTS", "['localhost', '127.0.0.1', '[::1]']"),
        ({"HOST": "192.168.1.5"}, "settings.ALLOWED_HOSTS[3:]", "['192.168.1.5']"),
        ({"HOST": "2001:db8::5"}, "settings.ALLOWED_HOSTS[3:]", "['[2001:db8::5]']"),
        ({"HOST": "0.0.0.0"}, "__import__('socket').gethostname() in settings.ALLOWED_HOSTS", "True"),
        (
            {"ALLOWED_HOSTS": "club.example,b.example"},
            "settings.ALLOWED_HOSTS[3:]",
            "['club.example', 'b.example']",
        ),
        ({}, "settings.DEBUG", "False"),
        ({}, "settings.MAILS", "False"),
        (
            MAIL_SERVER,
            "(settings.MAILS, settings.EMAIL_HOST, settings.DEFAULT_FROM_EMAIL)",
            "(True, 'h', 'a@b.example')",
        ),
        ({**MAIL_SERVER, "EMAIL_FROM": "club@b.example"}, "settings.DEFAULT_FROM_EMAIL", "club@b.example"),
        ({"GUEST_DAYS": "30"}, "settings.SESSION_COOKIE_AGE", "2592000"),
        ({"HTTPS": "True"}, "settings.SESSION_COOKIE_SECURE and settings.CSRF_COOKIE_SECURE", "True"),
    ],
)
def test_the_environment_decides(environment, expression, value, tmp_path):
    assert setting(expression, tmp_path, **environment) == value


def test_guests_are_kept_for_a_day_at_least(tmp_path):
    with pytest.raises(subprocess.CalledProcessError) as failed:
        setting("settings.SESSION_COOKIE_AGE", tmp_path, GUEST_DAYS="0")
    assert "GUEST_DAYS must be a number of days, 1 at least." in failed.value.stderr


@pytest.mark.parametrize(
    ("url", "used"),
    [
        ("redis://host/0", "redis://host/3"),
        ("redis://:password@host:6380/0", "redis://:password@host:6380/3"),
        ("redis://host", "redis://host/3"),
        ("redis+socket:///run/redis.sock", "redis+socket:///run/redis.sock?virtual_host=3"),
        ("redis+socket:///run/redis.sock?virtual_host=0", "redis+socket:///run/redis.sock?virtual_host=3"),
    ],
)
def test_tests_beside_each_other_have_a_redis_database_each(url, used):
    assert redis_database(url, 3) == used


@pytest.mark.parametrize("text", ["", "\n\n", "   \n", "short", "a" * 31 + "\n"])
def test_a_file_that_holds_no_secret_is_refused_with_the_remedy(tmp_path, text):
    (tmp_path / "secret_key").write_text(text)
    with pytest.raises(ImproperlyConfigured, match="secret_key holds no secret key"):
        kept_secret(tmp_path / "secret_key")


def test_the_secret_key_is_made_once_and_kept_private(tmp_path):
    first = setting("settings.SECRET_KEY", tmp_path)
    assert len(first) >= 50
    assert setting("settings.SECRET_KEY", tmp_path) == first
    assert setting("settings.SECRET_KEY", tmp_path, SECRET_KEY="given") == "given"
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert kept_secret(tmp_path / "other") != first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "queue", "secret_key"]
