"""The score of one deal (Law 77 of duplicate bridge), and the comparison of the results of one board (Law 78)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from bidbase.errors import TextError
from bidbase.game.auction import Call, Contract
from bidbase.game.cards import Side, Strain, Vulnerability

GAME = 100
"""The number of trick points that make a game."""

_IMP_UPPER_BOUNDS = (
    *(10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490, 1740, 1990, 2240),
    *(2490, 2990, 3490, 3990),
)


# The parts of a score are the same in duplicate, rubber and four-deal bridge; only the premiums for games,
# part-scores and rubbers differ.


def tricks_over(contract: Contract, tricks: int) -> int:
    """The overtricks of a declarer who takes `tricks` (0 to 13); negative numbers are undertricks.

    Raises `ValueError` for impossible tricks.
    """
    if not 0 <= tricks <= 13:
        raise ValueError(f"tricks are 0 to 13, not {tricks}")
    return tricks - contract.level - 6


def trick_points(contract: Contract) -> int:
    """The trick points of a contract that is made, counting a double or redouble (Law 77)."""
    return _undoubled_points(contract) << contract.doubled


def is_game(bid: Call | Contract) -> bool:
    """Whether a contract of this level and strain is a game or slam when undoubled (Law 77)."""
    return _undoubled_points(bid) >= GAME


def _undoubled_points(bid: Call | Contract) -> int:
    first_trick_extra = 10 if bid.strain is Strain.NOTRUMP else 0
    return first_trick_extra + _points_per_trick(bid.strain) * bid.level


def overtrick_points(contract: Contract, overtricks: int, vulnerable: bool) -> int:
    """The premium for this many overtricks (Law 77)."""
    if contract.doubled:
        return overtricks * (50 << contract.doubled) * (2 if vulnerable else 1)
    return overtricks * _points_per_trick(contract.strain)


def insult_points(contract: Contract) -> int:
    """The premium for making a doubled (50) or redoubled (100) contract (Law 77)."""
    return 50 * contract.doubled


def game_points(vulnerable: bool) -> int:
    """The premium for a game in duplicate (Law 77) and in four-deal bridge."""
    return 500 if vulnerable else 300


def slam_points(contract: Contract, vulnerable: bool) -> int:
    """The premium for a slam bid and made (Law 77); 0 below the six level."""
    small, grand = (750, 1500) if vulnerable else (500, 1000)
    return {6: small, 7: grand}.get(contract.level, 0)


def undertrick_points(contract: Contract, undertricks: int, vulnerable: bool) -> int:
    """The penalty that the defenders score for this many undertricks, at least one (Law 77)."""
    if not contract.doubled:
        return undertricks * (100 if vulnerable else 50)
    penalty = 300 * undertricks - 100 if vulnerable else 200 * undertricks - 100 + 100 * max(0, undertricks - 3)
    return penalty * contract.doubled


def _points_per_trick(strain: Strain) -> int:
    return 20 if strain in (Strain.CLUBS, Strain.DIAMONDS) else 30


def duplicate_score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """The declaring side's score when it takes `tricks` (0 to 13), negative when it goes down (Law 77).

    Raises `ValueError` for impossible tricks.
    """
    over = tricks_over(contract, tricks)
    if over < 0:
        return -undertrick_points(contract, -over, vulnerable)
    score = trick_points(contract)
    score += game_points(vulnerable) if score >= GAME else 50
    score += overtrick_points(contract, over, vulnerable) + insult_points(contract)
    return score + slam_points(contract, vulnerable)


_PLAYED = re.compile(
    r"(?P<contract>[1-7](?:NT|[CDHSN♣♦♥♠])X{0,2})\s*(?P<declarer>[NESW])\s*(?:=|(?P<over>[+-]\d{1,2}))", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A contract and the tricks (0 to 13) that declarer took."""

    contract: Contract
    tricks: int

    @classmethod
    def parse(cls, text: str) -> PlayedContract:
        """Read `4SXS-1`, `3NTE=` or `2HN+2`: contract, declarer, and tricks over or under. Raises `TextError`."""
        match = _PLAYED.fullmatch(text.strip())
        if match is None:
            raise TextError(f"{text.strip()!r} is not a result; write 4SXS-1, 3NTE= or 2HN+2", text)
        contract = Contract.parse(match["contract"], match["declarer"])
        tricks = contract.level + 6 + int(match["over"] or 0)
        if not 0 <= tricks <= 13:
            raise TextError(f"tricks are 0 to 13, not {tricks}", text, match.start("over"))
        return cls(contract, tricks)

    @property
    def title(self) -> str:
        """The form on screen: `4♠ doubled by South, 9 tricks`."""
        return f"{self.contract.title}, {self.tricks} trick{'' if self.tricks == 1 else 's'}"

    def north_south_score(self, vulnerability: Vulnerability) -> int:
        """North-South's duplicate score."""
        side = self.contract.declarer.side
        score = duplicate_score(self.contract, self.tricks, vulnerability.of(side))
        return score if side is Side.NS else -score


def matchpoints(scores: Sequence[int]) -> list[int]:
    """The matchpoints of each score on one board: 2 for each other score that it beats, 1 for each that it ties.

    All scores are for the same side; top is `2 * (len(scores) - 1)` (Law 78A). North American results count half of
    these.
    """
    ranked = sorted(scores)
    # The sum counts each lower score twice and each equal score once; the score itself is taken off.
    return [bisect_left(ranked, score) + bisect_right(ranked, score) - 1 for score in scores]


def matchpoint_percentages(scores: Sequence[int]) -> list[float]:
    """The matchpoints of each score in percent of top.

    A board played once gives 50 %, as does Neuberg's formula for such a board in a larger field.
    """
    if len(scores) == 1:
        return [50.0]
    top = 2 * (len(scores) - 1)
    return [100 * won / top for won in matchpoints(scores)]


def imps(difference: int) -> int:
    """The International Match Points for a difference in score, with the sign of the difference (Law 78B)."""
    won = bisect_left(_IMP_UPPER_BOUNDS, abs(difference))
    return won if difference >= 0 else -won


def cross_imps(scores: Sequence[int]) -> list[int]:
    """The cross-IMPs of each score on one board: the sum of its comparisons in IMPs with every other score.

    All scores are for the same side. Law 78B gives the scale; ACBLscore's manual calls this "Total IMPs".
    """
    return [sum(imps(score - other) for other in scores) for score in scores]


def mean_cross_imps(scores: Sequence[int]) -> list[float]:
    """The cross-IMPs per comparison of each score, ACBLscore's "Average IMPs"; a board played once gives 0."""
    comparisons = max(1, len(scores) - 1)
    return [won / comparisons for won in cross_imps(scores)]
