"""The addresses of the editor's pages."""

from django.urls import path

from editor.people import owner_views
from editor.people import views as people
from editor.prove.contests import views as contests
from editor.prove.coverage import views as coverage
from editor.prove.findings import views as findings
from editor.prove.frequencies import views as frequencies
from editor.prove.limits import views as limits
from editor.prove.mend import views as mend
from editor.read.agreements import views as agreements
from editor.read.auction import views as auction
from editor.read.booklet import views as booklet
from editor.read.card import views as card
from editor.read.compare import views as compare
from editor.read.conventions import views as conventions
from editor.read.entry import views as entry
from editor.read.grid import views as grid
from editor.read.history import views as history
from editor.read.notes import views as notes
from editor.read.reference import views as reference
from editor.read.search import views as search
from editor.write.entry import draft_views, place_views, switch_views
from editor.write.entry import views as write
from editor.write.files import views as files
from editor.write.folding import views as folding
from editor.write.release import views as release
from editor.write.teach import views as teach
from editor.write.tour import views as tour

app_name = "editor"
urlpatterns = [
    path("", people.systems, name="systems"),
    path("reference/fields/", reference.fields, name="fields"),
    path("reference/fields/<slug:name>/", reference.field, name="field"),
    path("invitation/<slug:token>/", people.invitation, name="invitation"),
    path("link/<slug:link>/", people.open_link, name="open_link"),
    path("tour/", tour.begin, name="begin_tour"),
    path("tour/end/", tour.end, name="end_tour"),
    path("files/new/", files.new, name="new_from_file"),
    path("files/<int:pk>/", files.merge, name="merge"),
    path("files/<int:pk>/done/", files.done, name="merge_done"),
    path("<slug:slug>/", auction.system, name="system"),
    path("<slug:slug>/entry/<path:ref>/", entry.entry, name="entry"),
    path("<slug:slug>/limits/<path:ref>/", limits.limits, name="limits"),
    path("<slug:slug>/write/new/", write.new, name="write_new"),
    path("<slug:slug>/write/check/", write.check, name="write_check"),
    path("<slug:slug>/write/changes/", write.changes, name="write_changes"),
    path("<slug:slug>/write/switches/", switch_views.switch_changes, name="switch_changes"),
    path("<slug:slug>/write/agreements/", switch_views.agreement_changes, name="agreement_changes"),
    path("<slug:slug>/write/drafts/", draft_views.drafts, name="drafts"),
    path("<slug:slug>/write/drafts/<int:pk>/drop/", draft_views.drop_draft, name="drop_draft"),
    path("<slug:slug>/write/entry/<path:ref>/", write.edit, name="write"),
    path("<slug:slug>/write/remove/<path:ref>/", place_views.remove, name="remove"),
    path("<slug:slug>/write/alike/<path:ref>/", place_views.alike, name="write_alike"),
    path("<slug:slug>/write/move/<path:ref>/", place_views.move, name="move"),
    path("<slug:slug>/teach/", teach.teach, name="teach"),
    path("<slug:slug>/teach/changes/", teach.changes, name="teach_changes"),
    path("<slug:slug>/teach/make/", teach.make, name="teach_make"),
    path("<slug:slug>/teach/copy/", teach.copy, name="teach_copy"),
    path("<slug:slug>/search/", search.search, name="search"),
    path("<slug:slug>/booklet/", booklet.booklet, name="booklet"),
    path("<slug:slug>/booklet/<str:family>/", booklet.chapter, name="chapter"),
    path("<slug:slug>/card/", card.card, name="card"),
    path("<slug:slug>/compare/", compare.compare, name="compare"),
    path("<slug:slug>/look-alikes/", compare.look_alikes, name="look_alikes"),
    path("<slug:slug>/folding/", folding.folding, name="folding"),
    path("<slug:slug>/folding/make/<path:pattern>/", folding.make, name="make_pattern"),
    path("<slug:slug>/folding/<path:pattern>/", folding.pattern, name="pattern"),
    path("<slug:slug>/grid/", grid.grid, name="grid"),
    path("<slug:slug>/files/", files.files, name="files"),
    path("<slug:slug>/files/merge/", files.begin, name="begin_merge"),
    path("<slug:slug>/download/<slug:format_name>/", files.download, name="download"),
    path("<slug:slug>/agreements/", agreements.agreements, name="agreements"),
    path("<slug:slug>/agreements/settling/<int:run>/", agreements.settling, name="settling"),
    path("<slug:slug>/conventions/", conventions.conventions, name="conventions"),
    path("<slug:slug>/switches/", conventions.switches, name="switches"),
    path("<slug:slug>/convention/", conventions.new_convention, name="new_convention"),
    path("<slug:slug>/convention/merge/<path:name>/", conventions.merge, name="merge_convention"),
    path("<slug:slug>/convention/remove/<path:name>/", conventions.remove, name="remove_convention"),
    path("<slug:slug>/convention/change/<path:name>/", conventions.convention, name="convention"),
    path("<slug:slug>/notes/", notes.notes, name="notes"),
    path("<slug:slug>/note/", notes.new_note, name="new_note"),
    path("<slug:slug>/note/change/<path:name>/", notes.note, name="note"),
    path("<slug:slug>/note/remove/<path:name>/", notes.remove, name="remove_note"),
    path("<slug:slug>/history/", history.history, name="history"),
    path("<slug:slug>/history/<int:number>/", history.revision, name="revision"),
    path("<slug:slug>/history/<int:number>/undo/", history.undo, name="undo"),
    path("<slug:slug>/history/<slug:kind>/<path:name>/", history.versions, name="versions"),
    path("<slug:slug>/findings/", findings.sweep, name="sweep"),
    path("<slug:slug>/findings/begin/", findings.begin, name="begin_sweep"),
    path("<slug:slug>/findings/accept/", findings.accept_finding, name="accept_finding"),
    path("<slug:slug>/findings/decide-anew/", findings.decide_finding_anew, name="decide_anew"),
    path("<slug:slug>/findings/mend/", mend.mend, name="mend"),
    path("<slug:slug>/coverage/", coverage.coverage, name="coverage"),
    path("<slug:slug>/map/", frequencies.system_map_page, name="map"),
    path("<slug:slug>/frequencies/", frequencies.frequencies, name="frequencies"),
    path("<slug:slug>/contests/", contests.contests, name="contests"),
    path("<slug:slug>/contests/<int:pk>/", contests.contest, name="contest"),
    path("<slug:slug>/contests/<int:pk>/go-on/", contests.go_on, name="continue_contest"),
    path("<slug:slug>/contests/<int:pk>/delete/", contests.delete_contest, name="delete_contest"),
    path("<slug:slug>/differences/", history.compare, name="differences"),
    path("<slug:slug>/release/", release.release, name="release"),
    path("<slug:slug>/about/", people.about, name="about"),
    path("<slug:slug>/copy/", people.copy, name="copy"),
    path("<slug:slug>/play/", people.play_system, name="play"),
    path("<slug:slug>/leave/", people.leave, name="leave"),
    path("<slug:slug>/settings/", owner_views.settings, name="settings"),
    path("<slug:slug>/settings/link/", owner_views.new_link, name="new_link"),
    path("<slug:slug>/settings/invite/", owner_views.invitations, name="invite"),
    path("<slug:slug>/settings/invitation/<int:pk>/withdraw/", owner_views.withdraw, name="withdraw"),
    path("<slug:slug>/settings/member/<int:pk>/", owner_views.member, name="member"),
    path("<slug:slug>/settings/owner/", owner_views.new_owner, name="new_owner"),
    path("<slug:slug>/end/", owner_views.end, name="end"),
    path("<slug:slug>/end/delete/", owner_views.delete, name="delete"),
    path("<slug:slug>/end/give-up/", owner_views.abandon, name="give_up"),
]
