"""A web application that gets stuck, in place of the pages."""

import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

never = threading.Event()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answers with the number of the process; `/stuck` never does, `/slow` after half a second.

    `/held` does so when the file `free` is in the data folder. The file `held` there has a line for each such request.
    """
    if environ["PATH_INFO"] == "/held":
        folder = Path(os.environ["DATA_DIR"])
        with (folder / "held").open("a") as held:
            held.write("held\n")
        while not (folder / "free").exists():
            never.wait(0.02)
    never.wait({"/stuck": None, "/slow": 0.5}.get(environ["PATH_INFO"], 0))
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]
