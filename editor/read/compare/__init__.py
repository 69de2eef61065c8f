"""Entries side by side: any that somebody chooses, and all entries of sections that look alike."""
