"""What came of a set, for its owner: everybody's auctions and results, with his comments, to read and to download."""
