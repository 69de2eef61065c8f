"""Entries side by side: any of them, and those of sections that look alike."""
