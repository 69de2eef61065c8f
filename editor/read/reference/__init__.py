"""The reference of the fields that an entry has."""
