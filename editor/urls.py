"""The addresses of the editor's pages."""

from django.urls import path

from editor.auction import views as auction
from editor.booklet import views as booklet
from editor.card import views as card
from editor.compare import views as compare
from editor.conventions import views as conventions
from editor.entries import views as entries
from editor.files import views as files
from editor.grid import views as grid
from editor.reference import views as reference
from editor.runs import views as runs
from editor.search import views as search
from editor.systems import views as systems
from editor.writing import views as writing

app_name = "editor"
urlpatterns = [
    path("", systems.systems, name="systems"),
    path("reference/fields/", reference.fields, name="fields"),
    path("reference/fields/<slug:name>/", reference.field, name="field"),
    path("work/<int:pk>/cancel/", runs.cancel, name="cancel_run"),
    path("files/new/", files.new, name="new_from_file"),
    path("files/<int:pk>/", files.merge, name="merge"),
    path("files/<int:pk>/done/", files.done, name="merge_done"),
    path("<slug:slug>/", auction.system, name="system"),
    path("<slug:slug>/entry/<path:ref>/", entries.entry, name="entry"),
    path("<slug:slug>/write/new/", writing.new, name="write_new"),
    path("<slug:slug>/write/check/", writing.check, name="write_check"),
    path("<slug:slug>/write/changes/", writing.changes, name="write_changes"),
    path("<slug:slug>/write/drafts/", writing.drafts, name="drafts"),
    path("<slug:slug>/write/drafts/<int:pk>/drop/", writing.drop_draft, name="drop_draft"),
    path("<slug:slug>/write/changed/<int:number>/", writing.changed, name="changed"),
    path("<slug:slug>/write/entry/<path:ref>/", writing.edit, name="write"),
    path("<slug:slug>/write/remove/<path:ref>/", writing.remove, name="remove"),
    path("<slug:slug>/write/alike/<path:ref>/", writing.alike, name="write_alike"),
    path("<slug:slug>/write/move/<path:ref>/", writing.move, name="move"),
    path("<slug:slug>/search/", search.search, name="search"),
    path("<slug:slug>/booklet/", booklet.booklet, name="booklet"),
    path("<slug:slug>/booklet/<str:family>/", booklet.chapter, name="chapter"),
    path("<slug:slug>/card/", card.card, name="card"),
    path("<slug:slug>/compare/", compare.compare, name="compare"),
    path("<slug:slug>/look-alikes/", compare.look_alikes, name="look_alikes"),
    path("<slug:slug>/grid/", grid.grid, name="grid"),
    path("<slug:slug>/files/", files.files, name="files"),
    path("<slug:slug>/files/merge/", files.begin, name="begin_merge"),
    path("<slug:slug>/download/<slug:format_name>/", files.download, name="download"),
    path("<slug:slug>/conventions/", conventions.conventions, name="conventions"),
]
