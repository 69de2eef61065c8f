"""Home: the boards that were left open, a new one, and today's ten deals."""
