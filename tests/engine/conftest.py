"""What the tests of the engine share."""

from tests import hypothesis_profile, shared_cache  # noqa: F401
from tests.deadline import pytest_runtest_setup  # noqa: F401

shared_cache.share()
