"""What all rules look at: a system, and the places in which its entries are in use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robot_auctions import RobotAuctions
from bidbase.bidding.served import MAX_AUCTIONS, ServedAuctions
from bidbase.checks.boards import BidBoard, board_by_book
from bidbase.checks.covered import Coverage, PlacedHands
from bidbase.checks.hands import HandSupply
from bidbase.checks.turns import WatchedTurns
from bidbase.compiler import Place
from bidbase.errors import IllegalCall
from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import Vulnerability
from bidbase.language import fields
from bidbase.language.auction_state import AuctionState
from bidbase.language.circumstances import Circumstances, Scoring, User
from bidbase.language.pattern_search import Calls
from bidbase.lazy import LazyList, lazy_property
from bidbase.systems import Entry

BOARDS = 1_000  # that robots bid by the book, to see what is wrong with their auctions
ROBOT_DEALS = 150  # that robots bid, to find auctions that no section lists
MAX_PLACES = 800  # places in which an entry is tried, in all circumstances together


class Survey:
    """A system as the rules see it. Results that take long to find are kept.

    An entry that serves many auctions is tried in at most `most_auctions`. Some of them come from robots, who bid so
    many deals: that takes a second, and with `robot_deals` 0 it is left out. `boards` are those that were bid with the
    system before, of the numbers from 0; by default so many are bid when a rule looks at them: that takes some seconds.
    """

    def __init__(
        self,
        bidder: Bidder,
        *,
        most_auctions: int = MAX_AUCTIONS,
        robot_deals: int = ROBOT_DEALS,
        boards: Sequence[BidBoard] | None = None,
    ) -> None:
        self.bidder = bidder
        self._boards = boards
        self._served = ServedAuctions(bidder.system, lambda: RobotAuctions.of(bidder, robot_deals), most=most_auctions)
        self.system = bidder.system
        self.turns = WatchedTurns(bidder)
        self.hands = HandSupply(self.turns)
        self.test_hand_faults: dict[str, str] = {}
        """Why the test hand of an entry does not reach it, by the id of the entry, as far as tried."""
        self.coverages: dict[str, Coverage | None] = {}
        """What becomes of the hands that reach a section, by its name, as far as looked at."""
        self.placed_hands: dict[str, list[PlacedHands]] = {}
        """The hands that reach the places of the section that was looked at last, by its name."""
        self._places: dict[str, LazyList[tuple[Auction, Place]]] = {}
        self._active_entries: dict[str, tuple[Entry, ...]] = {}
        self._legal_auctions: dict[tuple[Calls, Vulnerability], Auction | None] = {}

    @lazy_property
    def boards(self) -> Sequence[BidBoard]:
        """Boards that robots have bid by the book, numbered from 0."""
        if self._boards is not None:
            return self._boards
        return [board_by_book(self.bidder, number) for number in range(BOARDS)]

    def begin(self) -> None:
        """Begin with another section: from now on `turns` watches anew."""
        self.turns.forget()
        self.test_hand_faults.clear()
        self.coverages.clear()
        self.placed_hands.clear()
        self._places.clear()

    def place(self, auction: Auction, scoring: Scoring = Scoring.IMP, user: User = User.WE) -> Place:
        """The place of the player whose turn it is after this auction."""
        return self.turns.place(auction, Circumstances.of(auction, scoring, user))

    def state(self, auction: Auction) -> AuctionState:
        """How an auction stands for the player whose turn it is."""
        return self.turns.state(auction, Circumstances.of(auction, Scoring.IMP, User.WE))

    def places_of(self, entry: Entry, served: list[Calls] | None = None) -> Iterator[tuple[Auction, Place]]:
        """The places in which an entry is in use and its bid legal, the plainest first, each with its auction.

        They are searched in the auctions `served`; by default in those that its section serves, or some of them. Then
        they are kept until another section is looked at, as far as they were asked for: most rules look at the first.
        """
        if served is not None:
            return self._places_in(entry, served)
        if entry.id not in self._places:
            self._places[entry.id] = LazyList(self._places_in(entry, self.auctions_of(entry)))
        return iter(self._places[entry.id])

    def _places_in(self, entry: Entry, served: Iterable[Calls]) -> Iterator[tuple[Auction, Place]]:
        circumstances = product(_scorings(entry), _users(entry, self), Vulnerability, range(4))
        candidates = ((calls, *factors) for factors in circumstances for calls in served)
        for calls, scoring, user, vulnerability, passes in islice(candidates, MAX_PLACES):
            auction = self._auction((*[PASS] * passes, *calls), vulnerability)
            if auction is not None:
                place = self.place(auction, scoring, user)
                if place.uses(entry):
                    yield auction, place

    def _auction(self, calls: Calls, vulnerability: Vulnerability) -> Auction | None:
        """The auction with these calls, None if it is illegal. All entries of a section are tried in the same ones."""
        key = calls, vulnerability
        if key not in self._legal_auctions:
            try:
                self._legal_auctions[key] = Auction.of(calls, vulnerability=vulnerability)
            except IllegalCall:
                self._legal_auctions[key] = None
        return self._legal_auctions[key]

    def auctions_of(self, entry: Entry) -> Iterable[Calls]:
        """The auctions in which an entry is tried, those that matter most first: see `ServedAuctions.of`."""
        return self._served.of(entry)

    def knows_all_auctions(self, entry: Entry) -> bool:
        """Whether `auctions_of` gives all auctions that the section of an entry serves."""
        return self._served.all_known(entry)

    def is_switched_off(self, entry: Entry) -> bool:
        """Whether nobody uses an entry, because of its own usage codes or the codes of its convention."""
        usage = entry.usage
        if usage.off or usage.percent_off:
            return True
        return not any(usage.user in (None, user) and self.system.selects(entry, user) for user in User)

    def is_idle(self, entry: Entry) -> bool:
        """Whether an entry is for use against a convention that nobody has bid in any of the auctions tried."""
        return entry.get(fields.USE_AGAINST) is not None and next(self.places_of(entry), None) is None

    def active_entries(self, section: str) -> tuple[Entry, ...]:
        """The entries of a section that are not switched off, in the order in which they are tried."""
        self.turns.look_at(section)
        if section not in self._active_entries:
            entries = self.system.sections[section]
            self._active_entries[section] = tuple(entry for entry in entries if not self.is_switched_off(entry))
        return self._active_entries[section]


def _scorings(entry: Entry) -> list[Scoring]:
    return [entry.usage.scoring] if entry.usage.scoring else list(Scoring)


def _users(entry: Entry, survey: Survey) -> list[User]:
    users = [entry.usage.user] if entry.usage.user else list(User)
    return [user for user in users if survey.system.selects(entry, user)]
