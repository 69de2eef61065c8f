"""A page of quiz questions in HTML: a hand, an auction, and what each call would mean: `python quiz.py > quiz.html`."""

from html import escape
from itertools import count, islice

import bidbase

TABLE = bidbase.Table(*[bidbase.Bidder(bidbase.open_system("sayc"))] * 2)
SOUTH = bidbase.Seat.SOUTH


def questions():
    """South's hands and the auctions before South's first call, where South has something to say."""
    for number in count(1):
        deal, begun = bidbase.numbered_deal(number), bidbase.Auction(bidbase.board_dealer(number))
        auction, _ = TABLE.bid_out(deal, begun, until=SOUTH)
        if not auction.finished and TABLE.decide(deal[SOUTH], auction).call is not bidbase.PASS:
            yield deal[SOUTH], auction


def question_in_html(hand, auction):
    """One question, with the answer behind a click."""
    right = TABLE.decide(hand, auction).call
    meant = {call: meaning for call, meaning in TABLE.meanings(auction).items() if meaning.offered}
    calls = "".join(f"<li>{escape(call.title)}: {escape(meaning.words())}</li>" for call, meaning in meant.items())
    before = ", ".join(call.title for call in auction.calls) or "nobody has called"
    return (
        f"<h2>{escape(str(hand))}</h2><p>Before you: {escape(before)}</p><ul>{calls}</ul>"
        f"<details><summary>Answer</summary>{escape(right.title)}</details>"
    )


if __name__ == "__main__":
    body = "".join(question_in_html(*question) for question in islice(questions(), 5))
    print(f'<!doctype html><html lang="en"><meta charset="utf-8"><title>What do you bid?</title>{body}</html>')
