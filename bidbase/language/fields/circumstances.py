"""The circumstances in which an entry is used; they never look at the hand."""

from __future__ import annotations

from bidbase.language import circumstances
from bidbase.language.best_contract import parse_best_contract
from bidbase.language.field import AnyField, Field, Group, words

VULNERABILITY = Field(
    "vulnerability",
    "Vulnerability",
    Group.OTHER,
    "; ".join(f"{code}: {words}" for code, words in circumstances.VULNERABILITIES.items()) + ".",
    "Fav",
    circumstances.parse_vulnerability_codes,
    words,
)

POSITION = Field(
    "position",
    "Position",
    Group.OTHER,
    "; ".join(f"{code}: {words}" for code, words in circumstances.POSITIONS.items()) + ".",
    "T",
    circumstances.parse_position_codes,
    words,
)

BEST_CONTRACT = Field(
    "best_contract",
    "Best contract",
    Group.OTHER,
    "With D in Pct: the contract that the simulation finds best, when this entry makes its bid. 4S, 3N, 4a in a "
    "pattern; P the contract as it stands; D theirs, doubled; G any game of ours, S any slam. "
    "Commas separate alternatives.",
    "3N,4S",
    parse_best_contract,
    words,
)

FIELDS: tuple[AnyField, ...] = (VULNERABILITY, POSITION, BEST_CONTRACT)
