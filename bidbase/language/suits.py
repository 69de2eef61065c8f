"""The cells of one suit: Num (how many cards), Points (what honors), and the X suit that stands for several suits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from bidbase.errors import TextError
from bidbase.game.arrays import HCP_OF_HOLDING, LENGTHS_OF_SHAPE
from bidbase.game.cards import SHAPES, SUIT_BY_LETTER, Strain
from bidbase.language.honors import (
    HONOR_VALUES,
    UNPROTECTED,
    WITHOUT_INTERMEDIATES,
    WORDS,
    code_truth,
    points_truth,
)
from bidbase.language.ranges import (
    RANGE,
    Node,
    Range,
    Ranges,
    Truth,
    read_range,
    shared,
    split_alternatives,
    unread,
)

_COMPARISONS = {
    "<": "fewer {} than {}",
    "<=": "at most as many {} as {}",
    ">": "more {} than {}",
    ">=": "at least as many {} as {}",
    "=": "as many {} as {}",
}
_COMPARE = re.compile(r"([<>]=?|=)\s*(?:([SHDCx])|\$([abc]))", re.IGNORECASE)
ANY = Range(low=0)
"""Any number of cards, or any honors: the cell that only takes the place of another says `any`."""


def _cards_text(cards: Range) -> str:
    return "any" if cards == ANY else str(cards)


def _cards_words(cards: Range) -> str:
    return "any number of" if cards == ANY else cards.words()


def _read_cards(piece: str, text: str, start: int) -> Range:
    return ANY if piece.lower() == "any" else read_range(piece, text, start)


@dataclass(frozen=True, slots=True)
class Compare:
    """The length of a suit against another's: `>=D`, `<x`, `=$a`.

    `other` is None for the X suit, and a letter for a variable, until the pattern binds it.
    """

    operator: str
    other: Strain | str | None

    def truth(self, length: npt.NDArray[np.intp], other: npt.NDArray[np.intp]) -> Truth:
        """For each pair of lengths, whether they stand so."""
        compare = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "=": np.equal}
        return compare[self.operator](length, other)

    def __str__(self) -> str:
        if isinstance(self.other, str):
            return f"{self.operator}${self.other}"
        return f"{self.operator}{'x' if self.other is None else self.other.letter}"

    def words(self, suit: str) -> str:
        """`at least as many spades as diamonds`."""
        if isinstance(self.other, str):
            return _COMPARISONS[self.operator].format(suit, f"suit {self.other}")
        return _COMPARISONS[self.operator].format(suit, "the X suit" if self.other is None else self.other.title)

    def bound(self, binding: Mapping[str, Strain]) -> Compare:
        """The comparison with a variable replaced by its suit."""
        return Compare(self.operator, binding[self.other]) if isinstance(self.other, str) else self


@dataclass(frozen=True, slots=True)
class WithPartner:
    """Cards of a suit together with the fewest that partner is expected to hold: `P8+`."""

    range: Range

    def bound(self, partner: int) -> Range:
        """The cards that this hand must hold."""
        return self.range.less(partner)

    def __str__(self) -> str:
        return f"P{self.range}"

    def words(self, suit: str) -> str:
        """`8 or more spades together with partner's`."""
        return f"{self.range.words()} {suit} together with partner's"


@dataclass(frozen=True, slots=True)
class Num:
    """How many cards of a suit. With `x` the suit may be the X suit; `alternatives` hold when it is not."""

    x: bool
    alternatives: tuple[Range | Compare | WithPartner, ...]

    @property
    def counts_partners(self) -> bool:
        """Whether it counts partner's cards."""
        return any(isinstance(part, WithPartner) for part in self.alternatives)

    @property
    def uses_x(self) -> bool:
        """Whether a comparison needs to know which suit the X suit is."""
        return any(isinstance(part, Compare) and part.other is None for part in self.alternatives)

    @property
    def variables(self) -> set[str]:
        """The variables that it compares with."""
        return {part.other for part in self.alternatives if isinstance(part, Compare) and isinstance(part.other, str)}

    def bound(self, binding: Mapping[str, Strain], partner: int) -> Num:
        """The cell with variables replaced by their suits, for a partner who has shown so many cards of this suit."""

        def of(part: Range | Compare | WithPartner) -> Range | Compare:
            if isinstance(part, Compare):
                return part.bound(binding)
            return part.bound(partner) if isinstance(part, WithPartner) else part

        return Num(self.x, tuple(map(of, self.alternatives)))

    def truth(self, suit: Strain, chosen: Strain | None) -> Truth:
        """For each of the 560 shapes, whether it meets an alternative; `chosen` is the suit that the X suit is."""
        return _num_truth(self, suit, chosen)

    def __str__(self) -> str:
        parts = (_cards_text(part) if isinstance(part, Range) else str(part) for part in self.alternatives)
        return ",".join([*(["x"] if self.x else []), *parts])

    def words(self, suit: str) -> str:
        """`5 or more spades`."""
        said = [f"the X suit may be {suit}"] if self.x else []
        said += [
            f"{_cards_words(part)} {suit}" if isinstance(part, Range) else part.words(suit)
            for part in self.alternatives
        ]
        return ", or ".join(said)


