"""Systems by name, ready to bid."""

from __future__ import annotations

from bidbase.bidding.bidder import Bidder
from bidbase.systems import open_system


class Bidders:
    """Systems by name, loaded when they are first asked for. The same name gives the same bidder."""

    def __init__(self, default: str) -> None:
        self.default = default
        self._loaded: dict[str, Bidder] = {}

    def __getitem__(self, name: str) -> Bidder:
        if name not in self._loaded:
            self._loaded[name] = Bidder(open_system(name))
        return self._loaded[name]
