"""When an entry is in use: vulnerability, position, percentage and selection codes. None of them looks at the hand."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import ClassVar

from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.game.cards import Side, Vulnerability
from bidbase.language.tokenizer import Tokenizer


class Scoring(Enum):
    """The form of scoring."""

    IMP = "IMP"
    MP = "MP"

    __hash__ = object.__hash__  # members are single objects; Enum would hash their names at every lookup

    @classmethod
    def parse(cls, text: str) -> Scoring:
        """Read `IMP` or `MP`, in either case."""
        try:
            return cls(text.strip().upper())
        except ValueError:
            raise TextError(f"scoring is IMP or MP, not {text!r}", text) from None

    @property
    def words(self) -> str:
        """`IMPs` or `matchpoints`."""
        return "IMPs" if self is Scoring.IMP else "matchpoints"


class User(Enum):
    """Whose call it is, where a system distinguishes the student's side from the other: the codes W and T."""

    WE = "W"
    THEY = "T"

    __hash__ = object.__hash__

    @property
    def other(self) -> User:
        """The other side."""
        return User.THEY if self is User.WE else User.WE


@dataclass(frozen=True, slots=True)
class Circumstances:
    """All that switches entries on and off for the player whose turn it is. It does not depend on the cards.

    `position` 1 to 4 in the order of the deal; `bidder_passed` and `partner_passed` before anybody opened.
    """

    vulnerable: bool = False
    opponents_vulnerable: bool = False
    position: int = 1
    bidder_passed: bool = False
    partner_passed: bool = False
    scoring: Scoring = Scoring.IMP
    user: User = User.WE

    @classmethod
    def of(cls, auction: Auction, scoring: Scoring = Scoring.IMP, user: User = User.WE) -> Circumstances:
        """The circumstances of the player whose turn it is."""
        position = auction.position
        passed = auction.passed_hand(position), auction.passed_hand((position + 1) % 4 + 1)
        return _circumstances(auction.vulnerability, auction.turn.side, position, *passed, scoring, user)

    def vulnerability_words(self) -> str:
        """`vulnerable against not`."""
        words = ("not", "vulnerable")
        ours, theirs = words[self.vulnerable], words[self.opponents_vulnerable]
        if self.vulnerable == self.opponents_vulnerable:
            return "both sides vulnerable" if self.vulnerable else "nobody vulnerable"
        return f"{'not vulnerable' if ours == 'not' else ours} against {theirs}"

    def position_words(self) -> str:
        """`third seat, partner has passed`."""
        seat = ("first", "second", "third", "fourth")[self.position - 1]
        words = [f"{seat} seat", "a passed hand" if self.bidder_passed else "not a passed hand"]
        if self.partner_passed:
            words.append("partner a passed hand")
        return ", ".join(words)


@cache
def _circumstances(
    vulnerability: Vulnerability,
    side: Side,
    position: int,
    bidder_passed: bool,
    partner_passed: bool,
    scoring: Scoring,
    user: User,
) -> Circumstances:
    """One object for equal circumstances: there are few of them, and each occurs often."""
    return Circumstances(
        vulnerability.of(side),
        vulnerability.of(side.other),
        position,
        bidder_passed,
        partner_passed,
        scoring,
        user,
    )


@dataclass(frozen=True, slots=True)
class _Codes(ABC):
    """Codes of circumstances, one of which must be true for an entry to be used."""

    codes: tuple[str, ...]

    meanings: ClassVar[Mapping[str, str]]

    @abstractmethod
    def true_of(self, circumstances: Circumstances) -> Mapping[str, bool]:
        """For each code whether it is true in these circumstances."""

    def holds(self, circumstances: Circumstances) -> bool:
        """Whether the entry is used in these circumstances."""
        true = self.true_of(circumstances)
        return any(true[code] for code in self.codes)

    def __str__(self) -> str:
        return ",".join(self.codes)

    def words(self) -> str:
        """`in third or fourth seat`, `only the opponents are vulnerable`."""
        return " or ".join(self.meanings[code] for code in self.codes)


