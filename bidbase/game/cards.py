"""Suits, strains, seats, sides, vulnerability, hands and deals, with their text forms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import IntEnum

from bidbase.errors import TextError
from bidbase.lazy import lazy_property

RANKS = "23456789TJQKA"  # bit 0 of a holding is the two, bit 12 the ace
RANK_BIT = {rank: 1 << bit for bit, rank in enumerate(RANKS)}


class Strain(IntEnum):
    """A denomination, in bidding order."""

    CLUBS, DIAMONDS, HEARTS, SPADES, NOTRUMP = range(5)

    @property
    def letter(self) -> str:
        """`C D H S N`."""
        return "CDHSN"[self]

    @property
    def symbol(self) -> str:
        """The suit symbol, `NT` for notrump."""
        return ("♣", "♦", "♥", "♠", "NT")[self]

    @property
    def title(self) -> str:
        """`clubs` .. `spades`, `notrump`."""
        return ("clubs", "diamonds", "hearts", "spades", "notrump")[self]


STRAINS = tuple(Strain)
SUITS = STRAINS[:4]
SUITS_DOWN = SUITS[::-1]  # spades first, as hands are written
SUIT_BY_LETTER = {suit.letter: suit for suit in SUITS}


class Seat(IntEnum):
    """A player's place, clockwise from North."""

    NORTH, EAST, SOUTH, WEST = range(4)

    @property
    def letter(self) -> str:
        """`N E S W`."""
        return "NESW"[self]

    @property
    def title(self) -> str:
        """`North` .. `West`."""
        return self.name.capitalize()

    @property
    def side(self) -> Side:
        """The partnership this seat belongs to."""
        return SIDES[self & 1]

    def plus(self, turns: int) -> Seat:
        """The seat `turns` places clockwise: 1 is the left-hand opponent, 2 partner, 3 the right-hand opponent."""
        return SEATS[(self + turns) & 3]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read `N`, `n` or `North`."""
        key = text.strip().upper()
        for seat in cls:
            if key in (seat.letter, seat.name):
                return seat
        raise TextError(f"a seat is one of N E S W, not {text!r}", text)


SEATS = tuple(Seat)


class Side(IntEnum):
    """A partnership."""

    NS, EW = range(2)

    @property
    def other(self) -> Side:
        """The opponents."""
        return SIDES[1 - self]


SIDES = tuple(Side)


class Vulnerability(IntEnum):
    """Which sides are vulnerable: bit 0 North-South, bit 1 East-West."""

    NONE, NS, EW, BOTH = range(4)

    def __str__(self) -> str:
        return ("None", "NS", "EW", "Both")[self]

    def of(self, side: Side) -> bool:
        """Whether this side is vulnerable."""
        return bool(self >> side & 1)

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """Read `None`, `NS`, `EW`, `Both` and the PBN words `Love`, `-` and `All`, in either case."""
        key = text.strip().lower()
        names = {
            "none": 0,
            "love": 0,
            "-": 0,
            "o": 0,
            "ns": 1,
            "n-s": 1,
            "ew": 2,
            "e-w": 2,
            "both": 3,
            "all": 3,
            "b": 3,
        }
        if key not in names:
            raise TextError(f"vulnerability is one of None NS EW Both, not {text!r}", text)
        return cls(names[key])


def parse_holding(text: str) -> int:
    """Read the cards of one suit, `AQ2`, in any order; `10` and `T` are the ten, `-` and nothing are a void."""
    return _parse_holding(text, text, 0)


def _parse_holding(cards: str, whole: str, start: int) -> int:
    holding = 0
    if cards in ("-", "--"):
        return 0
    for match in re.finditer("10|[^ ]", cards):
        card = "T" if match[0] == "10" else match[0].upper()
        at = start + match.start()
        if card not in RANK_BIT:
            raise TextError(f"{match[0]!r} is not a card; cards are A K Q J T 9 .. 2", whole, at, at + len(match[0]))
        if holding & RANK_BIT[card]:
            raise TextError(f"the {card} is there twice in one suit", whole, at, at + len(match[0]))
        holding |= RANK_BIT[card]
    return holding


def holding_text(holding: int) -> str:
    """The cards of a holding from the top, `AQ2`; nothing for a void."""
    return "".join(rank for bit, rank in zip(range(12, -1, -1), reversed(RANKS), strict=True) if holding >> bit & 1)


def _between_separators(text: str) -> list[tuple[str, int]]:
    """The pieces of a hand and where each starts."""
    stripped = text.strip()
    separator = r"\." if "." in stripped else r"\s+" if re.search(r"\s", stripped) else "-"
    pieces: list[tuple[str, int]] = []
    start = text.find(stripped)
    for piece in re.split(separator, stripped):
        start = text.find(piece, start)
        pieces.append((piece.strip(), start + len(piece) - len(piece.lstrip())))
        start += len(piece) + (separator != r"\s+" and 1)
    return pieces


def _after_symbols(text: str) -> list[tuple[str, int]]:
    """The cards after each suit symbol, spades first, and where they start. Each symbol must be there once."""
    found: dict[str, tuple[str, int]] = {}
    for match in re.finditer(r"([♠♥♦♣])\ufe0f?\s*([^♠♥♦♣]*)", text):
        if match[1] in found:
            raise TextError(f"{match[1]} is there twice", text, match.start(), match.start() + 1)
        found[match[1]] = (match[2].rstrip(" ,.;"), match.start(2))
    if missing := [suit.symbol for suit in SUITS_DOWN if suit.symbol not in found]:
        raise TextError(f"there is no {missing[0]}", text)
    return [found[suit.symbol] for suit in SUITS_DOWN]


class Hand:
    """The 13 cards of one player.

    `holdings` has one 13-bit number for each suit, clubs first (bit 12 the ace, bit 0 the two). Hands are immutable and
    hashable; two hands with the same cards are equal.
    """

    def __init__(self, holdings: Sequence[int]) -> None:
        self.holdings: tuple[int, int, int, int] = (holdings[0], holdings[1], holdings[2], holdings[3])

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read `AQ2.K32.KJ32.K32`: spades first, suits separated by dots, blanks or dashes; or `♠AQ2 ♥K32 ♦KJ32 ♣K32`.

        A void is nothing between two separators, or `-` between dots or blanks. Raises `TextError` with the span of the
        card or suit at fault.
        """
        pieces = _after_symbols(text) if any(suit.symbol in text for suit in SUITS) else _between_separators(text)
        if len(pieces) != 4:
            raise TextError(f"a hand has four suits, spades first (AQ2.K32.KJ32.K32); here are {len(pieces)}", text)
        down = [_parse_holding(piece, text, at) for piece, at in pieces]
        count = sum(holding.bit_count() for holding in down)
        if count != 13:
            raise TextError(f"a hand has 13 cards; here are {count}", text)
        return cls(down[::-1])

    @lazy_property
    def lengths(self) -> tuple[int, int, int, int]:
        """Cards in each suit, clubs first."""
        clubs, diamonds, hearts, spades = self.holdings
        return (clubs.bit_count(), diamonds.bit_count(), hearts.bit_count(), spades.bit_count())

    @lazy_property
    def shape(self) -> int:
        """The number of the hand's shape, 0 to 559: its place in `SHAPES`."""
        return SHAPE_NUMBER[self.lengths]

    def __str__(self) -> str:
        return ".".join(holding_text(self.holdings[suit]) for suit in SUITS_DOWN)

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.holdings == other.holdings

    def __hash__(self) -> int:
        return hash(self.holdings)


