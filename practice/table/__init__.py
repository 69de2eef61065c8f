"""The table: a board being bid."""
