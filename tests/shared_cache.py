"""The folder in which the engine keeps what systems say, one for a whole run of tests.

`make test` makes it for all its steps, pytest for all its workers, and the programs that tests start inherit it. Who
has made it takes it away in the end. It is new in each run: what an older engine has kept proves nothing.
"""

import atexit
import os
import shutil
import tempfile

_GIVEN = "TESTS_CACHE"


def share() -> None:
    """Let this process and those that it starts use the folder; the first one makes it."""
    if _GIVEN not in os.environ:
        os.environ[_GIVEN] = tempfile.mkdtemp(prefix="bidbase-cache-")
        atexit.register(_take_away, os.environ[_GIVEN], os.getpid())
    os.environ["XDG_CACHE_HOME"] = os.environ[_GIVEN]


def _take_away(folder: str, maker: int) -> None:
    if os.getpid() == maker:  # and not a fork of it
        shutil.rmtree(folder, ignore_errors=True)
