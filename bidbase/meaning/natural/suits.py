"""Natural bids in a suit: raises, rebids, cue-bids, controls, splinters, preempts and new suits."""

from __future__ import annotations

from dataclasses import replace

from bidbase.game.auction import PASS, Call
from bidbase.game.cards import SUITS, Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.game.scoring import is_game
from bidbase.language.auction_state import BID_SUIT, FIT, Expected
from bidbase.meaning.hand_summary import ANY_HCP, MAX_TOTAL, HandSummary
from bidbase.meaning.natural.bid import FIVE, GAME, LIMIT, NEEDED, NaturalBid
from bidbase.meaning.natural.reading import ANY_LENGTH, NaturalReading
from bidbase.meaning.natural.standing import PASSED, SILENT, is_theirs, most_points, opened, passed_hand, shows

OPENING = 12
VERY_STRONG = 16  # points of a hand that bids their suit before its side has shown anything
STRONG = 17  # the most of a hand that bids a suit where partner may pass it
PREEMPT = (4, 10)
FREE_SUIT = {1: 5, 2: 5, 3: 6, 4: 7, 5: 7, 6: 8, 7: 8}
"""The cards of a suit that is bid at each level by a side that has shown nothing."""
PREEMPTED = {2: 6, 3: 7, 4: 7, 5: 8}
FREAK = 8  # cards of a suit in which a slam is bid at once, to play
OPENED_ELSEWHERE = 5  # the most cards of a suit that an opener has beside the one opened


def in_a_suit(bid: NaturalBid) -> NaturalReading:
    """The natural reading of a bid in a suit."""
    rules = (_rebid, _raise, _splinter_in_theirs, _cue_bid, _control, _opening, _splinter, _preempt)
    return next(filter(None, (rule(bid) for rule in rules)), None) or _new_suit(bid)


def _raise(bid: NaturalBid) -> NaturalReading | None:
    """A suit that partner has shown, with cards for a fit of eight."""
    suit = bid.strain
    if not shows(bid.state, 2, suit):
        return None
    if bid.agreed is suit:
        return _in_the_agreed_suit(bid)
    least = max(2, FIT - bid.state.partner.least[suit])
    if _is_preference(bid):
        return bid.reading("Preference", least=2)
    if is_game(bid.call):
        return _invites_slam(bid, least) or bid.reading("To play", least=least, asks=("SO",))
    wanted = bid.wanted(NEEDED) - 2  # for the fit
    if bid.forced:
        return bid.reading("Raise", (0, MAX_TOTAL), least)
    asks = ("O",) if bid.level == 3 and not bid.state.contested else ()
    return bid.reading("Raise", (max(wanted, 0), max(wanted, 0) + LIMIT), least, asks)


def _is_preference(bid: NaturalBid) -> bool:
    """Whether partner has shown two suits and the player goes back to the one bid earlier, without a jump."""
    calls = bid.state.auction.calls
    last = calls[-2:-1]
    shown = [suit for suit in SUITS if shows(bid.state, 2, suit)]
    return bool(last) and last[0].is_bid and last[0].strain is not bid.strain and len(shown) > 1 and not bid.jump


def _in_the_agreed_suit(bid: NaturalBid) -> NaturalReading:
    """A further bid in a suit that both have shown: above game without need it is a try for slam."""
    least = bid.state.own.least[bid.strain]
    if not is_game(bid.call):
        return bid.reading("Asks partner to go on", least=least, asks=("O",))
    return _invites_slam(bid, least) or bid.reading("To play", least=least, asks=("SO",))


def _invites_slam(bid: NaturalBid, least: int) -> NaturalReading | None:
    """Five of a major that the opponents have not driven us to: four would have been enough for game."""
    if bid.level != FIVE or bid.strain < Strain.HEARTS or bid.state.contested:
        return None
    return bid.reading("Invites a slam", (bid.wanted({FIVE: 31}), MAX_TOTAL), least, ("O",))


