"""One entry: its specs in words, its test hand, and what is known of it."""
