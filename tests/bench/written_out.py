"""A system as large as one asks for: a shipped one with literal sections beside its patterns and situations.

In each auction that comes about on dealt boards, and for which there is no literal section, the first section that
speaks there is written down with its suits and numbers in place: as one writes a system without patterns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.language.bids import PriorBids
from bidbase.systems.files import dump_conventions, dump_entries, load_system
from bidbase.systems.model import Entry, System


def write_out(name: str, folder: Path, least: int) -> None:
    """Write a system as files into a folder, with sections written out until it has so many entries."""
    system = load_system(name)
    entries = list(system.entries)
    for section in sections_written_out(system):
        if len(entries) >= least:
            break
        entries += section
    files = ["conventions.csv"]
    (folder / files[0]).write_text(dump_conventions(system.conventions), encoding="utf-8")
    for family, those in _families(entries).items():
        files.append(f"{len(files):03}_{Path(family).name}.csv")
        (folder / files[-1]).write_text(dump_entries(those), encoding="utf-8")
    listed = ", ".join(f'"{name}"' for name in files)
    (folder / "system.toml").write_text(f'name = "{system.name}"\nfiles = [{listed}]\n', encoding="utf-8")


def sections_written_out(system: System) -> Iterator[list[Entry]]:
    """Section by section the entries that dealt boards give, from board 1 on."""
    bidder, known = Bidder(system), set(system.sections)
    for number in count(1):
        table = Table(bidder, bidder, seed=str(number))
        auction, _ = table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))
        for index in range(len(auction.calls)):
            before = auction.before(index)
            if before.prior_bids not in known:
                known.add(before.prior_bids)
                yield list(_first_section(table, before))


def _first_section(table: Table, auction: Auction) -> Iterator[Entry]:
    """The entries of the first section that speaks after these calls; none where that would not say the same.

    Of an entry that may bid several suits either all must be legal or none: it is left out then.
    """
    key = PriorBids(auction.calls[auction.leading_passes :])
    for section in table.place(auction).sections[:1]:
        legal = {
            entry.id: {not auction.why_illegal(row.call) for row in section.rows_of[entry.id]}
            for entry in section.entries
        }
        if {True, False} in legal.values():
            return
        for entry in section.entries:
            if True in legal[entry.id]:
                yield Entry("", f"{entry.family}_written_out", {**entry.cells, "prior_bids": key})


def _families(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    families: dict[str, list[Entry]] = {}
    for entry in entries:
        families.setdefault(entry.family, []).append(entry)
    return families
