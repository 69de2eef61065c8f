"""What the tests of the engine share."""

from tests import hypothesis_profile  # noqa: F401
