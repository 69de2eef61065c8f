"""The points that a partner has after an auction, as a histogram: `python histogram.py 1S-P-2N-P`.

In a notebook, give `points` to the plotting library of your choice: it is an array with a number for each deal.
"""

import sys

import numpy as np

import bidbase

auction = bidbase.Auction.parse(sys.argv[1] if sys.argv[1:] else "1S-P-2N-P")
bidder = bidbase.Bidder(bidbase.open_system("sayc"))
drawn = bidbase.sample_deals(bidbase.Table(bidder, bidder), auction, wanted=2000, most=4_000_000)
partner = auction.turn.plus(2)
points = drawn.points(partner)

print(f"{partner.title} after {auction}, in {len(drawn)} deals that fit")
for count, deals in enumerate(np.bincount(points)):
    if deals:
        print(f"{count:2} HCP {'#' * round(100 * deals / len(points))} {100 * deals / len(points):.1f} %")
