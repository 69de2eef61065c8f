"""Systems by name, ready to bid, and what their calls mean."""

from __future__ import annotations

from bidbase.bidding.bidder import Bidder, Lineup
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.kept import Kept
from bidbase.language.circumstances import Scoring
from bidbase.service.records import MeaningRecord, meaning_record
from bidbase.systems import open_system

MAX_SYSTEMS = 32  # that are kept; one takes some megabytes
MAX_MEANINGS = 5_000  # likewise; one takes two kilobytes


class Bidders:
    """Systems by name, opened when they are first asked for. The same name gives the same bidder while it is kept.

    Threads may share them.
    """

    def __init__(self, default: str) -> None:
        self.default = default
        self._opened: Kept[str, Bidder] = Kept(MAX_SYSTEMS)
        self._meanings: Kept[tuple[Lineup, Scoring, Auction, Call], MeaningRecord] = Kept(MAX_MEANINGS)

    def __getitem__(self, name: str) -> Bidder:
        """The bidder of the shipped system of this name, or of the one in this folder. Raises `SystemFileError`."""
        return self._opened.get(name) or self._opened.keep(name, Bidder(open_system(name)))

    def meaning(self, table: Table, auction: Auction, call: Call) -> MeaningRecord:
        """What a call means at a table of these bidders where nobody is silent, as it was told before."""
        key = table.bidders, table.scoring, auction, call
        return self._meanings.get(key) or self._meanings.keep(key, meaning_record(table.meaning(auction, call)))
