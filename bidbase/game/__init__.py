"""The game of bridge: cards, auctions, scoring, hand evaluation, deals and double-dummy analysis."""
