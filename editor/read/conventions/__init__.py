"""The conventions of a system, with their notes and selection codes."""
