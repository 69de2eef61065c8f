"""The state of an auction: what each player has shown, what the last calls demand, and the clauses about it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

from bidbase.errors import IllegalCall
from bidbase.game.auction import DOUBLE, PASS, Auction, Call
from bidbase.game.cards import SUITS, SUITS_DOWN, Strain
from bidbase.game.holdings import MAX_HCP, PACK_HCP
from bidbase.game.scoring import is_game
from bidbase.language.patterns import Names
from bidbase.lazy import lazy_property

FIT = 8  # cards of a suit that two partners hold together before it is a fit
BID_SUIT = 4  # cards of a suit that a player has shown before it counts as the player's own
ABOVE_GAME = 5  # the level above the games in a major
LIMITED_RANGE = 5  # a player whose points are known within so many has described the hand


@dataclass(frozen=True, slots=True)
class Expected:
    """What a player's calls lead the others to expect: points, the fewest and most cards of each suit, and stoppers.

    Suits stand clubs first. `stops` are the least stoppers: 0, 1 for half a stopper, 2 for one and 3 for two.
    """

    points: tuple[int, int] = (0, MAX_HCP)
    least: tuple[int, int, int, int] = (0, 0, 0, 0)
    most: tuple[int, int, int, int] = (13, 13, 13, 13)
    stops: tuple[int, int, int, int] = (0, 0, 0, 0)


ANYTHING = Expected()
"""What a player who has shown nothing leads the others to expect."""


@dataclass(frozen=True)
class AuctionState:
    """How an auction stands for the player whose turn it is: what each has shown, and what the last calls demand.

    `game_forced` says that a call of ours forces to game; `asks` are the codes of partner's last call; `names` are the
    conventions of the calls, and `forcing` says which of the calls forced partner.
    """

    auction: Auction
    own: Expected = ANYTHING
    partner: Expected = ANYTHING
    opponents: tuple[Expected, Expected] = (ANYTHING, ANYTHING)  # left, right
    game_forced: bool = False
    asks: tuple[str, ...] = ()
    asks_now: bool = False  # partner's last call forces, and the next player has passed
    names: Names = ()
    forcing: tuple[bool, ...] = ()

    @lazy_property
    def undoubled(self) -> Auction | None:
        """The auction with passes for the opponents' doubles of our forcing calls; None where there is no such auction.

        A double takes nothing from a forcing call: partner may answer as if it had not been made.
        """
        calls = list(self.auction.calls)
        for index in range(len(calls) - 1, 0, -2):
            if calls[index] is DOUBLE and self.forcing[index - 1]:
                calls[index] = PASS
        if tuple(calls) == self.auction.calls:
            return None
        try:
            return Auction.of(calls, self.auction.dealer, self.auction.vulnerability)
        except IllegalCall:  # somebody has redoubled, or three passes would have ended it
            return None

    @lazy_property
    def lengths(self) -> Hashable:
        """All that the suits of a state follow from: the lengths shown, and the suit of the highest bid."""
        left, right = self.opponents
        own, partner = self.own, self.partner
        strain = None if self.high is None else self.high.strain
        return own.least, own.most, partner.least, partner.most, left.least, right.least, strain

    @property
    def stage(self) -> Hashable:
        """All that the clauses without suits and numbers follow from."""
        acted = self.acted(0), self.acted(1), self.acted(2), self.acted(3)
        contract = self.high, self.we_hold, self.doubled, self.passout
        limited = _limited(self.own), _limited(self.partner)
        return contract, acted, self.game_forced, self.asks_now, "SO" in self.asks, _captain(self), limited

    def suits(self, word: str) -> list[Strain]:
        """The suits that a clause with this word is true of, the best first."""
        if word not in self._suits:
            self._suits[word] = SUIT_CLAUSES[word][0](self)
        return self._suits[word]

    @lazy_property
    def _suits(self) -> dict[str, list[Strain]]:
        return {}

    @property
    def high(self) -> Call | None:
        """The highest bid so far."""
        return self.auction.last_bid

    @property
    def we_hold(self) -> bool:
        """Whether the highest bid is ours."""
        contract = self.auction.contract
        return contract is not None and contract.declarer.side is self.auction.turn.side

    @property
    def below_game(self) -> bool:
        """Whether the highest bid is less than a game."""
        return self.high is None or not is_game(self.high)

    @property
    def forced(self) -> bool:
        """Whether a pass would break a force: partner asks, or we hold a contract below game and are forced to game."""
        return self.asks_now or (self.game_forced and self.we_hold and self.below_game and not self.doubled)

    @property
    def answered(self) -> bool:
        """Whether partner's last bid stands above game in a suit that our side has not shown.

        It answers a question and is no place to play.
        """
        partners = self.auction.calls[-2:-1]
        if not partners or not self.we_hold or partners[0] is not self.high:
            return False
        strain = partners[0].strain
        return (
            partners[0].level >= ABOVE_GAME
            and strain in SUITS
            and not self.own.least[strain] + self.partner.least[strain]
        )

    @property
    def doubled(self) -> int:
        """0, 1 when the highest bid is doubled, 2 when it is redoubled."""
        return self.auction.contract.doubled if self.auction.contract else 0

    @property
    def passout(self) -> bool:
        """Whether a pass would end the auction."""
        return self.auction.calls[-2:] == (PASS, PASS) and self.high is not None

    @property
    def contested(self) -> bool:
        """Whether an opponent has made a call other than a pass."""
        return self.acted(1) or self.acted(3)

    def acted(self, player: int) -> bool:
        """Whether a player, counted to the left from the one whose turn it is, has made a call other than a pass."""
        calls = self.auction.calls
        own = calls[(len(calls) + player) % 4 :: 4]
        return own.count(PASS) < len(own)

    def together(self, suit: Strain) -> int:
        """The cards of a suit that both partners have shown at the least."""
        return self.own.least[suit] + self.partner.least[suit]

    @property
    def their_points(self) -> tuple[int, int]:
        """The least and the most points that both opponents have shown together; the pack has no more than 40."""
        (left_low, left_high), (right_low, right_high) = (opponent.points for opponent in self.opponents)
        return left_low + right_low, min(left_high + right_high, PACK_HCP)

    def possible(self, suit: Strain) -> bool:
        """Whether a suit may still be a fit: one partner has shown it, and the other has not denied it."""
        mine, theirs = self.own, self.partner
        shown = max(mine.least[suit], theirs.least[suit]) >= BID_SUIT
        most = max(mine.least[suit] + theirs.most[suit], theirs.least[suit] + mine.most[suit])
        return shown and self.together(suit) < FIT <= most


def fits(state: AuctionState) -> list[Strain]:
    """The suits of eight cards or more between the partners, the longest first, of equals the highest."""
    return _longest(SUITS, state.together, FIT)


def _longest(suits: Iterable[Strain], length: Callable[[Strain], int], least: int) -> list[Strain]:
    return sorted((s for s in suits if length(s) >= least), key=lambda suit: (-length(suit), -suit))


def _partners(state: AuctionState) -> list[Strain]:
    return _longest(SUITS, lambda suit: state.partner.least[suit], BID_SUIT)


def _own(state: AuctionState) -> list[Strain]:
    return _longest(SUITS, lambda suit: state.own.least[suit], BID_SUIT)


def _theirs(state: AuctionState) -> list[Strain]:
    return _longest(SUITS, lambda suit: max(opponent.least[suit] for opponent in state.opponents), BID_SUIT)


def _their_fit(state: AuctionState) -> list[Strain]:
    left, right = state.opponents
    return _longest(SUITS, lambda suit: left.least[suit] + right.least[suit], FIT)


def _behind(state: AuctionState) -> list[Strain]:
    return _longest(SUITS, lambda suit: state.opponents[1].least[suit], BID_SUIT)


def _before(state: AuctionState) -> list[Strain]:
    return _longest(SUITS, lambda suit: state.opponents[0].least[suit], BID_SUIT)


def _agreed(state: AuctionState) -> list[Strain]:
    return fits(state)[:1]


def _trumps(state: AuctionState) -> list[Strain]:
    return _longest(SUITS, state.together, BID_SUIT)[:1]


def _contract(state: AuctionState) -> list[Strain]:
    return [state.high.strain] if state.high is not None and state.high.strain in SUITS else []


def _unbid(state: AuctionState) -> list[Strain]:
    players = (state.own, state.partner, *state.opponents)
    return [suit for suit in SUITS_DOWN if all(player.least[suit] < BID_SUIT for player in players)]


def _maybe(state: AuctionState) -> list[Strain]:
    return [suit for suit in _longest(SUITS, state.together, 0) if state.possible(suit)]


SUIT_CLAUSES: Mapping[str, tuple[Callable[[AuctionState], list[Strain]], str]] = {
    "fit": (fits, "eight cards or more shown by both partners together"),
    "agreed": (_agreed, "the longest of the fits, of equals the highest"),
    "trumps": (_trumps, "the suit agreed; where there is none, the one that both partners have shown most cards of"),
    "maybe": (_maybe, "a suit of one partner that the other may still support"),
    "partner": (_partners, "a suit of four cards or more that partner has shown"),
    "own": (_own, "a suit of four cards or more that we have shown ourselves"),
    "theirs": (_theirs, "a suit of four cards or more that an opponent has shown"),
    "their fit": (_their_fit, "eight cards or more shown by both opponents together"),
    "behind": (_behind, "a suit of four cards or more that the opponent on our right has shown: we sit behind it"),
    "before": (_before, "a suit of four cards or more that the opponent on our left has shown: we sit in front of it"),
    "unbid": (_unbid, "a suit that nobody has shown"),
    "contract": (_contract, "the suit of the highest bid"),
}
"""Clauses about a suit: the suits that they are true of, the best first. A variable takes the best not yet taken."""


POINTS_CLAUSES: Mapping[str, tuple[Callable[[AuctionState], int], str]] = {
    "points": (
        lambda state: state.own.points[0] + state.partner.points[0],
        "the least points of both partners together",
    ),
    "partner has": (lambda state: state.partner.points[0], "the least points of partner"),
    "partner may have": (lambda state: state.partner.points[1], "the most points of partner"),
    "they have": (lambda state: state.their_points[0], "the least points of both opponents together"),
    "they may have": (lambda state: state.their_points[1], "the most points of both opponents together"),
}
"""Clauses about points: the number that they are about."""


def _range(player: Expected) -> int:
    low, high = player.points
    return high - low


def _limited(player: Expected) -> bool:
    return _range(player) <= LIMITED_RANGE


def _captain(state: AuctionState) -> bool:
    return _limited(state.partner) and _range(state.partner) < _range(state.own)


STATE_CLAUSES: Mapping[str, tuple[Callable[[AuctionState], bool], str]] = {
    "forced": (lambda state: state.forced, "a pass would break a force"),
    "free": (lambda state: not state.forced, "a pass breaks no force"),
    "forced to game": (
        lambda state: state.game_forced and state.below_game,
        "a call of ours forces to game, not yet reached",
    ),
    "not forced to game": (lambda state: not state.game_forced, "no call of ours forces to game"),
    "signed off": (lambda state: "SO" in state.asks, "partner's last call is a sign-off"),
    "captain": (_captain, f"partner's points are known within {LIMITED_RANGE}, ours less well"),
    "not captain": (lambda state: not _captain(state), "partner's points are not known better than ours"),
    "limited": (lambda state: _limited(state.own), f"our points are known within {LIMITED_RANGE}"),
    "unlimited": (lambda state: not _limited(state.own), f"our points are not known within {LIMITED_RANGE}"),
    "partner limited": (
        lambda state: _limited(state.partner),
        f"partner's points are known within {LIMITED_RANGE}",
    ),
    "partner unlimited": (
        lambda state: not _limited(state.partner),
        f"partner's points are not known within {LIMITED_RANGE}",
    ),
    "we hold": (lambda state: state.we_hold, "the highest bid is ours"),
    "they hold": (lambda state: state.high is not None and not state.we_hold, "the highest bid is the opponents'"),
    "below game": (lambda state: state.below_game, "the highest bid is less than a game"),
    "game bid": (lambda state: not state.below_game, "the highest bid is a game or more"),
    "undoubled": (lambda state: state.doubled == 0, "the highest bid is not doubled"),
    "doubled": (lambda state: state.doubled == 1, "the highest bid is doubled"),
    "redoubled": (lambda state: state.doubled == 2, "the highest bid is redoubled"),
    "passout": (lambda state: state.passout, "a pass would end the auction"),
    "contested": (lambda state: state.contested, "an opponent has bid or doubled"),
    "silent": (lambda state: not state.contested, "the opponents have only passed"),
    "partner acted": (lambda state: state.acted(2), "partner has made a call other than a pass"),
    "we acted": (lambda state: state.acted(0), "we ourselves have made a call other than a pass"),
}
"""Clauses that hold or do not."""

EXCLUSIVE = frozenset(
    frozenset(pair)
    for pair in (
        ("forced", "free"),
        ("forced to game", "not forced to game"),
        ("forced to game", "game bid"),
        ("captain", "not captain"),
        ("captain", "partner unlimited"),
        ("limited", "unlimited"),
        ("partner limited", "partner unlimited"),
        ("we hold", "they hold"),
        ("below game", "game bid"),
        ("undoubled", "doubled"),
        ("undoubled", "redoubled"),
        ("doubled", "redoubled"),
        ("contested", "silent"),
        ("silent", "they hold"),
        ("silent", "doubled"),
        ("silent", "redoubled"),
    )
)
"""Clauses that never hold together."""
