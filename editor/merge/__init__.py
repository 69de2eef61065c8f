"""What a system takes from others: a new revision of its base, and entries of another system."""
