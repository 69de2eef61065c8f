"""The text of a board file: whatever it is encoded in and however its lines end."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from bidbase.errors import TextError

MOST_BYTES = 20_000_000
NO_TEXT = "this is no text file"

_BY_MARK = {BOM_UTF8: "utf-8", BOM_UTF16_LE: "utf-16-le", BOM_UTF16_BE: "utf-16-be"}
_LINE_END = re.compile(r"\r\n?")
_DOS_END = "\x1a"  # the end of a file in old programs


def text_of(content: bytes) -> str:
    """The text, with a newline at the end of each line. Raises `TextError` for a file that is no text or too large."""
    if len(content) > MOST_BYTES:
        raise TextError(f"the file has {len(content) / 1e6:.1f} MB; at most {MOST_BYTES // 1_000_000} can be read")
    text = _decoded(content)
    if "\0" in text:
        raise TextError(NO_TEXT)
    return _LINE_END.sub("\n", text.rstrip(_DOS_END))


def _decoded(content: bytes) -> str:
    """UTF-8 or UTF-16 with a mark or without one; else Latin-1, as PBN prescribes."""
    for mark, encoding in _BY_MARK.items():
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    start = content[:1000]
    if 3 * start.count(0) > len(start):  # every other byte of Latin letters
        little = start[1::2].count(0) > start[::2].count(0)
        return content.decode("utf-16-le" if little else "utf-16-be", "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")
