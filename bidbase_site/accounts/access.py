"""Who asks: the address of a visitor, and what a guest brings along when they log in."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest

from bidbase_site.accounts.belongings import move_belongings
from bidbase_web.visitors import OWNER, account_key
from practice.boards.access import PREFERENCES
from practice.boards.preferences import board_preferences
from practice.boards.selectors import last_bid_at_table


def address_of(request: HttpRequest) -> str:
    """The address that a request comes from. Whoever has an IPv6 address has the 2^64 of its network."""
    sent = str(request.META.get("REMOTE_ADDR", ""))
    if settings.BEHIND_PROXY:  # the last address is the one that our own proxy has seen
        sent = str(request.META.get("HTTP_X_FORWARDED_FOR", sent)).rpartition(",")[2].strip()
    try:
        address = ip_address(sent)
    except ValueError:
        return sent
    return str(ip_network((address, 64), strict=False)) if isinstance(address, IPv6Address) else str(address)


def bring_along(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """Give the account what belongs to the guest who has just logged in.

    The choices for the table stay as the guest has made them. A guest who has made none gets the choices of the last
    board that was bid with the account.
    """
    account, guest = account_key(user), request.session.pop(OWNER, "")
    last = last_bid_at_table(account)
    if guest:
        move_belongings(guest=guest, account=account)
    if last is not None and PREFERENCES not in request.session:
        request.session[PREFERENCES] = board_preferences(last).to_session()
