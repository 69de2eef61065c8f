"""Boards that students bid: begun, bid on, taken back, and their auctions as templates draw them."""
