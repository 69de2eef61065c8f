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
    """A strain (Law 18: denomination), in bidding order."""

    CLUBS, DIAMONDS, HEARTS, SPADES, NOTRUMP = range(5)

    @property
    def letter(self) -> str:
        """`C D H S N`."""
        return "CDHSN"[self]

    @property
    def symbol(self) -> str:
        """The suit symbol, or `NT` for notrump."""
        return ("♣", "♦", "♥", "♠", "NT")[self]

    @property
    def title(self) -> str:
        """The name in words: `clubs`, `diamonds`, `hearts`, `spades` or `notrump`."""
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
        """The name in words: `North`, `East`, `South` or `West`."""
        return self.name.capitalize()

    @property
    def side(self) -> Side:
        """The partnership to which this seat belongs."""
        return SIDES[self & 1]

    def plus(self, turns: int) -> Seat:
        """The seat `turns` places clockwise: 1 is the left-hand opponent, 2 partner, 3 the right-hand opponent."""
        return SEATS[(self + turns) & 3]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read `N`, `n` or `North`. Raises `TextError` for anything else."""
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

    @property
    def who(self) -> str:
        """Who is vulnerable: `North-South`."""
        return ("Nobody", "North-South", "East-West", "Both sides")[self]

    @property
    def words(self) -> str:
        """`North-South vulnerable`."""
        return f"{self.who} vulnerable"

    def of(self, side: Side) -> bool:
        """Whether this side is vulnerable."""
        return bool(self >> side & 1)

    def turned(self) -> Vulnerability:
        """The vulnerability of a board that is turned by a seat, so that the sides change places."""
        return Vulnerability((self & 1) << 1 | self >> 1)

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """Read `None`, `NS`, `EW`, `Both` and the PBN words `Love`, `-` and `All`, in either case.

        Raises `TextError` for anything else.
        """
        key = text.strip().lower()
        names = {
            "none": 0,
            "love": 0,
            "-": 0,
            "o": 0,
            "ns": 1,
            "n-s": 1,
            "n/s": 1,
            "ew": 2,
            "e-w": 2,
            "e/w": 2,
            "both": 3,
            "all": 3,
            "b": 3,
        }
        if key not in names:
            raise TextError(f"vulnerability is one of None NS EW Both, not {text!r}", text)
        return cls(names[key])


def parse_holding(text: str) -> int:
    """Read the cards of one suit, such as `AQ2`, in any order. The ten is `10` or `T`; a void is `-` or no text.

    Gives a 13-bit number: bit 12 is the ace, bit 0 the two. Raises `TextError` with the span of the card at fault.
    """
    return _parse_holding(text, text, 0)


def _parse_holding(cards: str, text: str, start: int) -> int:
    """The holding of `cards`, which stand at `start` in the whole `text`."""
    holding = sum({RANK_BIT.get(card, 0) for card in cards})
    if holding.bit_count() == len(cards):
        return holding  # as nearly every holding is written: what follows takes three times as long
    holding = 0
    if cards in ("-", "--"):
        return 0
    for match in re.finditer("10|[^ ]", cards):
        card = "T" if match[0] == "10" else match[0].upper()
        span = start + match.start(), start + match.end()
        if card not in RANK_BIT:
            raise TextError(f"{match[0]!r} is not a card; cards are A K Q J T 9 .. 2", text, *span)
        if holding & RANK_BIT[card]:
            raise TextError(f"the {card} appears twice in one suit", text, *span)
        holding |= RANK_BIT[card]
    return holding


def holding_text(holding: int) -> str:
    """The cards of a holding from the highest down, such as `AQ2`; empty for a void."""
    return "".join(rank for bit, rank in zip(range(12, -1, -1), reversed(RANKS), strict=True) if holding >> bit & 1)


def _between_separators(text: str) -> list[tuple[str, int]]:
    """The four suits of a hand that is written with separators, and where each starts."""
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
    """The cards after each suit symbol, spades first, and where they start. Each symbol must appear once."""
    found: dict[str, tuple[str, int]] = {}
    for match in re.finditer(r"([♠♥♦♣])\ufe0f?\s*([^♠♥♦♣]*)", text):
        if match[1] in found:
            raise TextError(f"{match[1]} appears twice", text, match.start(), match.start() + 1)
        found[match[1]] = (match[2].rstrip(" ,.;"), match.start(2))
    if missing := [suit.symbol for suit in SUITS_DOWN if suit.symbol not in found]:
        raise TextError(f"{missing[0]} is missing", text)
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

        A void is written as nothing between two separators, or as `-` between dots or blanks. Raises `TextError` with
        the span of the card or suit at fault.

        cell = cards "." cards "." cards "." cards
        cards = <the cards of one suit from A K Q J T 9 to 2; 10 is a ten, - a void>
        """
        pieces = _after_symbols(text) if any(suit.symbol in text for suit in SUITS) else _between_separators(text)
        if len(pieces) != 4:
            raise TextError(f"a hand has four suits, spades first (AQ2.K32.KJ32.K32); this one has {len(pieces)}", text)
        spades_first = [_parse_holding(piece, text, start) for piece, start in pieces]
        count = sum(holding.bit_count() for holding in spades_first)
        if count != 13:
            raise TextError(f"a hand has 13 cards; this one has {count}", text)
        return cls(spades_first[::-1])

    @lazy_property
    def lengths(self) -> tuple[int, int, int, int]:
        """The number of cards in each suit, clubs first."""
        clubs, diamonds, hearts, spades = self.holdings
        return (clubs.bit_count(), diamonds.bit_count(), hearts.bit_count(), spades.bit_count())

    @lazy_property
    def shape(self) -> int:
        """The number of the hand's shape, 0 to 559: its index in `SHAPES`."""
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
"""The 560 shapes that 13 cards can have: suit lengths, clubs first."""

