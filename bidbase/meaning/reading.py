"""A meaning as people read it: a few lines, each said once, the most frequent kind of hand first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bidbase.meaning.disclosure import Meaning, MeaningLine
from bidbase.meaning.kinds import by_long_suits, by_points

MAX_LINES = 3
MAX_LETTERS = 90  # of the texts that a line for several rare kinds of hand quotes


def joined(meaning: Meaning) -> Meaning:
    """The same without lines that say what another one says, alike or in more words."""
    lines: list[MeaningLine] = []
    for line in sorted(meaning.lines, key=lambda line: len(line.text)):
        same = next((index for index, kept in enumerate(lines) if _continues(kept.text, line.text)), None)
        if same is None:
            lines.append(line)
        else:
            lines[same] = _together(lines[same].text, (lines[same], line))
    first = {entry.id: place for place, line in reversed([*enumerate(meaning.lines)]) for entry in line.entries}
    lines.sort(key=lambda line: min(first[entry.id] for entry in line.entries))
    return replace(meaning, lines=tuple(lines))


def by_frequency(meaning: Meaning, counts: Mapping[str, int]) -> Meaning:
    """The same with the most frequent kind of hand first, and the rarest in one line where there are too many.

    `counts` has by the id of an entry how many hands make the call by it; lines that are equally frequent stay in
    the order of their entries.
    """

    def frequency(line: MeaningLine) -> int:
        return sum(counts.get(entry.id, 0) for entry in line.entries)

    lines = sorted(meaning.lines, key=frequency, reverse=True)
    if len(lines) > MAX_LINES:
        rare = lines[MAX_LINES - 1 :]
        lines[MAX_LINES - 1 :] = [_together(_or_text(rare), rare)]
    return replace(meaning, lines=tuple(lines))


def _continues(text: str, longer: str) -> bool:
    """Whether a text is another one, or begins it: `Asks for a four-card major, or invites 3NT without one`."""
    return longer == text or re.match(rf"{re.escape(text)}(?:[,:;] | \()", longer) is not None


def _together(text: str, lines: Sequence[MeaningLine]) -> MeaningLine:
    """One line for all hands of these; the convention is the one that they share."""
    kinds = [kind for line in lines for kind in line.kinds]
    conventions = {line.convention for line in lines}
    return MeaningLine(
        text,
        conventions.pop() if len(conventions) == 1 else "",
        tuple(kind for group in by_points(kinds, lambda kind: kind) for kind in by_long_suits(group)),
        tuple({entry.id: entry for line in lines for entry in line.entries}.values()),
    )


def _or_text(lines: Iterable[MeaningLine]) -> str:
    """`Or a preempt; or both minors`; that there are other hands where the texts are too long to quote."""
    quoted = "; or ".join(f"{line.text[0].lower()}{line.text[1:]}" for line in lines)
    return f"Or {quoted}" if len(quoted) <= MAX_LETTERS else "Or another, rarer hand"
