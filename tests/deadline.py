"""Tests that a run has no time for any more are skipped, and said to be."""

import os
import time
from functools import cache

import pytest

DEADLINE = "TESTS_UNTIL"
"""The variable with the time, in seconds as `time.time` has them, after which no test begins."""
LEAST = 30  # seconds in which tests begin anyway: a slow start must not let all of them pass unseen


@cache
def _first() -> float:
    """When the first test began."""
    return time.time()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    if time.time() > max(float(os.environ.get(DEADLINE, "inf")), _first() + LEAST):
        pytest.skip("no time is left; make test runs it")
