"""BidBase: a bidding system is a database, and bidding is looking things up in it."""