@lru_cache(maxsize=4096)
def _num_truth(num: Num, suit: Strain, chosen: Strain | None) -> Truth:
    truth = np.zeros(len(SHAPES), dtype=np.bool_)
    for part in num.alternatives:
        if isinstance(part, Range):
            truth |= Ranges((part,)).truth(14)[LENGTHS_OF_SHAPE[:, suit]]
        elif isinstance(part, Compare) and isinstance(other := chosen if part.other is None else part.other, Strain):
            truth |= part.truth(LENGTHS_OF_SHAPE[:, suit], LENGTHS_OF_SHAPE[:, other])
    return shared(truth)


def parse_num(text: str) -> Num:
    """Read `5+`, `2-4`, `>=D`, `<3,>5`, `P8+`, `any`, `x`, `x,4+`, `<=x`."""
    return Num(*_with_x(text, _read_num))


def _read_num(piece: str, text: str, start: int) -> Range | Compare | WithPartner:
    if piece[:1] in ("P", "p"):
        return WithPartner(read_range(piece[1:], text, start + 1))
    if match := _COMPARE.fullmatch(piece):
        return Compare(match[1], match[3].lower() if match[3] else SUIT_BY_LETTER.get(match[2].upper()))
    try:
        return _read_cards(piece, text, start)
    except TextError as error:
        if "not a range" not in error.message:
            raise
        at = start + unread(piece, lambda part: RANGE.fullmatch(part) or _COMPARE.fullmatch(part))
        message = f"{piece!r} is not a number of cards; write 5+, 2-4, <3, >=D, any or x"
        raise TextError(message, text, at, start + len(piece)) from None


def _with_x(text: str, read: Callable[[str, str, int], Node]) -> tuple[bool, tuple[Node, ...]]:
    """Read alternatives of which the first may be the `x` that marks a suit."""

    def read_unless_x(piece: str, whole: str, start: int) -> Node | None:
        return None if piece in ("x", "X") and "," not in whole[:start] else read(piece, whole, start)

    nodes = split_alternatives(text, read_unless_x)
    return nodes[0] is None, tuple(node for node in nodes if node is not None)


class Protection(Enum):
    """How the bidding leaves a suit's honors: behind the bidder, in front of him, or untouched."""

    PROTECTED = "bid on our right"
    EXPOSED = "bid on our left"
    NEUTRAL = "not bid by the opponents"


