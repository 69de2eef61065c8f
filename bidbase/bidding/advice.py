"""Why the best call is better than another, in the words of players.

That is read from the meanings of the calls, the same that everybody may read of them, and from the hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bidbase.bidding.bidder import Decision
from bidbase.bidding.objections import OPENING, PREEMPT, PREEMPTED, SUPPORT, is_natural, placed_words, quoted
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SUITS, SUITS_DOWN, Hand, Strain
from bidbase.game.features import HCP_TOTAL
from bidbase.game.holdings import MAX_HCP
from bidbase.game.scoring import is_game
from bidbase.language.auction_state import BID_SUIT, FIT
from bidbase.language.disclosures import Asks
from bidbase.meaning.disclosure import Meaning, MeaningLine
from bidbase.meaning.hand_summary import HandSummary, PointRange
from bidbase.meaning.kinds import around as kinds_around
from bidbase.meaning.reasons import LONG, NUMBERS, hand_kinds, limits_words, named, number_of_cards

LOW = 2  # the level at which opponents are not left to play
MAJORS = (Strain.SPADES, Strain.HEARTS)
SHORT = 2  # cards of their suit with which a hand is to compete
STRONG = 14  # points with which a fit for partner's preempt makes game
EXTRA = 3  # points more than the least of a call, from which they matter
MOST_SUITS = 2  # named of what a call shows


def why_better(table: Table, auction: Auction, hand: Hand, call: Call, best: Decision, excluded: bool) -> str:
    """One sentence on why the best call is better than another; empty where there is nothing to say.

    `excluded` says that the hand is none that the other call shows. Then it is enough to say what the better one shows.
    """
    chosen, better = table.meaning(auction, call), table.meaning(auction, best.call)
    line = line_of(better, best)
    if best.call is PASS:
        return _why_wait(table, auction, hand) if excluded else _why_pass(table, auction, hand, call, line)
    if line is None:
        return ""
    if suits := choice_of_suit(table, auction, hand, call, best.call):
        return suits
    if direct := _transfer(table, auction, best.call) or _game_opposite_preempt(table, auction, hand, best.call):
        return direct
    if excluded or call is PASS or not chosen.lines:
        sold_out = _sold_out(table, auction, hand) if call is PASS else ""
        feature = _fit(table, auction, hand, best.call) or _suit_of(table, auction, hand, best)
        return f"{sold_out}{feature}{line_words(best.call, line, hand)}."
    if feature := _suit_of(table, auction, hand, best):
        return f"{feature}{line_words(best.call, line, hand)}."
    return next(_comparisons(table, auction, hand, chosen, better, line), "")


def _sold_out(table: Table, auction: Auction, hand: Hand) -> str:
    """Why a pass that ends the auction gives up too early, where the opponents have stopped at a low level."""
    state, last = table.state(auction), auction.last_bid
    if not state.passout or state.we_hold or last is None or last.level > LOW or last.strain is Strain.NOTRUMP:
        return ""
    short = hand.lengths[last.strain] <= SHORT
    if short and state.acted(0) and not state.acted(2):
        return f"You are short in {last.strain.title}: partner may have them, and wait for your double. "
    if short:
        return f"They have stopped low, and you are short in {last.strain.title}: partner has some of the points. "
    return "They have stopped low, so partner has some of the points. "


def _transfer(table: Table, auction: Auction, best: Call) -> str:
    """`Partner's 2♦ is a transfer to hearts: bid them.` of a bid that does what a transfer asks for; else nothing."""
    state = table.state(auction)
    if not state.asks_now or not best.is_bid or best.strain is Strain.NOTRUMP:
        return ""
    partners = auction.calls[-2]
    if not partners.is_bid or partners.strain in (best.strain, Strain.NOTRUMP):
        return ""
    shown = [suit for suit in SUITS if state.partner.least[suit] >= BID_SUIT]
    if shown != [best.strain] or state.partner.least[best.strain] < LONG:
        return ""
    return f"Partner's {partners.title} is a transfer to {best.strain.title}: bid them."


def _game_opposite_preempt(table: Table, auction: Auction, hand: Hand, best: Call) -> str:
    """Why a strong hand raises partner's preempt to game: not to disturb anybody, but to make it."""
    state, points = table.state(auction), HCP_TOTAL.of(hand)
    raises = best.is_bid and best.strain in SUITS and state.partner.least[best.strain] >= PREEMPTED
    if not raises or not is_game(best) or state.partner.points[1] > PREEMPT or points < STRONG:
        return ""
    return f"You have a fit and {points} HCP: opposite a preempt that is enough for game."


