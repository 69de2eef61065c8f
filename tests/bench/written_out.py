"""Writes a large system: a shipped one with additional literal sections beside its patterns and situations.

The auctions come from dealt boards. In each auction without a literal section, the first section that applies is
written out with its suits and numbers filled in, as an author would write a system without patterns.
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
from bidbase.systems.files import dump_agreements, dump_conventions, dump_entries, load_system
from bidbase.systems.model import Entry, System


def write_out(name: str, folder: Path, min_entries: int) -> None:
    """Write a shipped system as files into a folder, with sections written out until it has at least `min_entries`."""
    system = load_system(name)
    entries = list(system.entries)
    for section in sections_written_out(system):
        if len(entries) >= min_entries:
            break
        entries += section
    files = ["conventions.csv", "agreements.csv"]
    (folder / files[0]).write_text(dump_conventions(system.conventions), encoding="utf-8")
    (folder / files[1]).write_text(dump_agreements(system.agreements.values()), encoding="utf-8")
    for family, family_entries in _by_family(entries).items():
        files.append(f"{len(files):03}_{Path(family).name}.csv")
        (folder / files[-1]).write_text(dump_entries(family_entries), encoding="utf-8")
    quoted_files = ", ".join(f'"{file}"' for file in files)
    (folder / "system.toml").write_text(f'name = "{system.name}"\nfiles = [{quoted_files}]\n', encoding="utf-8")


def sections_written_out(system: System) -> Iterator[list[Entry]]:
    """The sections that the auctions of dealt boards give, from board 1 on; each as its entries."""
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
    """The entries of the first section that applies after these calls, with these calls as their prior bids.

    Entries without a legal bid are left out. There are none at all if an entry may bid several suits and some of these
    bids are illegal, since the section could not be written out with the same meaning.
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


def _by_family(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    families: dict[str, list[Entry]] = {}
    for entry in entries:
        families.setdefault(entry.family, []).append(entry)
    return families
