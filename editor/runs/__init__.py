"""Work that takes too long for a request: asked for by pages, done by workers, kept with its result."""
