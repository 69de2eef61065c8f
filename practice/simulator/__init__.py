"""The simulator: how often hands and auctions come up, deals like them, and what contracts are worth over these."""
