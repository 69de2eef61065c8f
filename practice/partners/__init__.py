"""Partners: two people who bid together, the boards that they share, and whose turn it is."""
