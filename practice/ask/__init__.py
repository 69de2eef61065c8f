"""Ask: what a system calls with a hand, and why."""
