"""Reading a system: by auction, as a table, as notes and as a card, with its conventions and its history."""
