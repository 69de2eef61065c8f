"""What is asked of the simulator, and how far the answer is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any

from bidbase.bidding.deals_to_order import parse_wanted_hand, wanted_words
from bidbase.bidding.estimates import Frequency, Share
from bidbase.game.auction import Auction, Contract
from bidbase.game.cards import SEATS, Seat, Strain, Vulnerability
from editor.selectors import SystemVersion
from practice.simulator.models import DealSimulation

MOST_DEALS = 1_000
USUAL_DEALS = 400
MOST_TRIED = 4_000_000  # deals; a worker takes some ten seconds for so many
PLACES = 16  # four seats at four vulnerabilities
MOST_AT_A_TIME = 2  # simulations of one visitor that are still running
TOO_MANY = (
    f"{MOST_AT_A_TIME} simulations of yours are still running. Wait until one of them is done, or stop it on its page."
)


@dataclass(frozen=True)
class DealQuestion:
    """Which deals are asked for. What is not needed is blank, so that equal questions are equal.

    `hands` has by the letter of a seat what its hand is to be. Where calls or an entry are asked for, `system` says
    what they mean; the entry, an id, is that by which the next player calls.
    """

    hands: Mapping[str, str]
    system: SystemVersion | None = None
    calls: str = ""
    dealer: str = ""
    vulnerability: str = ""
    entry: str = ""

    def to_json(self) -> dict[str, Any]:
        """As a row keeps it."""
        return asdict(self)

    @classmethod
    def of_json(cls, stored: Mapping[str, Any]) -> DealQuestion:
        """What `to_json` gave."""
        system = SystemVersion(**stored["system"]) if stored["system"] else None
        return cls(**{**stored, "system": system})

    @property
    def key(self) -> str:
        """What the simulation of this question is known by."""
        return blake2b(json.dumps(self.to_json(), sort_keys=True).encode(), digest_size=16).hexdigest()

    @property
    def auction(self) -> Auction | None:
        """The calls that are asked for, with their dealer and vulnerability; None where none are needed."""
        if self.system is None:
            return None
        return Auction.parse(self.calls, Seat.parse(self.dealer), Vulnerability.parse(self.vulnerability))

    @property
    def by_seat(self) -> bool:
        """Whether it matters in which seat and at which vulnerability the auction begins."""
        return self.auction is not None and bool(self.auction.prior_bids or self.entry)

    @property
    def title(self) -> str:
        """`South: exactly 16 HCP; 5 or more spades · after 1NT – Pass`."""
        parts = [_hand_words(seat, self.hands[seat.letter]) for seat in SEATS if seat.letter in self.hands]
        if self.calls:
            parts.append(f"after {' – '.join(call.title for call in Auction.parse(self.calls).calls)}")
        if self.entry:
            parts.append(f"entry {self.entry}")
        return " · ".join(parts) or "Any deal"


def _hand_words(seat: Seat, text: str) -> str:
    wanted = parse_wanted_hand(text, seat)
    return f"{seat.title}: {wanted_words(wanted) if wanted is not None else 'any hand'}"


@dataclass(frozen=True)
class Played:
    """A declarer and a strain, of which the tricks are counted."""

    strain: Strain
    declarer: Seat

    @classmethod
    def of(cls, contract: Contract) -> Played:
        """What a contract needs."""
        return cls(contract.strain, contract.declarer)

    @classmethod
    def parse(cls, text: str) -> Played:
        """Read what `str` gave: `SN` is spades by North."""
        return cls(Strain("CDHSN".index(text[0])), Seat.parse(text[1]))

    def __str__(self) -> str:
        return f"{self.strain.letter}{self.declarer.letter}"


# --- How far a simulation is ---


def question_of(simulation: DealSimulation) -> DealQuestion:
    """What is asked."""
    return DealQuestion.of_json(simulation.question)


def is_searching(simulation: DealSimulation) -> bool:
    """Whether deals are still looked for."""
    if simulation.part is None:
        return True
    return simulation.part > 0 and simulation.tried < MOST_TRIED and len(simulation.lines) < simulation.wanted


def is_placing(simulation: DealSimulation) -> bool:
    """Whether the frequencies by seat and vulnerability are still to be found."""
    return question_of(simulation).by_seat and len(simulation.places) < PLACES


def unsolved(simulation: DealSimulation) -> int:
    """How many numbers of tricks are still to be found: one in each deal for each declarer and strain."""
    deals = len(simulation.lines)
    return sum(deals - len(simulation.tricks.get(played, "")) for played in simulation.played)


def is_finished(simulation: DealSimulation) -> bool:
    """Whether nothing is left to do."""
    return not (is_searching(simulation) or is_placing(simulation) or unsolved(simulation))


def frequency_of(simulation: DealSimulation) -> Frequency | None:
    """How often such deals come up; None while nothing is known."""
    if simulation.part is None:
        return None
    return Frequency(simulation.part, Share(simulation.found, simulation.tried), simulation.exact)
