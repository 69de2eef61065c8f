"""Score sheets of rubber and four-deal bridge, against published examples and the Laws of Rubber Bridge."""

from collections.abc import Iterable
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.game.auction import Contract
from bidbase.game.cards import Deal, Seat, Side, Strain, Vulnerability
from bidbase.game.rubber import Chicago, Reason, Rubber, ScoreLine, ScoreSheet, honors_of
from bidbase.game.scoring import duplicate_score, game_points
from tests.engine.making import make_contract

NS, EW = Side
Sheet = TypeVar("Sheet", Rubber, Chicago)


def play(sheet: Sheet, *deals: str) -> Sheet:
    """The sheet after deals written `declarer contract tricks`, as in `N 4SX 9`."""
    for deal in deals:
        declarer, contract, tricks = deal.split()
        sheet = sheet.with_deal(make_contract(contract, Seat.parse(declarer)), int(tricks))
    return sheet


def totals(sheet: ScoreSheet) -> tuple[int, int]:
    return sheet.total(NS), sheet.total(EW)


def column(lines: Iterable[ScoreLine], side: Side, below: bool) -> list[int]:
    return [line.points for line in lines if line.side is side and line.below is below]


# Rubbers


def test_a_rubber_line_by_line() -> None:
    # "Rubber bridge scoring", slideplayer.com/slide/2812193, the first six deals; J&H are North-South here
    rubber = play(Rubber(), "N 2H 10", "E 4SX 8", "E 3N 10")
    assert rubber.vulnerability is Vulnerability.EW
    assert rubber.part_score(NS) == 0, "the opponents' game has wiped it out"
    rubber = play(rubber, "E 3S 9", "W 2D 6")
    assert rubber.part_score(EW) == 90
    rubber = play(rubber, "S 6HX 13")
    assert rubber.vulnerability is Vulnerability.BOTH
    assert column(rubber.lines, NS, below=True) == [60, 360]
    assert column(rubber.lines, NS, below=False) == [60, 300, 200, 100, 50, 500]
    assert column(rubber.lines, EW, below=True) == [100, 90]
    assert column(rubber.lines, EW, below=False) == [30]
    assert [line.game for line in rubber.lines if line.below] == [1, 1, 2, 2]


def test_a_side_may_win_the_rubber_and_lose_on_points() -> None:
    # Bridge Primer, "Bridge Scoring Example 2" (the major of the second deal is not named there)
    rubber = play(Rubber(), "W 7N 13", "N 4S 11", "S 3N 10")
    assert rubber.finished
    assert totals(rubber) == (780, 1220)


def test_a_part_score_and_a_doubled_game() -> None:
    # Nikki Katz, "The Book of Card Games", sample scoring sheet, deals (a) to (e); We are North-South
    rubber = play(Rubber(), "N 3H 10", "E 4C 9", "E 3DX 9", "N 2N 7", "S 4S 10")
    assert column(rubber.lines, NS, below=True) == [90, 120]
    assert column(rubber.lines, NS, below=False) == [30, 50]
    assert column(rubber.lines, EW, below=True) == [120]
    assert column(rubber.lines, EW, below=False) == [50, 50]


def test_two_games_to_none() -> None:
    # High Lane U3A, bridge course, question 29: a game, 70 and 60 on, and 20 and 60 above; then 1NT makes.
    # The contracts behind these points are ours.
    rubber = play(Rubber(), "N 5C 12", "E 2H 10", "S 2N 8")
    assert column(rubber.lines, NS, below=True) == [100, 70]
    assert column(rubber.lines, EW, below=False) == [60]
    assert totals(play(rubber, "N 1N 7")) == (930, 120)


