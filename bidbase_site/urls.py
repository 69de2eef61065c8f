"""Addresses: practice has the start page, systems are read under /system/, accounts are under /account/."""

from collections.abc import Callable

from django.contrib import admin
from django.http.response import HttpResponseBase
from django.urls import include, path
from django.views.generic import RedirectView, TemplateView

from bidbase_site.health import health


def _text(template: str, content_type: str) -> Callable[..., HttpResponseBase]:
    """A text that is the same for everybody."""
    return TemplateView.as_view(template_name=template, content_type=content_type)


urlpatterns = [
    path("robots.txt", _text("robots.txt", "text/plain")),
    path("manifest.webmanifest", _text("manifest.webmanifest", "application/manifest+json")),
    path("service-worker.js", _text("service_worker.js", "text/javascript")),
    path("offline/", _text("offline.html", "text/html")),
    path("health/", health),
    path("account/", include("bidbase_site.accounts.urls")),
    # There is one way to log in, which slows down those who guess.
    path("admin/login/", RedirectView.as_view(pattern_name="log_in", query_string=True)),
    path("admin/", admin.site.urls),
    path("jobs/", include("bidbase_web.jobs.urls")),
    path("system/", include("editor.urls")),
    path("", include("practice.urls")),
]

handler400 = "bidbase_site.errors.bad_request"
handler403 = "bidbase_site.errors.forbidden"
handler404 = "bidbase_site.errors.not_found"
handler500 = "bidbase_site.errors.server_error"
