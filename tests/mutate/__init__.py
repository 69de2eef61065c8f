"""How much the tests notice: small changes are made to the code, and each should make a test fail."""
