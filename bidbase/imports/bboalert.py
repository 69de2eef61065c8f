"""Reads explanations for the browser extension BBOalert, by the rules of its public description.

A record is `context,call,explanation`. In the context each call has two characters, a wildcard stands for any, groups
and classes for several: `1N__`, `(1N--|2N--)`, `1[HS]--`. Whole regular expressions and scripts are programs, and are
not read. Where two records tell the same call, the later one counts, as it does at the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

from bidbase.errors import IllegalCall, TextError
from bidbase.game.auction import BIDS, PASS, Auction, Call
from bidbase.imports.written import MAX_CALLS, MAX_LINES, Notes, WrittenMeaning, lines_of, position_of, with_signs

MAX_AUCTIONS = 40  # that one record may stand for
MAX_CONTEXT = 200
_OTHER_RECORDS = ("shortcut", "button", "script", "alias", "trusted", "untrusted", "alert")
_NAMES = {"--": "P", "DB": "D", "RD": "R"}
_GROUP = re.compile(r"\(([^()]*)\)")
_CLASS = re.compile(r"\[([^\[\]]+)\]")
_ANY = re.compile(r"[*_.]")
_TAGS = re.compile(r"@([1-4nvNV])")
_VULNERABILITIES = {"": "", "n": "Non", "v": "Vul", "nV": "Fav", "vN": "Unfav", "vV": "Vul", "nN": "Non"}


def is_bboalert(content: bytes) -> bool:
    """Whether a file begins as such files do."""
    return content.lstrip(b"\xef\xbb\xbf \t\r\n")[:8].lower() == b"bboalert"


def read_bboalert(content: bytes) -> Notes:
    """The meanings in a file of BBOalert."""
    notes = Notes()
    meanings: list[WrittenMeaning] = []
    context = seats = vulnerability = ""
    for line, text in _records(content, notes):
        if len(meanings) > MAX_CALLS:
            notes.add_fault(line, f"the lines above tell more than {MAX_CALLS:,} calls; the rest is not read")
            break
        fields = [each.strip() for each in text.split(",")]
        match fields[0].lower(), len(fields):
            case "bboalert", _:
                notes.title = notes.title or with_signs(" ".join(fields[1:2]))
            case "option", _:
                seats, vulnerability = _condition(line, " ".join(fields[1:2]), notes)
            case kind, count if kind in _OTHER_RECORDS or count < 3:
                continue  # buttons and shortcuts; and free text is allowed between records
            case _:
                context = context if fields[0] == "+" else fields[0]
                read = _meanings(line, context, fields[1], fields[2], seats, notes)
                meanings += (
                    WrittenMeaning(each.prior_bids, each.call, each.text, line, each.position, vulnerability)
                    for each in read
                )
    _keep_last(meanings, notes)
    return notes


def _records(content: bytes, notes: Notes) -> Iterator[tuple[int, str]]:
    """The records; one that ends with a backslash goes on in the next line."""
    begun, first = "", 0
    for line, text in lines_of(content):
        if line > MAX_LINES:
            notes.add_fault(line, f"this is longer than {MAX_LINES:,} lines; the rest is not read")
            return
        first = first if begun else line
        begun += text.strip().removesuffix("\\")
        if not text.endswith("\\") and begun:
            yield first, begun
            begun = ""
    if begun:
        yield first, begun


def _condition(line: int, name: str, notes: Notes) -> tuple[str, str]:
    """The seats and the vulnerability of an optional block, which the tags in its name tell."""
    tags = "".join(_TAGS.findall(name))
    seats, sides = "".join(filter(str.isdigit, tags)), "".join(sorted(filter(str.isalpha, tags), key=str.isupper))
    if sides not in _VULNERABILITIES:
        notes.add_fault(line, f"no cell says when the option {name} holds; it is read as holding always")
    if name and not tags:
        notes.add_fault(line, f"the option {name} is read as switched on")
    return seats, _VULNERABILITIES.get(sides, "")


def _meanings(line: int, context: str, call: str, text: str, seats: str, notes: Notes) -> list[WrittenMeaning]:
    """The meanings that one record tells."""
    if "/" in context or "/" in call or "%" in context:
        notes.add_fault(line, "this is a regular expression or a script; only groups, classes and wildcards are read")
        return []
    text = with_signs(text.replace("#", " "))
    found: list[WrittenMeaning] = []
    try:
        for prior, made in product(_contexts(context), _contexts(call)):
            found += _meaning(line, prior, made, text, seats)
    except TextError as error:
        notes.add_fault(line, str(error))
        return []
    if not found and text:
        notes.add_fault(line, "no auction fits this")
    return found


def _contexts(pattern: str) -> list[list[str]]:
    """Each list of two-character calls that a context stands for. Raises `TextError`."""
    if len(pattern) > MAX_CONTEXT:
        raise TextError(f"this context has more than {MAX_CONTEXT} characters", pattern)
    written = ["".join(pattern.split())]
    for expression in (_GROUP, _CLASS):
        while any(map(expression.search, written)):
            written = [each for text in written for each in _alternatives(text, expression)]
            if len(written) > MAX_AUCTIONS:
                raise TextError(f"this stands for more than {MAX_AUCTIONS} auctions", pattern)
    if odd := next((each for each in written if len(each) % 2), ""):
        raise TextError(f"calls have two characters each, as 1N or --; {odd!r} has {len(odd)}", pattern)
    return [[each[index : index + 2] for index in range(0, len(each), 2)] for each in written]


def _alternatives(text: str, expression: re.Pattern[str]) -> list[str]:
    """The text with each alternative of its first group or class."""
    match = expression.search(text)
    if match is None:
        return [text]
    parts = match[1].split("|") if expression is _GROUP else [*match[1]]
    return [text[: match.start()] + part + text[match.end() :] for part in parts]


def _meaning(line: int, prior: list[str], made: list[str], text: str, seats: str) -> Iterator[WrittenMeaning]:
    """The meanings of a record after one context. Where wildcards make several auctions, only legal ones are told."""
    if len(made) != 1:
        raise TextError("a record tells of one call, as 2C", "".join(made))
    leading = next((index for index, token in enumerate(prior) if token != "--"), len(prior))
    position = str(len(prior) % 4 + 1) if leading else position_of(seats, len(prior))
    opened = prior[leading:]
    parts = [["?"] if _is_any(token) else [call.letters for call in _named(token)] for token in opened]
    if prod(map(len, parts)) > MAX_AUCTIONS:
        raise TextError(f"this stands for more than {MAX_AUCTIONS} auctions", "".join(prior))
    several = any(map(_ANY.search, (*opened, *made)))
    for auction, call in product(product(*parts), _named(made[0])):
        if "?" not in auction and (why := _why_illegal(auction, call)):
            if not several:
                raise TextError(why, "".join(prior))
        elif text:
            yield WrittenMeaning("-".join(auction), call.letters, text, line, position)


def _why_illegal(auction: Iterable[str], call: Call) -> str:
    try:
        Auction.of([*map(Call.parse, auction), call])
    except IllegalCall as error:
        return str(error)
    return ""


def _is_any(token: str) -> bool:
    return _ANY.sub("", token) == ""


def _named(token: str) -> list[Call]:
    """The calls that two characters stand for; a wildcard for one of them is any level or any strain."""
    if _ANY.search(token):
        fits = re.compile(_ANY.sub(".", token.upper()))
        return [call for call in BIDS if fits.fullmatch(call.letters)]
    return [PASS] if token == "--" else [Call.parse(_NAMES.get(token.upper(), token))]


def _keep_last(meanings: list[WrittenMeaning], notes: Notes) -> None:
    """Keep the last meaning of each call, and say where one took another's place."""
    last = {meaning.place: meaning for meaning in meanings}
    for meaning in meanings:
        kept = last[meaning.place]
        if kept.text != meaning.text:
            notes.add_fault(meaning.line, f"line {kept.line} tells this call anew, and counts")
    notes.meanings = sorted(last.values(), key=lambda meaning: meaning.line)
    notes.faults.sort(key=lambda fault: fault.line)
