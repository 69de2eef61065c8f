"""The reference of the entry fields: what is written about each, and pages with everything that is computed."""
