"""The cells that say what honors a suit has, be it a named suit or the X suit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

import numpy as np

from bidbase.game.arrays import HCP_OF_HOLDING
from bidbase.language.honors import (
    HONOR_VALUES,
    UNPROTECTED,
    WITHOUT_INTERMEDIATES,
    WORDS,
    code_truth,
    points_truth,
)
from bidbase.language.ranges import (
    ANY,
    RANGE,
    Range,
    Ranges,
    Truth,
    counted,
    read_marked,
    read_range,
    shared,
)
from bidbase.language.tokenizer import Tokenizer


class Protection(Enum):
    """How the bidding leaves a suit's honors: behind an opponent who bid it, in front of one, or untouched."""

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
    """One alternative of a cell of honors: points, a code or a value of honors, with intermediates, protected or not.

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
        words = []
        if isinstance(self.base, str):
            words.append(WORDS.get(self.base) or " or ".join(WORDS[letter] for letter in self.base))
        elif isinstance(self.base, HonorValue):
            words.append(self.base.words())
        elif self.base is not None:
            words.append(counted(self.base.words(), "points"))
        if self.intermediates:
            words.append(
                f"{self.intermediates} intermediate{'s' if self.intermediates > 1 else ''} or a point for each missing"
            )
        if self.protected:
            words.append("no honor below the ace under a suit bid on our left")
        return " with ".join(words)


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
        words = [f"the X suit may be {suit}"] if self.x else []
        if self.alternatives:
            words.append(f"in {suit} {', or '.join(part.words() for part in self.alternatives)}")
        return ", or ".join(words)


@lru_cache(maxsize=4096)
def _points_truth(points: Points, protection: Protection) -> Truth:
    truth = np.full(len(HCP_OF_HOLDING), not points.alternatives)
    for part in points.alternatives:
        truth |= part.truth(protection)
    return shared(truth)


_HONORS = re.compile(
    r"(?P<code>(?i:[012h]stop|g[0pl12]stop|[2s]?rebid|bid|solid[678]|frc|src|[kq]|![akq])|[A-D]{2,}|A|[abcdBCD]+)?"
    r"(?P<value>[hH])?(?P<points>[0-9<>=.+\s-]*?)(?P<beside>[iI](?P<i>[0-9]))?(?P<p>[pP])?"
)


def parse_points(text: str) -> Points:
    """Read `4+`, `2-4`, `A,K`, `!Q`, `ab`, `1stop`, `FRC`, `rebid`, `h6+`, `4+i1`, `abi2`, `P`, `any`, `x`, `x,3+`.

    cell = "x" | ["x" ","] honors {"," honors}
    honors = "any" | part ["i" count] ["P"] | "i" count ["P"] | "P"
    count = "1".."9"
    part = range | "h" range | code | letters
    letters = ("a" | "b" | "B" | "c" | "C" | "d" | "D") ["b" | "c"]
    code = "A" | "K" | "Q" | "!A" | "!K" | "!Q" | stopper | "FRC" | "SRC" | quality
    stopper = "2stop" | "1stop" | "hstop" | "0stop" | "g2stop" | "g1stop" | "glstop" | "gpstop" | "g0stop"
    quality = "bid" | "rebid" | "2rebid" | "srebid" | "solid6" | "solid7" | "solid8"
    """
    return Points(*read_marked(Tokenizer(text), _read_honors))


def _read_honors(tokens: Tokenizer) -> Honors:
    written = str(tokens)
    if written.lower() == "any":
        return ANY_HONORS
    match = _match_honors(written) and tokens.fits(_HONORS)
    if not match:
        raise tokens.unread(lambda part: (found := _match_honors(part)) and _points_stand(found)).error(
            f"{written!r} is not a spec for honors; "
            "write 4+, 2-4, A, K, Q, !Q, a, b, c, d, 1stop, FRC, rebid, h6+, 4+i1 or P"
        )
    base: Range | str | HonorValue | None = None
    if code := match["code"]:
        base = _code(code)
    elif match["points"].strip():
        base = read_range(tokens.part(match, "points"))
    if match["value"] and isinstance(base, Range):
        base = HonorValue(base)
    intermediates = int(match["i"] or 0)
    if match["i"] and not intermediates:
        raise tokens.error("i0 asks for no intermediate; leave it out", match, "beside")
    if intermediates and (isinstance(base, HonorValue) or base in WITHOUT_INTERMEDIATES):
        raise tokens.error(f"intermediates cannot be asked for beside {base}")
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
    if re.fullmatch("[A-D]{2,}|[abcdBCD]+", code):
        return "".join(sorted(set(code.lower())))
    return code.upper() if code.upper() in WORDS else code.lower()


def parse_x_points(text: str) -> Points:
    """Read the honors of the X suit: as `parse_points`, without `x`.

    cell = honors {"," honors}
    """
    points = parse_points(text)
    if points.x:
        raise Tokenizer(text).error_here("x stands in the suits' own cells, not here")
    return points
