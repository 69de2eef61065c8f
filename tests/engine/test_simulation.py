"""Entries for after a simulation: when one is made, what it finds best, and what is bid then."""

from dataclasses import replace
from pathlib import Path

import pytest

from bidbase.bidding import simulation
from bidbase.bidding.bidder import Bidder, Decision, Source
from bidbase.bidding.robots import Table
from bidbase.checks import Survey, why_test_hand_fails
from bidbase.compiler import HandBatch, Place
from bidbase.game.auction import DOUBLE, PASS, Auction, Call, Contract
from bidbase.game.cards import Hand, Seat, Strain, Vulnerability
from bidbase.language.circumstances import Circumstances
from bidbase.meaning.disclosure import meaning
from tests.engine.making import make_bidder, shipped_bidder

WEAK = Hand.parse("5432.432.432.432")
STRONG = Hand.parse("AQ2.K32.KJ32.K32")
RAISE = {"prior_bids": "1S-P", "order": "100000", "bid": "2S", "hcp": "6-9"}
TRY = {"prior_bids": "1S-P", "order": "200000", "bid": "3H", "usage": "D", "best_contract": "G", "hcp": "10+"}


def place_after(calls: str, *cells: dict[str, str]) -> Place:
    auction = Auction.parse(calls)
    return make_bidder(*cells).place(auction, Circumstances.of(auction))


def rows(place: Place, hand: Hand) -> list[str]:
    return [str(row.call) for _, row in place.simulated(hand)]


def test_no_hand_is_looked_up_in_an_entry_for_after_a_simulation():
    place = place_after("1S-P", RAISE, TRY)
    assert place.find(STRONG) is None
    assert rows(place, STRONG) == ["3H"]
    assert rows(place, WEAK) == [], "its other specs are asked as always"


def test_it_has_a_meaning_as_every_entry_in_use():
    place = place_after("1S-P", RAISE, TRY | {"disclosure": "A try"})
    assert [line.text for line in meaning(place, Call.parse("3H")).lines] == ["A try"]


@pytest.mark.parametrize("usage", ["0D", "TD", "MD", "Dx50"])
def test_one_that_is_off_asks_for_no_simulation(usage):
    place = place_after("1S-P", RAISE, TRY | {"usage": usage})
    assert rows(place, STRONG) == []
    assert Call.parse("3H") not in place.calls


def test_it_closes_no_call_for_later_sections_but_earlier_ones_close_its_own():
    later = {"prior_bids": "1M-P", "order": "100000", "bid": "3H", "hcp": "16+"}
    found = place_after("1S-P", TRY, later).find(STRONG)
    assert found is not None
    assert str(found[1].call) == "3H"
    assert rows(place_after("1S-P", RAISE | {"bid": "3H"}, later | TRY | {"prior_bids": "1M-P"}), STRONG) == []


def test_of_a_call_made_after_a_simulation_its_entry_and_that_nothing_else_fits_are_known():
    place = place_after("1S-P", RAISE, TRY)
    hands = HandBatch.of([STRONG, WEAK, Hand.parse("A432.432.K32.432")])
    assert place.could_call(hands, Call.parse("3H")).tolist() == [True, False, False]
    assert place.could_call(hands, PASS).tolist() == [True, True, False]


# --- What is called ---------------------------------------------------------------------------------------------------

# One spade shows ten points and five spades; two spades six to nine and three. After that opener has no plain entry.
OPENING = {"bid": "1S", "hcp": "10-21", "spades_num": "5+"}
SINGLE_RAISE = RAISE | {"spades_num": "3+"}
AFTER = {"prior_bids": "1S-P-2S-P", "usage": "D"}
GAME = AFTER | {"bid": "3S", "best_contract": "4S", "disclosure": "Game is on"}
NOT_THIS = AFTER | {"bid": "3C", "best_contract": "7C"}
AUCTION = Auction.parse("1S-P-2S-P")
GREAT = Hand.parse("AQ6543.AQ32.K2.2")  # game is best
POOR = Hand.parse("KJ432.K32.QJ2.K2")  # with this nothing is to be won by bidding on
DEALS = 10
IN_USE = simulation.DEALS, simulation.MAX_DEALT
MANUAL = Path(__file__).resolve().parents[2] / "docs" / "entries.md"


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "DEALS", DEALS)


