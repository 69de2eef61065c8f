"""Addresses: the practice table is the front door, systems are read under /system/."""

from django.urls import include, path

urlpatterns = [
    path("system/", include("editor.urls")),
    path("", include("practice.urls")),
]

handler400 = "bidbase_site.errors.bad_request"
