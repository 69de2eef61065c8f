"""Situations in words: which auctions meet a key, and why an auction meets it or does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.language.auction_state import (
    ANYTHING,
    POINTS_CLAUSES,
    STATE_CLAUSES,
    SUIT_CLAUSES,
    AuctionState,
    Expected,
)
from bidbase.language.disclosures import Asks
from bidbase.language.patterns import SELECTORS, STRAIN_BY_LETTER
from bidbase.language.ranges import Range
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


@dataclass(frozen=True, slots=True)
class Judged:
    """A clause or condition judged in an auction: its text and words, whether it holds, and what the auction has."""

    text: str
    words: str
    holds: bool
    had: str = ""


def clauses_in_words(key: SituationKey) -> list[tuple[str, str]]:
    """Each clause and condition as it is written, with what it means."""
    clauses = [(str(clause), _clause_words(clause)) for clause in key.clauses]
    return [*clauses, *((f"{name}={letter}", _condition_words(name, letter)) for name, letter in key.conditions)]


def situation_words(key: SituationKey) -> str:
    """`when a call of ours forces to game, not yet reached; and suit a is hearts or spades`."""
    return f"when {'; and '.join(words for _, words in clauses_in_words(key))}"


def judged(key: SituationKey, state: AuctionState) -> list[Judged]:
    """Each clause and condition, judged in an auction. The auction meets the key where all of them hold."""
    found = [Judged(str(c), _clause_words(c), c.holds(state), _had(c, state)) for c in key.clauses]
    for name, letter in key.conditions:
        suits = _suits_for(name, key, state)
        holds = any(suit in _allowed(letter) for suit in suits)
        found.append(Judged(f"{name}={letter}", _condition_words(name, letter), holds, _titles(suits)))
    if all(part.holds for part in found) and key.match(state) is None:
        without = [f"no suit {name}" for name in sorted(key.variables) if not _suits_for(name, key, state)]
        had = without[0] if without else "two would be the same suit"
        found.append(Judged("variables", "each variable has a suit of its own", False, had))
    return found


def expected_words(expected: Expected) -> str:
    """`12 to 21 points, 5 or more spades`: what clauses take a player to have shown."""
    low, high = expected.points
    words = (
        [f"{Range(low, None if high == MAX_HCP else high).words()} points"]
        if expected.points != ANYTHING.points
        else []
    )
    for suit in SUITS_DOWN:
        least, most = expected.least[suit], expected.most[suit]
        if least > 1 or most < 4:
            words.append(f"{Range(least or None, None if most == 13 else most).words()} {suit.title}")
    return ", ".join(words) or "nothing"


def _clause_words(clause: Clause) -> str:
    match clause:
        case SuitClause(word, suit):
            which = "no suit" if suit is None else f"suit {suit}" if isinstance(suit, str) else suit.title
            return f"{which}: {SUIT_CLAUSES[word][1]}"
        case StateClause(word):
            return STATE_CLAUSES[word][1]
        case PointsClause(whose, range_):
            return f"{POINTS_CLAUSES[whose][1]}: {range_.words()}"
        case AskedClause(code):
            return f"partner's last call: {Asks((code,)).words()}"
        case HighClause():
            return f"the highest bid is {_high_words(clause)}"
        case AfterClause():
            return f"the last calls are {str(clause).removeprefix('after ')}"


def _high_words(clause: HighClause) -> str:
    low = clause.low.title
    if clause.operator == "-" and clause.top is not None:
        return f"{low} to {clause.top.title}"
    return {"<": f"below {low}", "<=": f"{low} or lower", ">": f"above {low}", ">=": f"{low} or higher"}.get(
        clause.operator, low
    )


def _condition_words(name: str, letter: str) -> str:
    return f"suit {name} is {' or '.join(suit.title for suit in _allowed(letter))}"


def _allowed(letter: str) -> list[Strain]:
    return [STRAIN_BY_LETTER[strain] for strain in SELECTORS.get(letter, letter)]


def _suits_for(name: str, key: SituationKey, state: AuctionState) -> list[Strain]:
    """The suits of which all clauses of a variable are true, whatever its condition."""
    words = [clause.word for clause in key.clauses if isinstance(clause, SuitClause) and clause.suit == name]
    return [suit for suit in state.suits(words[0]) if all(suit in state.suits(word) for word in words)]


def _titles(suits: list[Strain]) -> str:
    return ", ".join(suit.title for suit in suits) or "no suit"


def _had(clause: Clause, state: AuctionState) -> str:
    """What the auction has that a clause is about; empty where the calls alone show it."""
    match clause:
        case SuitClause(word):
            return _titles(state.suits(word))
        case StateClause(word):
            return _state(word, state)
        case PointsClause(whose):
            if whose == "points":
                return f"{state.own.points[0]} and {state.partner.points[0]}"
            return str(POINTS_CLAUSES[whose][0](state))
        case AskedClause():
            return _asked(state)
        case HighClause():
            return state.high.title if state.high is not None else "nobody has bid"
        case AfterClause(last):
            mismatch = last.why_not(state.auction.calls, state.names)
            return "" if mismatch is None else f"call {mismatch.index + 1}: {mismatch.reason}"


def _asked(state: AuctionState) -> str:
    return Asks(state.asks).words() if state.asks else "nothing asked"


def _state(word: str, state: AuctionState) -> str:
    if word in ("limited", "unlimited"):
        return _span(state.own.points)
    if word in ("partner limited", "partner unlimited"):
        return _span(state.partner.points)
    if word in ("captain", "not captain"):
        return f"partner {_span(state.partner.points)}, we {_span(state.own.points)}"
    if word in ("forced", "free", "forced to game", "not forced to game", "signed off"):
        return _asked(state) + ("; a call of ours forced to game" if state.game_forced else "")
    if word in _CONTRACT:
        return f"{state.high.title}, {', '.join(_contract(state))}" if state.high is not None else "no bid"
    return ""


_CONTRACT = ("we hold", "they hold", "below game", "game bid", "undoubled", "doubled", "redoubled")


def _contract(state: AuctionState) -> Iterator[str]:
    yield "ours" if state.we_hold else "theirs"
    if state.doubled:
        yield "doubled" if state.doubled == 1 else "redoubled"


def _span(points: tuple[int, int]) -> str:
    return f"{points[0]} to {points[1]} points"
