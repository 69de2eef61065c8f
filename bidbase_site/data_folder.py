"""The data folder, without which no part of the site starts."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


@contextmanager
def needed(folder: Path) -> Iterator[None]:
    """End the program with a sentence where it cannot keep its files there, or finds others than it has made."""
    try:
        yield
    except OSError as error:
        sys.exit(f"BidBase cannot start. It keeps its data in {folder}, as DATA_DIR says: {error}")
    except ImproperlyConfigured as error:
        sys.exit(f"BidBase cannot start. {error}")
