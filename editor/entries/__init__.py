"""One entry: its specs in words, and its test hand."""
