"""What the templates are shown of a board, from the same pieces as the views put together."""

from bidbase_web.jobs.selectors import result_of as work_done
from practice.boards.board import TableBoard
from practice.boards.robots import ToCome, robot_table
from practice.boards.selectors import student_calls
from practice.double_dummy.selectors import analysis_of
from practice.review.presenters import Review, review_of, student_turns
from practice.review.results import Result, result_of
from practice.shown.pictures import DrawPictures
from practice.shown.presenters import Pictures, pictures_of
from practice.table.presenters import Scene, scene_of
from tests.working import do, patiently


def systems(board: TableBoard) -> set[int]:
    """The keys of all systems that are played: the reader may read them."""
    return {system.pk for system in board.systems}


def scene(board: TableBoard) -> Scene:
    return scene_of(board, robot_table(board), student_calls(board), drill=None, readable=systems(board))


def review(board: TableBoard, index: int | None = None) -> Review:
    """The review, when workers have done all that it needs."""
    made = review_at_once(board, index)
    while to_come := [part for part in (made.selected.explanation, made.robots) if isinstance(part, ToCome)]:
        do(to_come[0].job)
        made = review_at_once(board, index)
    return made


def review_at_once(board: TableBoard, index: int | None = None) -> Review:
    return review_of(board, robot_table(board), student_calls(board), index, systems(board))


def result(board: TableBoard) -> Result:
    analysis = analysis_of(board.deal, board.auction.dealer, board.auction.vulnerability)
    if analysis is None:
        return Result("")
    robots, table, judged = review(board).robots, robot_table(board), student_calls(board)
    while isinstance(turns := student_turns(board, table, judged), ToCome):
        do(turns.job)
    assert not isinstance(robots, ToCome)
    return result_of(board, analysis, robots.auction, turns)


def pictures(board: TableBoard, count: int) -> Pictures:
    auction = board.auction.before(count)
    drawing = patiently(lambda: work_done(DrawPictures.of(board, auction)))
    return pictures_of(board, robot_table(board), auction, drawing)
