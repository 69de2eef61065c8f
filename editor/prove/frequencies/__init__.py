"""How often auctions, entries and conventions come up: a map of the system by auction, and tables."""
