"""The table as the student sees it. The other hands are not part of it while the auction lasts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bidbase.bidding.hints import STEPS
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Strain
from bidbase.meaning.disclosure import Meaning
from practice.ask.presenters import ask_query, lesson_query
from practice.boards.board import TableBoard
from practice.boards.feedback import Feedback, feedback_on
from practice.boards.models import StudentCall
from practice.boards.presenters import (
    AuctionTable,
    MadeCall,
    auction_table,
    slug_for_reader,
    systems_in_words,
)
from practice.drill.drill import DrillProgress
from practice.partners.presenters import PartnerAtTable, partner_at
from practice.sets.contents import SetPlace


@dataclass(frozen=True)
class Scene:
    """Everything a template needs to draw the table, and nothing that its reader may not know.

    `about_seats` says who sits where, which the head of the auction shows too, and `about_bidding` what is played.
    `news` are the calls since the student's last, or since the beginning. `legal` are the calls that may be made now;
    what these mean is worked out when the student looks, by `meanings_of`. `thinking` is the robot that keeps the
    student waiting; mostly blank. `partner` is the person in partner's seat, if one sits there, and `waiting` says that
    it is that person's turn. `hints` are those that the student has seen on their next call, None while these are
    worked out, and `ask_query` asks about this place. `system` is the slug of what the student plays; slug and query
    are blank where they may not read that system. `lesson_query` teaches the system the student's last call, or another
    one there, and `changed` says that a system says something else since. In an exam, `told` is False: there are no
    hints, nothing is said of calls, and none is taken back.
    """

    number: int
    token: str
    attempt: int
    about_seats: tuple[str, ...]
    about_bidding: tuple[str, ...]
    system: str
    hand: Hand
    auction: AuctionTable
    news: tuple[MadeCall, ...]
    legal: frozenset[Call]
    thinking: str
    partner: PartnerAtTable | None
    waiting: bool
    can_undo: bool
    feedback: Feedback | None
    hints: tuple[str, ...] | None
    ask_query: str
    lesson_query: str
    changed: bool
    told: bool
    drill: DrillProgress | None
    place: SetPlace | None

    @property
    def calls_made(self) -> int:
        """How many calls have been made: the table's forms say so, and count for nothing once there are more."""
        return len(self.auction.calls)

    @property
    def lowest_level(self) -> int:
        """The lowest level at which a bid is legal, 8 where none is; also while somebody else is to call."""
        last = self.auction.auction.last_bid
        return 1 if last is None else last.level + (last.strain is Strain.NOTRUMP)

    @property
    def own_turn(self) -> bool:
        """Whether the student is to call."""
        return not self.thinking and not self.waiting

    @property
    def more_hints(self) -> bool:
        """Whether there is another hint on the student's next call."""
        return self.told and self.own_turn and self.hints is not None and len(self.hints) < STEPS


def scene_of(
    board: TableBoard,
    table: Table,
    judged: Mapping[int, StudentCall],
    drill: DrillProgress | None,
    readable: Collection[int],
    hints: tuple[str, ...] | None = (),
    place: SetPlace | None = None,
) -> Scene:
    """The table of an open board: `judged` are the student's calls by index, `drill` how the board's drill stands.

    `readable` are the keys of the systems whose entries the student may see, `hints` those that they have seen on
    their next call, and `place` is the board's in its set.
    """
    auction = auction_table(board, table, judged if board.feedback else {}, readable)
    turn = auction.auction.turn
    system = slug_for_reader(board.systems[board.student], readable)
    return Scene(
        number=board.row.deal_number,
        token=board.row.token,
        attempt=board.row.attempt,
        about_seats=(
            f"You are {board.student.title}",
            f"{board.auction.dealer.title} deals",
            board.auction.vulnerability.words,
        ),
        about_bidding=_about_bidding(board),
        system=system,
        hand=board.own_hand,
        auction=auction,
        news=_news(board, auction),
        legal=frozenset(auction.auction.legal_calls() if turn is board.student else ()),
        thinking=turn.title if board.robots_turn else "",
        partner=partner_at(board),
        waiting=turn in board.people and turn is not board.student,
        can_undo=_can_undo(board, auction, judged),
        feedback=feedback_on(board, table, judged, max(judged), readable) if judged and board.feedback else None,
        hints=hints,
        ask_query=_question(board, auction, system),
        lesson_query=_lesson(board, judged, system),
        changed=bool(judged) and not board.row.in_exam and _has_changed(board),
        told=not board.row.in_exam,
        drill=drill,
        place=place,
    )


