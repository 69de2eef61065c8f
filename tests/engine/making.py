"""Small systems for tests, made of cell texts, and contracts."""

from collections.abc import Mapping
from functools import cache

from bidbase.bidding.bidder import Bidder
from bidbase.compiler import CompiledSection, Place
from bidbase.game.auction import Auction, Contract
from bidbase.game.cards import SUITS, Deal, Hand, Seat
from bidbase.language.auction_state import AuctionState
from bidbase.language.bids import parse_convention
from bidbase.language.circumstances import Circumstances
from bidbase.systems import open_system
from bidbase.systems.conventions import Convention
from bidbase.systems.model import Entry, System
from tests.strength.conventions import names_switching, switched_on

NOW = Circumstances.of(Auction())


@cache
def shipped_bidder(name: str) -> Bidder:
    """A bidder of a shipped system: the tests of a process share what it has worked out."""
    return Bidder(open_system(name))


@cache
def bidder_with(system: str, name: str) -> Bidder:
    """A bidder of a shipped system that plays this convention, switched on where it is off."""
    base = shipped_bidder(system)
    uses = [base.system.conventions[switch].use for switch in names_switching(base.system, name)]
    return Bidder(switched_on(base.system, name), base) if any(uses) else base


@cache
def strong_club_bidder() -> Bidder:
    """A bidder whose 1C is artificial and strong, with an artificial weak answer."""
    named = {"convention": "Strong club"}
    return make_bidder(
        named | {"bid": "1C", "hcp": "16+"},
        named | {"prior_bids": "1C-P", "bid": "1D", "hcp": "0-7"},
        conventions={"Strong club": Convention(parse_convention("Strong club"))},
    )


def make_entry(**cells: str) -> Entry:
    """An entry of these cells, with an id made of its section and order number."""
    cells = {"order": "100000", "bid": "1N"} | cells
    entry = Entry.of(cells)
    return Entry(f"{entry.section or 'opening'}/{entry.order}/{cells['bid']}", "test", entry.cells)


def make_system(*cells: Mapping[str, str], conventions: Mapping[str, Convention] | None = None) -> System:
    """A system of these entries."""
    return System("test", "Test", "", conventions or {}, tuple(make_entry(**texts) for texts in cells))


def make_bidder(*cells: Mapping[str, str], conventions: Mapping[str, Convention] | None = None) -> Bidder:
    """A bidder of these entries."""
    return Bidder(make_system(*cells, conventions=conventions))


def make_place(*cells: Mapping[str, str]) -> Place:
    """The opening, in a system of these entries."""
    return make_bidder(*cells).place(Auction(), NOW)


def place_with(*sections: CompiledSection) -> Place:
    """The opening, where these sections speak in this order."""
    return Place(AuctionState(Auction()), NOW, dict(enumerate(sections)).get)


def make_section(*cells: Mapping[str, str]) -> CompiledSection:
    """The compiled section of these entries, which share their prior bids."""
    system = make_system(*cells)
    (name,) = system.sections
    return CompiledSection.of(name, system.sections[name], system)


def make_contract(text: str, declarer: Seat = Seat.NORTH) -> Contract:
    """The contract written `4S`, `4SX` or `4SXX`."""
    return Contract.parse(text, declarer.letter)


def deal_of(north: str, south: str) -> Deal:
    """A deal with these hands; East takes the highest of the other cards in each suit, from the spades down."""
    hands = Hand.parse(north), Hand.parse(south)
    pack = [(suit, 1 << bit) for suit in reversed(SUITS) for bit in range(12, -1, -1)]
    rest = [(suit, card) for suit, card in pack if not any(hand.holdings[suit] & card for hand in hands)]
    east, west = (
        Hand([sum(card for card_suit, card in cards if card_suit is suit) for suit in SUITS])
        for cards in (rest[:13], rest[13:])
    )
    return Deal([hands[0], east, hands[1], west])
