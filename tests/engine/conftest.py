"""What the tests of the engine share."""

from tests import hypothesis_profile, shared_cache  # noqa: F401

shared_cache.share()
