"""Systems: their tables, the engine's objects from their rows, loading them, and the list of them."""
