"""How fast the engine is, and what it needs: `python -m tests.bench`."""