def _suit_of(table: Table, auction: Auction, hand: Hand, best: Decision) -> str:
    """`You have four spades. ` where an artificial call is for hands with a major, as Stayman is."""
    if not best.call.is_bid or best.entry is None:
        return ""
    kinds = (kind for kind in hand_kinds(table.place(auction), best.call) if kind.entry == best.entry.id)
    fitting = [kind.summary.lengths for kind in kinds if kind.has_shape_of(hand)]
    if any(lengths[suit][0] >= SUPPORT for lengths in fitting for suit in SUITS if _bids(best.call, suit)):
        return ""
    promised = [suit for suit in MAJORS if any(lengths[suit][0] >= BID_SUIT for lengths in fitting)]
    return f"You have {number_of_cards(hand.lengths[promised[0]], promised[0])}. " if promised else ""


def _fit(table: Table, auction: Auction, hand: Hand, best: Call) -> str:
    """`You have a fit. ` before what a raise shows, where partner's suit and the hand's cards make eight."""
    if not best.is_bid or best.strain is Strain.NOTRUMP:
        return ""
    partners = table.state(auction).partner.least[best.strain]
    return "You have a fit. " if partners >= BID_SUIT and partners + hand.lengths[best.strain] >= FIT else ""


def _why_wait(table: Table, auction: Auction, hand: Hand) -> str:
    """Why a pass is right where the hand is none for the other call, in one sentence for the kind of auction."""
    state, high, points = table.state(auction), auction.last_bid, HCP_TOTAL.of(hand)
    if placed_words(table, auction):
        return ""
    if high is None:
        return "That is too little for an opening bid: pass." if points < OPENING else ""
    if not state.we_hold and high.strain in SUITS and hand.lengths[high.strain] >= BID_SUIT:
        return f"With length in {high.strain.title}, their suit, {'defend' if state.passout else 'pass and wait'}."
    long = max(SUITS, key=lambda suit: state.partner.least[suit])
    if state.acted(2) and state.partner.least[long] >= PREEMPTED and state.partner.points[1] <= PREEMPT:
        fit = state.partner.least[long] + hand.lengths[long] >= FIT
        return f"Opposite a weak hand{'' if fit else ' and without a fit'} there is no game: pass."
    if state.acted(0):
        return "You have nothing more than you have shown: pass." if points <= state.own.points[0] + EXTRA else ""
    return "" if state.passout or state.acted(2) else "Without a good bid, pass: partner still has a turn."


def _why_pass(table: Table, auction: Auction, hand: Hand, call: Call, line: MeaningLine | None) -> str:
    """Why to pass rather than make a call whose limits allow the hand."""
    if placed := placed_words(table, auction):
        return placed
    if not any(row.call is call for _, row in table.place(auction).matches(hand)):
        return f"Your hand is not quite what {named(call)} asks for."
    return f"Pass: {quoted(line)}." if line else ""


def line_of(meaning: Meaning, decision: Decision) -> MeaningLine | None:
    """The line with the entry that decided; without one the first line, None where there is none."""
    lines = [line for line in (*meaning.lines, *meaning.rare) if decision.entry in line.entries]
    return next(iter(lines or meaning.lines), None)


