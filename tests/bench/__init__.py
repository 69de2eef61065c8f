"""Measures the speed and memory use of the engine: `python -m tests.bench`."""
