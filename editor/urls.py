from django.urls import URLPattern

app_name = "editor"
urlpatterns: list[URLPattern] = []
