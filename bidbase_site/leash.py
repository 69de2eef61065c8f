"""Run a program that ends when its parent ends: `python leash.py PARENT PROGRAM ARGUMENT ...`.

A parent that is killed with SIGKILL cannot end its children, but Linux sends them SIGTERM where they asked for it. On
other systems the program goes on. This file is run by its path: the package would import more than it needs.
"""

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1  # from <linux/prctl.h>


def on(command: Sequence[str]) -> list[str]:
    """The command that runs this one until it ends, or the thread that starts it, which is to be our main thread.

    The given command begins with the path of a program.
    """
    return [sys.executable, __file__, str(os.getpid()), *command]


def main() -> None:
    parent, program, *arguments = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)  # stays in force after exec
    if os.getppid() == int(parent):  # else it ended before we asked
        os.execv(program, [program, *arguments])


if __name__ == "__main__":
    main()
