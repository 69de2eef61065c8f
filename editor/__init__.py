"""Systems in the database, and the pages that show them."""
