"""What the editor's pages have from practice: the functions that `editor.practice.Practice` names."""

from practice.boards.selectors import boards_for_editor as practiced_boards
from practice.drill.selectors import remarks_on
from practice.settings.access import play

__all__ = ["play", "practiced_boards", "remarks_on"]