SHAPES: tuple[tuple[int, int, int, int], ...] = tuple(
    (clubs, diamonds, hearts, 13 - clubs - diamonds - hearts)
    for clubs in range(14)
    for diamonds in range(14 - clubs)
    for hearts in range(14 - clubs - diamonds)
)
"""The 560 ways to hold 13 cards: lengths, clubs first."""

SHAPE_NUMBER = {lengths: number for number, lengths in enumerate(SHAPES)}


class Deal:
    """Four hands that together hold the 52 cards, indexed by seat."""

    def __init__(self, hands: Iterable[Hand]) -> None:
        self.hands = tuple(hands)
        if len(self.hands) != 4:
            raise TextError(f"a deal has four hands; here are {len(self.hands)}")
        for suit in SUITS:
            seen = 0
            for hand in self.hands:
                if seen & hand.holdings[suit]:
                    twice = holding_text(seen & hand.holdings[suit])
                    raise TextError(f"two hands hold the same card: {suit.symbol}{twice[0]}")
                seen |= hand.holdings[suit]

    def __getitem__(self, seat: Seat) -> Hand:
        return self.hands[seat]

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read the PBN form `N:AQ2.K32.KJ32.K32 ... ... ...`: a seat, then four hands clockwise from it."""
        first, colon, rest = text.strip().partition(":")
        if not colon:
            raise TextError("a deal begins with a seat and a colon, as in N:AQ2.K32.KJ32.K32 ...", text)
        seat = Seat.parse(first)
        written = rest.split()
        if len(written) != 4:
            raise TextError(f"a deal has four hands separated by blanks; here are {len(written)}", text)
        hands = [Hand.parse(hand) for hand in written]
        try:
            return cls(hands[(other - seat) % 4] for other in SEATS)
        except TextError as error:
            raise TextError(error.message, text) from None

    def __str__(self) -> str:
        return "N:" + " ".join(str(hand) for hand in self.hands)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deal) and self.hands == other.hands

    def __hash__(self) -> int:
        return hash(self.hands)


def board_dealer(number: int) -> Seat:
    """The dealer of a board by its number (Law 2: North deals board 1, and so on clockwise)."""
    return SEATS[(number - 1) % 4]


def board_vulnerability(number: int) -> Vulnerability:
    """The vulnerability of a board by its number, which repeats every 16 boards (Law 2)."""
    turn = (number - 1) % 16
    return Vulnerability((turn + turn // 4) % 4)
