from django.urls import path

from practice.views import settings, table

app_name = "practice"
urlpatterns = [
    path("", table.home, name="home"),
    path("next/", table.next_deal, name="next"),
    path("settings/", settings.settings, name="settings"),
    path("deal/<str:number>/", table.deal, name="deal"),
    path("board/<str:token>/", table.board, name="board"),
    path("board/<str:token>/call/", table.call, name="call"),
    path("board/<str:token>/undo/", table.undo, name="undo"),
    path("board/<str:token>/again/", table.again, name="again"),
]
