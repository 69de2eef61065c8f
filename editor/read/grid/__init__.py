"""All entries of a system as a table to filter and sort."""
