"""A secret key that nobody had to think of."""

import contextlib
import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

SHORTEST = 32  # characters; ours have 67


def kept_secret(path: Path) -> str:
    """Read the secret kept at `path`; the first to ask makes it, readable by its owner alone.

    Raises ImproperlyConfigured where the file holds something else.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        # Web and worker may start together: whichever links first wins, and both read the same.
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    secret = path.read_text().strip()
    if len(secret) < SHORTEST:
        raise ImproperlyConfigured(f"{path} holds no secret key. Remove it, and a new one is made at the next start.")
    return secret