def test_as_many_deals_are_drawn_as_the_manual_says():
    judged, tried = IN_USE
    text = " ".join(MANUAL.read_text(encoding="utf-8").split())
    assert f"{judged} deals are drawn." in text
    assert f"Drawing ends after {tried:,} tries." in text


def table_of(*cells: dict[str, str], seed: str = "1") -> Table:
    bidder = make_bidder(OPENING, SINGLE_RAISE, *cells)
    return Table(bidder, bidder, seed=seed)


def test_the_entry_for_the_best_contract_makes_its_bid():
    table = table_of(NOT_THIS | {"order": "050000"}, GAME)
    decision = table.decide(GREAT, AUCTION)
    assert (str(decision.call), decision.source, decision.entry.disclosure) == ("3S", Source.SIMULATION, "Game is on")
    assert str(decision.simulation.best.contract) == "4S"
    assert decision.simulation.deals == DEALS
    assert table.decide(GREAT, AUCTION) == decision, "the same table finds the same"
    other = table_of(NOT_THIS | {"order": "050000"}, GAME, seed="2").decide(GREAT, AUCTION)
    assert other.simulation != decision.simulation, "another one draws other deals"


def test_without_an_entry_for_it_the_contract_itself_is_bid():
    table = table_of(NOT_THIS)
    decision = table.decide(GREAT, AUCTION)
    assert (str(decision.call), decision.source, decision.entry) == ("4S", Source.SIMULATION, None)
    assert not meaning(table.place(AUCTION), decision.call).lines


def test_where_the_contract_as_it_stands_is_best_the_call_is_a_pass_unless_an_entry_says_otherwise():
    decision = table_of(GAME).decide(POOR, AUCTION)
    assert (decision.call, decision.source, decision.entry) == (PASS, Source.SIMULATION, None)
    assert decision.simulation.best.contract == Contract(2, Strain.SPADES, 0, Seat.NORTH)
    blocking = AFTER | {"order": "300000", "bid": "3S", "best_contract": "P"}
    assert str(table_of(GAME, blocking).decide(POOR, AUCTION).call) == "3S"


def test_their_contract_is_doubled_by_an_entry_alone():
    auction = Auction.parse("1S-P-2S-4C-P-P")
    hand = Hand.parse("KQ2.432.432.AKQ2")
    raised = {"prior_bids": "1S", "bid": "P", "hcp": "0-37"}  # East passed anything, West came in with anything
    entry = {"prior_bids": "1S-P-2S-4C-P-P", "usage": "D", "bid": "D", "best_contract": "D"}
    assert table_of(raised, entry).decide(hand, auction).call is DOUBLE
    silent = table_of(raised, entry | {"bid": "4S", "best_contract": "4S"}).decide(hand, auction)
    assert DOUBLE not in [prospect.call for prospect in silent.simulation.prospects]


def test_no_simulation_is_made_where_there_is_nothing_to_compare():
    """Over partner's seven notrump there is only a pass."""
    raised = {"prior_bids": "1S-P", "order": "050000", "bid": "7N", "hcp": "20+"}
    stay = {"prior_bids": "1S-P-7N-P", "bid": "P", "usage": "D", "best_contract": "P"}
    decision = table_of(raised, stay).decide(GREAT, Auction.parse("1S-P-7N-P"))
    assert (decision.source, decision.simulation) == (Source.NONE, None)


