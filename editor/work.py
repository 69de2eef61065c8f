"""What other apps add to the editor's pages."""

from editor.conventions.remarks import register_remarks
from editor.people.playing import register_player
from editor.writing.sources import PracticedBoard, register_boards

__all__ = ["PracticedBoard", "register_boards", "register_player", "register_remarks"]