VULNERABILITIES = {
    "Vul": "we are vulnerable",
    "Non": "we are not vulnerable",
    "Fav": "only the opponents are vulnerable",
    "Unfav": "only we are vulnerable",
    "Eq": "both sides vulnerable or both not",
    "Eq+": "equal or favorable vulnerability",
}


@dataclass(frozen=True, slots=True)
class VulnerabilityCodes(_Codes):
    """The vulnerabilities at which an entry is used."""

    meanings: ClassVar[Mapping[str, str]] = VULNERABILITIES

    def true_of(self, circumstances: Circumstances) -> Mapping[str, bool]:
        """For each code whether it is true in these circumstances."""
        ours, theirs = circumstances.vulnerable, circumstances.opponents_vulnerable
        return {
            "Vul": ours,
            "Non": not ours,
            "Fav": theirs and not ours,
            "Unfav": ours and not theirs,
            "Eq": ours == theirs,
            "Eq+": not ours or theirs,
        }


def parse_vulnerability_codes(text: str) -> VulnerabilityCodes:
    """Read `Vul`, `Non`, `Fav`, `Unfav`, `Eq`, `Eq+`, and alternatives.

    cell = code {"," code}
    code = "Vul" | "Non" | "Fav" | "Unfav" | "Eq" | "Eq." | "Eq+"
    """
    known = {code.lower(): code for code in VULNERABILITIES} | {"eq.": "Eq"}
    return VulnerabilityCodes(_pick(text, known, "vulnerability"))


POSITIONS = {
    "1": "in first seat",
    "2": "in second seat",
    "3": "in third seat",
    "4": "in fourth seat",
    "F": "in first or second seat",
    "T": "in third or fourth seat",
    "Y": "a passed hand",
    "N": "not a passed hand",
    "P": "partner is a passed hand",
    "U": "partner is not a passed hand",
}

_ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth"}
_SEATS = {"1": (1,), "2": (2,), "3": (3,), "4": (4,), "F": (1, 2), "T": (3, 4)}


@dataclass(frozen=True, slots=True)
class PositionCodes(_Codes):
    """The positions in which an entry is used."""

    meanings: ClassVar[Mapping[str, str]] = POSITIONS

    def words(self) -> str:
        """`in first, second or third seat`, `in third or fourth seat or a passed hand`."""
        seats = {seat for code in self.codes for seat in _SEATS.get(code, ())}
        ordinals = [_ORDINALS[seat] for seat in sorted(seats)]
        named = " or ".join([*filter(None, [", ".join(ordinals[:-1])]), *ordinals[-1:]])
        others = [POSITIONS[code] for code in self.codes if code not in _SEATS]
        return " or ".join([f"in {named} seat", *others] if named else others)

    def true_of(self, circumstances: Circumstances) -> Mapping[str, bool]:
        """For each code whether it is true in these circumstances."""
        return {str(seat): circumstances.position == seat for seat in range(1, 5)} | {
            "F": circumstances.position <= 2,
            "T": circumstances.position >= 3,
            "Y": circumstances.bidder_passed,
            "N": not circumstances.bidder_passed,
            "P": circumstances.partner_passed,
            "U": not circumstances.partner_passed,
        }


def parse_position_codes(text: str) -> PositionCodes:
    """Read `1 2 3 4 F T Y N P U`, and alternatives.

    cell = code {"," code}
    code = "1" | "2" | "3" | "4" | "F" | "T" | "Y" | "N" | "P" | "U"
    """
    known = {code.lower(): code for code in POSITIONS}
    return PositionCodes(_pick(text, known, "position"))


def _pick(text: str, known: Mapping[str, str], what: str) -> tuple[str, ...]:
    alternatives = Tokenizer(text).alternatives()
    for tokens in alternatives:
        if str(tokens).lower() not in known:
            codes = " ".join(dict.fromkeys(known.values()))
            raise tokens.error(f"{str(tokens)!r} is not a {what}; write one of {codes}")
    return tuple(known[str(tokens).lower()] for tokens in alternatives)


