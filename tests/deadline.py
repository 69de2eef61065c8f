"""Tests that a run has no time for any more are skipped, and said to be."""

import os
import time

import pytest

DEADLINE = "TESTS_UNTIL"
"""The variable with the time, in seconds as `time.time` has them, after which no test begins."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    if time.time() > float(os.environ.get(DEADLINE, "inf")):
        pytest.skip("no time is left; make test runs it")