SHAPE_NUMBER = {lengths: number for number, lengths in enumerate(SHAPES)}


def written_hands(text: str) -> list[str]:
    """The texts of the four hands of a deal in PBN, from North on, whoever comes first there. Raises `TextError`."""
    first, colon, rest = text.strip().partition(":")
    if not colon:
        raise TextError("a deal begins with a seat and a colon, as in N:AQ2.K32.KJ32.K32 ...", text)
    seat = Seat.parse(first)
    written = rest.split()
    if len(written) != 4:
        raise TextError(f"a deal has four hands separated by blanks; this one has {len(written)}", text)
    return [written[(other - seat) % 4] for other in SEATS]


class Deal:
    """Four hands that together hold the 52 cards, indexed by seat."""

    def __init__(self, hands: Iterable[Hand]) -> None:
        self.hands = tuple(hands)
        if len(self.hands) != 4:
            raise TextError(f"a deal has four hands; this one has {len(self.hands)}")
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
        """Read the PBN form `N:AQ2.K32.KJ32.K32 ... ... ...`: a seat, then the four hands clockwise from that seat.

        Raises `TextError`.
        """
        hands = [Hand.parse(hand) for hand in written_hands(text)]
        try:
            return cls(hands)
        except TextError as error:
            raise TextError(error.message, text) from None

    def __str__(self) -> str:
        return "N:" + " ".join(str(hand) for hand in self.hands)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deal) and self.hands == other.hands

    def __hash__(self) -> int:
        return hash(self.hands)


def board_dealer(number: int) -> Seat:
    """The dealer of the board with this number (Law 2: North deals board 1, East board 2 and so on clockwise)."""
    return SEATS[(number - 1) % 4]


def board_vulnerability(number: int) -> Vulnerability:
    """The vulnerability of the board with this number, which repeats every 16 boards (Law 2)."""
    turn = (number - 1) % 16
    return Vulnerability((turn + turn // 4) % 4)
