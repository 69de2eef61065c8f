"""Answers to a question: what a system calls with this hand in this place, and everything about it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from bidbase.bidding.bidder import chances, decide
from bidbase.bidding.robots import Table
from bidbase.bidding.thinking import worth_thinking
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Seat
from bidbase.game.evaluation import HandValue, hand_values
from bidbase.language.circumstances import Scoring, User
from bidbase.meaning.disclosure import Meaning
from editor.selectors import SystemRow
from practice.ask.explanation import Explanation, explain
from practice.boards.presenters import SmallCall, in_rounds


@dataclass(frozen=True)
class Alternative:
    """A call that the percentages allow, and how often, in percent."""

    call: Call
    percent: float


@dataclass(frozen=True)
class CallsAnswer:
    """What every call means in a place, whatever the hand. `silent` counts the calls without an agreement."""

    auction: Auction
    agreed: tuple[Meaning, ...]
    silent: int
    query: str

    @property
    def rounds(self) -> list[list[SmallCall | None]]:
        """The auction in rows of four from West."""
        return in_rounds(self.auction.dealer, map(SmallCall, self.auction.calls))

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        return self.auction.turn


def answer_of_calls(system: SystemRow, table: Table, auction: Auction, scoring: Scoring) -> CallsAnswer:
    """What every call of the player whose turn it is means, at a table where both sides play the system."""
    meanings = table.meanings(auction)
    agreed = tuple(meaning for meaning in meanings.values() if meaning.offered)
    return CallsAnswer(auction, agreed, len(meanings) - len(agreed), ask_query(None, auction, scoring, system.slug))


@dataclass(frozen=True)
class Answer:
    """What the system calls and why. `silent` counts the legal calls about which there is no agreement.

    `think` tells that a robot that thinks was asked. `thinking_query` asks it, where it was not and would think.
    """

    hand: Hand
    auction: Auction
    explanation: Explanation
    alternatives: tuple[Alternative, ...]
    others: tuple[Meaning, ...]
    silent: int
    values: tuple[HandValue, ...]
    query: str
    think: bool
    thinking_query: str

    @property
    def rounds(self) -> list[list[SmallCall | None]]:
        """The auction in rows of four from West."""
        return in_rounds(self.auction.dealer, map(SmallCall, self.auction.calls))

    @property
    def counts(self) -> list[tuple[str, list[str]]]:
        """Each count, with what every suit adds to it, spades first, what the shape adds, and the sum."""
        return [
            (value.label, [f"{number:g}".replace("-", "−") for number in (*value.suits, value.shape)] + [value.value])
            for value in self.values
        ]

    @property
    def seat(self) -> Seat:
        """Whose turn it is: the player who holds the hand."""
        return self.auction.turn


def answer(system: SystemRow, table: Table, hand: Hand, auction: Auction, scoring: Scoring) -> Answer:
    """The answer for the player whose turn it is, at a table where both sides play the system."""
    place = table.place(auction)
    explanation = explain(system, table, hand, auction)
    meanings = table.meanings(auction)
    del meanings[explanation.call]
    agreed = tuple(meaning for meaning in meanings.values() if meaning.offered)
    others = {} if explanation.simulation or explanation.departs else chances(place, hand)
    think = auction.turn in table.thinking
    by_book = decide(place, hand, table.draw(auction))
    may_think = not think and worth_thinking(table.state(auction), by_book)
    return Answer(
        hand,
        auction,
        explanation,
        tuple(
            Alternative(call, 100 * chance)
            for call, chance in others.items()
            if call is not explanation.call and chance
        ),
        agreed,
        len(meanings) - len(agreed),
        tuple(hand_values(hand)),
        ask_query(hand, auction, scoring, system.slug, think),
        think,
        ask_query(hand, auction, scoring, system.slug, think=True) if may_think else "",
    )


def lesson_query(asked: str, call: Call | None = None, user: User = User.WE, against: str = "") -> str:
    """The query of the address that teaches another call where `asked`, that of a question, asks.

    `call` is chosen there, `user` is whom the selection codes mean by the player, and `against` the opponents' system
    where it is another one.
    """
    chosen = {
        "call": "" if call is None else str(call),
        "user": "" if user is User.WE else user.value,
        "against": against,
    }
    return "&".join(filter(None, (asked, urlencode({name: text for name, text in chosen.items() if text}))))


def ask_query(hand: Hand | None, auction: Auction, scoring: Scoring, system: str, think: bool = False) -> str:
    """The query of the address that asks this, of a robot that thinks or of the book alone.

    Without a hand, it asks what every call means.
    """
    return urlencode(
        {
            "hand": str(hand or ""),
            "auction": str(auction),
            "dealer": auction.dealer.letter,
            "vulnerability": str(auction.vulnerability),
            "scoring": scoring.value,
            "system": system,
            **({"robots": "think"} if think else {}),
        }
    )
