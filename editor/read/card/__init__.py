"""The convention card of a system, filled in from its entries as far as they say."""
