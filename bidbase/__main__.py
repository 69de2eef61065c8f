"""Lets `python -m bidbase` run the command line."""

import sys

from bidbase.cli import main

sys.exit(main())
