"""Robots: a table where each side has a system, and the auction that four robots bid."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from bidbase.bidding.bidder import Bidder, Decision, Source, decide, percentage_draw
from bidbase.bidding.drawing import Agreements
from bidbase.bidding.prospects import Simulation
from bidbase.bidding.simulation import Simulate, SimulationQuestion, decide_by_simulation, simulate
from bidbase.bidding.tracing import Trace, trace
from bidbase.compiler import PercentageDraw, Place
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Deal, Hand, Seat, Side, Vulnerability
from bidbase.language.circumstances import Circumstances, Scoring, User
from bidbase.meaning.disclosure import Meaning, meaning, meanings
from bidbase.meaning.hand_summary import HandSummary
from bidbase.meaning.shown import Shown


class Table:
    """Two sides with their systems, a form of scoring, and a seed for the percentages (the deal number).

    `student` is the side that the selection codes W and T call "we". Where the sides play different systems each reads
    its own codes as "we". The robots in the seats of `silent` pass whatever they hold. `simulate` answers what robots
    ask of a simulation.
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
    ) -> None:
        self.bidders = (ns, ew)
        self.scoring = scoring
        self.student = student
        self.seed = seed
        self.silent = frozenset(silent)
        self._simulate = simulate
        self._simulations: dict[SimulationQuestion, Simulation | None] = {}

    def bidder(self, seat: Seat) -> Bidder:
        """The bidder of a seat's side."""
        return self.bidders[seat & 1]

    def circumstances(self, auction: Auction) -> Circumstances:
        """What switches entries for the player whose turn it is."""
        same_system = self.bidders[0] is self.bidders[1]
        user = User.THEY if same_system and auction.turn.side is not self.student else User.WE
        return Circumstances.of(auction, self.scoring, user)

    def place(self, auction: Auction) -> Place:
        """What the side whose turn it is has agreed for this auction."""
        us, them = self._sides(auction)
        return us.place(auction, self.circumstances(auction), them)

    def _sides(self, auction: Auction) -> tuple[Bidder, Bidder]:
        """The bidder of the side whose turn it is, and that of the opponents."""
        ns, ew = self.bidders
        return (ns, ew) if auction.turn.side is Side.NS else (ew, ns)

    def shown(self, auction: Auction) -> dict[Seat, Shown]:
        """What each seat has shown by its calls so far."""
        us, them = self._sides(auction)
        disclosure = us.turn(auction, self.circumstances(auction), them).disclosure
        return {auction.dealer.plus(number): shown for number, shown in enumerate(disclosure.players)}

    def meanings(self, auction: Auction) -> dict[Call, Meaning]:
        """What each legal call of the player whose turn it is means, as `meaning` finds it.

        No hand is left for calls that contradict all that he has shown, and for those of which none was found.
        """
        held, place = self._held(auction), self.place(auction)
        narrowed = {call: meaning.narrowed_by(held) for call, meaning in meanings(place, auction).items()}
        for call in self._unmade_calls(auction):
            narrowed[call] = replace(narrowed[call], left=False)
        return narrowed

    def _unmade_calls(self, auction: Auction) -> frozenset[Call]:
        us, them = self._sides(auction)
        return us.unmade_calls(auction, self.circumstances(auction), them)

    def meaning(self, auction: Auction, call: Call) -> Meaning:
        """What a call of the player whose turn it is means: no more than he can still have.

        Where it contradicts what he has shown, the meaning is the one that the call has by agreement.
        """
        return meaning(self.place(auction), call).narrowed_by(self._held(auction))

    def _held(self, auction: Auction) -> HandSummary | None:
        return self.shown(auction)[auction.turn].summary

    def draw(self, auction: Auction) -> PercentageDraw:
        """The draw of percentages for the player whose turn it is."""
        return percentage_draw(self.seed, auction.turn)

    def decide(self, hand: Hand, auction: Auction) -> Decision:
        """What a robot with this hand calls."""
        if auction.turn in self.silent:
            return Decision(PASS, Source.SILENT)
        place, draw = self.place(auction), self.draw(auction)
        decision = decide(place, hand, draw)
        if decision.source is Source.NONE and place.may_simulate:
            return self._simulated(place, hand) or decision
        return decision

    def _simulated(self, place: Place, hand: Hand) -> Decision | None:
        """What a simulation decides, if entries ask for one."""
        return decide_by_simulation(self, place, hand, self._kept_simulation, self.draw(place.auction), self.seed)

    def _kept_simulation(self, table: Agreements, question: SimulationQuestion) -> Simulation | None:
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
