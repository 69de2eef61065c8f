"""The site's own settings, with data in a directory that ends with the test run."""

import atexit
import os
import shutil
import tempfile
from urllib.parse import urlsplit

# Each process has its own: pytest-xdist starts several, and a developer's site may be running.
_data = tempfile.mkdtemp(prefix="bidbase-test-")
atexit.register(shutil.rmtree, _data, ignore_errors=True)
os.environ["DATA_DIR"] = _data


def redis_database(url: str, number: int) -> str:
    """The address of a numbered database in the Redis at `url`."""
    if url.startswith("redis+socket:"):  # its path is the file's
        return f"{url.partition('?')[0]}?virtual_host={number}"
    return urlsplit(url)._replace(path=f"/{number}").geturl()


if (_broker := os.environ.get("BROKER_URL", "")).startswith("redis"):
    _number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    os.environ["BROKER_URL"] = redis_database(_broker, int(_number))


from bidbase.bidding import simulation  # noqa: E402
from bidbase_site.settings import *  # noqa: E402, F403
from bidbase_site.settings import DATA_DIR, DATABASES, STORAGES  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as in real life: web and worker open it side by side.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}

# Hashed names need a collected directory; the test of `make run` covers those.
(DATA_DIR / "static").mkdir()
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
SWEPT_BOARDS = 200  # few enough that a test need not wait for the robots
simulation.DEALS = 6  # each is solved for many contracts, which takes long; the engine's tests have them all
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
