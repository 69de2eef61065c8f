"""The table of the 8,192 holdings: what the cards of one suit are worth.

Each column is a `bytes` object that is indexed by the holding (bit 12 is the ace, bit 0 the two). NumPy reads the same
memory without a copy.
"""

from __future__ import annotations

HOLDINGS = range(1 << 13)
ACE, KING, QUEEN, JACK, TEN, NINE, EIGHT = (1 << bit for bit in range(12, 5, -1))

LENGTH = bytes(holding.bit_count() for holding in HOLDINGS)
"""The number of cards."""

HCP = bytes(
    4 * bool(holding & ACE) + 3 * bool(holding & KING) + 2 * bool(holding & QUEEN) + bool(holding & JACK)
    for holding in HOLDINGS
)
"""High-card points: ace 4, king 3, queen 2, jack 1."""

MAX_HCP = 37
"""The most high-card points that a hand can have: four aces, kings and queens, and a jack."""

PACK_HCP = 40
"""The high-card points of all four hands together."""

SHORTNESS = bytes((3, 2, 1)[length] if length < 3 else 0 for length in LENGTH)
"""Distribution points: void 3, singleton 2, doubleton 1 (editor text, "Distribution Points")."""


def _intermediates(holding: int) -> int:
    """Tens and nines, and an eight beside one of them (editor text, "Intermediates")."""
    higher = bool(holding & TEN) + bool(holding & NINE)
    return higher + (1 if higher and holding & EIGHT else 0)


INTERMEDIATES = bytes(map(_intermediates, HOLDINGS))

STOPPERS = ("A", "K2", "QJ2", "QT92", "Q982", "JT92", "J9832", "T9832")
"""The weakest holdings that stop a suit (editor text, "Suits Stopped")."""

HALF_STOPPERS = ("Q32", "J432")
"""The weakest holdings that half stop a suit."""

SOLID = {6: ("AKQT32",), 7: ("AKQ5432",), 8: ("AKJ65432", "AK8765432")}
"""The weakest solid suits of six, of seven, and of eight or more cards (GIB's bid descriptions, "Suit Quality")."""


def at_least_as_good(holding: int, listed: int) -> bool:
    """Whether a holding is card for card at least as good as a listed holding.

    Its highest card is at least as high as the highest card of the listed holding, its second highest at least as high
    as the second, and so on.
    """
    while listed:
        if not holding:
            return False
        top, listed_top = holding.bit_length(), listed.bit_length()
        if top < listed_top:
            return False
        holding ^= 1 << top - 1
        listed ^= 1 << listed_top - 1
    return True
