"""Reading Portable Bridge Notation (PBN 2.1, Tis Veugen: www.tistis.nl/pbn), in its import format.

First comes what the lines are made of: tags, comments, and the words of sections. Then games are made of them, and
what a game inherits from those before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bidbase.game.board_text import MOST_CALLS, BoardText, CallText
from bidbase.game.boards import FileFault

MOST_IN_A_LINE = 100_000  # characters; a longer line is left out

_TAG_START = re.compile(r'^[ \t]*\[\s*\w+\s*"', re.MULTILINE)
_LONG_LINE = re.compile(rf"^[^\n]{{{MOST_IN_A_LINE + 1},}}$", re.MULTILINE)
_TOKEN = re.compile(
    r"""
    (?P<escape> ^%[^\n]* )
    | (?P<empty> (?:^[^\S\n]*\n)+ )
    | (?P<space> \s )
    | ;(?P<rest> [^\n]* )
    | (?P<brace> \{ )
    | \[\s*(?P<name> \w+ )\s*"(?P<value> [^"\\\n]*(?:\\.[^"\\\n]*)* )"\s*\]
    | \[[^\S\n]*(?P<loose_name> \w+ )[^\S\n]*"(?P<loose_value> [^\[\n]* )"[^\S\n]*\][^\S\n]*$
    | (?P<wrong> \[[^\n]* )
    | (?P<words> [^\s;{\[][^;{\[\n]* )
    """,
    re.MULTILINE | re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(.)")
_NOT_GIVEN = ("", "?")
_BEGIN = {"event", "site", "date", "board", "west", "north", "east", "south", "dealer", "vulnerable", "deal"}
_CALL = re.compile(r"=(?P<note>\d+)=|\$\d+|[!?]+|(?P<irregular>\^\w*)|(?P<end>[*+])|(?P<call>[^\s=$!?^*+]+)|.")


def is_pbn(text: str) -> bool:
    """Whether there is a tag in the text."""
    return _TAG_START.search(text) is not None


@dataclass(frozen=True)
class _PbnToken:
    """What stands in a file from a line on: of which kind, its text, and the name of a tag."""

    kind: str
    text: str
    line: int
    name: str = ""


@dataclass
class _Game:
    """The tags of a game, by their names in small letters, the words of its auction, its notes and its comments."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    auction: list[str] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    section: str = ""

    def add(self, token: _PbnToken) -> None:
        """Take in a token. The standard passes over a tag that a game has already."""
        if token.kind == "comment":
            (self.after if "auction" in self.tags else self.before).append(token.text)
        elif token.kind == "words" and self.section == "auction":
            self.auction.append(token.text)
        elif token.kind == "tag" and token.name == "note":
            if "play" not in self.tags:  # those of the auction stand before the play
                number, _, text = token.text.partition(":")
                self.notes[number.strip()] = text.strip()
        elif token.kind == "tag":
            self.line = self.line if self.tags else token.line
            self.tags.setdefault(token.name, token.text)
            self.section = token.name


def pbn_boards(text: str) -> Iterator[BoardText | FileFault]:
    """The boards of a PBN file, as they are written. A game without cards is a fault if it has a number."""
    inherited: dict[str, str] = {}
    before: dict[str, str] = {}
    for found in _games(text):
        if isinstance(found, FileFault):
            yield found
            continue
        found.tags = before = _with_inherited(found.tags, before, inherited)
        if found.tags.get("deal", "") not in _NOT_GIVEN:
            yield _board_text(found)
        elif number := found.tags.get("board", ""):
            yield FileFault(found.line, number[:20], "no cards are given")


def _with_inherited(tags: dict[str, str], before: dict[str, str], inherited: dict[str, str]) -> dict[str, str]:
    """The tags of a game with those it takes over: # from the game before, and ## from the last that set it for all."""
    whole = {}
    for name, value in tags.items():
        if value.startswith("##"):
            inherited[name] = value[2:]
        whole[name] = before.get(name, "") if value == "#" else value.removeprefix("##")
    return inherited | whole


def _games(text: str) -> Iterator[_Game | FileFault]:
    """The games: an empty line ends one, and after the cards so does a tag of the next one's beginning."""
    game = _Game(1)
    for token in _tokens(text):
        again = token.kind == "tag" and token.name in game.tags and "deal" in game.tags and token.name in _BEGIN
        if game.tags and (token.kind == "empty" or again):
            yield game
            game = _Game(token.line)
        if token.kind == "fault":
            yield FileFault(token.line, "", token.text)
        game.add(token)
    if game.tags:
        yield game


def _tokens(text: str) -> Iterator[_PbnToken]:
    """Whatever a file is made of. Each step goes on behind the last, so that the time grows with the text alone."""
    for long in _LONG_LINE.finditer(text):
        line = text.count("\n", 0, long.start()) + 1
        yield _PbnToken("fault", f"this line has more than {MOST_IN_A_LINE:,} characters, and is left out", line)
    text = _LONG_LINE.sub("", text)
    place, line, last_brace = 0, 1, text.rfind("}")
    while match := _TOKEN.match(text, place):
        end = match.end()
        if match["brace"] and place < last_brace:
            end = text.index("}", place) + 1
            yield _PbnToken("comment", text[place + 1 : end - 1], line)
        elif match["brace"]:
            end = text.find("\n", place)
            end = len(text) if end < 0 else end
            yield _PbnToken("fault", "a comment begins with { and is not closed; only this line is passed over", line)
        else:
            yield from _plain_token(match, line)
        line += text.count("\n", place, end)
        place = end


def _plain_token(match: re.Match[str], line: int) -> Iterator[_PbnToken]:
    """The token of a match, if it says anything."""
    found = match.groupdict()
    if (name := found["name"] or found["loose_name"]) is not None:
        value = found["value"] if found["name"] else found["loose_value"]
        yield _PbnToken("tag", _ESCAPED.sub(r"\1", value), line, name.lower())
    elif found["empty"]:
        yield _PbnToken("empty", "", line)
    elif found["rest"] is not None:
        yield _PbnToken("comment", found["rest"], line)
    elif found["words"]:
        yield _PbnToken("words", found["words"], line)
    elif found["wrong"]:
        yield _PbnToken("fault", f'{found["wrong"][:40]!r} is no tag, as [Board "1"] is', line)


def _board_text(game: _Game) -> BoardText:
    tags = game.tags
    board = BoardText(
        game.line,
        number=tags.get("board", "").strip("?"),
        cards=tags["deal"],
        dealer=tags.get("dealer", ""),
        vulnerability=tags.get("vulnerable", ""),
        first=tags.get("auction", ""),
        before=game.before,
        after=game.after,
    )
    _read_calls(board, " ".join(game.auction), game.notes)
    return board


def _read_calls(board: BoardText, words: str, notes: dict[str, str]) -> None:
    """The calls of an auction section up to its end, or to what is no call of an auction by the Laws."""
    for match in _CALL.finditer(words):
        if match["end"] or len(board.calls) == MOST_CALLS:
            return
        if match["irregular"] or match["call"] == "-":
            board.faults.append(f"the calls from {match[0]} on are left out: they are irregular or not given")
            return
        if match["note"] and board.calls:
            board.calls[-1].note = notes.get(match["note"], "")
        elif match["call"]:
            board.calls.append(CallText(match["call"]))
