"""The settings of the tests, with a database in which all tables are there already."""

import os
import shutil

from tests.settings import *  # noqa: F403
from tests.settings import DATABASES

shutil.copyfile(os.environ["MUTATE_DATABASE"], DATABASES["default"]["TEST"]["NAME"])