def _rebid(bid: NaturalBid) -> NaturalReading | None:
    """A suit that the player has shown before: one card more than was shown, six at the most."""
    suit = bid.strain
    if not shows(bid.state, 0, suit):
        return None
    if bid.agreed is suit:
        return _in_the_agreed_suit(bid)
    shown = bid.state.own.least[suit]
    least = shown + 1 if shown >= 6 else max(5, min(6, shown + 1))
    if bid.forced or is_game(bid.call):
        return bid.reading("Longer suit than was shown", least=least, asks=("SO",) if is_game(bid.call) else ())
    wanted = bid.wanted(NEEDED)
    return bid.reading("Longer suit than was shown", (wanted, wanted + LIMIT), least)


def _cue_bid(bid: NaturalBid) -> NaturalReading | None:
    """A suit of the opponents: strength and a force, whatever is held there."""
    if not is_theirs(bid.state, bid.strain):
        return None
    if not bid.we_acted and bid.level > GAME:
        return bid.surprising()
    if not bid.we_acted and most_points(bid.state) > VERY_STRONG:
        return bid.reading("Cue-bid, a very strong hand", hcp=(VERY_STRONG, MAX_HCP), asks=("1",), title="be a cue-bid")
    return bid.reading("Cue-bid, asks partner for more", (bid.wanted(NEEDED), MAX_TOTAL), 0, ("1",), "be a cue-bid")


def _splinter_in_theirs(bid: NaturalBid) -> NaturalReading | None:
    """A jump in a suit of the opponents opposite a suit of partner's."""
    return _splinter(bid) if bid.jump and is_theirs(bid.state, bid.strain) else None


def _control(bid: NaturalBid) -> NaturalReading | None:
    """A new suit once a suit is agreed: a try for game, or above three of it for slam."""
    agreed = bid.agreed
    if agreed is None or bid.level > 6:
        return None
    if bid.call > Call.bid(FIVE, agreed):
        points = (bid.wanted({bid.level: 34}), MAX_TOTAL)
        return bid.reading("Grand slam try", points, 0, ("1",), "be a try for a grand slam")
    if bid.call > Call.bid(3, agreed) or bid.state.game_forced:
        points, title = (bid.wanted({bid.level: 28}), MAX_TOTAL), "be a control bid, a try for slam"
        return bid.reading(f"Control in {bid.strain.title}, slam try", points, 0, ("1",), title)
    return bid.reading("Trial bid", (bid.wanted({bid.level: 23}), MAX_TOTAL), 3, ("1",), "be a try for game")


def _splinter(bid: NaturalBid) -> NaturalReading | None:
    """A double jump in a new suit opposite a suit of partner's, or a jump above three of it: short, with support.

    Opener makes it at game too, since a long suit of their own would have been opened. Who has shown two cards of every
    suit has no shortness: then it is a control.
    """
    trumps = bid.partners_suit
    beyond = trumps is not None and (bid.jump >= 2 or (bid.jump and bid.call > Call.bid(3, trumps)))
    if trumps is None or not beyond or bid.level > GAME:
        return None
    may_be_long = is_game(bid.call) and not opened(bid.state)
    if not is_theirs(bid.state, bid.strain) and (may_be_long or (bid.state.contested and bid.level < GAME)):
        return None
    support = min(BID_SUIT, max(3, FIT + 1 - bid.state.partner.least[trumps]))
    if bid.state.own.least[bid.strain] > 1:
        words = f"be a control bid, a try for slam in {trumps.title}"
        return bid.reading(f"Control in {bid.strain.title}, support for {trumps.title}", asks=("1",), title=words)
    lengths = tuple((support, 13) if suit is trumps else (0, 1) if suit is bid.strain else ANY_LENGTH for suit in SUITS)
    least = bid.wanted({bid.level: 25})
    hands = HandSummary(ANY_HCP, lengths, False, (least, MAX_TOTAL))
    words = f"be a splinter, short in {bid.strain.title}"
    return NaturalReading("Splinter", (hands,), ("G",), words)


def _opening(bid: NaturalBid) -> NaturalReading | None:
    if bid.state.high is not None:
        return None
    if bid.level == 1:
        return bid.reading("Natural", (OPENING, MAX_TOTAL), 5 if bid.strain >= Strain.HEARTS else 3, hcp=(10, 21))
    return _preempt(bid)


