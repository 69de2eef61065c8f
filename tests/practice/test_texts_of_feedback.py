"""Whatever is called on any board: the feedback is short, in players' words, and its numbers are true."""

import random
import re

import pytest

from bidbase.bidding.advice import why_better
from bidbase.bidding.bidder import Source
from bidbase.bidding.judging import best_call
from bidbase.bidding.objections import why_not
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import SUITS, Seat, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.game.features import HCP_TOTAL, TOTAL_POINTS, dummy_points
from practice.boards.feedback import LONGEST
from tests.engine.making import shipped_bidder
from tests.practice.test_wrong_calls import JARGON

BOARDS = range(1, 61)
_HELD = re.compile(r"(HCP|total points|points with short suits|losers)[^;.]*; you have (\d+)\.")
_CARDS = re.compile(r"(spades|hearts|diamonds|clubs|spade|heart|diamond|club); you have (\w+)\.")
_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@pytest.fixture(scope="module", params=["sayc", "2over1"])
def table(request) -> Table:
    bidder = shipped_bidder(request.param)
    return Table(bidder, bidder)


def test_texts_of_random_calls_on_random_boards(table):
    """At each turn of South on sixty boards two calls that are not the best, one with and one without an agreement."""
    chance, said = random.Random(1), 0
    for number in BOARDS:
        deal = numbered_deal(number)
        auction = Auction(board_dealer(number), board_vulnerability(number))
        while not auction.finished:
            hand = deal[auction.turn]
            best = table.decide(hand, auction)
            if auction.turn is Seat.SOUTH and best.source not in (Source.NONE, Source.SIMULATION):
                place = table.place(auction)
                agreed = [call for call in sorted(place.calls) if call is not best.call]
                for call in chance.sample(agreed, min(2, len(agreed))) + chance.sample(auction.legal_calls(), 1):
                    if call is not best.call:
                        check(text_of(table, auction, hand, call, best), hand)
                        said += 1
            auction = auction.with_call(best.call)
    assert said > 200


def text_of(table, auction, hand, call, best) -> list[str]:
    reasons = why_not(table, auction, hand, call)
    return [f"Better: {best.call.title}.", *reasons, why_better(table, auction, hand, call, best, bool(reasons))]


def check(sentences, hand) -> None:
    text = " ".join(filter(None, sentences))
    assert len(" ".join((sentences[0], sentences[1] if len(sentences) > 2 else "", sentences[-1]))) <= LONGEST, text
    assert len(sentences) <= 4, text
    assert not [word for word in JARGON if word in text], text
    assert len(set(sentences)) == len(sentences), text
    for unit, number in _HELD.findall(text):
        if unit == "HCP":
            assert int(number) == HCP_TOTAL.of(hand), text
        elif unit == "total points":
            assert int(number) == TOTAL_POINTS.of(hand), text
        elif unit == "points with short suits":
            assert int(number) in [dummy_points(trumps).of(hand) for trumps in SUITS], text
    for suit, number in _CARDS.findall(text):
        if number in _NUMBERS:
            names = ("club", "diamond", "heart", "spade")
            assert _NUMBERS.index(number) == hand.lengths[names.index(suit.removesuffix("s"))], text


def test_the_book_and_its_best_call_agree(table):
    """Without a deviation the best call is the one that a robot makes."""
    for number in BOARDS:
        deal = numbered_deal(number)
        auction = Auction(board_dealer(number), board_vulnerability(number))
        hand = deal[auction.turn]
        assert best_call(table, auction, hand).call is table.decide(hand, auction).call
