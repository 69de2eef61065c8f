"""Sections that say the same made one pattern: found and proved by a worker, made with a click."""
