"""What can be understood of the words that people write of a call, as cells of an entry.

Points, lengths, shapes, forces and names of conventions are read wherever they stand. What is read is a proposal: words
that say more stay beside it. Alternatives, which one entry cannot hold, are left as they are, and so is all that stands
beside them where they may be about the whole hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from bidbase.game.auction import Call
from bidbase.game.cards import Strain
from bidbase.systems import Convention, open_system, shipped_systems

_NUMBERS = {word: str(number) for number, word in enumerate("one two three four five six seven eight".split(), 1)}
_SUIT = r"(?P<suit>♠|♥|♦|♣|spades?|hearts?|diamonds?|clubs?|[SHDC](?![\w/]))"
_FIELD = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"} | {
    name[0]: name for name in ("spades", "hearts", "diamonds", "clubs")
}
_POINTS = r"(?:\s*-?\s*(?:hcp|points?|pts?|high-card points|p(?![\w])))"
_BOUND = (
    r"(?P<least>at least|minimum|min\.?|exactly|at most|maximum|max\.?|up to|fewer than|less than|under|<=|>=|<|>)?\s*"
)
_CARDS = r"\s*-?\s*(?:cards?(?: suit)?(?: in| of)?|or longer|x)?\s*"
_ALTERNATIVES = re.compile(r"\bor\b|\beither\b|[♠♥♦♣]/[♠♥♦♣]", re.IGNORECASE)
_OF_ALL = re.compile(r"(?:^|[,(])\s*(?:or|either)\b|\b[a-d]\)|;", re.IGNORECASE)
_FILLER = re.compile(
    r"\b(?:and|with|a|an|the|shows?|has|hand|hcp|points?|pts|suit|cards?|usually|any|in|of|but|also|may be|about|ca)\b"
    r"|[^\w♠♥♦♣]+",
    re.IGNORECASE,
)

_SHAPE = r"\d=\d=\d=\d|\d{4}"

Cells = dict[str, str]


@dataclass
class Understood:
    """The cells that a text came to, and the words that are left of it."""

    cells: Cells = field(default_factory=dict)
    rest: str = ""

    @property
    def wholly(self) -> bool:
        """Whether nothing is left that the cells do not say."""
        return bool(self.cells) and not self.rest

    def propose(self, name: str, cell: str) -> None:
        """Fill a cell in, if it is still blank."""
        self.cells.setdefault(name, cell)


@dataclass(frozen=True, slots=True)
class _About:
    """The call that a text is about, and the suit that partner bid last."""

    call: Call
    partners: str


_Reader = Callable[[re.Match[str], _About], Cells | None]
"""The cells of a match; None where it says nothing after all."""


def understood(text: str, call: Call, prior: tuple[Call, ...], conventions: Mapping[str, str]) -> Understood:
    """What is understood of the text of a call; `conventions` has their names by the words that begin them."""
    found = Understood()
    about = _About(call, _suit_of(prior[-2]) if len(prior) > 1 else "")
    left = _plain(text)
    if name := _convention_in(left, conventions):
        found.propose("convention", conventions[name])
        left = re.sub(rf"\b{re.escape(name)}s?\b", " ", left, count=1, flags=re.IGNORECASE)
    left = _taken(left, _SHAPES, _shapes, about, found)  # a list of shapes is one cell
    parts = [left] if _OF_ALL.search(left) else left.split(",")
    kept = [part for part in parts if _ALTERNATIVES.search(part) or _OF_ALL.search(part)]
    left = ", ".join(part for part in parts if part not in kept)
    for pattern, read in _PATTERNS:
        left = _taken(left, pattern, read, about, found)
    found.rest = " ".join([*_FILLER.sub(" ", left).split(), *kept])
    return found


def _taken(left: str, pattern: re.Pattern[str], read: _Reader, about: _About, found: Understood) -> str:
    """The text without what a pattern reads in it. What speaks of a cell that is filled in already stays."""

    def take(match: re.Match[str]) -> str:
        cells = read(match, about)
        if cells is None or any(found.cells.get(name, cell) != cell for name, cell in cells.items()):
            return match[0]
        for name, cell in cells.items():
            found.propose(name, cell)
        return " "

    return pattern.sub(take, left)


def _plain(text: str) -> str:
    """A text with digits for numbers, one kind of dash, and `5+` for five or more."""
    text = re.sub(r"\s*(?:--|[–—])\s*", "-", text)
    text = re.sub(rf"\b(?:{'|'.join(_NUMBERS)})\b", lambda match: _NUMBERS[match[0].lower()], text, flags=re.IGNORECASE)
    return re.sub(r"\b(\d+)\+?[ -](?:or (?:more|better|longer)|plus)\b", r"\1+", text)


def _suit_of(call: Call) -> str:
    return "" if not call.is_bid or call.strain is Strain.NOTRUMP else _FIELD[call.strain.symbol]


def _named_suit(match: re.Match[str]) -> str:
    return _FIELD[match["suit"][0].lower()]


def _range(match: re.Match[str], most: int) -> str | None:
    """The numbers of a match as a cell: `15-17`, `11+`, `<9`."""
    low, high, plus = int(match["low"]), match["high"], match["plus"]
    if low > most or (high and not low < int(high) <= most):
        return None
    if high:
        return f"{low}-{high}"
    match (match["least"] or "").lower().rstrip("."):
        case "at least" | "minimum" | "min" | ">=":
            return f"{low}+"
        case "at most" | "maximum" | "max" | "up to" | "<=":
            return f"<={low}"
        case "fewer than" | "less than" | "under" | "<":
            return f"<{low}"
        case ">":
            return f"{low + 1}+"
    return f"{low}+" if plus else str(low)


def _points(match: re.Match[str], about: _About) -> Cells | None:
    """`15-17`, `11+ HCP`, `up to 9 points`. Small numbers alone may be lengths: `5-5`, `4+`."""
    cell = _range(match, 37)
    unit = (match["unit"] or "").lower()
    numbers = [int(each) for each in (match["low"], match["high"]) if each]
    if cell is None or (not unit and (max(numbers) < 8 and (len(numbers) < 2 or min(numbers) > 2))):
        return None
    if not unit and not match["high"] and not match["plus"] and not match["least"]:
        return None
    return {"distribution": f"T{cell}"} if "total" in unit else {"hcp": cell}


def _length(match: re.Match[str], about: _About) -> Cells | None:
    cell = _range(match, 13)
    return None if cell is None else {f"{_named_suit(match)}_num": cell}


def _own_length(match: re.Match[str], about: _About) -> Cells | None:
    """A length without a suit is that of the suit that was bid."""
    cell, suit = _range(match, 13), _suit_of(about.call)
    return {f"{suit}_num": cell} if suit and cell is not None else None


def _support(match: re.Match[str], about: _About) -> Cells | None:
    cell = _range(match, 13)
    if not about.partners or cell is None:
        return None
    return {f"{about.partners}_num": f"{cell}+" if cell.isdigit() and not match["least"] else cell}


def _both(match: re.Match[str], about: _About) -> Cells | None:
    """`5-5 minors`, `4-4 majors`."""
    if match["low"] != match["high"]:
        return None
    suits = ("spades", "hearts") if match["which"].lower().startswith("maj") else ("diamonds", "clubs")
    return {f"{suit}_num": f"{match['low']}+" for suit in suits}


def _no_major(match: re.Match[str], about: _About) -> Cells:
    return {"spades_num": f"<{match['low'] or 4}", "hearts_num": f"<{match['low'] or 4}"}


def _natural(match: re.Match[str], about: _About) -> Cells | None:
    suit = _suit_of(about.call)
    return {f"{suit}_num": "4+"} if suit else None


def _transfer(match: re.Match[str], about: _About) -> Cells:
    return {f"{_named_suit(match)}_num": "5+"}


def _stopper(match: re.Match[str], about: _About) -> Cells:
    return {f"{_named_suit(match)}_points": "1stop"}


def _shapes(match: re.Match[str], about: _About) -> Cells | None:
    """`4414, 4405 or 3415`: all that are named, or none of them."""
    shapes = re.findall(_SHAPE, match[0])
    whole = all(sum(int(digit) for digit in shape if digit != "=") == 13 for shape in shapes)
    return {"shape": ",".join(shapes)} if whole else None


def _always(cells: Cells) -> _Reader:
    return lambda match, about: cells


_N = r"(?P<low>\d{1,2})(?:\s*-\s*(?P<high>\d{1,2})|(?P<plus>\s?\+))?"


def _pattern(text: str, read: _Reader) -> tuple[re.Pattern[str], _Reader]:
    return re.compile(text, re.IGNORECASE), read


_SHAPES = re.compile(rf"(?<![\w=-])(?:{_SHAPE})(?:(?:\s*[,./]\s*|\s+or\s+)(?:{_SHAPE}))*(?![\w+=-])(?: shape)?")
_PATTERNS = (
    _pattern(r"\bsemi-?bal(?:anced)?\b\.?", _always({"shape": "semi-balanced"})),
    _pattern(r"\bunbal(?:anced)?\b\.?", _always({"shape": "unbalanced"})),
    _pattern(r"\bbal(?:anced)?\b\.?", _always({"shape": "balanced"})),
    _pattern(r"(?P<low>\d)-(?P<high>\d) (?:in )?(?:both |the )?(?P<which>majors|minors)\b", _both),
    _pattern(r"\b(?:no|without|denies)(?: a)? (?:(?P<low>[345])[- ]?(?:card|cd)s? )?majors?\b", _no_major),
    _pattern(rf"(?<![\w.♠♥♦♣-]){_BOUND}{_N}{_CARDS}{_SUIT}", _length),
    _pattern(rf"(?<![\w.♠♥♦♣-]){_BOUND}{_N}{_CARDS}(?:support|fit|trumps?)\b", _support),
    _pattern(rf"(?<![\w.♠♥♦♣-]){_BOUND}{_N}\s*-?\s*(?:cards?(?: suit)?|suit)\b", _own_length),
    _pattern(rf"(?<![\w.♠♥♦♣-])(?:transfer|texas)\s*(?:to|->|:|=|-)?\s*{_SUIT}", _transfer),
    _pattern(rf"(?:stopper in {_SUIT})", _stopper),
    _pattern(rf"{_SUIT} (?:stopped|stopper)\b", _stopper),
    _pattern(rf"(?<![\w.♠♥♦♣-]){_BOUND}{_N}(?P<unit>\s*total{_POINTS}|{_POINTS})?(?![\w♠♥♦♣%]|-\w)", _points),
    _pattern(r"\b(?:gf|game[- ]?forc(?:e|ing)|forcing to game)\b", _always({"asks": "G"})),
    _pattern(r"\b(?:nf|non-?\s?forcing|not forcing)\b", _always({})),
    _pattern(r"\b(?:f1r?|forcing(?: for)?(?: one| 1)?(?: round)?|1-round force)\b", _always({"asks": "1"})),
    _pattern(r"\binv(?:itational|ite|ites|itation)?\b\.?", _always({"asks": "O"})),
    _pattern(r"\b(?:to play|sign-?\s?off|signs? off)\b", _always({"asks": "SO"})),
    _pattern(r"\bweak\b", _always({"strength": "W"})),
    _pattern(r"(?<![\w.♠♥♦♣-])(?P<least>)(?P<low>[3-9])(?P<high>)(?P<plus>\+)(?![\w♠♥♦♣])", _own_length),
    _pattern(r"\bnat(?:ural)?\b\.?", _natural),
)
"""What is looked for, in this order."""

_SHORT_NAMES = {
    "bergen": "Bergen raises",
    "jacoby": "Jacoby 2NT",
    "texas": "Texas transfers",
    "smolen": "Smolen",
    "rkcb": "Blackwood: Roman Key Card",
    "keycard": "Blackwood: Roman Key Card",
    "nmf": "New minor forcing",
    "fsf": "Fourth suit forcing",
    "4sf": "Fourth suit forcing",
    "flannery": "Flannery 2D",
    "multi": "Multi 2D",
    "michaels cue-bid": "Michaels",
    "unusual notrump": "Unusual 2NT",
    "gambling": "Gambling 3NT",
}
"""What people call a convention when they write in a hurry."""


@lru_cache(maxsize=1)
def shipped_conventions() -> Mapping[str, Convention]:
    """The conventions of the shipped systems, by name."""
    return {name: each for system in shipped_systems() for name, each in open_system(system).conventions.items()}


@lru_cache(maxsize=1)
def known_conventions() -> Mapping[str, str]:
    """The names of the shipped conventions, by the words under which people write them, in small letters."""
    names = shipped_conventions()
    known = {name.lower().removesuffix("s"): name for name in names if ":" not in name}
    return known | {short: name for short, name in _SHORT_NAMES.items() if name in names}


def _convention_in(text: str, conventions: Mapping[str, str]) -> str:
    """The longest name with which the text, or a part of it after a comma, begins. Empty where there is none."""
    begun = _named_in(tuple(conventions)).findall(text.lower()) if conventions else []
    return max(begun, key=len, default="")


@lru_cache(maxsize=4)
def _named_in(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?:^|[,;:(])\s*({'|'.join(map(re.escape, longest_first))})s?\b")
