"""What a guest has becomes that of an account: nothing of either is lost, whatever both have of the same."""

from datetime import UTC, datetime, timedelta

import pytest
from fsrs import Card
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from editor.models import SystemRow
from practice.boards.into_account import move_boards
from practice.boards.selectors import latest_board
from practice.learn.into_account import move_learning
from practice.learn.services import remember
from practice.models import BoardSet, CallReport, JudgedCall, Participant, StudentBoard, TopicMemory
from practice.reports.into_account import move_reports
from practice.sets.into_account import move_sets

GUEST, ACCOUNT = "guest", "user 7"
START = datetime(2026, 1, 1, tzinfo=UTC)

# Of a deal: how many attempts are finished, and whether one is open (None: no), with a call (True) or without.
attempts_at_a_deal = st.tuples(st.integers(0, 3), st.sampled_from([None, True, False]), st.integers(0, 9))
# Something to remember (the topic, the level and the agreement), whether it was right (None: with hints), and minutes.
ASKED = [("stayman", 1, ""), ("stayman", 1, "1N-P/1"), ("stayman", 2, "1N-P/2"), ("transfers", 1, "")]
reviews = st.lists(
    st.tuples(
        st.sampled_from([GUEST, ACCOUNT]),
        st.sampled_from(ASKED),
        st.sampled_from([True, False, None]),
        st.integers(1, 60_000),
    ),
    max_size=12,
)


def system() -> SystemRow:
    return SystemRow.objects.get_or_create(slug="small", defaults={"title": "Small"})[0]


def make_board(owner: str, number: int = 1, attempt: int = 1, **fields) -> StudentBoard:
    played = {"our_system": system(), "their_system": system(), "our_revision": 1, "their_revision": 1}
    return StudentBoard.objects.create(
        owner_key=owner, deal_number=number, attempt=attempt, seat="S", scoring="IMP", **played | fields
    )


def make_attempts(owner: str, finished: int, is_open: bool | None, touched: int, **same) -> set[str]:
    """Attempts at a deal; the tokens of those on which something was bid."""
    made = [make_board(owner, attempt=number, finished_at=START, **same) for number in range(1, finished + 1)]
    if is_open is not None:
        verdict = "agrees" if is_open else ""
        left = make_board(owner, attempt=finished + 1, first_verdict=verdict, **same)
        StudentBoard.objects.filter(pk=left.pk).update(updated_at=START + timedelta(minutes=touched))
        made += [left] if is_open else []
    return {board.token for board in made}


class NothingIsLost(TestCase):
    @given(guests=attempts_at_a_deal, accounts=attempts_at_a_deal, kind=st.sampled_from(["table", "drill", "set"]))
    def test_attempts_at_one_deal_are_numbered_together(self, guests, accounts, kind):
        board_set = BoardSet.objects.create(owner_key="club", title="Club", our_system=system(), their_system=system())
        in_set = board_set.boards.create(number=1, deal_number=1, seat="S")
        kinds: dict[str, dict] = {"table": {}, "drill": {"drill": "system=small"}, "set": {"set_board": in_set}}
        same = kinds[kind]
        theirs = make_attempts(GUEST, *guests, **same)
        own = make_attempts(ACCOUNT, *accounts, **same)
        numbers = {board.token: board.attempt for board in StudentBoard.objects.filter(owner_key=ACCOUNT)}

        move_boards(guest=GUEST, account=ACCOUNT)

        boards = StudentBoard.objects.filter(owner_key=ACCOUNT).order_by("attempt")
        assert not StudentBoard.objects.filter(owner_key=GUEST).exists()
        assert theirs | own <= {board.token for board in boards}, "what was bid is kept"
        assert [board.attempt for board in boards] == [*range(1, len(boards) + 1)]
        finished = [board.finished for board in boards]
        assert finished == sorted(finished, reverse=True), "what is open comes last"
        assert all(numbers[board.token] == board.attempt for board in boards if board.finished and board.token in own)
        left_open = [board for board in boards if not board.finished]
        assert len(left_open) == 1 or all(board.first_verdict for board in left_open), "an empty board is in no way"
        assert left_open == sorted(left_open, key=lambda board: board.updated_at)
        assert bool(left_open) == (guests[1] is not None or accounts[1] is not None)

    @given(reviews)
    def test_a_topic_is_planned_as_if_one_had_made_all_calls(self, made):
        boards = {owner: make_board(owner) for owner in (GUEST, ACCOUNT, "both")}
        moment = START
        for index, (owner, asked, right, minutes) in enumerate(made):
            moment += timedelta(minutes=minutes)
            for who in (owner, "both"):
                count(boards[who], index, asked, right, moment)

        move_learning(guest=GUEST, account=ACCOUNT)

        memories, expected = remembered(ACCOUNT), remembered("both")
        assert memories == expected
        assert JudgedCall.objects.filter(owner_key=ACCOUNT).count() == len(made)
        assert not JudgedCall.objects.filter(owner_key=GUEST).exists()
        assert not TopicMemory.objects.filter(owner_key=GUEST).exists()


