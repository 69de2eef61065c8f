"""Bidding: robots, their reasons, the deals that an auction still allows, simulations and matches."""
