"""Duplicate scores (Law 77) and international match points (Law 78B)."""

from __future__ import annotations

from bisect import bisect_left

from bidbase.auction import Contract
from bidbase.cards import Strain

_IMP_UPPER_BOUNDS = (
    *(10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490, 1740, 1990, 2240),
    *(2490, 2990, 3490, 3990),
)


def duplicate_score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """The declaring side's score when it takes `tricks` (0 to 13); negative when it goes down (Law 77)."""
    if not 0 <= tricks <= 13:
        raise ValueError(f"tricks are 0 to 13, not {tricks}")
    over = tricks - contract.level - 6
    if over < 0:
        return -_undertricks(-over, contract.doubled, vulnerable)
    first, each = {Strain.NOTRUMP: (40, 30), Strain.HEARTS: (30, 30), Strain.SPADES: (30, 30)}.get(
        contract.strain, (20, 20)
    )
    trick_score = (first + each * (contract.level - 1)) << contract.doubled
    score = trick_score + 50 * contract.doubled
    score += (500 if vulnerable else 300) if trick_score >= 100 else 50
    if contract.level == 6:
        score += 750 if vulnerable else 500
    elif contract.level == 7:
        score += 1500 if vulnerable else 1000
    if contract.doubled:
        return score + over * (50 << contract.doubled) * (2 if vulnerable else 1)
    return score + over * each


def _undertricks(down: int, doubled: int, vulnerable: bool) -> int:
    if not doubled:
        return down * (100 if vulnerable else 50)
    penalty = 300 * down - 100 if vulnerable else 200 * down - 100 + 100 * max(0, down - 3)
    return penalty * doubled


def imps(difference: int) -> int:
    """International match points for a difference in score, with its sign (Law 78B)."""
    won = bisect_left(_IMP_UPPER_BOUNDS, abs(difference))
    return won if difference >= 0 else -won
