"""The service for other programs: requests in JSON, what they ask, and the answers."""
