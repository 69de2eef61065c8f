"""Accounts: sign-up, log-in, one's own data, and what becomes of a guest's."""
