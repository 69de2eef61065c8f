"""Today's ten: the deals of a day, and what others called with the same hand."""
