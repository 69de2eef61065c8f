"""Why an entry, or its section, need not keep a rule of the check: `gap: weaker hands pass`, a line for each rule.

A reason that ends with a mark, `look-alike: spades play better [0f3a91c2]`, was given for one finding: it holds as long
as the rule finds the same, and lapses with the next change of what is found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from bidbase.language.tokenizer import Tokenizer

_LINES = re.compile(r"(\n)")
_EXCUSE = re.compile(r"(?P<rule>[a-z][a-z-]*)\s*:\s*(?P<reason>\S.*)")
_MARKED = re.compile(r"(?P<words>.*\S)\s+\[(?P<mark>[0-9a-f]{8})\]")


def mark_of(message: str) -> str:
    """The mark of a finding with this message: eight digits."""
    return blake2b(message.encode(), digest_size=4).hexdigest()


def marked(reason: str, message: str) -> str:
    """A reason that holds for a finding with this message alone."""
    return f"{reason} [{mark_of(message)}]"


class Given(NamedTuple):
    """A reason that was given, and the mark of the finding for which it holds; blank for all findings of the rule."""

    words: str
    mark: str


@dataclass(frozen=True, slots=True)
class Excuses:
    """Rules, each with the reason why it need not be kept."""

    reasons: tuple[tuple[str, str], ...]

    def given(self, rule: str) -> Given | None:
        """What is said of this rule; None for nothing."""
        reason = dict(self.reasons).get(rule)
        if reason is None:
            return None
        match = _MARKED.fullmatch(reason)
        return Given(match["words"], match["mark"]) if match else Given(reason, "")

    def reason(self, rule: str, message: str) -> str:
        """Why this rule need not be kept where it finds this; empty where nothing that holds is said of it."""
        given = self.given(rule)
        return given.words if given is not None and given.mark in ("", mark_of(message)) else ""

    def __str__(self) -> str:
        return "\n".join(f"{rule}: {reason}" for rule, reason in self.reasons)


def parse_excuses(text: str) -> Excuses:
    """Read lines such as `gap: weaker hands pass`.

    cell = rule ":" reason ["[" mark "]"]
    rule = <the name of a rule: gap>
    reason = <any words>
    mark = sixteenth sixteenth sixteenth sixteenth sixteenth sixteenth sixteenth sixteenth
    sixteenth = digit | "a".."f"
    """
    reasons: dict[str, str] = {}
    for line in filter(None, Tokenizer(text).split(_LINES)):
        match = line.fits(_EXCUSE)
        if match is None:
            raise line.error(f"{str(line)!r} does not name a rule and a reason; write gap: weaker hands pass")
        if match["rule"] in reasons:
            raise line.error(f"{match['rule']} is excused twice")
        reasons[match["rule"]] = match["reason"]
    return Excuses(tuple(reasons.items()))
