"""What the pages of both apps share: who visits and in which time zone, requests by htmx, pages and their parts,
guides, words to search for, and text fields that the engine reads.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.http import MAX_URL_REDIRECT_LENGTH, url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

from bidbase.errors import TextError


class HtmxRequest(HttpRequest):
    """A request that the middleware of django-htmx has seen."""

    htmx: HtmxDetails


OWNER = "owner_key"  # in the session of a guest
ACCOUNT = "user "  # begins the key of an account; that of a guest has no blank
NOBODY = "nobody"  # owns what others need after its owner has deleted his account
ZONE = "zone"  # the cookie in which `static/js/times.js` names the time zone; a browser tells it to scripts alone


def account_key(user: AbstractBaseUser | AnonymousUser) -> str:
    """The key that owns what an account has."""
    return f"{ACCOUNT}{user.pk}"


def known_owner(request: HttpRequest) -> str:
    """The key that owns the boards and the work of the visitor: his account or his browser; blank for somebody new."""
    if request.user.is_authenticated:
        return account_key(request.user)
    return str(request.session.get(OWNER, ""))


def owner_of(request: HttpRequest) -> str:
    """The key that owns the boards and the work of the visitor; a new guest gets one."""
    if not known_owner(request):
        request.session[OWNER] = secrets.token_urlsafe(32)
    return known_owner(request)


def readers_zone(request: HttpRequest) -> tzinfo:
    """The time zone in which the visitor's days begin; UTC without scripts, or where this machine does not know it."""
    try:
        return ZoneInfo(request.COOKIES.get(ZONE, ""))
    except (ValueError, LookupError, OSError):  # such as a name with dots, an unknown one, a folder of names
        return UTC


def own_address(asked: str) -> str:
    """An address to return to that a request names, if it is the path of a page of this site; otherwise blank.

    `redirect` takes a word without a slash for the name of a route, and refuses an address that is too long.
    """
    is_path = asked.startswith("/") and len(asked) <= MAX_URL_REDIRECT_LENGTH
    return asked if is_path and url_has_allowed_host_and_scheme(asked, allowed_hosts=None) else ""


def words_to_find(text: str) -> list[str]:
    """The words that somebody searches for. An apostrophe divides: many keyboards write another one than texts have."""
    return re.findall(r"[^\s'\u2019]+", text)


def wants_part(request: HtmxRequest) -> bool:
    """Whether htmx asks for the part of the page that changes; when it restores its history it wants the whole page."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def show(
    request: HtmxRequest, template: str, context: dict[str, Any], *, frame: str = "base.html", status: int = 200
) -> HttpResponse:
    """A page, or for htmx the part of it that changes, from one template.

    The template extends `frame`. What stands in its block `part` is all that htmx gets.
    """
    frame = "part.html" if wants_part(request) else frame
    response = render(request, template, {**context, "frame": frame}, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


@dataclass(frozen=True)
class GuideStep:
    """A step of a guide, as `guide.html` shows it: the place on the page that it speaks of, its title and its text.

    `number` counts from 1 to `count`.
    """

    place: str
    title: str
    text: str
    number: int
    count: int

    @property
    def last(self) -> bool:
        """Whether the guide ends here."""
        return self.number == self.count


class EngineField(forms.CharField):
    """A text that the engine reads. `fault` is the error where it could not, for `fault.html` to point at."""

    fault: TextError | None = None

    def __init__(self, *, parse: Callable[[str], Any] = str, **options: Any) -> None:
        super().__init__(**options)
        self.parse = parse

    def clean(self, value: Any) -> Any:
        """What `parse` makes of the text."""
        text = super().clean(value)
        try:
            return self.parse(text)
        except TextError as error:
            raise self.refusal(error) from None

    def refusal(self, error: TextError) -> ValidationError:
        """The error as a form shows it. Raise it, or add it where only the form can read the text."""
        self.fault = error
        return ValidationError(error.message[:1].upper() + error.message[1:] + ".")
