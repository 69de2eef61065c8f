"""Why an entry, or its section, need not keep a rule of the check: `gap: weaker hands pass`, a line for each rule."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bidbase.errors import TextError

_EXCUSE = re.compile(r"\s*(?P<rule>[a-z][a-z-]*)\s*:\s*(?P<reason>\S.*?)\s*")


@dataclass(frozen=True, slots=True)
class Excuses:
    """Rules, each with the reason why it need not be kept."""

    reasons: tuple[tuple[str, str], ...]

    def reason(self, rule: str) -> str:
        """Why this rule need not be kept; empty where nothing is said of it."""
        return dict(self.reasons).get(rule, "")

    def __str__(self) -> str:
        return "\n".join(f"{rule}: {reason}" for rule, reason in self.reasons)


def parse_excuses(text: str) -> Excuses:
    """Read lines such as `gap: weaker hands pass`."""
    reasons: list[tuple[str, str]] = []
    start = 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            match = _EXCUSE.fullmatch(line)
            span = start + len(line) - len(line.lstrip()), start + len(line.rstrip())
            if match is None:
                message = f"{line.strip()!r} does not name a rule and a reason; write gap: weaker hands pass"
                raise TextError(message, text, *span)
            if match["rule"] in dict(reasons):
                raise TextError(f"{match['rule']} is excused twice", text, *span)
            reasons.append((match["rule"], match["reason"]))
        start += len(line)
    return Excuses(tuple(reasons))
