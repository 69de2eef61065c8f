"""The entry language: a small grammar for each field of an entry.

Every cell of an entry is parsed to a small frozen tree whose `str()` is the canonical text. Faults raise
`bidbase.errors.TextError` with the span of the characters at fault.
"""