@dataclass(frozen=True, slots=True)
class HonorValue:
    """What the honors of a suit are worth when an ace counts 8, a king 4, a queen 2 and a jack 1: `h6+`, `h<8`."""

    range: Range

    def truth(self) -> Truth:
        """For each of the 8,192 holdings, whether its honors are worth that."""
        return Ranges((self.range,)).truth(int(HONOR_VALUES.max()) + 1)[HONOR_VALUES]

    def __str__(self) -> str:
        return f"h{self.range}"

    def words(self) -> str:
        """`honors worth 6 or more (A 8, K 4, Q 2, J 1)`."""
        return f"honors worth {self.range.words()} (A 8, K 4, Q 2, J 1)"


@dataclass(frozen=True, slots=True)
class Honors:
    """One alternative of a Points cell: points, a code or a value of honors, with intermediates, protected or not.

    `base` is None where only intermediates or only protection are asked for.
    """

    base: Range | str | HonorValue | None
    intermediates: int = 0
    protected: bool = False

    def truth(self, protection: Protection) -> Truth:
        """For each of the 8,192 holdings, whether it meets this alternative."""
        if isinstance(self.base, str):
            truth = code_truth(self.base, self.intermediates)
        elif isinstance(self.base, HonorValue):
            truth = self.base.truth()
        else:
            points = self.base or Range(low=0)
            allowed = Ranges((points,)).truth(int(HCP_OF_HOLDING.max()) + 1)
            low = (points.low or 0) + (1 if points.strict and points.low is not None else 0)
            truth = points_truth(low, allowed, self.intermediates)
        if self.protected and protection is Protection.EXPOSED:
            return truth & ~UNPROTECTED
        return truth

    def __str__(self) -> str:
        if self == ANY_HONORS:
            return "any"
        extra = f"i{self.intermediates}" if self.intermediates else ""
        return f"{'' if self.base is None else self.base}{extra}{'P' if self.protected else ''}"

    def words(self) -> str:
        """`4 or more points with 1 intermediate card or a point for it`."""
        if self == ANY_HONORS:
            return "any honors"
        said = []
        if isinstance(self.base, str):
            said.append(WORDS.get(self.base) or " or ".join(WORDS[letter] for letter in self.base))
        elif isinstance(self.base, HonorValue):
            said.append(self.base.words())
        elif self.base is not None:
            said.append(f"{self.base.words()} points")
        if self.intermediates:
            said.append(
                f"{self.intermediates} intermediate{'s' if self.intermediates > 1 else ''} or a point for each missing"
            )
        if self.protected:
            said.append("no honor below the ace under a suit bid on our left")
        return " with ".join(said)


ANY_HONORS = Honors(ANY)
"""What every holding meets."""


@dataclass(frozen=True, slots=True)
class Points:
    """What honors a suit holds. With `x` the suit may be the X suit; `alternatives` hold when it is not."""

    x: bool
    alternatives: tuple[Honors, ...]

    def truth(self, protection: Protection) -> Truth:
        """For each of the 8,192 holdings, whether it meets one of the alternatives (all do where there are none)."""
        return _points_truth(self, protection)

    def __str__(self) -> str:
        return ",".join((["x"] if self.x else []) + [str(part) for part in self.alternatives])

    def words(self, suit: str) -> str:
        """`a stopper in spades`."""
        said = [f"the X suit may be {suit}"] if self.x else []
        if self.alternatives:
            said.append(f"in {suit} {', or '.join(part.words() for part in self.alternatives)}")
        return ", or ".join(said)


@lru_cache(maxsize=4096)
def _points_truth(points: Points, protection: Protection) -> Truth:
    truth = np.full(len(HCP_OF_HOLDING), not points.alternatives)
    for part in points.alternatives:
        truth |= part.truth(protection)
    return shared(truth)


_HONORS = re.compile(
    r"(?P<code>(?i:[012h]stop|g[0pl12]stop|[2s]?rebid|bid|solid[678]|frc|src|[kq]|![akq])|A|[abcdBCD]+)?"
    r"(?P<value>[hH])?(?P<points>[0-9<>=.+\s-]*?)(?:[iI](?P<i>[0-9]))?(?P<p>[pP])?"
)


