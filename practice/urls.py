from django.urls import URLPattern

app_name = "practice"
urlpatterns: list[URLPattern] = []
