"""Writing a system: entry by entry, by example, from files and from its base."""
