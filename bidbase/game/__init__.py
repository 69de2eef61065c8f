"""The game: cards, auctions, scores, what hands are worth, deals and double-dummy results."""
