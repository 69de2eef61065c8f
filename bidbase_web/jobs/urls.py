"""The addresses of jobs."""

from django.urls import path

from bidbase_web.jobs import views

app_name = "jobs"
urlpatterns = [
    path("", views.lines, name="lines"),
    path("<int:pk>/cancel/", views.cancel, name="cancel"),
]
