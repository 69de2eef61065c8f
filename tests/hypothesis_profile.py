"""How Hypothesis runs here. Each folder of tests with a configuration of its own imports it."""

import os

from hypothesis import settings

# No deadline: the first example of a property may be the one that loads the tables.
settings.register_profile("bidbase", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("bidbase")
