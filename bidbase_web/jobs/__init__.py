"""Jobs: work that takes too long for a request. Asked for by pages, done by workers, kept with its result."""
