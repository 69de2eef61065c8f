"""Writing entries: the form, what is tried beside it while somebody types, drafts, and order numbers."""
