from django.urls import path

from editor import views

app_name = "editor"
urlpatterns = [
    path("", views.systems, name="systems"),
    path("<slug:slug>/", views.system, name="system"),
    path("<slug:slug>/entry/<path:ref>/", views.entry, name="entry"),
]
