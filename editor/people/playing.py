"""How a system comes to a table. The app that has tables registers it when Django starts."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest

from editor.systems.models import SystemRow

Player = Callable[[HttpRequest, SystemRow], str]
"""Has the visitor play a system that is at hand for him, and gives the address of the table."""

_players: list[Player] = []


def register_player(player: Player) -> None:
    """Let the pages of systems send visitors to this table."""
    if player not in _players:
        _players.append(player)


def play(request: HttpRequest, system: SystemRow) -> str:
    """The address of a table at which the visitor plays the system; blank where there is no table."""
    return next((player(request, system) for player in _players), "")
