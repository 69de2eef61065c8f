"""The field Best contract: for which contract, when the simulation finds it best, an entry makes its bid."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from bidbase.errors import TextError
from bidbase.game.auction import DOUBLE, PASS, Call
from bidbase.game.cards import Strain
from bidbase.game.scoring import is_game
from bidbase.language.bids import Bid, parse_bid
from bidbase.language.patterns import VARIABLES
from bidbase.language.tokenizer import Tokenizer

_KINDS = {"G": "any game of ours", "S": "any slam of ours"}
_STANDS = {PASS: "the contract as it stands", DOUBLE: "their contract, doubled"}


@dataclass(frozen=True, slots=True)
class BestContract:
    """Contracts, each written as the call that would set it, and kinds of contract, `G` and `S`."""

    alternatives: tuple[Bid | str, ...]

    @property
    def variables(self) -> frozenset[str]:
        """The variables of the section's pattern that stand in it."""
        bids = (part for part in self.alternatives if isinstance(part, Bid))
        return frozenset(bid.letter for bid in bids if bid.call is None)

    def bound(self, binding: Mapping[str, Strain]) -> BestContract:
        """This best contract with each variable replaced by its strain."""
        return BestContract(tuple(part.bound(binding) if isinstance(part, Bid) else part for part in self.alternatives))

    def holds(self, call: Call) -> bool:
        """Whether the contract that this call would set is meant."""
        return any(part.call is call if isinstance(part, Bid) else part == _kind(call) for part in self.alternatives)

    def __str__(self) -> str:
        return ",".join(map(str, self.alternatives))

    def words(self) -> str:
        """`4♠ or any slam of ours`."""
        return " or ".join(_words(part) for part in self.alternatives)


def _kind(call: Call) -> str:
    if not call.is_bid or not is_game(call):
        return ""
    return "S" if call.level >= 6 else "G"


def _words(part: Bid | str) -> str:
    if isinstance(part, str):
        return _KINDS[part]
    return part.words() if part.call is None else _STANDS.get(part.call, part.words())


def parse_best_contract(text: str) -> BestContract:
    """Read `4S`, `4a` for a suit of the pattern, `P`, `D`, `G` for a game, `S` for a slam, and alternatives.

    cell = contract {"," contract}
    contract = level strain | level ("a" | "b") | level "$" variable | "P" | "D" | "G" | "S"
    """
    return BestContract(tuple(map(_read_contract, Tokenizer(text).alternatives())))


def _read_contract(tokens: Tokenizer) -> Bid | str:
    written = str(tokens)
    if written.upper() in _KINDS:
        return written.upper()
    with suppress(TextError):
        bid = parse_bid(written)
        if bid.call is None and bid.letter in VARIABLES and not bid.is_lowest:
            return bid
        if bid.call is not None and (bid.call.is_bid or bid.call in _STANDS):
            return bid
    raise tokens.error(
        f"{written!r} is not a contract; write 4S, 3N, 4a, P (as it stands), D (theirs, doubled), G (game) or S (slam)"
    )
