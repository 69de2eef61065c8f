"""Search in a system: conventions, notes, sections and entries, while one types."""
