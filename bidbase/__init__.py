"""BidBase: a bidding system is a database, and bidding is looking things up in it.

The names of this module are the public ones: `docs/api.md` explains them, and says what may change when. Each is loaded
when it is first used, so that `import bidbase` takes no time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bidbase.bidding.bidder import Bidder as Bidder
    from bidbase.bidding.bidder import Decision as Decision
    from bidbase.bidding.bidder import Source as Source
    from bidbase.bidding.drawing import Frequencies as Frequencies
    from bidbase.bidding.drawing import Picture as Picture
    from bidbase.bidding.drawing import SampledDeals as SampledDeals
    from bidbase.bidding.drawing import sample_deals as sample_deals
    from bidbase.bidding.robots import Table as Table
    from bidbase.bidding.tracing import Failure as Failure
    from bidbase.bidding.tracing import Trace as Trace
    from bidbase.bidding.tracing import Tried as Tried
    from bidbase.checks.registry import run_checks as run_checks
    from bidbase.checks.rule import Finding as Finding
    from bidbase.checks.rule import Severity as Severity
    from bidbase.errors import IllegalCall as IllegalCall
    from bidbase.errors import SystemFileError as SystemFileError
    from bidbase.errors import TextError as TextError
    from bidbase.exports.formats import write_system as write_system
    from bidbase.game.auction import DOUBLE as DOUBLE
    from bidbase.game.auction import PASS as PASS
    from bidbase.game.auction import REDOUBLE as REDOUBLE
    from bidbase.game.auction import Auction as Auction
    from bidbase.game.auction import Call as Call
    from bidbase.game.auction import Contract as Contract
    from bidbase.game.board_files import BoardFile as BoardFile
    from bidbase.game.board_files import read_board_file as read_board_file
    from bidbase.game.board_files import read_boards as read_boards
    from bidbase.game.boards import DealtBoard as DealtBoard
    from bidbase.game.boards import FileFault as FileFault
    from bidbase.game.boards import WrittenBoard as WrittenBoard
    from bidbase.game.cards import Deal as Deal
    from bidbase.game.cards import Hand as Hand
    from bidbase.game.cards import Seat as Seat
    from bidbase.game.cards import Side as Side
    from bidbase.game.cards import Strain as Strain
    from bidbase.game.cards import Vulnerability as Vulnerability
    from bidbase.game.cards import board_dealer as board_dealer
    from bidbase.game.cards import board_vulnerability as board_vulnerability
    from bidbase.game.dealing import numbered_deal as numbered_deal
    from bidbase.game.double_dummy import Analysis as Analysis
    from bidbase.game.double_dummy import ParContract as ParContract
    from bidbase.game.double_dummy import analyze as analyze
    from bidbase.game.double_dummy import analyze_all as analyze_all
    from bidbase.game.double_dummy import tricks_taken as tricks_taken
    from bidbase.game.evaluation import HandValue as HandValue
    from bidbase.game.evaluation import hand_values as hand_values
    from bidbase.game.lin import lin_of as lin_of
    from bidbase.game.pbn import dealt_pbn as dealt_pbn
    from bidbase.game.pbn import pbn_of as pbn_of
    from bidbase.game.scoring import PlayedContract as PlayedContract
    from bidbase.game.scoring import cross_imps as cross_imps
    from bidbase.game.scoring import duplicate_score as duplicate_score
    from bidbase.game.scoring import imps as imps
    from bidbase.game.scoring import matchpoint_percentages as matchpoint_percentages
    from bidbase.game.scoring import matchpoints as matchpoints
    from bidbase.language.auction_state import Expected as Expected
    from bidbase.language.circumstances import Scoring as Scoring
    from bidbase.meaning.disclosure import Meaning as Meaning
    from bidbase.meaning.disclosure import MeaningLine as MeaningLine
    from bidbase.meaning.hand_summary import HandSummary as HandSummary
    from bidbase.meaning.shown import Shown as Shown
    from bidbase.systems.cache import open_system as open_system
    from bidbase.systems.conventions import Convention as Convention
    from bidbase.systems.exchange import read_system as read_system
    from bidbase.systems.manifest import shipped_systems as shipped_systems
    from bidbase.systems.model import Entry as Entry
    from bidbase.systems.model import System as System

__version__ = "0.1.0"

_HOMES = {
    "bidding.bidder": "Bidder Decision Source",
    "bidding.drawing": "Frequencies Picture SampledDeals sample_deals",
    "bidding.robots": "Table",
    "bidding.tracing": "Failure Trace Tried",
    "checks.registry": "run_checks",
    "checks.rule": "Finding Severity",
    "errors": "IllegalCall SystemFileError TextError",
    "exports.formats": "write_system",
    "game.auction": "DOUBLE PASS REDOUBLE Auction Call Contract",
    "game.board_files": "BoardFile read_board_file read_boards",
    "game.boards": "DealtBoard FileFault WrittenBoard",
    "game.cards": "Deal Hand Seat Side Strain Vulnerability board_dealer board_vulnerability",
    "game.dealing": "numbered_deal",
    "game.double_dummy": "Analysis ParContract analyze analyze_all tricks_taken",
    "game.evaluation": "HandValue hand_values",
    "game.lin": "lin_of",
    "game.pbn": "dealt_pbn pbn_of",
    "game.scoring": "PlayedContract cross_imps duplicate_score imps matchpoint_percentages matchpoints",
    "language.auction_state": "Expected",
    "language.circumstances": "Scoring",
    "meaning.disclosure": "Meaning MeaningLine",
    "meaning.hand_summary": "HandSummary",
    "meaning.shown": "Shown",
    "systems.cache": "open_system",
    "systems.conventions": "Convention",
    "systems.exchange": "read_system",
    "systems.manifest": "shipped_systems",
    "systems.model": "Entry System",
}
"""Where each name is defined: the imports above once more, as Python runs them."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
__all__ = ["__version__", *_HOME_OF]


if not TYPE_CHECKING:  # so that type checkers know which names there are not

    def __getattr__(name: str) -> object:
        """A public name, loaded (PEP 562) and kept."""
        if name not in _HOME_OF:
            raise AttributeError(f"module 'bidbase' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"bidbase.{_HOME_OF[name]}"), name)
        return value


def __dir__() -> list[str]:
    """What is public."""
    return __all__
