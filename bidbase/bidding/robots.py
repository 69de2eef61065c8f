"""Robots: a table where each seat has a system, and the auction that four robots bid."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from types import MappingProxyType

from bidbase.bidding.bidder import Bidder, Decision, Lineup, Others, Source, Turn, decide, percentage_draw, systems_meet
from bidbase.bidding.drawing import PlaceSource
from bidbase.bidding.prospects import Simulation
from bidbase.bidding.roll_outs import RollOut, RollOutQuestion, roll_out
from bidbase.bidding.simulation import (
    Simulate,
    SimulationQuestion,
    decide_beyond_book,
    decide_by_simulation,
    simulate,
)
from bidbase.bidding.thinking import calls_beyond_book, calls_to_weigh, thought, worth_thinking
from bidbase.bidding.tracing import Trace, trace
from bidbase.bidding.weighed import Weighed
from bidbase.compiler import PercentageDraw, Place
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SEATS, Deal, Hand, Seat, Side, Vulnerability
from bidbase.language.auction_state import AuctionState
from bidbase.language.circumstances import Circumstances, Scoring, User
from bidbase.meaning.disclosure import Meaning
from bidbase.meaning.hand_summary import HandSummary
from bidbase.meaning.held import HeldHands
from bidbase.meaning.reading import as_held, joined
from bidbase.meaning.shown import Shown


class Table:
    """Two sides with their systems, a form of scoring, and a seed for the percentages (the deal number).

    A seat in `variants` plays another system than its side: each partner then bids by their own, which also says what
    partner's calls mean to them, and their calls tell the opponents what their own system says. `student` is the side
    that the selection codes W and T call "we"; where no system is played on both sides, each reads its own codes as
    "we". The robots in the seats of `silent` pass whatever they hold. Those in the seats of `thinking` weigh their
    calls by roll-outs where the book says little; the others bid by the book alone. `simulate` and `roll_out` answer
    what robots ask of a simulation and of roll-outs.
    """

    def __init__(
        self,
        ns: Bidder,
        ew: Bidder,
        scoring: Scoring = Scoring.IMP,
        student: Side = Side.NS,
        seed: str = "",
        silent: Collection[Seat] = (),
        simulate: Simulate = simulate,
        variants: Mapping[Seat, Bidder] = MappingProxyType({}),
        thinking: Collection[Seat] = (),
        roll_out: RollOut = roll_out,
    ) -> None:
        north, east, south, west = (variants.get(seat, (ns, ew)[seat & 1]) for seat in SEATS)
        self.bidders: Lineup = north, east, south, west
        self.scoring = scoring
        self.student = student
        self.seed = seed
        self.silent = frozenset(silent)
        self._simulate = simulate
        self._simulations: dict[SimulationQuestion, Simulation | None] = {}
        self.thinking = frozenset(thinking)
        self._roll_out = roll_out
        self._weighed: dict[RollOutQuestion, Weighed | None] = {}

    def bidder(self, seat: Seat) -> Bidder:
        """Who bids in a seat."""
        return self.bidders[seat]

    def seen_by(self, seat: Seat) -> Table:
        """The table as the player in this seat takes it to be: with a partner who plays the same system."""
        north, east, south, west = self.bidders
        own, partner = self.bidder(seat), self.bidder(seat.plus(2))
        if partner is own:
            return self
        seen = copy(self)
        seen.bidders = (own, east, own, west) if seat.side is Side.NS else (north, own, south, own)
        return seen

    def circumstances(self, auction: Auction) -> Circumstances:
        """What switches entries for the player whose turn it is."""
        theirs = auction.turn.side is not self.student and systems_meet(self.bidders)
        user = User.THEY if theirs else User.WE
        return Circumstances.of(auction, self.scoring, user)

    def place(self, auction: Auction) -> Place:
        """What the system of the player whose turn it is says in this auction."""
        return self._turn(auction).place

    def _turn(self, auction: Auction) -> Turn:
        bidder, others = self._players(auction)
        return bidder.turn(auction, self.circumstances(auction), others)

    def _players(self, auction: Auction) -> tuple[Bidder, Others]:
        """The bidder of the player whose turn it is, and those of the others."""
        turn = auction.turn
        return self.bidder(turn), (self.bidder(turn.plus(1)), self.bidder(turn.plus(2)), self.bidder(turn.plus(3)))

    def shown(self, auction: Auction) -> dict[Seat, Shown]:
        """What each seat has shown by its calls so far, as its own system tells it."""
        return self._shown(auction, self._turn(auction))

    @staticmethod
    def _shown(auction: Auction, turn: Turn) -> dict[Seat, Shown]:
        views, calls = turn.views, len(auction.calls)  # the views begin with the player whose turn it is
        return {auction.dealer.plus(number): views[(number - calls) % 4].players[number] for number in range(4)}

    def read_shown(self, auction: Auction) -> dict[Seat, Shown]:
        """What each seat has shown to people: what they read of its calls, taken together."""
        read: dict[Seat, list[HandSummary]] = {seat: [] for seat in SEATS}
        for index, call in enumerate(auction.calls):
            before = auction.before(index)
            if (summary := self.meaning(before, call).summary) is not None:
                read[before.turn].append(summary)
        return {seat: replace(shown, summaries=tuple(read[seat])) for seat, shown in self.shown(auction).items()}

    def understood(self, auction: Auction) -> dict[Seat, Shown]:
        """What each seat has shown to the player whose turn it is, who reads partner's calls in their own system."""
        players = self._turn(auction).disclosure.players
        return {auction.dealer.plus(number): shown for number, shown in enumerate(players)}

    def state(self, auction: Auction) -> AuctionState:
        """How the auction stands for the player whose turn it is."""
        return self.place(auction).state

    def meanings(self, auction: Auction) -> dict[Call, Meaning]:
        """What each legal call of the player whose turn it is means, in the order of `Auction.legal_calls`.

        No hand is left for calls that contradict all that the player has shown, and for those of which none was found.
        """
        bidder, others = self._players(auction)
        read = self._read(auction, auction.legal_calls())
        for call in bidder.unmade_calls(auction, self.circumstances(auction), others):
            read[call] = replace(read[call], left=False)
        return read

    def meaning(self, auction: Auction, call: Call) -> Meaning:
        """What people read of a call of the player whose turn it is: no more than that player can still have.

        Where it contradicts what they have shown, the meaning is the one that the call has by agreement. A silent
        player's pass means nothing.
        """
        return self._read(auction, (call,))[call]

    def held(self, auction: Auction) -> HeldHands:
        """The random hands that the player whose turn it is could hold, and which entry takes them."""
        bidder, others = self._players(auction)
        return bidder.held_at(auction, self.circumstances(auction), others)

    def _read(self, auction: Auction, calls: Iterable[Call]) -> dict[Call, Meaning]:
        """What people read of some calls of one turn."""
        bidder, others = self._players(auction)
        circumstances = self.circumstances(auction)
        turn = bidder.turn(auction, circumstances, others)
        held, shown = bidder.held_at(auction, circumstances, others), self._shown(auction, turn)[auction.turn].summary
        meanings: dict[Call, Meaning] = {}
        for call in calls:
            if call is PASS and auction.turn in self.silent:
                meanings[call] = Meaning(PASS, nothing_else=True, silent=True)
                continue
            read = joined(bidder.read(turn.place, call).narrowed_by(shown))
            if call is PASS:
                forced_by = _force(turn.place.state)
                read = replace(read, forced_by=forced_by, nothing_else=not read.lines or not turn.place.takes_all)
            meanings[call] = as_held(read, held, shown)
        return meanings

    def alert(self, auction: Auction, call: Call) -> str:
        """Whether and how a call of the player whose turn it is is alerted, as its meaning says, found for less."""
        if call is PASS and auction.turn in self.silent:
            return Meaning(PASS).alert
        return self.bidder(auction.turn).read(self.place(auction), call).alert

    def draw(self, auction: Auction) -> PercentageDraw:
        """The draw of percentages for the player whose turn it is."""
        return percentage_draw(self.seed, auction.turn)

    def decide(self, hand: Hand, auction: Auction) -> Decision:
        """What a robot with this hand calls."""
        if auction.turn in self.silent:
            return Decision(PASS, Source.SILENT)
        place, draw = self.place(auction), self.draw(auction)
        decision = decide(place, hand, draw)
        if auction.turn in self.thinking and (thought := self._thought(place, hand, decision)):
            return thought
        if decision.source is Source.NONE and place.may_simulate:
            return self._simulated(place, hand) or decision
        return decision

    def _simulated(self, place: Place, hand: Hand) -> Decision | None:
        """What a simulation decides, if entries ask for one."""
        seen = self.seen_by(place.auction.turn)
        return decide_by_simulation(seen, place, hand, self._kept_simulation, self.draw(place.auction), self.seed)

    def _thought(self, place: Place, hand: Hand, decision: Decision) -> Decision | None:
        """What a robot decides that thinks, given the book's decision; None where there is nothing to think about."""
        state = place.state
        if not worth_thinking(state, decision):
            return None
        calls = calls_to_weigh(place, hand, state, decision.call)
        weighed = self._weigh(place, hand, calls, trusted=decision.source is not Source.NONE)
        return thought(decision, weighed) if weighed else None

    def _weigh(self, place: Place, hand: Hand, calls: tuple[Call, ...], trusted: bool) -> Weighed | None:
        """What comes of weighing calls, kept with the table; None without a choice or without deals."""
        if len(calls) < 2:
            return None
        question = RollOutQuestion(place.auction, hand, calls, self.scoring, self.seed, self.silent, trusted)
        if question not in self._weighed:
            self._weighed[question] = self._roll_out(self.seen_by(place.auction.turn), question)
        return self._weighed[question]

    def decide_beyond_book(self, hand: Hand, auction: Auction) -> Decision | None:
        """The contract that a simulation finds best for a hand of which the book says nothing true; None without one.

        A hand that is forced does not pass. Robots that think find it by roll-outs.
        """
        place, seen = self.place(auction), self.seen_by(auction.turn)
        state = place.state
        if auction.turn in self.thinking:
            calls = calls_beyond_book(place, hand, state, decide(place, hand, self.draw(auction)).call)
            if weighed := self._weigh(place, hand, calls, trusted=False):
                return Decision(weighed.chosen, Source.BEYOND, weighed=weighed)
        return decide_beyond_book(seen, place, hand, state.forced, self._kept_simulation, self.seed)

    def _kept_simulation(self, table: PlaceSource, question: SimulationQuestion) -> Simulation | None:
        """The answer to a question, kept with the table: a call is often decided once and then explained."""
        if question not in self._simulations:
            self._simulations[question] = self._simulate(table, question)
        return self._simulations[question]

    def trace(self, hand: Hand, auction: Auction) -> Trace:
        """What a robot with this hand calls, with every entry tried on the way to it."""
        return trace(self.place(auction), hand, self.draw(auction), self.decide(hand, auction))

    def bid_out(self, deal: Deal, auction: Auction, until: Seat | None = None) -> tuple[Auction, list[Decision]]:
        """The auction bid on by robots, to its end or to the turn of the seat `until`, with their decisions."""
        decisions = []
        for decision in self.bid_on(deal, auction, until):
            decisions.append(decision)
            auction = auction.with_call(decision.call)
        return auction, decisions

    def bid_on(self, deal: Deal, auction: Auction, until: Seat | None = None) -> Iterator[Decision]:
        """The robots' decisions one after the other, to the end of the auction or to the turn of the seat `until`."""
        while not auction.finished and auction.turn is not until:
            decision = self.decide(deal[auction.turn], auction)
            yield decision
            auction = auction.with_call(decision.call)

    def bid_deal(self, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> tuple[Auction, list[Decision]]:
        """The whole auction of a deal by four robots."""
        return self.bid_out(deal, Auction(dealer, vulnerability))


def _force(state: AuctionState) -> str:
    """What forces the player whose turn it is to bid on: partner's last call, or a call of the side; else nothing."""
    if state.asks_now:
        partners = state.auction.calls[-2]
        return "Partner's bid is forcing" if partners.is_bid else f"Partner's {partners.title.lower()} asks for a bid"
    if state.answered:
        partners = state.auction.calls[-2]
        return f"Partner's {partners.title} is an answer, and shows no {partners.strain.title}"
    return "We are forced to game" if state.forced else ""
