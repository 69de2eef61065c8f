"""The changes of the tables of accounts, in order."""