# deal, honors on it, and the lines that it adds; by hand from Laws 72 to 74 and 81
LAST_DEALS = [
    ("1C 7", None, [(NS, Reason.TRICKS, 20)]),
    ("1N 7", None, [(NS, Reason.TRICKS, 40)]),
    ("2NX 9", None, [(NS, Reason.TRICKS, 140), (NS, Reason.OVERTRICKS, 100), (NS, Reason.INSULT, 50)]),
    ("1SXX 8", None, [(NS, Reason.TRICKS, 120), (NS, Reason.OVERTRICKS, 200), (NS, Reason.INSULT, 100)]),
    ("6D 12", None, [(NS, Reason.TRICKS, 120), (NS, Reason.SLAM, 500)]),
    ("7N 13", (NS, 150), [(NS, Reason.TRICKS, 220), (NS, Reason.SLAM, 1000), (NS, Reason.HONORS, 150)]),
    ("4S 9", (NS, 100), [(EW, Reason.UNDERTRICKS, 50), (NS, Reason.HONORS, 100)]),
    ("4SX 7", (EW, 100), [(EW, Reason.UNDERTRICKS, 500), (EW, Reason.HONORS, 100)]),
    ("4SX 6", None, [(EW, Reason.UNDERTRICKS, 800)]),
]


@pytest.mark.parametrize(("deal", "honors", "lines"), LAST_DEALS)
def test_the_lines_of_one_deal(
    deal: str, honors: tuple[Side, int] | None, lines: list[tuple[Side, Reason, int]]
) -> None:
    contract, tricks = deal.split()
    rubber = Rubber().with_deal(make_contract(contract), int(tricks), honors)
    assert [(line.side, line.reason, line.points) for line in rubber.lines] == lines


@pytest.mark.parametrize(
    ("deals", "reason", "points"),
    [
        ("N 3N 9, N 6S 12", Reason.SLAM, 750),
        ("N 3N 9, N 7S 13", Reason.SLAM, 1500),
        ("N 3N 9, S 1CX 9", Reason.OVERTRICKS, 400),
        ("N 3N 9, N 4S 8", Reason.UNDERTRICKS, 200),
        ("N 3N 9, N 4SX 8", Reason.UNDERTRICKS, 500),
        ("E 3N 9, N 4S 8", Reason.UNDERTRICKS, 100),
        ("N 3N 9, S 4H 10", Reason.RUBBER, 700),
        ("N 3N 9, E 3N 9, S 4H 10", Reason.RUBBER, 500),
        ("N 2S 8, S 1N 7, N 3N 9", Reason.RUBBER, 700),
    ],
)
def test_a_side_with_a_game_is_vulnerable_and_with_two_wins_the_rubber(deals: str, reason: Reason, points: int) -> None:
    rubber = play(Rubber(), *deals.split(", "))
    assert {line.reason: line.points for line in rubber.lines}[reason] == points


@pytest.mark.parametrize(
    ("deals", "premiums"),
    [
        # Law 80, by hand
        ("", []),
        ("N 3N 9", [(NS, 300)]),
        ("E 2S 8", [(EW, 100)]),
        ("N 3N 9, N 2S 8", [(NS, 300), (NS, 100)]),
        ("N 3N 9, E 2S 8", [(NS, 300), (EW, 100)]),
        ("N 3N 9, E 3N 9", []),
        ("N 2S 8, E 2S 8", []),
        ("N 2S 8, E 3N 9", [(EW, 300)]),  # the part-score belongs to a game that is over
    ],
)
def test_an_unfinished_rubber(deals: str, premiums: list[tuple[Side, int]]) -> None:
    rubber = play(Rubber(), *filter(None, deals.split(", ")))
    sheet = rubber.abandoned()
    assert [(line.side, line.points) for line in sheet.lines[len(rubber.lines) :]] == premiums
    assert not any(line.below for line in sheet.lines[len(rubber.lines) :])


def test_a_finished_rubber_takes_no_more_deals() -> None:
    rubber = play(Rubber(), "N 3N 9", "N 3N 9")
    with pytest.raises(ValueError, match="finished"):
        play(rubber, "N 3N 9")
    with pytest.raises(ValueError, match="finished"):
        rubber.abandoned()


