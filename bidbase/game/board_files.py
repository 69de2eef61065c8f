"""Boards in files of other programs: PBN (2.1, Tis Veugen: www.tistis.nl/pbn) and LIN of Bridge Base Online.

Only the cards, the dealer and the vulnerability are read. What was bid and played is passed over, so that a fault there
keeps no board out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from bidbase.errors import TextError
from bidbase.game.cards import SEATS, SUITS, Deal, Hand, Seat, Vulnerability, board_dealer, board_vulnerability

_TAG = re.compile(r'\[\s*(\w+)\s+"([^"]*)"\s*\]')
_NOT_GIVEN = ("", "?")
_LIN_SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)  # players are counted from South
_LIN_HAND = re.compile(r"S([^SHDC]*)H([^SHDC]*)D([^SHDC]*)C([^SHDC]*)", re.IGNORECASE)
_LIN_VULNERABILITIES = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "Both"}


@dataclass(frozen=True)
class DealtBoard:
    """The cards of a board, its dealer and its vulnerability."""

    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability


def read_boards(text: str) -> tuple[DealtBoard, ...]:
    """The boards of a file, PBN or LIN, in its order. A board that comes twice, as in team matches, counts once.

    A dealer or a vulnerability that is not given goes by the number of the board, and the number by its place in the
    file. Raises `TextError`: for a board that cannot be read, with its number, and for a text without boards.
    """
    if _TAG.search(text):
        found = _pbn_boards(text)
    elif "|" in text:
        found = _lin_boards(text)
    else:
        raise TextError('this is neither PBN, with lines such as [Deal "N:..."], nor LIN, with parts such as md|...|')
    if boards := tuple(dict.fromkeys(found)):
        return boards
    raise TextError("there are no cards in this file")


def _pbn_boards(text: str) -> Iterator[DealtBoard]:
    games = [tags for tags in _pbn_games(text) if tags.get("Deal", "") not in _NOT_GIVEN]
    for place, tags in enumerate(games, 1):
        dealer, vulnerability = tags.get("Dealer", ""), tags.get("Vulnerable", "")
        yield _board(tags.get("Board", ""), place, partial(Deal.parse, tags["Deal"]), dealer, vulnerability)


def _pbn_games(text: str) -> Iterator[Mapping[str, str]]:
    """The tags of each game. An empty line ends a game, and so does a tag that the game has already."""
    before: dict[str, str] = {}
    for block in re.split(r"\n\s*\n", re.sub(r"(?m)^%.*\n?", "", text)):
        tags: dict[str, str] = {}
        for name, value in [*_TAG.findall(block), ("", "")]:
            if not name or (name in tags and name != "Note"):
                yield tags
                before, tags = tags, {}
            tags[name] = before.get(name, "") if value == "#" else value


def _lin_boards(text: str) -> Iterator[DealtBoard]:
    parts = re.sub(r"[\r\n]", "", text).split("|")
    boards: list[dict[str, str]] = []
    heading = ""
    for key, value in zip(parts[::2], parts[1::2], strict=False):
        match key.strip().lower():
            case "qx":  # the label of a board: o5 in the open room, c5 in the closed room
                heading = value
            case "md" if len(value) > 1:
                boards.append({"md": value, "name": heading})
            case "ah" if boards:
                boards[-1]["name"] = value
            case "sv" if boards:
                boards[-1].setdefault("sv", value)
    for place, board in enumerate(boards, 1):
        number = re.search(r"\d+", board["name"])
        dealer, vulnerability = board["md"][0], board.get("sv", "")
        yield _board(
            number[0] if number else "",
            place,
            partial(_lin_deal, board["md"][1:]),
            _LIN_SEATS[int(dealer) - 1].letter if dealer in "1234" else "",
            _LIN_VULNERABILITIES.get(vulnerability.lower(), vulnerability),
        )


def _board(name: str, place: int, deal: Callable[[], Deal], dealer: str, vulnerability: str) -> DealtBoard:
    """A board whose `deal` has yet to be read, from texts of which `dealer` and `vulnerability` may be left out."""
    number = int(name) if re.fullmatch(r"[1-9]\d{0,8}", name) else place
    try:
        return DealtBoard(
            deal(),
            board_dealer(number) if dealer in _NOT_GIVEN else Seat.parse(dealer),
            board_vulnerability(number) if vulnerability in _NOT_GIVEN else Vulnerability.parse(vulnerability),
        )
    except TextError as error:
        raise TextError(f"board {name or place}: {error.message}") from None


def _lin_deal(text: str) -> Deal:
    """Three or four hands from South on, as in `SAQ2HK32DKJ32CK32,...`; the last hand may be left out."""
    written = [hand for hand in text.split(",") if hand.strip()]
    if len(written) not in (3, 4):
        raise TextError(f"a deal has three or four hands separated by commas; this one has {len(written)}", text)
    hands = [_lin_hand(hand) for hand in written]
    if len(hands) == 3:
        hands.append(Hand([_rest([hand.holdings[suit] for hand in hands]) for suit in SUITS]))
    by_seat = dict(zip(_LIN_SEATS, hands, strict=True))
    return Deal(by_seat[seat] for seat in SEATS)


def _lin_hand(text: str) -> Hand:
    suits = _LIN_HAND.fullmatch(text.strip())
    if suits is None:
        raise TextError(f"a hand names its four suits, as in SAQ2HK32DKJ32CK32, not {text.strip()[:40]!r}", text)
    return Hand.parse(".".join(suits.groups()))


def _rest(holdings: list[int]) -> int:
    """The cards of a suit that are in none of these holdings."""
    return (1 << 13) - 1 & ~(holdings[0] | holdings[1] | holdings[2])
