"""Search in a system: conventions, sections and entries, while one types."""
