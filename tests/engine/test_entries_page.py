"""The manual of the entry language: each example in docs/entries.md gives what it says."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from bidbase.bidding import simulation
from bidbase.bidding.bidder import Bidder, Source, decide
from bidbase.bidding.robots import Table
from bidbase.checks import run_checks
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Seat, Vulnerability
from bidbase.language.auction_state import STATE_CLAUSES, SUIT_CLAUSES
from bidbase.language.bids import PatternKey, PriorBids, parse_key
from bidbase.language.circumstances import Circumstances, Scoring, User
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.language.patterns import Binding
from tests.engine.manual import NAME_BY_LABEL, PAGE, ExampleTable, Row, bidder_of, hand_of, tables

TABLES = list(tables())
USERS = {"": User.WE, "we": User.WE, "they": User.THEY}


class Example(NamedTuple):
    """One row of a table."""

    table: ExampleTable
    row: Row


def rows_with(*columns: str) -> list[object]:
    """The rows of the tables that have all these columns."""
    return [
        pytest.param(Example(table, row), id=f"line {table.line + 2 + number}")
        for table in TABLES
        if {*columns} <= {*table.columns}
        for number, row in enumerate(table.rows)
    ]


def circumstances_of(row: Row) -> tuple[Auction, Circumstances]:
    vulnerability = Vulnerability.parse(row.get("Vulnerable") or "None")
    auction = Auction.parse(row.get("After", ""), vulnerability=vulnerability)
    scoring = Scoring.parse(row.get("Scoring") or "IMP")
    return auction, Circumstances.of(auction, scoring, USERS[row.get("Side", "")])


@pytest.mark.parametrize("example", [*rows_with("Hand", "Fits"), *rows_with("Spades", "Fits")])
def test_a_hand_meets_the_specs_of_an_entry_or_does_not(example: Example) -> None:
    """In a table with Fits each row is an entry of its own; where it does not say what it bids, it passes."""
    row, hand = example.row, hand_of(example.row)
    assert hand is not None
    bidder = bidder_of(({"Order": "100000", "Bid": "P", **row},))
    auction = Auction.parse(row.get("After") or row.get("Prior bids", ""))
    found = bidder.place(auction, Circumstances.of(auction)).find(hand)
    assert ("no" if found is None else "yes") == row["Fits"]


@pytest.mark.parametrize("example", rows_with("Hand", "Call"))
def test_a_hand_gets_its_call(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "DEALS", 8)  # fewer than the page says: they take a tenth of a second each
    row, hand, bidder = example.row, hand_of(example.row), example.table.bidder()
    assert hand is not None
    auction, circumstances = circumstances_of(row)
    place = bidder.place(auction, circumstances)
    drawn = row.get("Drawn")
    decision = decide(place, hand, None if drawn is None else lambda section, order: int(drawn))
    if decision.source is Source.NONE and place.may_simulate:
        decision = Table(bidder, bidder).decide(hand, auction)
    assert decision.call is Call.parse(row["Call"])
    assert row.get("Source", decision.source.value) == decision.source.value
    if "Entry" in row:
        assert decision.entry is not None
        assert decision.entry.order == row["Entry"]


@pytest.mark.parametrize("example", rows_with("Auction", "Fits"))
def test_an_auction_comes_to_a_section_or_does_not(example: Example) -> None:
    row = example.row
    auction = Auction.parse(row["Auction"])
    binding = binding_of(row["Prior bids"], auction, example.table.bidder())
    assert ("no" if binding is None else "yes") == row["Fits"]
    if "Suits" in row:
        suits = ", ".join(f"{variable} is {strain.title}" for variable, strain in sorted((binding or {}).items()))
        assert suits == row["Suits"]


def binding_of(text: str, auction: Auction, bidder: Bidder) -> Binding | None:
    """The strains of the variables of a key in an auction, None where the auction does not come to its section."""
    key = parse_key(text)
    if isinstance(key, PriorBids):
        return {} if str(key) == auction.prior_bids else None
    disclosure = bidder.turn(auction, Circumstances.of(auction)).disclosure
    if isinstance(key, PatternKey):
        return key.pattern.match(auction.calls, disclosure.names)
    return key.match(disclosure.state(auction))


@pytest.mark.parametrize("example", rows_with("Call", "Meaning"))
def test_a_call_tells_what_it_means(example: Example) -> None:
    row, bidder = example.row, example.table.bidder()
    auction, _ = circumstances_of(row)
    meaning = Table(bidder, bidder).meanings(auction)[Call.parse(row["Call"])]
    assert meaning.words() == row["Meaning"]
    assert row.get("Partner plays for", meaning.expectation) == meaning.expectation
    assert row.get("Announced", meaning.announcement) == meaning.announcement


@pytest.mark.parametrize("example", rows_with("Seat", "Shown"))
def test_an_auction_shows_what_it_shows(example: Example) -> None:
    row, bidder = example.row, example.table.bidder()
    shown = Table(bidder, bidder).shown(Auction.parse(row["After"]))[Seat.parse(row["Seat"])]
    assert shown.words() == row["Shown"]
    assert row.get("Partner plays for", shown.expectation) == shown.expectation


@pytest.mark.parametrize("example", rows_with("Code", "Field"))
def test_a_code_is_one_of_its_field(example: Example) -> None:
    FIELD_BY_NAME[NAME_BY_LABEL[example.row["Field"]]].parse(example.row["Code"])


@pytest.mark.parametrize("example", rows_with("Rule", "Found"))
def test_a_check_finds_what_it_is_to_find(example: Example) -> None:
    system = example.table.bidder().system
    found = [finding.message for finding in run_checks(system, [example.row["Rule"]])]
    assert found == [example.row["Found"]] * bool(example.row["Found"])


def test_the_clauses_of_situations_are_all_explained() -> None:
    explained = [row["Clause"] for table in TABLES if "Clause" in table.columns for row in table.rows]
    words = [
        clause.removesuffix(" a")
        for clause in explained
        if clause.removesuffix(" a") in {*SUIT_CLAUSES, *STATE_CLAUSES}
    ]
    assert sorted(words) == sorted([*SUIT_CLAUSES, *STATE_CLAUSES])


KNOWN = {"Fits", "Call", "Shown", "Clause", "Code", "Bid", "Use", "Parameter", "Rule"}


def test_every_table_is_tested() -> None:
    """Or else its examples could say anything: each has a column by which one of these tests takes it."""
    assert [(table.heading, table.columns) for table in TABLES if not KNOWN & {*table.columns}] == []


OTHER_COLUMNS = {
    *("Hand", "Spades", "Auction", "After", "Call", "Fits", "Because", "Suits", "Source", "Entry", "Drawn")
}
OTHER_COLUMNS |= {*("Side", "Scoring", "Vulnerable", "Meaning", "Partner plays for", "Announced", "Seat", "Shown")}
OTHER_COLUMNS |= {*("Clause", "Holds when", "Code", "Field", "Name", "Use", "Used when", "Stands for", "Rule", "Found")}
OTHER_COLUMNS |= {"Parameter", "Value"}


def test_every_column_is_a_field_or_known() -> None:
    assert {column for table in TABLES for column in table.columns} - {*NAME_BY_LABEL} - OTHER_COLUMNS == set()


def test_every_part_of_the_page_has_an_example() -> None:
    headings = {line.strip("# \n") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("### ")}
    assert headings - {table.heading for table in TABLES} == set()
