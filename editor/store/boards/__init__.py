"""Boards that robots bid with a system in the background: how often each auction, entry and convention comes up."""
