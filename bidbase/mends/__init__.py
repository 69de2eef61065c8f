"""Teaching a system by example: the smallest changes with which a hand makes the call that it is to make."""
