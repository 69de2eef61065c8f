"""The command for backups, run as an administrator runs it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from bidbase_site.settings import BASE_DIR
from tests.processes import Environment


def backup(environment: Environment, *arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command to its end."""
    command = [sys.executable, "-m", "bidbase_site.backup", *map(str, arguments)]
    return subprocess.run(command, env=environment, cwd=BASE_DIR, stderr=subprocess.PIPE, text=True, **options)
