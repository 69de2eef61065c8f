"""The worker of a site, with a gate before its sweeps: `python -m tests.site.hasty_worker worker`."""

import sys
from dataclasses import replace

from bidbase_site import run

usual = run.worker()
run.worker = lambda: replace(usual, command=[*usual.command, "--include", "tests.site.gate"])
sys.exit(run.main())
