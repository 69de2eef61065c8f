"""What the templates are shown of a board, from the same pieces as the views put together."""

from bidbase.game.cards import SEATS
from bidbase_web.jobs.selectors import result_of as work_done
from practice.boards.models import StudentBoard
from practice.boards.robots import robot_table
from practice.boards.selectors import student_calls
from practice.double_dummy.selectors import analysis_of
from practice.review.presenters import Review, review_of, student_turns
from practice.review.results import Result, result_of
from practice.shown.pictures import DrawPictures, drawing_of_json
from practice.shown.presenters import Pictures, pictures_of
from practice.table.presenters import Scene, scene_of
from tests.working import patiently


def systems(board: StudentBoard) -> set[int]:
    """The keys of all systems that are played: the reader may read them."""
    return {board.system_of(seat).pk for seat in SEATS}


def scene(board: StudentBoard) -> Scene:
    return scene_of(board, robot_table(board), student_calls(board), drill=None, readable=systems(board))


def review(board: StudentBoard, index: int | None = None) -> Review:
    return patiently(lambda: review_of(board, robot_table(board), student_calls(board), index, systems(board)))


def result(board: StudentBoard) -> Result:
    analysis = analysis_of(board.deal, board.dealer, board.vulnerability)
    if analysis is None:
        return Result("")
    table, judged = robot_table(board), student_calls(board)
    turns = patiently(lambda: student_turns(board, table, judged))
    return result_of(board, analysis, review(board).robots.auction, turns)


def pictures(board: StudentBoard, count: int) -> Pictures:
    auction = board.auction.before(count)
    drawing = drawing_of_json(patiently(lambda: work_done(DrawPictures.of(board, auction))))
    return pictures_of(board, robot_table(board), auction, drawing)