@dataclass(frozen=True)
class Meanings:
    """What the calls of an auction mean by agreement: each that was made, and those that the student can make.

    `agreed` are the calls that the student's system knows at their turn; about the other legal ones there is no
    agreement. `system` is its slug, blank where they may not read it. In an exam, `told` is False: then they are told
    what the others' calls mean, and no more.
    """

    made: tuple[tuple[MadeCall, Meaning], ...]
    agreed: tuple[Meaning, ...]
    system: str
    told: bool


def meanings_of(board: TableBoard, table: Table, auction: Auction, readable: Collection[int]) -> Meanings:
    """What the calls of this auction mean, which is that of the board or the beginning of it."""
    told = not board.row.in_exam
    made = auction_table(board, table, {}, readable).calls[: len(auction.calls)]
    calls = [each for each in made if told or each.seat is not board.student]
    own_turn = told and auction.turn is board.student and not auction.finished
    return Meanings(
        tuple((made, table.meaning(auction.before(made.index), made.call)) for made in calls),
        tuple(meaning for meaning in table.meanings(auction).values() if meaning.offered) if own_turn else (),
        slug_for_reader(board.systems[board.student], readable),
        told,
    )


def _about_bidding(board: TableBoard) -> tuple[str, ...]:
    """The scoring, the systems, and how the robots bid where it is not as usual."""
    unusual = [("Silent opponents", board.row.opponents_silent), ("Robots think", board.row.robots_think)]
    return (board.row.get_scoring_display(), systems_in_words(board.row), *(words for words, so in unusual if so))


def _news(board: TableBoard, auction: AuctionTable) -> tuple[MadeCall, ...]:
    """The calls since the student's last, or since the beginning."""
    own = [made.index for made in auction.calls if made.seat is board.student]
    return auction.calls[own[-1] + 1 if own else 0 :]


def _question(board: TableBoard, auction: AuctionTable, system: str) -> str:
    """Asks about this place: with the hand at the student's turn, else what each call means. Blank without a system."""
    if not system:
        return ""
    hand = board.own_hand if auction.auction.turn is board.student else None
    return ask_query(hand, auction.auction, board.scoring, system, board.row.robots_think)


def _can_undo(board: TableBoard, auction: AuctionTable, judged: Mapping[int, StudentCall]) -> bool:
    """Whether the student may take back a call.

    When it is the student's turn again, a person for partner has called since: then the student's call stands.
    """
    turn = auction.auction.turn
    if board.row.in_exam:
        return False
    if board.row.partnership is None:
        return bool(judged) and turn is board.student
    if board.row.partnership.alone:
        return turn in board.people and any(made.seat in board.people for made in auction.calls[board.row.given :])
    return bool(judged) and turn in board.people and turn is not board.student


def _lesson(board: TableBoard, judged: Mapping[int, StudentCall], system: str) -> str:
    """How the system is taught the student's last call, or another one there; blank before they have called."""
    if not judged or not system:
        return ""
    index, row = max(judged.items())
    before, theirs = board.auction.before(index), board.row.their_system.slug
    asked = ask_query(board.own_hand, before, board.scoring, system)
    wanted = Call.parse(row.call) if row.call != row.expected else None
    return lesson_query(asked, wanted, against=theirs if theirs != system else "")


def _has_changed(board: TableBoard) -> bool:
    """Whether one of the systems has changed since the last call at an open board."""
    played = [(board.row.our_system, board.row.our_revision), (board.row.their_system, board.row.their_revision)]
    if board.row.partner_system is not None:
        played.append((board.row.partner_system, board.row.partner_revision or 0))
    return any(system.revision != revision for system, revision in played)
