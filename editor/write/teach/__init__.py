"""Teaching a system by example: with this hand another call, by the smallest change that does it."""
