"""Reading situations from text, and refusing those that no auction meets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, product

from bidbase.errors import TextError, check_length
from bidbase.game.auction import BIDS
from bidbase.game.cards import Strain
from bidbase.game.holdings import MAX_HCP, PACK_HCP
from bidbase.language.auction_state import EXCLUSIVE, POINTS_CLAUSES, STATE_CLAUSES, SUIT_CLAUSES
from bidbase.language.disclosures import parse_asks
from bidbase.language.pattern_text import read_last_calls
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
from bidbase.language.tokenizer import COMMAS, Tokenizer

_AT = re.compile(r"@\s*")
_TAILS = re.compile(r"\[[^\]]*\]|(;)")
_CLAUSES = re.compile(r"\[[^\]]*\]|(,)")
_HIGH = re.compile(r"(<=?|>=?)?\s*([1-7][CDHSN])(?:\s*-\s*([1-7][CDHSN]))?", re.IGNORECASE)
_SEVERAL_WORDS = (word.replace(" ", r"\s+") for word in (*POINTS_CLAUSES, *SUIT_CLAUSES) if " " in word)
_WORD_AND_REST = re.compile(rf"({'|'.join(_SEVERAL_WORDS)}|\w+)\s+(.+)", re.DOTALL)
_CONDITION = re.compile(r"([abc])\s*=\s*(\w)")
_BID_BY_LETTERS = {bid.letters: bid for bid in BIDS}


def parse_situation(text: str) -> SituationKey:
    """Read `@ fit a, forced to game; a=M`. Raises `TextError` with the span of the part at fault.

    situation = "@ " clause {"," clause} [";" limit {(";" | ",") limit}]
    limit = variable "=" (suit | selector)
    clause = ["no "] kind | kind " " (suit | variable) | state | points " " range | "asked " asking | "high " high
    kind = "fit" | "agreed" | "trumps" | "maybe" | "partner" | "own" | "theirs" | "their fit" | "behind" | "before"
        | "unbid" | "contract"
    points = "points" | "partner has" | "partner may have" | "they have" | "they may have"
    high = ["<" | "<=" | ">" | ">="] level strain | level strain "-" level strain
    state = <one of the words that stand among the codes: forced, they hold, below game ...>
    asking = <a code of the field Asks for>
    """
    check_length(text)
    tokens = Tokenizer(text)
    tokens.take(_AT)
    head, *tails = tokens.split(_TAILS)
    if not head:
        raise TextError("a situation needs a clause after @", text)
    clauses: list[Clause] = []
    for part in head.split(_CLAUSES, "a clause"):
        clause = _read_clause(part)
        if why := _why_never(clause, clauses):
            raise part.error(why)
        clauses.append(clause)
    bound = {clause.suit for clause in clauses if isinstance(clause, SuitClause)}
    conditions: dict[str, str] = {}
    for part in chain.from_iterable(tail.split(COMMAS) for tail in tails):
        variable, letter = _read_condition(part)
        if variable not in bound:
            raise part.error(f"{variable} has a condition, but stands in no clause")
        if variable in conditions:
            raise part.error(f"{variable} has two conditions")
        conditions[variable] = letter
    return SituationKey(tuple(clauses), tuple(conditions.items()))


def _read_clause(tokens: Tokenizer) -> Clause:
    words = " ".join(str(tokens).split())
    if words in STATE_CLAUSES:
        return StateClause(words)
    if words.startswith("no ") and words[3:] in SUIT_CLAUSES:
        return SuitClause(words[3:], None)
    if match := tokens.fits(_WORD_AND_REST):
        word, rest = " ".join(match[1].split()), tokens.part(match, 2)
        if word in POINTS_CLAUSES:
            return PointsClause(word, read_range(rest))
        if word == "asked":
            return AskedClause(_asked_code(rest))
        if word == "high" and (bounds := rest.fits(_HIGH)) and not (bounds[1] and bounds[3]):
            return _high_clause(rest, bounds)
        if word == "after":
            return AfterClause(_read_calls(tokens, match))
        if word in SUIT_CLAUSES:
            return SuitClause(word, _read_suit(rest))
    others = ("points 20+", "asked A", "high <3N", "after 3N-P")
    known = ", ".join((*(f"{word} a" for word in SUIT_CLAUSES), *STATE_CLAUSES, *others))
    raise tokens.error(f"{str(tokens)!r} is no clause of a situation; there are {known}")


def _high_clause(tokens: Tokenizer, match: re.Match[str]) -> HighClause:
    low, top = (_BID_BY_LETTERS.get((letters or "").upper()) for letters in match.group(2, 3))
    assert low is not None
    if top is not None and top < low:
        raise tokens.error(f"the range ends at {top}, below its start")
    return HighClause(match[1] or ("-" if top is not None else "="), low, top)


def _asked_code(tokens: Tokenizer) -> str:
    try:
        (code,) = parse_asks(str(tokens)).codes
    except (TextError, ValueError):
        raise tokens.error(f"{str(tokens)!r} is not one code of what a call asks") from None
    return code


def _read_calls(clause: Tokenizer, match: re.Match[str]) -> Pattern:
    calls = clause.part(match, 2)
    if str(calls).startswith("#"):
        raise calls.error_here("the calls after `after` are the last ones; leave out the #")
    last = read_last_calls(calls)
    if last.variables:
        raise clause.error("the calls after `after` have no variables", match, 2)
    return Pattern((last,))


def _read_suit(tokens: Tokenizer) -> Strain | str:
    letter = str(tokens)
    if letter in VARIABLES:
        return letter
    suit = STRAIN_BY_LETTER.get(letter)
    if suit is None or suit is Strain.NOTRUMP:
        raise tokens.error(f"{letter!r} is no suit (C D H S) or variable (a b c)")
    return suit


def _read_condition(tokens: Tokenizer) -> tuple[str, str]:
    match = tokens.fits(_CONDITION)
    if not match or (match[2] not in SELECTORS and match[2] not in "CDHS"):
        raise tokens.error(f"{str(tokens)!r} is not a condition; write a=M")
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
    """The points that such a clause may name: as many as a pack has, or a hand."""
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
