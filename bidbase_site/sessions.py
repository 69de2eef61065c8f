"""Sessions in the database, for cookies of any kind."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import VALID_KEY_CHARS


class SessionStore(db.SessionStore):
    """Takes a key that Django cannot have made for none: PostgreSQL fails on one with a NUL character."""

    def _validate_session_key(self, key: str | None) -> bool:
        valid = super()._validate_session_key(key)  # type: ignore[misc]  # the stubs leave it out
        return bool(valid and set(key or "") <= set(VALID_KEY_CHARS))
