"""Calls, legality and the properties of auctions, compared with a slow and plain reading of the Laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.errors import IllegalCall, TextError
from bidbase.game.auction import BIDS, CALLS, DOUBLE, PASS, REDOUBLE, Auction, Call, Contract, contract_title
from bidbase.game.cards import Seat, Strain, Vulnerability
from tests.strategies import auctions, call_lists, seats, vulnerabilities

# The Laws, read from the whole list of calls each time ---------------------------------------------------------------


def plainly_over(calls: list[Call]) -> bool:
    """Law 22: four passes at the start, or three passes after another call."""
    return len(calls) >= 4 and all(call is PASS for call in calls[-3:])


def plainly_legal(calls: list[Call], call: Call) -> bool:
    """Laws 18, 19 and 22."""
    if plainly_over(calls):
        return False
    if call is PASS:
        return True
    if call.is_bid:
        return all(call > earlier for earlier in calls if earlier.is_bid)
    not_passes = [(turn, earlier) for turn, earlier in enumerate(calls) if earlier is not PASS]
    if not not_passes:
        return False
    turn, latest = not_passes[-1]
    by_opponent = (len(calls) - turn) % 2 == 1
    return by_opponent and (latest.is_bid if call is DOUBLE else latest is DOUBLE)


def plain_contract(calls: list[Call], dealer: Seat) -> Contract | None:
    """Law 22 and the definition of declarer: the player of the side that bid last who first named its strain."""
    bids = [(turn, call) for turn, call in enumerate(calls) if call.is_bid]
    if not bids:
        return None
    last_turn, last = bids[-1]
    later = calls[last_turn:]
    doubled = 2 if REDOUBLE in later else 1 if DOUBLE in later else 0
    first_turn = next(turn for turn, call in bids if call.strain is last.strain and turn % 2 == last_turn % 2)
    return Contract(last.level, last.strain, doubled, Seat((dealer + first_turn) % 4))


@given(call_lists(), seats)
def test_legality_follows_the_laws(chosen: list[Call], dealer: Seat) -> None:
    auction = Auction(dealer)
    calls: list[Call] = []
    for call in chosen:
        legal = {candidate for candidate in CALLS if plainly_legal(calls, candidate)}
        assert set(auction.legal_calls()) == legal
        assert {candidate for candidate in CALLS if auction.legal >> candidate & 1} == legal
        assert auction.finished == plainly_over(calls)
        if call in legal:
            auction, calls = auction.with_call(call), [*calls, call]
        else:
            assert auction.why_illegal(call)
            with pytest.raises(IllegalCall):
                auction.with_call(call)


@given(auctions())
def test_properties_of_an_auction_follow_from_its_calls(auction: Auction) -> None:
    calls = list(auction.calls)
    since_opening = calls[next((turn for turn, call in enumerate(calls) if call is not PASS), len(calls)) :]
    assert auction.finished == plainly_over(calls)
    assert auction.contract == plain_contract(calls, auction.dealer)
    assert auction.last_bid == max((call for call in calls if call.is_bid), default=None)
    assert auction.turn == (auction.dealer + len(calls)) % 4
    assert auction.prior_bids == "-".join(call.letters for call in since_opening)
    assert auction.leading_passes == len(calls) - len(since_opening)
    assert auction.round == 1 + len(since_opening) // 4
    assert auction.player == 1 + len(since_opening) % 4
    assert auction.position == 1 + len(calls) % 4
    for position in (1, 2, 3, 4):
        passes = calls[position - 1 : len(calls) - len(since_opening) : 4]
        assert auction.passed_hand(position) == bool(passes)


@given(auctions())
def test_auction_survives_its_text(auction: Auction) -> None:
    again = Auction.parse(str(auction), auction.dealer, auction.vulnerability)
    assert again == auction
    assert hash(again) == hash(auction)
    assert Auction.of(auction.calls, auction.dealer, auction.vulnerability) == auction


@given(auctions(), st.data())
def test_auction_can_be_taken_back(auction: Auction, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(auction.calls)))
    earlier = auction.before(count)
    assert earlier.calls == auction.calls[:count]
    assert earlier.turn == auction.seat_of(count)
    for call in auction.calls[count:]:
        earlier = earlier.with_call(call)
    assert earlier == auction
    assert earlier.contract == auction.contract


@given(vulnerabilities)
def test_auctions_differ_by_dealer_and_vulnerability(vulnerability: Vulnerability) -> None:
    auction = Auction.of([PASS], Seat.NORTH, vulnerability)
    assert auction != Auction.of([PASS], Seat.EAST, vulnerability)
    assert (auction == Auction.of([PASS])) == (vulnerability is Vulnerability.NONE)


# Named auctions -------------------------------------------------------------------------------------------------------

ILLEGAL = [
    ("", "X", "no bid to double", "nobody has bid"),
    ("P", "XX", "no bid to redouble", "nobody has bid"),
    ("1S", "1S", "not higher than 1S", "the same bid"),
    ("1S", "1H", "not higher than 1S", "a lower strain"),
    ("1C-7N", "7S", "not higher than 7N", "nothing is higher than 7N"),
    ("1C-P", "X", "only a bid of the opponents", "partner's bid"),
    ("1C", "XX", "no double to redouble", "a redouble without a double"),
    ("1C-X", "X", "only a bid of the opponents", "the bid that was doubled is partner's"),
    ("1C-X-P", "X", "doubled already", "partner has doubled"),
    ("1C-X-XX", "XX", "redoubled already", "partner has redoubled"),
    ("1C-X-P-P-XX", "X", "doubled already", "redoubled by the right-hand opponent"),
    ("1C-X-P", "XX", "only a double by the opponents", "partner's own double"),
    ("P-P-P-P", "1C", "over", "passed out"),
    ("1C-P-P-P", "P", "over", "three passes after a bid"),
]


@pytest.mark.parametrize(("auction", "call", "message", "why"), ILLEGAL)
def test_illegal_call_says_why(auction: str, call: str, message: str, why: str) -> None:
    assert message in Auction.parse(auction).why_illegal(Call.parse(call)), why


@pytest.mark.parametrize(
    ("auction", "call", "why"),
    [
        ("P-P-P", "P", "three passes at the start do not end the auction: the fourth player may pass or bid"),
        ("1C-X", "XX", "the opponents doubled us"),
        ("1C-X-P-P", "XX", "the opener may redouble too"),
        ("1C-P-P", "X", "the opponents' bid, two passes back"),
        ("1C-X-1D", "X", "a new bid is not doubled"),
        ("7S-P-P", "7N", "one bid is still higher"),
    ],
)
def test_legal_call(auction: str, call: str, why: str) -> None:
    assert Auction.parse(auction).why_illegal(Call.parse(call)) == "", why


def test_finished_auction_has_no_legal_calls() -> None:
    assert Auction.parse("1C-P-P-P").legal_calls() == []


CONTRACTS = [
    ("P-P-P-P", "N", None, "passed out"),
    ("1S-P-4S-P-P-P", "N", "4♠ by North", "North was the first of the side to bid spades"),
    ("1H-P-1S-P-4S-P-P-P", "N", "4♠ by South", "responder bid spades first"),
    ("1S-2S-P-4S-X-P-P-P", "N", "4♠ doubled by East", "the other side's spades do not count"),
    ("1N-P-3N-P-P-P", "W", "3NT by West", "the dealer is West"),
    ("1C-X-XX-P-P-P", "E", "1♣ redoubled by East", "doubles belong to the last bid"),
    ("1C-X-1D-P-P-P", "S", "1♦ by North", "a bid takes the double away"),
    ("P-1D-P-1H-P-2H-P-P-P", "S", "2♥ by East", "leading passes shift the turn"),
]


@pytest.mark.parametrize(("text", "dealer", "contract", "why"), CONTRACTS)
def test_contract_and_declarer(text: str, dealer: str, contract: str | None, why: str) -> None:
    found = Auction.parse(text, Seat.parse(dealer)).contract
    assert (found and found.title) == contract, why


def test_contract_in_letters() -> None:
    assert str(Contract(4, Strain.SPADES, 1, Seat.NORTH)) == "4SX"
    assert str(Contract(3, Strain.NOTRUMP, 0, Seat.NORTH)) == "3N"


def test_title_of_a_contract_or_of_none() -> None:
    assert contract_title(Contract(4, Strain.SPADES, 1, Seat.WEST)) == "4♠ doubled by West"
    assert contract_title(None) == "passed out"


ROUNDS = [
    ("", "", 1, 1, 1, "the dealer is to open"),
    ("P-P", "", 1, 1, 3, "leading passes do not count for round and player"),
    ("P-P-P-1C", "1C", 1, 2, 1, "the dealer is again in first position"),
    ("1C", "1C", 1, 2, 2, "the opener is player 1"),
    ("P-1C-P-1H-P-2H-P", "1C-P-1H-P-2H-P", 2, 3, 4, "the second round, responder to call"),
    ("1C-P-1H-P", "1C-P-1H-P", 2, 1, 1, "the opener in the second round"),
]


@pytest.mark.parametrize(("text", "prior_bids", "round_", "player", "position", "why"), ROUNDS)
def test_round_player_and_position(
    text: str, prior_bids: str, round_: int, player: int, position: int, why: str
) -> None:
    auction = Auction.parse(text)
    found = (auction.prior_bids, auction.round, auction.player, auction.position)
    assert found == (prior_bids, round_, player, position), why


def test_passed_hand_is_one_that_passed_before_the_opening() -> None:
    auction = Auction.parse("P-P-1C-P-1H")
    assert [auction.passed_hand(position) for position in (1, 2, 3, 4)] == [True, True, False, False]


# Texts ----------------------------------------------------------------------------------------------------------------

CALL_TEXTS = {
    PASS: ["P", "p", "Pass", "PASS", " pass "],
    DOUBLE: ["X", "x", "D", "d", "Dbl", "Double"],
    REDOUBLE: ["XX", "xx", "R", "r", "Rdbl", "Redouble"],
    Call.bid(1, Strain.NOTRUMP): ["1N", "1n", "1NT", "1nt"],
    Call.bid(2, Strain.HEARTS): ["2H", "2h", "2♥"],
    Call.bid(7, Strain.CLUBS): ["7C", "7♣"],
}


@pytest.mark.parametrize(("call", "text"), [(call, text) for call, texts in CALL_TEXTS.items() for text in texts])
def test_call_is_read(call: Call, text: str) -> None:
    assert Call.parse(text) is call


@pytest.mark.parametrize("text", ["", "8C", "0C", "1", "C1", "1CC", "1T", "XXX", "1 C", "N", "NT", "pas"])
def test_text_that_is_not_a_call_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="is not a call"):
        Call.parse(text)


def test_every_call_survives_its_texts() -> None:
    for call in CALLS:
        assert Call.parse(str(call)) is Call.parse(call.letters) is Call.parse(call.title) is call


@pytest.mark.parametrize(
    ("call", "text", "letters", "title"),
    [
        (PASS, "P", "P", "Pass"),
        (DOUBLE, "X", "D", "Double"),
        (REDOUBLE, "XX", "R", "Redouble"),
        (Call.bid(1, Strain.HEARTS), "1H", "1H", "1♥"),
        (Call.bid(3, Strain.NOTRUMP), "3N", "3N", "3NT"),
    ],
)
def test_call_has_three_forms(call: Call, text: str, letters: str, title: str) -> None:
    """One for lists of calls, one for prior bids and patterns, one for the screen."""
    assert (str(call), call.letters, call.title) == (text, letters, title)


def test_bids_are_in_order() -> None:
    assert [bid.letters for bid in BIDS[:6]] == ["1C", "1D", "1H", "1S", "1N", "2C"]
    assert all(Call.bid(bid.level, bid.strain) is bid for bid in BIDS)


@pytest.mark.parametrize("text", ["1C-1S-P", "1c 1s p", "1C,1S,P", " 1♣ - 1♠ - Pass "])
def test_auction_is_read(text: str) -> None:
    assert str(Auction.parse(text)) == "1C-1S-P"


@pytest.mark.parametrize(
    ("text", "message", "span", "why"),
    [
        ("1C-1Z", "'1Z' is not a call", (3, 5), "no such call"),
        ("1C-P-1C", "1C is not higher than 1C", (5, 7), "an insufficient bid"),
        ("X", "no bid to double", (0, 1), "a double of nothing"),
        ("1C-P-P-P-1D", "over", (9, 11), "a call after the end"),
    ],
)
def test_bad_auction_is_refused_with_the_span(text: str, message: str, span: tuple[int, int], why: str) -> None:
    with pytest.raises(TextError) as caught:
        Auction.parse(text)
    assert message in caught.value.message, why
    assert caught.value.span == span, why


# (text, what it reads as, why)
WRITTEN_CONTRACTS = [
    ("4S", "4♠ by South", "undoubled"),
    ("3nx", "3NT doubled by South", "in either case"),
    ("7CXX", "7♣ redoubled by South", "redoubled"),
]


@pytest.mark.parametrize(("text", "title", "why"), WRITTEN_CONTRACTS)
def test_a_contract_is_read(text, title, why):
    contract = Contract.parse(text, "S")
    assert contract.title == title, why
    assert Contract.parse(str(contract), "S") == contract


@pytest.mark.parametrize("text", ["P", "X", "8S", "4", "4SXXX", ""])
def test_what_is_no_contract_is_refused(text):
    with pytest.raises(TextError):
        Contract.parse(text, "S")
