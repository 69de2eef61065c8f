"""Systems as lists show them, and what a page says of one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from editor.store.systems.models import Role, SystemRow


@dataclass(frozen=True)
class ListedSystem:
    """A system in a list. `part` says what the reader has to do with it; blank for nothing.

    `release` is the newer revision of its base that the reader can take; None where there is none.
    """

    system: SystemRow
    part: str
    own_entries: int
    release: int | None


def listed(system: Any, user: int | None, role: Role | None) -> ListedSystem:
    """A system with the facts of its list, for a reader with this account and this part in it."""
    owner = f"{system.owner}'s system" if system.owner else "a system without an owner"
    if user is not None and system.owner_id == user:
        part = "yours"
    elif role is not None:
        part = f"{owner}; you {'may edit it' if role is Role.EDITOR else 'may read it'}"
    else:
        part = "" if system.shipped else owner
    newer = system.base is not None and system.base.revision > (system.stands_on or 0)
    release = system.base.revision if newer and (part == "yours" or role is Role.EDITOR) else None
    return ListedSystem(system, part, system.own_entries, release)


def groups_of(
    systems: Sequence[SystemRow], user: int | None, roles: Mapping[int, Role]
) -> list[tuple[str, list[ListedSystem]]]:
    """The systems that are at hand under headings; an empty group is left out."""
    groups: dict[str, list[ListedSystem]] = {
        "My systems": [],
        "Systems with others": [],
        "Opened by a link": [],
        "Systems that come with BidBase": [],
    }
    mine, shared, linked, shipped = groups.values()
    for system in systems:
        role = roles.get(system.pk)
        if user is not None and system.owner_id == user:
            group = mine
        else:
            group = shared if role is not None else shipped if system.shipped else linked
        group.append(listed(system, user, role))
    return [(heading, members) for heading, members in groups.items() if members]


_VARIANT = re.compile(r"(?P<title>.*), variant(?: (?P<number>\d{1,3}))?")


def _whose(name: str) -> re.Pattern[str]:
    """What titles of a person's systems begin with; many keyboards write the apostrophe as a quotation mark."""
    return re.compile(rf"^{re.escape(name)}['\u2019]s ")


def own_title(name: str, base: str, owner: str, longest: int) -> str:
    """The title that a copy gets unless somebody chooses another one; `owner` is the name of the owner of the base.

    Of SAYC and of Ben's SAYC it is Anna's SAYC. Of a system of her own it is a variant: `SAYC, variant`, and of that
    one `SAYC, variant 2`.
    """
    if owner != name and not _whose(name).match(base):
        return (f"{name}'s " + (_whose(owner).sub("", base) if owner else base))[:longest]
    variant = _VARIANT.fullmatch(base)
    number = f" {int(variant['number'] or 1) + 1}" if variant else ""
    ending = f", variant{number}"
    return (variant["title"] if variant else base)[: longest - len(ending)] + ending
