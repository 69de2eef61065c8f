"""The paragraphs of documents at the width that the code has: `python -m tests.wrapping` wraps them."""

from __future__ import annotations

import re
import textwrap
import tomllib
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("bidbase/*/README.md")])
WIDTH = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["line-length"]
MARKDOWN = MarkdownIt().enable("table")
UNBROKEN = re.compile(r"`[^`]+`|\[[^\]]+\]\([^)]+\)")  # code, and links
BLANK = "\0"  # a blank at which no line is broken


def wrapped(text: str) -> str:
    """The text with each paragraph wrapped. Tables, code and pictures drawn in code stay as they are."""
    lines = text.splitlines()
    opened = [token.map for token in MARKDOWN.parse(text) if token.type == "paragraph_open" and token.map]
    for start, end in reversed(opened):
        lines[start:end] = _filled(lines[start:end])
    return "".join(f"{line}\n" for line in lines)


def _filled(lines: list[str]) -> list[str]:
    """A paragraph, the first line of which may begin with the mark of a list item."""
    mark = re.match(r"\s*(?:[-*]\s+|\d+\.\s+)?", lines[0])[0]
    words = " ".join(line.strip() for line in (lines[0][len(mark) :], *lines[1:]))
    kept = UNBROKEN.sub(lambda found: found[0].replace(" ", BLANK), words)
    wrapper = textwrap.TextWrapper(WIDTH, mark, " " * len(mark), break_long_words=False, break_on_hyphens=False)
    return [line.replace(BLANK, " ") for line in wrapper.wrap(kept)]


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(wrapped(page.read_text(encoding="utf-8")), encoding="utf-8")