def parse_points(text: str) -> Points:
    """Read `4+`, `2-4`, `A,K`, `!Q`, `ab`, `1stop`, `FRC`, `rebid`, `h6+`, `4+i1`, `abi2`, `P`, `any`, `x`, `x,3+`."""
    return Points(*_with_x(text, _read_honors))


def _read_honors(piece: str, text: str, start: int) -> Honors:
    if piece.lower() == "any":
        return ANY_HONORS
    end = start + len(piece)
    match = _match_honors(piece)
    if not match:
        raise TextError(
            f"{piece!r} is not a spec for honors; "
            "write 4+, 2-4, A, K, Q, !Q, a, b, c, d, 1stop, FRC, rebid, h6+, 4+i1 or P",
            text,
            start + unread(piece, lambda part: (found := _match_honors(part)) and _points_stand(found)),
            end,
        )
    base: Range | str | HonorValue | None = None
    if code := match["code"]:
        base = _code(code)
    elif points := match["points"].strip():
        base = read_range(points, text, start + match.start("points"))
    if match["value"] and isinstance(base, Range):
        base = HonorValue(base)
    intermediates = int(match["i"] or 0)
    if match["i"] and not intermediates:
        raise TextError(
            "i0 asks for no intermediate; leave it out", text, start + match.start("i") - 1, start + match.end("i")
        )
    if intermediates and (isinstance(base, HonorValue) or base in WITHOUT_INTERMEDIATES):
        raise TextError(f"intermediates cannot be asked for beside {base}", text, start, end)
    return Honors(base, intermediates, bool(match["p"]))


def _match_honors(piece: str) -> re.Match[str] | None:
    """The parts of a spec for honors: a code, or points, or the value of the honors."""
    match = _HONORS.fullmatch(piece)
    points = match["points"].strip() if match else ""
    if not match or (match["code"] and (match["value"] or points)) or (match["value"] and not points):
        return None
    return match


def _points_stand(match: re.Match[str]) -> bool:
    return not match["points"].strip() or RANGE.fullmatch(match["points"]) is not None


def _code(code: str) -> str:
    """A code in its own letters."""
    if re.fullmatch("[abcdBCD]+", code):
        return "".join(sorted(set(code.lower())))
    return code.upper() if code.upper() in WORDS else code.lower()


@dataclass(frozen=True, slots=True)
class XNum:
    """How many cards the X suit has. The longest is taken, of equals the highest, with `upward` the lowest."""

    ranges: Ranges
    upward: bool

    def __str__(self) -> str:
        return f"{','.join(map(_cards_text, self.ranges.alternatives))}{'U' if self.upward else ''}"

    def words(self) -> str:
        """`the X suit has 5 or more cards; the lower of equal ones`."""
        order = "lower" if self.upward else "higher"
        return f"the X suit has {self.words_of('cards')}; the {order} of equal ones is taken"

    def words_of(self, cards: str) -> str:
        """`5 or more cards`."""
        return f"{', or '.join(map(_cards_words, self.ranges.alternatives))} {cards}"


def parse_x_num(text: str) -> XNum:
    """Read `5+`, `any`, or `4+U` to look from clubs upwards."""
    bare = text.rstrip()
    upward = bare[-1:] in ("U", "u")
    try:
        return XNum(Ranges(split_alternatives(bare[:-1] if upward else text, _read_cards)), upward)
    except TextError as error:
        raise TextError(error.message, text, *error.span) from None


def parse_x_points(text: str) -> Points:
    """Read the honors of the X suit: as `parse_points`, without `x`."""
    points = parse_points(text)
    if points.x:
        at = len(text) - len(text.lstrip())
        raise TextError("x stands in the suits' own cells, not here", text, at, at + 1)
    return points