def remembered(owner: str) -> dict[tuple[str, int, str], Card]:
    memories = TopicMemory.objects.filter(owner_key=owner)
    return {(memory.topic, memory.level, memory.agreement): memory.card for memory in memories}


def count(board: StudentBoard, index: int, asked: tuple[str, int, str], right: bool | None, moment: datetime) -> None:
    """Count a call as `count_call` does, at a moment."""
    topic, level, agreement = asked
    counted = JudgedCall.objects.create(
        board=board,
        index=index,
        owner_key=board.owner_key,
        system=board.our_system,
        topic=topic,
        level=level,
        agreement=agreement,
        call="2C",
        expected="2C",
        right=right,
        made_at=moment,
    )
    remember(counted)


def test_boards_of_different_deals_move_as_they_are(db):
    make_board(GUEST, 1), make_board(ACCOUNT, 2), make_board(GUEST, 2, drill="system=small")
    move_boards(guest=GUEST, account=ACCOUNT)
    moved = StudentBoard.objects.filter(owner_key=ACCOUNT).values_list("deal_number", "drill", "attempt")
    assert sorted(moved) == [(1, "", 1), (2, "", 1), (2, "system=small", 1)]


def test_the_table_shows_an_open_board_before_finished_ones(db):
    """Where two were open, the other one is there when the first is finished."""
    make_attempts(ACCOUNT, 0, True, 1)
    make_attempts(GUEST, 0, True, 2)
    move_boards(guest=GUEST, account=ACCOUNT)
    first = latest_board(ACCOUNT, 1)
    assert first.attempt == 2, "touched last"
    StudentBoard.objects.filter(pk=first.pk).update(finished_at=START)
    assert latest_board(ACCOUNT, 1).attempt == 1


# What an open board can have on it before its first call.
LEFT_ON_BOARDS = {
    "a hint": lambda board: StudentBoard.objects.filter(pk=board.pk).update(hints={"": 1}),
    "a report": lambda board: report(board, board.owner_key),
}


@pytest.mark.parametrize("owner", [GUEST, ACCOUNT])
@pytest.mark.parametrize("left", LEFT_ON_BOARDS)
def test_an_open_board_without_a_call_stays_for_what_is_left_on_it(db, left, owner):
    """Of the two boards it is the one that was touched first, which goes where it is empty."""
    board = make_board(owner)
    LEFT_ON_BOARDS[left](board)
    make_board(GUEST if owner == ACCOUNT else ACCOUNT)
    move_boards(guest=GUEST, account=ACCOUNT)
    assert [(left.token, left.owner_key) for left in StudentBoard.objects.all()] == [(board.token, ACCOUNT)]


def report(board: StudentBoard, owner: str, note: str = "") -> None:
    CallReport.objects.create(board=board, index=0, call="P", position={}, owner_key=owner, note=note)


@pytest.mark.parametrize(
    ("earlier", "later", "kept"),
    [("earlier", "later", "later"), ("earlier", "", "earlier"), ("", "later", "later")],
)
@pytest.mark.parametrize("first", [GUEST, ACCOUNT])
def test_of_two_reports_of_a_call_the_later_stays(db, first, earlier, later, kept):
    board = make_board("somebody", finished_at=START)
    report(board, first, earlier)
    report(board, GUEST if first == ACCOUNT else ACCOUNT, later)
    move_reports(guest=GUEST, account=ACCOUNT)
    assert [(row.owner_key, row.note) for row in CallReport.objects.all()] == [(ACCOUNT, kept)]


def test_reports_of_other_boards_and_calls_stay(db):
    first, second = (make_board("somebody", number, finished_at=START) for number in (1, 2))
    report(first, ACCOUNT)
    report(second, GUEST)
    CallReport.objects.create(board=first, index=0, call="1C", position={}, owner_key=GUEST)
    move_reports(guest=GUEST, account=ACCOUNT)
    kept = CallReport.objects.order_by("pk").values_list("board", "call", "owner_key")
    assert list(kept) == [(first.pk, "P", ACCOUNT), (second.pk, "P", ACCOUNT), (first.pk, "1C", ACCOUNT)]


def test_who_takes_part_twice_keeps_the_nickname_of_the_account(db):
    both, one = (
        BoardSet.objects.create(owner_key="club", title="Club", our_system=system(), their_system=system())
        for _ in range(2)
    )
    both.participants.create(owner_key=ACCOUNT, nickname="Ann")
    both.participants.create(owner_key=GUEST, nickname="Annie")
    both.participants.create(owner_key="bob", nickname="Bob")
    one.participants.create(owner_key=GUEST, nickname="Annie")
    move_sets(guest=GUEST, account=ACCOUNT)
    places = Participant.objects.order_by("pk").values_list("board_set", "owner_key", "nickname")
    assert list(places) == [(both.pk, ACCOUNT, "Ann"), (both.pk, "bob", "Bob"), (one.pk, ACCOUNT, "Annie")]
