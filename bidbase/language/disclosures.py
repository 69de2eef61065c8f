"""What a call tells everybody: alert, asks, strength, expected points and suit lengths."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bidbase.errors import TextError
from bidbase.game.auction import Call
from bidbase.game.cards import SUIT_BY_LETTER
from bidbase.game.holdings import MAX_HCP
from bidbase.language.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Word:
    """One of a few codes, with its meaning."""

    code: str
    meaning: str

    def __str__(self) -> str:
        return self.code

    def words(self) -> str:
        """The meaning."""
        return self.meaning


ALERTS = {
    "none": "no alert",
    "alert": "alerted",
    "announce": "announced",
    "pre-alert": "pre-alerted",
}


@dataclass(frozen=True, slots=True)
class Strength:
    """A class of strength: its code, its name, and about which high-card points it stands for."""

    code: str
    name: str
    points: tuple[int, int]

    def __str__(self) -> str:
        return self.code

    def words(self) -> str:
        """`an opening, about 13 to 15 HCP`."""
        low, high = self.points
        return f"{self.name}, {f'{low} HCP or more' if high == MAX_HCP else f'about {low} to {high} HCP'}"


STRENGTHS = {
    strength.code: strength
    for strength in (
        Strength("B", "a bust", (0, 5)),
        Strength("W", "a weak hand", (6, 10)),
        Strength("I", "an intermediate or invitational hand", (10, 12)),
        Strength("O", "an opening", (13, 15)),
        Strength("P", "an opening with extra values", (15, 17)),
        Strength("S", "a strong hand", (18, 19)),
        Strength("V", "a very strong hand", (20, 24)),
        Strength("X", "an extremely strong hand", (25, MAX_HCP)),
    )
}
"""The classes of the editor text ("Strength Disclosure"), which calls their points approximations."""


def parse_alert(text: str) -> Word:
    """Read `none`, `alert`, `announce` or `pre-alert`.

    cell = "none" | "alert" | "announce" | "pre-alert"
    """
    code = _known(text, ALERTS, text.strip().lower(), "kind of disclosure")
    return Word(code, ALERTS[code])


def parse_strength(text: str) -> Strength:
    """Read a strength class, B W I O P S V X.

    cell = "B" | "W" | "I" | "O" | "P" | "S" | "V" | "X"
    """
    return STRENGTHS[_known(text, STRENGTHS, text.strip().upper(), "strength")]


def _known(text: str, known: Mapping[str, object], code: str, what: str) -> str:
    if code not in known:
        raise TextError(f"{text.strip()!r} is not a {what}; write one of {', '.join(known)}", text)
    return code


@dataclass(frozen=True, slots=True)
class Asks:
    """What a call asks partner for, as codes."""

    codes: tuple[str, ...]

    @property
    def forcing(self) -> str:
        """`game`, `round` or nothing: how far partner must go on."""
        if "G" in self.codes:
            return "game"
        return "round" if set(self.codes) - {"O", "SO"} else ""

    def __str__(self) -> str:
        return ",".join(self.codes)

    def words(self) -> str:
        """`forcing to game`, `asks for aces`."""
        return ", ".join(map(_asks_words, self.codes))


_ASKS = {
    "A": "asks for aces",
    "K": "asks for kings",
    "KC": "asks for key cards",
    "P": "asks partner to choose the contract",
    "1": "partner may not pass",
    "G": "forcing to game",
    "O": "invitational",
    "SO": "sign-off",
}


_SUIT_OR_BID = re.compile(r"[HC][SHDC]|B[1-7][SHDCN]")


def _asks_words(code: str) -> str:
    if code in _ASKS:
        return _ASKS[code]
    if code[0] == "B":
        return f"asks partner to bid {Call.parse(code[1:]).title}"
    suit = SUIT_BY_LETTER[code[1]].title
    return f"asks for help in {suit}" if code[0] == "H" else f"asks for a control in {suit}"


def parse_asks(text: str) -> Asks:
    """Read `1 G O SO A K KC P`, `HC` (help in clubs), `CD` (control in diamonds), `B2H` (bid 2H).

    cell = code {"," code}
    code = "1" | "G" | "O" | "SO" | "A" | "K" | "KC" | "P" | "H" suit | "C" suit | "B" level strain
    """
    return Asks(tuple(map(_read_asks, Tokenizer(text).alternatives())))


def _read_asks(tokens: Tokenizer) -> str:
    code = str(tokens).upper()
    if code in _ASKS or _SUIT_OR_BID.fullmatch(code):
        return code
    raise tokens.error(f"{str(tokens)!r} asks for nothing known; write 1, G, O, SO, A, K, KC, P, HC, CD or B2H")


@dataclass(frozen=True, slots=True)
class Length:
    """The expected length of one suit. `mark` is "" plain, x, /, F (fit), H (help), S (short) or C (ace or king)."""

    mark: str
    cards: int | None = None

    def __str__(self) -> str:
        return f"{self.mark}{'' if self.cards is None else self.cards}"

    def words(self, suit: str) -> str:
        """`5 spades expected`."""
        match self.mark:
            case "H":
                return f"needs help in {suit}"
            case "S":
                return f"short in {suit}"
            case "C":
                return f"a control in {suit}"
            case "F":
                return f"a fit: {self.cards} {suit}"
            case "x":
                return f"{self.cards} {suit} if that is the suit"
            case "/":
                return f"{self.cards} {suit} in one kind of hand"
        return f"{self.cards} {suit}"


def parse_length(text: str) -> Length:
    """Read `5`, `x5`, `/5`, `F3`, `H`, `S` or `C`.

    cell = ["x" | "/" | "F"] digits | "H" | "S" | "C"
    """
    code = text.strip().upper().replace("X", "x")
    if code in ("H", "S", "C"):
        return Length(code)
    match = re.fullmatch(r"([xF/]?)(\d{1,2})", code)
    if not match or int(match[2]) > 13:
        raise TextError(f"{text.strip()!r} is not an expected length; write 5, x5, /5, F3, H, S or C", text)
    return Length(match[1], int(match[2]))