@pytest.mark.parametrize(
    ("contract", "tricks", "honors", "message"),
    [
        ("4S", 14, None, "tricks are 0 to 13"),
        ("4S", -1, None, "tricks are 0 to 13"),
        ("4S", 10, (NS, 50), "no honors in spades are worth 50 points"),
        ("3N", 9, (EW, 100), "no honors in notrump are worth 100 points"),
    ],
)
@pytest.mark.parametrize("sheet", [Rubber(), Chicago()])
def test_impossible_results_are_refused(
    sheet: Rubber | Chicago, contract: str, tricks: int, honors: tuple[Side, int] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        sheet.with_deal(make_contract(contract), tricks, honors)


# Honors: Law 81, by hand

HONOR_DEAL = Deal.parse("N:AKQJT.A432.432.2 432.KQJT.AKQJ.43 98.987.T98.AKQJT 765.65.765.98765")
FOUR_ACES = Deal.parse("E:A432.A43.A43.A43 KQJT.2.KQJT.KQJT 98.KQJT987.98.98 765.65.7652.7652")


@pytest.mark.parametrize(
    ("deal", "strain", "honors"),
    [
        (HONOR_DEAL, Strain.SPADES, (NS, 150)),
        (HONOR_DEAL, Strain.HEARTS, (EW, 100)),  # without the ace
        (HONOR_DEAL, Strain.DIAMONDS, (EW, 100)),  # without the ten
        (HONOR_DEAL, Strain.CLUBS, (NS, 150)),  # in dummy or a defender's hand they count as well
        (HONOR_DEAL, Strain.NOTRUMP, None),
        (FOUR_ACES, Strain.NOTRUMP, (EW, 150)),
        (FOUR_ACES, Strain.HEARTS, (EW, 100)),
        (FOUR_ACES, Strain.SPADES, (NS, 100)),
    ],
)
def test_honors(deal: Deal, strain: Strain, honors: tuple[Side, int] | None) -> None:
    assert honors_of(deal, strain) == honors


# Chicago


def test_the_deal_decides_vulnerability_at_chicago() -> None:
    # American Contract Bridge League, "How to keep score: Chicago"
    sheet = Chicago(first_dealer=Seat.EAST)
    seen = []
    for _ in range(4):
        seen.append((sheet.dealer, sheet.vulnerability))
        sheet = play(sheet, "N 1C 6")
    assert seen == [
        (Seat.EAST, Vulnerability.NONE),
        (Seat.SOUTH, Vulnerability.NS),
        (Seat.WEST, Vulnerability.EW),
        (Seat.NORTH, Vulnerability.BOTH),
    ]
    assert sheet.finished
    with pytest.raises(ValueError, match="all four deals have been played"):
        play(sheet, "N 1C 6")


@pytest.mark.parametrize(
    ("deals", "score"),
    [
        # American Contract Bridge League, "How to keep score: Chicago": two of a major making three is 90,
        # four hearts vulnerable 620, and a part-score on the fourth deal that completes no game 100
        ("N 2H 9", (90, 0)),
        ("N 1C 6, W 4H 10", (0, 50 + 620)),
        ("N 1C 6, N 1C 6, N 1C 6, N 2H 9", (190, 50 + 50 + 100)),
        # David Stevenson: 60 and then 40 make a game at the vulnerability of the second deal; the opponents' game
        # between them takes the 60 away
        ("N 2S 8, S 1N 7", (60 + 40 + 300, 0)),
        ("N 2S 8, E 1N 7, S 1N 7", (60 + 40 + 500, 40)),
        ("N 2S 8, E 3N 9, S 1N 7", (60 + 40, 100 + 500)),
        # By hand
        ("N 3N 10", (430, 0)),
        ("N 6S 12", (180 + 300 + 500, 0)),
        ("N 2SX 9", (120 + 100 + 50 + 300, 0)),
        ("N 1C 6, N 1C 6, N 2S 8, S 2S 8", (60 + 60 + 500, 50 + 50)),
        ("N 1C 6, E 1C 6, E 2S 8, S 2S 8", (100 + 60 + 100, 50 + 60)),
        ("N 2S 8, N 1C 6, N 1C 6, N 1C 6", (60, 50 + 100 + 100)),
    ],
)
def test_chicago(deals: str, score: tuple[int, int]) -> None:
    assert totals(play(Chicago(), *deals.split(", "))) == score


# Properties

DealResult = tuple[Contract, int]


@st.composite
def results(draw: st.DrawFn) -> DealResult:
    """A contract, and tricks near the number that it needs."""
    contract = Contract(
        draw(st.integers(1, 7)), draw(st.sampled_from(Strain)), draw(st.integers(0, 2)), draw(st.sampled_from(Seat))
    )
    return contract, draw(st.integers(max(0, contract.level + 4), min(13, contract.level + 8)))


@given(st.lists(results(), max_size=30))
def test_every_sheet_of_a_rubber_adds_up(deals: list[DealResult]) -> None:
    rubber = Rubber()
    for contract, tricks in deals:
        if rubber.finished:
            break
        before, rubber = rubber, rubber.with_deal(contract, tricks)
        added = rubber.lines[len(before.lines) :]
        assert rubber.lines[: len(before.lines)] == before.lines, "earlier lines stay as they are"
        assert all(line.points > 0 for line in added)
        assert rubber.games(NS) + rubber.games(EW) == rubber.game - 1
        for side in Side:
            assert rubber.part_score(side) < 100
            assert rubber.vulnerability.of(side) == (rubber.games(side) > 0)
            both = column(rubber.lines, side, below=True) + column(rubber.lines, side, below=False)
            assert rubber.total(side) == sum(both)
        assert rubber.finished == any(line.reason is Reason.RUBBER for line in rubber.lines)

        # The deal itself is worth what it is in duplicate, without the premiums that only duplicate gives.
        side = contract.declarer.side
        vulnerable = before.vulnerability.of(side)
        worth = sum(line.points if line.side is side else -line.points for line in added)
        worth -= sum(line.points for line in added if line.reason is Reason.RUBBER)
        if tricks >= contract.level + 6:
            worth += game_points(vulnerable) if sum(line.points for line in added if line.below) >= 100 else 50
        assert worth == duplicate_score(contract, tricks, vulnerable)


@given(st.lists(results(), max_size=4))
def test_sides_are_treated_alike(deals: list[DealResult]) -> None:
    sheets: list[tuple[ScoreSheet, ScoreSheet]] = []
    rubber, turned = Rubber(), Rubber()
    chicago, turned_chicago = Chicago(), Chicago(first_dealer=Seat.EAST)
    for contract, tricks in deals:
        other = Contract(contract.level, contract.strain, contract.doubled, contract.declarer.plus(1))
        chicago, turned_chicago = chicago.with_deal(contract, tricks), turned_chicago.with_deal(other, tricks)
        if not rubber.finished:
            rubber, turned = rubber.with_deal(contract, tricks), turned.with_deal(other, tricks)
        sheets += [(rubber, turned), (chicago, turned_chicago)]
    for sheet, other_sheet in sheets:
        assert totals(sheet) == totals(other_sheet)[::-1]


@given(st.lists(results(), min_size=4, max_size=4))
def test_a_game_at_chicago_scores_as_in_duplicate(deals: list[DealResult]) -> None:
    sheet = Chicago()
    for contract, tricks in deals:
        before, sheet = sheet, sheet.with_deal(contract, tricks)
        side = contract.declarer.side
        gained = (sheet.total(side) - before.total(side)) - (sheet.total(side.other) - before.total(side.other))
        added = sheet.lines[len(before.lines) :]
        if tricks < contract.level + 6 or sum(line.points for line in added if line.below) >= 100:
            assert gained == duplicate_score(contract, tricks, before.vulnerability.of(side))
        assert sum(line.reason is Reason.GAME for line in added) == sheet.game - before.game
