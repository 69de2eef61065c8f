"""What templates load: how bridge, notes and times are written, and words explained."""