def _comparisons(
    table: Table, auction: Auction, hand: Hand, chosen: Meaning, better: Meaning, line: MeaningLine
) -> Iterator[str]:
    """What can be said in favor of the better call where the other fits too, the most telling first."""
    call, best = chosen.call, better.call
    if _is_notrump(best) and (rebid := _notrump_rebid(table, auction, hand, call)):
        yield f"{line_words(best, line, hand)}; {rebid}."
    if not is_natural(best, line):
        yield f"{line_words(best, line, hand)}; {_lowered(call, line_words(call, chosen.lines[0]))}."
    around = kinds_around(line.usual_summary for line in chosen.lines)
    partners = table.state(auction).partner.least
    for suit in sorted(SUITS_DOWN, key=lambda suit: not _bids(best, suit)):
        low, least = line.summary.lengths[suit][0], around.lengths[suit][0]
        if SUPPORT <= low > least:
            if _is_weaker(around, line.usual_summary, low, suit) and partners[suit] < BID_SUIT:
                yield f"{line_words(best, line, hand)}; {named(call)} may be weaker."
            denied = around.lengths[suit][1] < low or (suit >= Strain.HEARTS and _denies_majors(chosen.lines[0]))
            yield _promises(best, call, suit, (low, least), raises=partners[suit] >= BID_SUIT, denied=denied)
    if Asks(better.asked).forcing and not Asks(chosen.asked).forcing:
        yield f"{best.title} is forcing; partner may pass {named(call)}."
    if line.usual_summary.points[:1] and line.usual_summary.points[:1] != around.points[:1]:
        points = line.usual_summary.points[0]
        yield f"{best.title} shows {_points_words(points)}; {_points_of(call, around, points.unit)}."
    yield f"{line_words(best, line, hand)}; {_lowered(call, line_words(call, chosen.lines[0]))}."


def _is_weaker(around: HandSummary, better: HandSummary, cards: int, suit: Strain) -> bool:
    """Whether a call is also made on so many cards of a suit, by hands too weak for the better one."""
    return around.lengths[suit][1] >= cards and around.hcp[0] + EXTRA < better.hcp[0]


def choice_of_suit(table: Table, auction: Auction, hand: Hand, call: Call, best: Call) -> str:
    """Which of two suits to bid first, where both calls bid a new one naturally; else nothing.

    It is the reason even where the points of the other call are not quite right.
    """
    partners = table.state(auction).partner.least
    both_new = all(
        lines and _is_new_suit(bid, lines[0], partners)
        for bid, lines in ((bid, table.meaning(auction, bid).lines) for bid in (best, call))
    )
    return _order_of_suits(hand, best, call) if both_new else ""


def _is_new_suit(call: Call, line: MeaningLine, partners: tuple[int, ...]) -> bool:
    """Whether a call shows a suit of its own that partner has not shown."""
    return not _is_notrump(call) and is_natural(call, line) and partners[call.strain] < BID_SUIT


def _order_of_suits(hand: Hand, best: Call, call: Call) -> str:
    """Why one suit is bid before the other: it is longer, the higher of two long ones, or the cheaper of two short.

    With four cards in both minors diamonds go first.
    """
    first, second = best.strain, call.strain
    length, other = hand.lengths[first], hand.lengths[second]
    if length > other >= SUPPORT:
        return f"Your {first.title} are longer than your {second.title}: bid the longer suit first."
    if length != other or best.level != call.level:
        return ""
    if (length, first, second) == (BID_SUIT, Strain.DIAMONDS, Strain.CLUBS):
        return "With four cards in both minors, bid diamonds first."
    both = f"Your {first.title} and {second.title} are equally long"
    if length >= LONG and first > second:
        return f"{both}: bid the higher suit first."
    return f"{both}: bid the cheaper suit first." if length < LONG and best < call else ""


def _denies_majors(line: MeaningLine) -> bool:
    return re.search(r"\bno four-card major|\bno suit to show", line.text, re.IGNORECASE) is not None


def _promises(best: Call, call: Call, suit: Strain, least: tuple[int, int], raises: bool, denied: bool) -> str:
    """How the better call tells more of a suit than the other, `least` being the cards that the two promise."""
    more, less = least
    if denied and not raises:
        return f"{best.title} promises {number_of_cards(more, suit, or_more=True)}; {named(call)} denies them."
    support, other = ("shows support, ", "does not") if raises else ("promises ", "does not promise them")
    if less >= SUPPORT:
        other = f"promises only {NUMBERS[less]}"
    return f"{best.title} {support}{number_of_cards(more, suit, or_more=True)}; {named(call)} {other}."


