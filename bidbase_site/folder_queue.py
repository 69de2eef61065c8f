"""The filesystem broker, with messages that appear whole.

kombu writes a message under its final name, so a worker may read it before the text is in it, and end by the error.
Here it is written beside and renamed, which readers see as one step.
"""

import os
import uuid
from time import monotonic_ns
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """A channel whose messages are never seen half written."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]  # two bases disagree
        name = f"{monotonic_ns():020}_{uuid.uuid4()}.{queue}.msg"
        final = os.path.join(self.data_folder_out, name)
        beside = f"{final}.part"  # readers look for names that end with the queue's
        with open(beside, "w", encoding="utf-8") as file:
            file.write(dumps(payload))
        os.replace(beside, final)


class Transport(filesystem.Transport):
    """The filesystem transport with that channel."""

    Channel = Channel


def install() -> None:
    """Let `filesystem://` mean this transport."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"
