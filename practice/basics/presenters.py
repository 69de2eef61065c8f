"""The table of scores as the page of basics shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bidbase.game.auction import Call, Contract
from bidbase.game.scoring import duplicate_score, tricks_over

_SHOWN = ("2S 8", "3S 9", "4S 10", "3NT 9", "5C 11", "6S 12", "7S 13", "4S 9", "4S 8", "4SX 9", "4SX 8")
"""The contracts of the table, each with the tricks that are won."""


@dataclass(frozen=True)
class ContractScore:
    """What a contract scores when its side is not vulnerable and when it is.

    `result` says how the contract went: `made`, `doubled, one down`.
    """

    bid: Call
    result: str
    not_vulnerable: int
    vulnerable: int


@cache
def score_lines() -> tuple[ContractScore, ...]:
    """The table of scores: games and slams beside what is less, and what failing costs."""
    return tuple(_line(*shown.split()) for shown in _SHOWN)


def _line(bid: str, tricks: str) -> ContractScore:
    contract, won = Contract.parse(bid, "S"), int(tricks)
    result = ("", "doubled, ")[contract.doubled] + ("made", "one down", "two down")[-tricks_over(contract, won)]
    scores = (duplicate_score(contract, won, vulnerable) for vulnerable in (False, True))
    return ContractScore(Call.parse(bid.rstrip("X")), result, *scores)
