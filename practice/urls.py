"""The addresses of the pages of practice."""

from django.urls import path

from practice.ask import views as ask
from practice.drill import views as drill
from practice.guide import views as guide
from practice.home import views as home
from practice.my_boards import views as my_boards
from practice.review import views as review
from practice.settings import views as settings
from practice.shown import views as shown
from practice.table import views as table

app_name = "practice"
urlpatterns = [
    path("", home.home, name="home"),
    path("today/", home.today, name="today"),
    path("next/", home.next_deal, name="next"),
    path("first/", home.first, name="first"),
    path("guide/", guide.guide, name="guide"),
    path("settings/", settings.settings, name="settings"),
    path("settings/chip/", settings.chip, name="chip"),
    path("deal/<str:number>/", table.deal, name="deal"),
    path("deal/<str:number>/restart/", settings.restart, name="restart"),
    path("boards/", my_boards.my_boards, name="my_boards"),
    path("boards/export.<slug:file_format>", my_boards.export, name="export"),
    path("board/<slug:token>/", review.board, name="board"),
    path("board/<slug:token>/call/<int:index>/", review.board_call, name="board_call"),
    path("board/<slug:token>/double-dummy/", review.board_double_dummy, name="board_double_dummy"),
    path("board/<slug:token>/call/", table.call, name="call"),
    path("board/<slug:token>/shown/<int:count>/", shown.board_shown, name="board_shown"),
    path("board/<slug:token>/board.<slug:file_format>", my_boards.board_file, name="board_file"),
    path("board/<slug:token>/picture.svg", my_boards.board_picture, name="board_picture"),
    path("board/<slug:token>/hand-viewer/", my_boards.hand_viewer, name="hand_viewer"),
    path("board/<slug:token>/undo/", table.undo, name="undo"),
    path("board/<slug:token>/again/", table.again, name="again"),
    path("ask/", ask.ask, name="ask"),
    path("drill/", drill.drill, name="drill"),
    path("drill/next/", drill.next_question, name="drill_next"),
    path("drill/question/<str:number>/", table.drill_question, name="drill_question"),
    path("drill/deal/<str:number>/", table.drill_deal, name="drill_deal"),
]
