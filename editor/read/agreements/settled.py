"""What a system plays in an agreement."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.systems.agreements import Agreement, Choice


@dataclass(frozen=True)
class Settled:
    """An agreement as a system plays it, by the key of its row.

    `chosen` is None where the switches are set otherwise than any choice does. `offered` has the choices that the
    entries of the system allow. `of_base` is what the base plays, where that is something else.
    """

    key: int
    agreement: Agreement
    chosen: Choice | None
    offered: tuple[Choice, ...]
    of_base: Choice | None = None
