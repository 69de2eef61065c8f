"""Reading systems."""

from django.http import HttpRequest, HttpResponse


def systems(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def system(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse()


def entry(request: HttpRequest, slug: str, ref: str) -> HttpResponse:
    return HttpResponse()
