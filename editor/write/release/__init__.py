"""New revisions of the base of a system: what they change for it, taken in one revision."""
