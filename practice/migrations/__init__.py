"""The changes of the tables of practice, in order."""
