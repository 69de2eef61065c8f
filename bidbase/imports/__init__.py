"""A system from the notes that people have: BML outlines, explanations for BBOalert, indented plain notes."""
