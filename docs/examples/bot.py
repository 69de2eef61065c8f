"""A bot that sits South: it bids by the book, and alerts what its partner has called.

Here the other three seats are bots as well. A program with a table of its own asks `own_call` when it is South's turn,
and `alert` after each call of North.
"""

import bidbase

SOUTH = bidbase.Seat.SOUTH


class Bot:
    """One player of a table at which North-South play one system and East-West another."""

    def __init__(self, ours: str, theirs: str, hand: bidbase.Hand) -> None:
        bidders = [bidbase.Bidder(bidbase.open_system(name)) for name in (ours, theirs)]
        self.table = bidbase.Table(*bidders, scoring=bidbase.Scoring.MP)
        self.hand = hand

    def own_call(self, auction: bidbase.Auction) -> bidbase.Call:
        """What the bot calls."""
        return self.table.decide(self.hand, auction).call

    def alert(self, auction: bidbase.Auction, call: bidbase.Call) -> str:
        """What the opponents are told of partner's call after this auction; empty where nothing is."""
        meaning = self.table.meaning(auction, call)
        return "" if meaning.alert == "none" else meaning.announcement or f"Alert: {meaning.words()}"


if __name__ == "__main__":
    deal = bidbase.numbered_deal(9)
    bots = {seat: Bot("sayc", "2over1", deal[seat]) for seat in bidbase.Seat}
    auction = bidbase.Auction(SOUTH, bidbase.Vulnerability.NS)
    while not auction.finished:
        caller = auction.turn
        call = bots[caller].own_call(auction)
        alert = bots[caller.plus(2)].alert(auction, call)
        print(f"{caller.title:6}{call.title:9}{alert}".rstrip())
        auction = auction.with_call(call)
    print(auction.contract.title if auction.contract else "passed out")
