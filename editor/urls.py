"""The addresses of the editor's pages."""

from django.urls import path

from editor.auction import views as auction
from editor.conventions import views as conventions
from editor.entries import views as entries
from editor.grid import views as grid
from editor.reference import views as reference
from editor.runs import views as runs
from editor.systems import views as systems
from editor.writing import views as writing

app_name = "editor"
urlpatterns = [
    path("", systems.systems, name="systems"),
    path("reference/fields/", reference.fields, name="fields"),
    path("reference/fields/<slug:name>/", reference.field, name="field"),
    path("work/<int:pk>/cancel/", runs.cancel, name="cancel_run"),
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
    path("<slug:slug>/write/move/<path:ref>/", writing.move, name="move"),
    path("<slug:slug>/grid/", grid.grid, name="grid"),
    path("<slug:slug>/conventions/", conventions.conventions, name="conventions"),
]
