"""Systems as they are kept: their tables, their entries, and what was found and counted in them."""
