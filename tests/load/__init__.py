"""Students at tables, as many as asked for: `make load`."""
