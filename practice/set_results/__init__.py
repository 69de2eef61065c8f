"""What came of a set, for its owner: everybody's auctions and results, with comments, to read and to download."""
