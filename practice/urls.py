"""The addresses of the pages of practice."""

from django.urls import path

from practice.ask import views as ask
from practice.basics import views as basics
from practice.drill import views as drill
from practice.guide import views as guide
from practice.home import views as home
from practice.learn import views as learn
from practice.my_boards import views as my_boards
from practice.partners import views as partners
from practice.reports import views as reports
from practice.review import views as review
from practice.set_results import views as set_results
from practice.sets import views as sets
from practice.settings import views as settings
from practice.shown import views as shown
from practice.simulator import views as simulator
from practice.table import views as table

app_name = "practice"
urlpatterns = [
    path("", home.home, name="home"),
    path("today/", home.today, name="today"),
    path("next/", home.next_deal, name="next"),
    path("first/", home.first, name="first"),
    path("guide/", guide.guide, name="guide"),
    path("board/<slug:token>/guide/", guide.begin, name="guide_begin"),
    path("basics/", basics.basics, name="basics"),
    path("words/", basics.words, name="words"),
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
    path("board/<slug:token>/call/<int:index>/verdict/", table.verdict, name="verdict"),
    path("board/<slug:token>/call/<int:index>/why/", table.why, name="why"),
    path("board/<slug:token>/after/<int:count>/meanings/", table.meanings, name="meanings"),
    path("board/<slug:token>/news/", table.news, name="news"),
    path("board/<slug:token>/shown/<int:count>/", shown.board_shown, name="board_shown"),
    path("board/<slug:token>/hint/", table.hint, name="hint"),
    path("board/<slug:token>/report/", reports.report, name="report"),
    path("board/<slug:token>/board.<slug:file_format>", my_boards.board_file, name="board_file"),
    path("board/<slug:token>/picture.svg", my_boards.board_picture, name="board_picture"),
    path("board/<slug:token>/hand-viewer/", my_boards.hand_viewer, name="hand_viewer"),
    path("board/<slug:token>/undo/", table.undo, name="undo"),
    path("board/<slug:token>/anew/", table.anew, name="anew"),
    path("board/<slug:token>/again/", table.again, name="again"),
    path("sets/", sets.sets, name="sets"),
    path("sets/new/", sets.new, name="set_new"),
    path("set/<slug:token>/", sets.board_set, name="set"),
    path("set/<slug:token>/join/", sets.join, name="set_join"),
    path("set/<slug:token>/board/<int:number>/", table.set_board, name="set_board"),
    path("set/<slug:token>/edit/<slug:secret>/", sets.edit, name="set_edit"),
    path("set/<slug:token>/edit/<slug:secret>/add/", sets.add, name="set_add"),
    path("set/<slug:token>/edit/<slug:secret>/file/<int:key>/", sets.choose, name="set_file"),
    path("set/<slug:token>/edit/<slug:secret>/dealing/", sets.dealing, name="set_dealing"),
    path("set/<slug:token>/edit/<slug:secret>/delete/", sets.delete, name="set_delete"),
    path("set/<slug:token>/edit/<slug:secret>/close/", sets.close, name="set_close"),
    path("set/<slug:token>/results/<slug:secret>/", set_results.results, name="set_results"),
    path("set/<slug:token>/results/<slug:secret>/export.<slug:file_format>", set_results.export, name="set_export"),
    path("set/<slug:token>/results/<slug:secret>/<slug:board>/", set_results.opened, name="set_opened"),
    path("set/<slug:token>/results/<slug:secret>/<slug:board>/comment/", set_results.comment, name="set_comment"),
    path("partners/", partners.partners, name="partners"),
    path("partners/<slug:token>/", partners.partnership, name="partnership"),
    path("partners/<slug:token>/join/", partners.join, name="partner_join"),
    path("partners/<slug:token>/begin/", partners.begin, name="shared_begin"),
    path("partners/<slug:token>/deal/<str:number>/", table.shared_board, name="shared_board"),
    path("reports/", reports.reports, name="reports"),
    path("reports/<int:pk>/<slug:state>/", reports.report_state, name="report_state"),
    path("ask/", ask.ask, name="ask"),
    path("simulator/", simulator.simulator, name="simulator"),
    path("simulator/field/<slug:name>/", simulator.field, name="simulator_field"),
    path("simulator/more/", simulator.more, name="simulator_more"),
    path("simulator/stop/", simulator.stop, name="simulator_stop"),
    path("simulator/keep/", simulator.keep, name="simulator_keep"),
    path("simulator/deals.pbn", simulator.deals, name="simulator_deals"),
    path("drill/", drill.drill, name="drill"),
    path("drill/next/", drill.next_question, name="drill_next"),
    path("drill/question/<str:number>/", table.drill_question, name="drill_question"),
    path("drill/deal/<str:number>/", table.drill_deal, name="drill_deal"),
    path("learn/", learn.topics, name="learn"),
    path("learn/misses/", learn.misses, name="misses"),
    path("learn/round/", learn.begin, name="round_begin"),
    path("learn/round/<slug:token>/", learn.round_summary, name="round"),
    path("learn/round/<slug:token>/next/", learn.round_next, name="round_next"),
    path("learn/<slug:slug>/", learn.topic, name="topic"),
]
