"""Reading situations from text, and refusing those that no auction meets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from bidbase.errors import TextError, check_length
from bidbase.game.auction import BIDS
from bidbase.game.cards import Strain
from bidbase.game.holdings import MAX_HCP, PACK_HCP
from bidbase.language.auction_state import EXCLUSIVE, POINTS_CLAUSES, STATE_CLAUSES, SUIT_CLAUSES
from bidbase.language.disclosures import parse_asks
from bidbase.language.pattern_text import parse_pattern
from bidbase.language.patterns import SELECTORS, STRAIN_BY_LETTER, VARIABLES, Pattern
from bidbase.language.ranges import read_range
from bidbase.language.situations import (
    AfterClause,
    AskedClause,
    Clause,
    HighClause,
    PointsClause,
    SituationKey,
    StateClause,
    SuitClause,
)


def parse_situation(text: str) -> SituationKey:
    """Read `@ fit a, forced to game; a=M`. Raises `TextError` with the span of the part at fault."""
    check_length(text)
    start = text.index("@") + 1
    (head, head_start), *tails = _parts(text[start:], ";", start)
    if not head:
        raise TextError("a situation needs a clause after @", text)
    pieces = list(_parts(head, ",", head_start))
    clauses = tuple(_read_clause(piece, text, place) for piece, place in pieces)
    for index, clause in enumerate(clauses):
        if why := _why_never(clause, clauses[:index]):
            piece, place = pieces[index]
            raise TextError(why, text, place, place + len(piece))
    bound = {clause.suit for clause in clauses if isinstance(clause, SuitClause)}
    conditions: list[tuple[str, str]] = []
    for tail, tail_start in tails:
        for piece, place in _parts(tail, ",", tail_start):
            earlier = [variable for variable, _ in conditions]
            conditions.append(_read_condition(piece, text, place, bound, earlier))
    return SituationKey(clauses, tuple(conditions))


def _parts(text: str, separator: str, start: int) -> Iterator[tuple[str, int]]:
    """The parts between separators, without blanks around them, and where each begins; names in brackets stay whole."""
    without_names = re.sub(r"\[[^]]*]", lambda name: "_" * len(name[0]), text)
    passed = 0
    for part in without_names.split(separator):
        piece = text[passed : passed + len(part)]
        yield piece.strip(), start + passed + len(piece) - len(piece.lstrip())
        passed += len(part) + 1


_HIGH = re.compile(r"(<=?|>=?)?\s*([1-7][CDHSN])(?:\s*-\s*([1-7][CDHSN]))?", re.IGNORECASE)
_SEVERAL_WORDS = (word.replace(" ", r"\s+") for word in (*POINTS_CLAUSES, *SUIT_CLAUSES) if " " in word)
_WORD_AND_REST = re.compile(rf"({'|'.join(_SEVERAL_WORDS)}|\w+)\s+(.+)", re.DOTALL)
_BID_BY_LETTERS = {bid.letters: bid for bid in BIDS}


def _read_clause(piece: str, text: str, start: int) -> Clause:
    end = start + len(piece)
    if not piece:
        comma = start if text[start : start + 1] == "," else text.rindex(",", 0, start)
        raise TextError("a clause is missing beside the comma", text, comma, comma + 1)
    words = " ".join(piece.split())
    if words in STATE_CLAUSES:
        return StateClause(words)
    if words.startswith("no ") and words[3:] in SUIT_CLAUSES:
        return SuitClause(words[3:], None)
    match = _WORD_AND_REST.fullmatch(piece)
    word, rest = (" ".join(match[1].split()), match[2]) if match else ("", "")
    begin = start + match.start(2) if match else end
    if word in POINTS_CLAUSES:
        return PointsClause(word, read_range(rest, text, begin))
    if word == "asked":
        return AskedClause(_asked_code(rest, text, begin, end))
    if word == "high" and (bounds := _HIGH.fullmatch(rest)) and not (bounds[1] and bounds[3]):
        return _high_clause(bounds, text, begin, end)
    if word == "after":
        return AfterClause(_read_calls(rest, text, begin, end))
    if word in SUIT_CLAUSES:
        return SuitClause(word, _read_suit(rest, text, begin, end))
    others = ("points 20+", "asked A", "high <3N", "after 3N-P")
    known = ", ".join((*(f"{word} a" for word in SUIT_CLAUSES), *STATE_CLAUSES, *others))
    raise TextError(f"{piece!r} is no clause of a situation; there are {known}", text, start, end)


def _high_clause(match: re.Match[str], text: str, start: int, end: int) -> HighClause:
    low, top = (_BID_BY_LETTERS.get((letters or "").upper()) for letters in match.group(2, 3))
    assert low is not None
    if top is not None and top < low:
        raise TextError(f"the range ends at {top}, below its start", text, start, end)
    return HighClause(match[1] or ("-" if top is not None else "="), low, top)


def _asked_code(code: str, text: str, start: int, end: int) -> str:
    try:
        (read,) = parse_asks(code).codes
    except (TextError, ValueError):
        raise TextError(f"{code!r} is not one code of what a call asks", text, start, end) from None
    return read


def _read_calls(calls: str, text: str, start: int, end: int) -> Pattern:
    if calls.startswith("#"):
        raise TextError("the calls after `after` are the last ones; leave out the #", text, start, start + 1)
    try:
        last = parse_pattern(f"#{calls}")
    except TextError as error:
        fault, fault_end = (start + place - 1 for place in error.span)  # without the # put before the calls
        raise TextError(error.message, text, fault, fault_end) from None
    if any(element.strains and element.strains.is_variable for element in last.alternatives[0].elements):
        raise TextError("the calls after `after` have no variables", text, start, end)
    return last


def _read_suit(letter: str, text: str, start: int, end: int) -> Strain | str:
    if letter in VARIABLES:
        return letter
    suit = STRAIN_BY_LETTER.get(letter)
    if suit is None or suit is Strain.NOTRUMP:
        raise TextError(f"{letter!r} is no suit (C D H S) or variable (a b c)", text, start, end)
    return suit


def _read_condition(
    piece: str, text: str, start: int, bound: set[Strain | str | None], earlier: list[str]
) -> tuple[str, str]:
    match = re.fullmatch(r"([abc])\s*=\s*(\w)", piece)
    end = start + len(piece)
    if not match or (match[2] not in SELECTORS and match[2] not in "CDHS"):
        raise TextError(f"{piece!r} is not a condition; write a=M", text, start, end)
    if match[1] not in bound:
        raise TextError(f"{match[1]} has a condition, but stands in no clause", text, start, end)
    if match[1] in earlier:
        raise TextError(f"{match[1]} has two conditions", text, start, end)
    return match[1], match[2]


def _why_never(clause: Clause, before: Sequence[Clause]) -> str:
    """Why a clause never holds, by itself or beside those before it; empty where it may."""
    if isinstance(clause, PointsClause) and not any(map(clause.range.holds, _numbers(clause))):
        return f"nobody ever shows {clause.range.words()} points"
    contradicted = next((earlier for earlier in before if _never_both(earlier, clause)), None)
    return f"{contradicted} and {clause} never hold together" if contradicted is not None else ""


def _never_both(earlier: Clause, clause: Clause) -> bool:
    match earlier, clause:
        case StateClause(), StateClause():
            return frozenset((earlier.word, clause.word)) in EXCLUSIVE
        case SuitClause(), SuitClause():
            return earlier.word == clause.word and (earlier.suit is None) is not (clause.suit is None)
        case HighClause(), HighClause():
            return not any(earlier.allows(high) and clause.allows(high) for high in (None, *BIDS))
        case PointsClause(), PointsClause():
            both = product(filter(earlier.range.holds, _numbers(earlier)), filter(clause.range.holds, _numbers(clause)))
            return not any(
                _together(earlier.whose, points, clause.whose, other_points) for points, other_points in both
            )
    return False


_OF_ONE_HAND = ("partner has", "partner may have")
_LEAST_AND_MOST = (_OF_ONE_HAND, ("partner has", "points"), ("they have", "they may have"))


def _numbers(clause: PointsClause) -> range:
    """The points that such a clause may come to: those of a pack, or of a hand."""
    return range((MAX_HCP if clause.whose in _OF_ONE_HAND else PACK_HCP) + 1)


def _together(whose: str, points: int, others: str, other_points: int) -> bool:
    """Whether both numbers may be shown at once: what is the least for one is no more than the other."""
    if whose == others:
        return points == other_points
    if (whose, others) in _LEAST_AND_MOST:
        return points <= other_points
    if (others, whose) in _LEAST_AND_MOST:
        return other_points <= points
    return True
