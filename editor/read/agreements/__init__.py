"""The agreements of a system: questions in a player's order, each with the choices of which one is played."""
