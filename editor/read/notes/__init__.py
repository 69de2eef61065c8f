"""Notes in Markdown, each of which serves sections, entries and conventions, or the whole system."""