def _points_of(call: Call, around: HandSummary, unit: str) -> str:
    """`1♥ shows 12 or more`: the points of a call, with what is counted where that is not said yet."""
    if not around.points:
        return f"{named(call)} does not say how many"
    points = around.points[0]
    words = limits_words(points.limits, points.most) if points.unit == unit else _points_words(points)
    return f"{named(call)} shows {words}"


def _points_words(points: PointRange) -> str:
    """`6 to 10 points with short suits`, `12 or more HCP`."""
    return f"{limits_words(points.limits, points.most)} {points.unit}"


def _notrump_rebid(table: Table, auction: Auction, hand: Hand, call: Call) -> str:
    """`1♦ and then 2NT would show 18 to 19`: why a hand that opens notrump does not open a suit."""
    if auction.last_bid or not call.is_bid or call.level > 1 or call.strain is Strain.NOTRUMP:
        return ""
    response = Call.bid(1, Strain(call.strain + 1))
    after = auction.with_call(call).with_call(PASS).with_call(response).with_call(PASS)
    points = HCP_TOTAL.of(hand)
    rebids = [(rebid, hcp) for rebid, hcp in _notrump_points(table, after) if not hcp[0] <= points <= hcp[1]]
    if not rebids:
        return ""
    rebid, hcp = min(rebids, key=lambda found: max(found[1][0] - points, points - found[1][1]))
    return f"{call.title} and then {rebid.title} would show {limits_words(hcp, MAX_HCP)}"


def _notrump_points(table: Table, auction: Auction) -> Iterator[tuple[Call, tuple[int, int]]]:
    """The high-card points that bids in notrump show here, where they show any."""
    for level in (1, 2, 3):
        call = Call.bid(level, Strain.NOTRUMP)
        lines = () if auction.why_illegal(call) else table.meaning(auction, call).lines
        if lines and lines[0].summary.hcp != (0, MAX_HCP):
            yield call, lines[0].summary.hcp


def line_words(call: Call, line: MeaningLine, hand: Hand | None = None) -> str:
    """`1♥ shows 10 to 21 HCP and five or more hearts`; of an artificial call `2♦: Transfer to hearts`.

    What is shown of suits that a hand has not, which makes the call for another reason, is not told to it.
    """
    shown = list(_shown_words(call, line.usual_summary, hand))
    if not is_natural(call, line) or not shown:
        return f"{call.title}: {quoted(line)}"
    verb = "usually shows" if line.usual else "shows"
    return f"{call.title} {verb} {' and '.join(filter(None, (', '.join(shown[:-1]), shown[-1])))}"


def _is_notrump(call: Call) -> bool:
    return call.is_bid and call.strain is Strain.NOTRUMP


def _shown_words(call: Call, summary: HandSummary, hand: Hand | None) -> Iterator[str]:
    """`10 to 15 total points`, `four or more hearts`: the points, the balance, and the longest suits promised."""
    yield from map(_points_words, summary.points[:1])
    if summary.balanced:
        yield "a balanced hand"
    promised = sorted(SUITS_DOWN, key=lambda suit: (not _bids(call, suit), -summary.lengths[suit][0]))
    for suit in promised[:MOST_SUITS]:
        low, high = summary.lengths[suit]
        if hand is not None and hand.lengths[suit] < low:
            continue
        if low >= BID_SUIT or (low == SUPPORT and _bids(call, suit)):
            yield number_of_cards(low, suit, or_more=low < high)


def _lowered(call: Call, words: str) -> str:
    """The words about a call as they stand inside a sentence."""
    return f"{named(call)}{words.removeprefix(call.title)}"


def _bids(call: Call, suit: Strain) -> bool:
    return call.is_bid and call.strain is suit
