"""The cards of a board as people write them: some hands not given, small cards as x, suits with or without letters."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass

from bidbase.errors import TextError
from bidbase.game.cards import (
    RANK_BIT,
    SEATS,
    SUIT_BY_LETTER,
    SUITS,
    SUITS_DOWN,
    Deal,
    Hand,
    Seat,
    Strain,
    holding_text,
    parse_holding,
    written_hands,
)

NOT_GIVEN = "-"
ANY_SMALL = "x"
_ALL = (1 << 13) - 1
_SPOTS = sum(RANK_BIT[rank] for rank in "23456789")
_TEN = RANK_BIT["T"]
_BY_LETTERS = re.compile(r"([SHDC])[:.]?([^SHDC]*)", re.IGNORECASE)
_MOST_CHARACTERS = 40  # of a hand: 13 cards, two signs for a ten, separators and letters


@dataclass(frozen=True)
class WrittenHand:
    """A hand that is given: a holding for each suit, clubs first, and how many small cards are any."""

    holdings: tuple[int, ...]
    small: tuple[int, ...] = (0, 0, 0, 0)

    @classmethod
    def parse(cls, text: str) -> WrittenHand | None:
        """Read `AQ2.Kxx.KJ32.K32` or `SAQ2HKxxDKJ32CK32`; None for a hand that is not given. Raises `TextError`."""
        if not text.strip(".-"):
            return None
        if len(text) > _MOST_CHARACTERS:
            raise TextError(f"a hand has 13 cards, and no {len(text)} characters", text[:_MOST_CHARACTERS])
        written = _by_letters(text) if text[0].upper() in SUIT_BY_LETTER else _by_dots(text)
        small = tuple(written[suit].lower().count(ANY_SMALL) for suit in SUITS)
        holdings = tuple(parse_holding(re.sub("[xX]", "", written[suit])) for suit in SUITS)
        count = sum(small) + sum(holding.bit_count() for holding in holdings)
        if count != 13:
            raise TextError(f"a hand has 13 cards; this one has {count}", text)
        return cls(holdings, small)

    def __str__(self) -> str:
        return ".".join(holding_text(self.holdings[suit]) + ANY_SMALL * self.small[suit] for suit in SUITS_DOWN)


def _by_letters(text: str) -> dict[Strain, str]:
    """The cards after the letter of each suit; a suit without a letter is void."""
    found = [(SUIT_BY_LETTER[letter.upper()], cards.rstrip(".")) for letter, cards in _BY_LETTERS.findall(text)]
    if twice := [suit for suit, count in Counter(suit for suit, _ in found).items() if count > 1]:
        raise TextError(f"{twice[0].symbol} appears twice", text)
    return dict.fromkeys(SUITS, "") | dict(found)


def _by_dots(text: str) -> dict[Strain, str]:
    """The cards between dots, spades first. Where there is a dot too many, one suit too many is empty."""
    pieces = text.split(".")
    if len(pieces) == 5 and "" in pieces:
        fewer = {(*pieces[:place], *pieces[place + 1 :]) for place, piece in enumerate(pieces) if not piece}
        pieces = [*fewer.pop()] if len(fewer) == 1 else pieces[:4] if not pieces[4] else pieces
    if len(pieces) != 4:
        raise TextError(f"a hand has four suits, spades first (AQ2.K32.KJ32.K32); this one has {len(pieces)}", text)
    return dict(zip(SUITS_DOWN, pieces, strict=True))


@dataclass(frozen=True)
class WrittenCards:
    """The four hands from North on, None for each that is not given."""

    hands: tuple[WrittenHand | None, ...]

    @classmethod
    def parse(cls, text: str) -> WrittenCards:
        """Read a deal in PBN, in which hands and small cards may be left open. Raises `TextError`.

        The fourth hand follows from three that have no small cards open, so it counts as given.
        """
        cards = cls(tuple(map(WrittenHand.parse, written_hands(text))))
        if cards.hands == (None,) * 4:
            raise TextError("no hand is given", text)
        cards._check()
        if len(cards.missing) == 1 and not any(cards._small(suit) for suit in SUITS):
            return cls.of(cards.dealt(0))
        return cards

    @classmethod
    def of(cls, deal: Deal) -> WrittenCards:
        """The cards of a deal, all given."""
        return cls(tuple(WrittenHand(hand.holdings) for hand in deal.hands))

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats whose hands are not given."""
        return tuple(seat for seat in SEATS if self.hands[seat] is None)

    @property
    def deal(self) -> Deal | None:
        """The deal, where every card is given."""
        return self.dealt(0) if not self.missing and not any(map(self._small, SUITS)) else None

    def __str__(self) -> str:
        return "N:" + " ".join(NOT_GIVEN if hand is None else str(hand) for hand in self.hands)

    def dealt(self, seed: int) -> Deal:
        """A deal with these hands: what is open is dealt at random, the same for the same cards and seed."""
        deck = random.Random(f"{self} {seed}")
        holdings = [[0] * 4 if hand is None else [*hand.holdings] for hand in self.hands]
        for suit in SUITS:
            small = [seat for seat, hand in enumerate(self.hands) if hand for _ in range(hand.small[suit])]
            deck.shuffle(small)
            for seat, card in zip(small, self._free_small(suit, deck), strict=False):
                holdings[seat][suit] |= card
        left = [(suit, card) for suit in SUITS for card in _cards(_ALL & ~sum(hand[suit] for hand in holdings))]
        deck.shuffle(left)
        for place, seat in enumerate(self.missing):
            for suit, card in left[13 * place : 13 * place + 13]:
                holdings[seat][suit] |= card
        return Deal(Hand(hand) for hand in holdings)

    def known(self, seed: int) -> dict[Seat, Hand]:
        """The hands that are given, with their small cards dealt."""
        deal = self.dealt(seed)
        return {seat: deal[seat] for seat in SEATS if seat not in self.missing}

    def _check(self) -> None:
        """Raise `TextError` where two hands hold one card, or a suit has too few small cards."""
        for suit in SUITS:
            seen = 0
            for hand in filter(None, self.hands):
                if twice := seen & hand.holdings[suit]:
                    raise TextError(f"two hands hold the same card: {suit.symbol}{holding_text(twice)[0]}")
                seen |= hand.holdings[suit]
            free = (_SPOTS | _TEN) & ~seen
            if (asked := self._small(suit)) > free.bit_count():
                raise TextError(f"{asked} small {suit.title} are asked for, and {free.bit_count()} are left")

    def _small(self, suit: Strain) -> int:
        return sum(hand.small[suit] for hand in self.hands if hand)

    def _free_small(self, suit: Strain, deck: random.Random) -> list[int]:
        """The small cards of a suit that nobody holds, shuffled; the ten comes last, where the others do not do."""
        free = ~sum(hand.holdings[suit] for hand in self.hands if hand)
        spots = _cards(_SPOTS & free)
        deck.shuffle(spots)
        return spots + _cards(_TEN & free)


def _cards(holding: int) -> list[int]:
    return [1 << bit for bit in range(13) if holding >> bit & 1]