@dataclass(frozen=True, slots=True)
class Usage:
    """Whether and how often an entry is used (the field Pct): up to three codes.

    With `analysis` it is used after a simulation alone, which is made where no other entry fits the hand. With
    `continues` it leaves its call open to the sections that are asked later.
    """

    off: bool = False
    user: User | None = None
    scoring: Scoring | None = None
    analysis: bool = False
    continues: bool = False
    percent: int | None = None
    percent_off: bool = False

    def holds(self, circumstances: Circumstances) -> bool:
        """Whether the entry is used in these circumstances, whatever its percentage and a simulation say."""
        if self.off or self.percent_off:
            return False
        return self.user in (None, circumstances.user) and self.scoring in (None, circumstances.scoring)

    def __str__(self) -> str:
        return "".join(
            (
                "0" if self.off else "",
                self.user.value if self.user else "",
                self.scoring.value[0] if self.scoring else "",
                "D" if self.analysis else "",
                "C" if self.continues else "",
                f"{'x' if self.percent_off else ''}{self.percent}" if self.percent else "",
            )
        )

    def words(self) -> str:
        """`at matchpoints, 60 % of the time`."""
        words = ["switched off"] if self.off or self.percent_off else []
        if self.user:
            words.append("by us only" if self.user is User.WE else "by the opponents only")
        if self.scoring:
            words.append(f"at {self.scoring.words}")
        if self.analysis:
            words.append("after a simulation")
        if self.continues:
            words.append("other sections may make this call too")
        if self.percent:
            words.append(f"{self.percent} % of the time")
        return ", ".join(words) or "always"


ALWAYS = Usage()
MAX_CODES = 3
_USAGE = re.compile(
    r"(?P<code>(?ai:(?P<x>X)?(?P<percent>[1-9]\d*|0?\.\d+)"
    r"|(?P<off>0\d*)|(?P<user>[WT])|(?P<scoring>[MI])|(?P<analysis>D)|(?P<continues>C)))\s*"
)


def parse_usage(text: str) -> Usage:
    """Read `0` (off), `W` or `T`, `M` or `I`, `D`, `C`, `60` percent or `x60` (off for now); up to three of them.

    `0.6` is 60 percent too.

    cell = code [code] [code]
    code = "0" | "W" | "T" | "M" | "I" | "D" | "C" | ["x"] ("1".."9" [digit] | ["0"] "." digit)
    """
    tokens = Tokenizer(text)
    found: dict[str, str] = {}
    while tokens:
        match = tokens.take(_USAGE)
        if match is None:
            raise tokens.error_here("write 0, W, T, M, I, D, C, a percentage 1 to 99, x before a percentage")
        code = {name: value.upper() for name, value in match.groupdict().items() if value and name != "code"}
        if len(match["off"] or "") > 1:
            raise tokens.error("0 switches off; with a percentage behind it write x5", match, "code")
        if match["percent"] and not _percent(match["percent"]):
            raise tokens.error("a percentage is 1 to 99", match, "percent")
        if found.keys() & code.keys():
            raise tokens.error(f"{match['code'].upper()!r} cannot stand here", match, "code")
        found |= code
        if len(found) - ("x" in found) > MAX_CODES:
            raise tokens.error("write one to three codes", match, "code")
    if not found:
        raise tokens.error("write one to three codes")
    return Usage(
        off="off" in found,
        user=User(found["user"]) if "user" in found else None,
        scoring={"M": Scoring.MP, "I": Scoring.IMP}[found["scoring"]] if "scoring" in found else None,
        analysis="analysis" in found,
        continues="continues" in found,
        percent=_percent(found["percent"]) if "percent" in found else None,
        percent_off="x" in found,
    )


def _percent(written: str) -> int | None:
    """A whole number, or a share of two digits after the point, as a percentage; None where it is none from 1 to 99."""
    whole, point, share = written.partition(".")
    percent = int(share.ljust(2, "0")) if point else int(whole)
    return percent if 1 <= percent <= 99 and len(share) <= 2 else None
