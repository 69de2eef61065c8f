from django.urls import path

from editor import views

app_name = "editor"
urlpatterns = [
    path("", views.systems, name="systems"),
    path("reference/fields/", views.fields, name="fields"),
    path("reference/fields/<slug:name>/", views.field, name="field"),
    path("<slug:slug>/", views.system, name="system"),
    path("<slug:slug>/entry/<path:ref>/", views.entry, name="entry"),
    path("<slug:slug>/grid/", views.grid, name="grid"),
    path("<slug:slug>/conventions/", views.conventions, name="conventions"),
]