def _preempt(bid: NaturalBid) -> NaturalReading | None:
    """A jump by a side that has shown nothing, or over an opponent's call: a long suit and a weak hand.

    Over a weak bid, and where a pass would end the auction, it is strong. A slam is bid to be played, on a freak hand.
    Who has passed has no such suit.
    """
    if not bid.jump or bid.state.acted(0):
        return None
    if bid.level >= GAME and passed_hand(bid.state):
        return bid.surprising()
    if bid.state.acted(2):
        weak = bid.state.acted(3) and bid.level <= FIVE
        return bid.reading("Preempt", least=PREEMPTED[bid.level], hcp=PREEMPT) if weak else None
    if bid.level > FIVE:
        return bid.reading("To play", least=FREAK, asks=("SO",))
    weak = bid.state.contested and _last_bidder(bid).points[1] <= PASSED
    if bid.level <= GAME and (weak or bid.state.passout):
        if most_points(bid.state) <= SILENT:
            return bid.reading("Long suit", least=6)
        return bid.reading("Strong jump", (STRONG - 1, MAX_TOTAL), 6)
    return bid.reading("Preempt", least=PREEMPTED[bid.level], hcp=PREEMPT)


def _last_bidder(bid: NaturalBid) -> Expected:
    """What the opponent has shown who made the highest bid."""
    calls = bid.state.auction.calls
    last = next(index for index in range(len(calls) - 1, -1, -1) if calls[index].is_bid)
    return bid.state.opponents[0 if (last - len(calls)) % 4 == 1 else 1]


def _new_suit(bid: NaturalBid) -> NaturalReading:
    """A suit that nobody has shown; two cards more stand for some points."""
    least = _length_of_new_suit(bid)
    if is_game(bid.call) or bid.level > GAME:
        least = max(least, 6 if bid.level <= GAME else 7)
        if least > _most_cards(bid):
            return bid.surprising()
        return bid.reading("To play", least=least, asks=("SO",))
    wanted = bid.wanted(NEEDED)
    if bid.forced and not bid.jump and not bid.state.game_forced:
        return bid.reading("Natural", (0, STRONG), least)
    if _is_forcing(bid):
        return bid.reading("Natural", (wanted, MAX_TOTAL), least, ("G",) if bid.jump else ("1",))
    usual = bid.reading("Natural", (wanted, max(STRONG, wanted + LIMIT)), least)
    longer = bid.reading("Natural", (max(0, wanted - LIMIT), max(STRONG, wanted + LIMIT)), least + 2)
    return replace(usual, kinds=(*usual.kinds, *longer.kinds))


def _most_cards(bid: NaturalBid) -> int:
    """The most cards of a new suit that the player can have: a longer one than was opened would have been opened."""
    shown = bid.state.own.most[bid.strain]
    named = next((suit for suit in SUITS if shows(bid.state, 0, suit)), None)
    return min(shown, OPENED_ELSEWHERE) if opened(bid.state) and named is not None else shown


def _length_of_new_suit(bid: NaturalBid) -> int:
    if not bid.we_acted:
        return FREE_SUIT[bid.level]
    if bid.jump:
        return 6 if not bid.state.acted(0) else 5
    one_over_one = bid.level == 1
    return BID_SUIT if one_over_one or bid.state.acted(0) or bid.forced else 5


def _is_forcing(bid: NaturalBid) -> bool:
    """Whether partner may not pass a new suit.

    That is so in a game force, over an opening or a preempt of partner's by a hand that has not passed, after a jump,
    and where opener bids a second suit that is higher than the first above one of it.
    """
    state = bid.state
    if state.game_forced:
        return True
    if not state.acted(2) or passed_hand(state):
        return False
    if bid.jump:
        return True
    if state.acted(0):
        return _is_reverse(bid)
    calls = state.auction.calls
    first = next(index for index, call in enumerate(calls) if call is not PASS)
    partner_opened = (len(calls) - first) % 4 == 2
    return partner_opened and calls[first].strain is not Strain.NOTRUMP


def _is_reverse(bid: NaturalBid) -> bool:
    own = [suit for suit in SUITS if shows(bid.state, 0, suit)]
    return bid.level > 1 and bool(own) and bid.strain > max(own) and bid.call > Call.bid(2, max(own))
