"""My boards: a list with filters, and boards kept as files, pictures and links."""
