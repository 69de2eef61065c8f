"""A meaning as people read it: a few lines, each said once, the most frequent kind of hand first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bidbase.game.auction import PASS, Call
from bidbase.language import fields
from bidbase.meaning.disclosure import Meaning, MeaningLine
from bidbase.meaning.hand_summary import ANY_HCP, HandSummary, overlap
from bidbase.meaning.held import FEW, MIN_HANDS, HeldHands
from bidbase.meaning.kinds import by_long_suits, by_points, range_words

MAX_LINES = 3
RARE = 0.05  # of the hands that make a call: a line for fewer, with the points of another one, is left out
MAX_LETTERS = 90  # of the texts that a line for several rare kinds of hand quotes


def joined(meaning: Meaning) -> Meaning:
    """A meaning without lines that say what another one says, alike or in more words."""
    if len(meaning.lines) < 2:
        return meaning
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


def as_held(meaning: Meaning, held: HeldHands, shown: HandSummary | None) -> Meaning:
    """A meaning as the hands tell it that could be held here: with the points that nearly all of them have.

    `shown` is what the player's earlier calls have shown. The most frequent kind of hand comes first. Lines for few of
    the hands are `rare`, and where too many are left some share one. A pass that hardly any hand is left over for has
    its lines alone.
    """
    lines = tuple(_narrowed(meaning.call, line, held, shown) for line in meaning.lines)
    nothing_else = meaning.nothing_else and not _are_all_told(meaning, held)
    denied = held.known and bool(lines) and not any(_overlaps(line.summary.hcp, held.points) for line in lines)
    told = replace(
        meaning,
        lines=lines if denied else _left(lines, held),
        nothing_else=nothing_else,
        denied=meaning.denied or denied,
    )
    return _by_frequency(told, held) if len(lines) > 1 else told


def _left(lines: tuple[MeaningLine, ...], held: HeldHands) -> tuple[MeaningLine, ...]:
    """The lines of points that the player can still have: who passed first doubles with no eighteen."""
    return tuple(line for line in lines if not held.known or _overlaps(line.summary.hcp, held.points))


def _narrowed(call: Call, line: MeaningLine, held: HeldHands, shown: HandSummary | None) -> MeaningLine:
    """A line with closer limits of points, as far as it speaks of high-card points and hides none.

    A bid that says nothing of points tells them where its player must have more than was known of them. Limits that the
    text names stay: "18 to 19" is not told beside a range of 18.
    """
    kind = line.kinds[0]
    if len({kind.hcp for kind in line.kinds}) > 1 or any(entry.get(fields.SHOWS) for entry in line.entries):
        return line
    if re.search(rf"\b{kind.hcp[0]} to {kind.hcp[1]}\b", line.text):
        return line
    if kind.points_with_shape is not None:
        if all(points.unit != "HCP" for points in kind.points):
            return line
        limits = kind.hcp[0], held.limits(call, _ids(line), kind.hcp)[1]
    elif kind.hcp != ANY_HCP:
        limits = held.limits(call, _ids(line), kind.hcp)
    else:
        known = shown.hcp if shown is not None else ANY_HCP
        limits = held.limits(call, _ids(line), known)
        if call is PASS or limits[0] == known[0]:
            return line
    kinds = tuple(kind.with_points(limits) for kind in line.kinds)
    usual = held.usual_least(call, _ids(line), limits)
    return replace(
        line,
        kinds=kinds,
        text=range_words(kinds) if line.text == line.range_words else line.text,
        usual=tuple(kind.with_points((usual, limits[1])) for kind in kinds) if usual > limits[0] else (),
    )


def _are_all_told(meaning: Meaning, held: HeldHands) -> bool:
    """Whether lines tell of all but a few hands that pass."""
    passed = sum(held.count(PASS, _ids(line)) for line in meaning.lines)
    return held.known and bool(meaning.lines) and held.left_over.sum() <= FEW * (held.left_over.sum() + passed)


def _by_frequency(meaning: Meaning, held: HeldHands) -> Meaning:
    counted = [(held.count(meaning.call, _ids(line)), line) for line in meaning.lines]
    counted.sort(key=lambda found: found[0], reverse=True)
    made = sum(count for count, _ in counted)
    lines: list[MeaningLine] = []
    rare: list[MeaningLine] = []
    for count, line in counted:
        few = made >= MIN_HANDS and count < RARE * made and not _is_drawn(line)
        (rare if few and any(_shares_points(line, other) for other in lines) else lines).append(line)
    if len(lines) > MAX_LINES:
        lines = _by_heads(lines)
    if len(lines) > MAX_LINES:
        others = lines[MAX_LINES - 1 :]
        lines[MAX_LINES - 1 :] = [_together(_or_text(others), others)]
    return replace(meaning, lines=tuple(lines), rare=tuple(rare))


def _shares_points(line: MeaningLine, other: MeaningLine) -> bool:
    return _overlaps(line.summary.hcp, other.summary.hcp)


def _overlaps(points: tuple[int, int], others: tuple[int, int]) -> bool:
    low, high = overlap(points, others)
    return low <= high


def _by_heads(lines: Iterable[MeaningLine]) -> list[MeaningLine]:
    """One line for those whose texts are alike up to a colon."""
    heads: dict[str, list[MeaningLine]] = {}
    for line in lines:
        heads.setdefault(line.text.partition(":")[0], []).append(line)
    return [same[0] if len(same) == 1 else _together(head, same) for head, same in heads.items()]


def _ids(line: MeaningLine) -> frozenset[str]:
    return frozenset(entry.id for entry in line.entries)


def _is_drawn(line: MeaningLine) -> bool:
    """Whether the percentage of an entry says how often it is used, which random hands do not know."""
    return any(entry.usage.percent is not None or entry.usage.analysis for entry in line.entries)


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
