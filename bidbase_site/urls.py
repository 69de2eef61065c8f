"""Addresses: practice has the start page, systems are read under /system/."""

from django.urls import include, path
from django.views.generic import TemplateView

from bidbase_site.health import health

urlpatterns = [
    path("robots.txt", TemplateView.as_view(template_name="robots.txt", content_type="text/plain")),
    path("health/", health),
    path("system/", include("editor.urls")),
    path("", include("practice.urls")),
]

handler400 = "bidbase_site.errors.bad_request"
handler500 = "bidbase_site.errors.server_error"