def test_no_simulation_is_made_unless_an_entry_asks_and_some_deal_fits():
    nothing = Decision(PASS, Source.NONE)
    assert table_of(GAME | {"hcp": "30+"}).decide(GREAT, AUCTION) == nothing, "no entry for it fits the hand"
    bidder = make_bidder(OPENING, RAISE | {"spades_num": "8+"}, GAME)
    assert Table(bidder, bidder).decide(GREAT, AUCTION) == nothing, "partner cannot hold eight spades"
    plain = {"prior_bids": "1S-P-2S-P", "bid": "4S", "hcp": "15+"}
    decision = table_of(GAME, plain).decide(GREAT, AUCTION)
    assert (decision.source, decision.simulation) == (Source.BOOK, None), "a plain entry fits"


# entries beside OPENING and SINGLE_RAISE, calls that are compared, calls that are not, why
CANDIDATES = [
    ([NOT_THIS], "P 3S 4S 7C", "X XX 4H 5D 2N 3N", "not a bid on which partner goes on; clubs by the entry alone"),
    ([NOT_THIS, AFTER | {"usage": "", "bid": "4S", "hcp": "25+"}], "3S 5S", "4S", "a call that an entry makes"),
    ([GAME], "4S", "3S", "the bid of an entry for after a simulation has its meaning too"),
    ([AFTER | {"bid": "3C", "best_contract": "G"}], "3N 4S 5C 5D", "4C 6D", "every game"),
    ([AFTER | {"bid": "4N", "best_contract": "S"}], "6C 6N 7D", "4C 5D", "every slam"),
]


@pytest.mark.parametrize(("cells", "compared", "left_out", "why"), CANDIDATES)
def test_which_contracts_are_compared(cells, compared, left_out, why):
    place = table_of(*cells).place(AUCTION)
    calls = set(simulation.candidates(place, AUCTION, GREAT, place.simulated(GREAT)))
    assert calls >= {Call.parse(call) for call in compared.split()}, why
    assert not calls & {Call.parse(call) for call in left_out.split()}, why


def test_a_pattern_speaks_of_its_own_suit():
    entry = {"prior_bids": "1a-P-2a-P; a=M", "order": "100000", "bid": "3a", "usage": "D", "best_contract": "4a"}
    assert str(table_of(entry).decide(GREAT, AUCTION).call) == "3S"


def test_the_trace_ends_with_the_entries_for_after_a_simulation():
    plain = {"prior_bids": "1S-P-2S-P", "order": "900000", "bid": "2N", "shape": "balanced"}
    table = table_of(NOT_THIS | {"order": "050000"}, GAME, plain)
    traced = table.trace(GREAT, AUCTION)
    assert [tried.entry.text("bid") for tried in traced.tried] == ["2N", "3C", "3S"]
    assert [[failure.field.name for failure in tried.failures] for tried in traced.tried] == [
        ["shape"],
        ["best_contract"],
        [],
    ]
    assert traced.decision == table.decide(GREAT, AUCTION)
    balanced = table.trace(POOR, AUCTION)
    assert [tried.entry.text("bid") for tried in balanced.tried] == ["2N"], (
        "where a plain entry fits they are not tried"
    )


def test_the_shipped_convention_is_switched_off_and_does_what_its_notes_say_when_on():
    off = shipped_bidder("sayc")
    system = off.system
    hand, auction = Hand.parse("3.6.Q63.AKQT8754"), Auction.parse("1S-2C-3S-P-4S", Seat.WEST, Vulnerability.EW)
    assert Table(off, off).decide(hand, auction).call is PASS
    switches = {"Simulation": "", "Pass in doubt": "0"}
    switched = {name: replace(system.conventions[name], use=use) for name, use in switches.items()}
    bidder = Bidder(replace(system, conventions={**system.conventions, **switched}))
    decision = Table(bidder, bidder).decide(hand, auction)
    assert (str(decision.call), decision.source) == ("5C", Source.SIMULATION)
    asking = [entry for entry in system.entries if entry.usage.analysis]
    assert [why_test_hand_fails(Survey(bidder), entry) for entry in asking] == [""] * len(asking)
