"""What robots have bid with systems, and what was counted in it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.db import models

from bidbase.bidding.estimates import Share
from bidbase.checks.board_faults import Fault
from bidbase.checks.boards import BidBoard, BoardTally, PlaceCount
from editor.store.systems.models import SystemRow

FEWEST_TURNS = 10  # at a place that is kept: of fewer hands there is nothing to say


def _packed(record: Any) -> bytes:
    return zlib.compress(json.dumps(record, separators=(",", ":")).encode())


def _unpacked(packed: bytes | memoryview) -> Any:
    return json.loads(zlib.decompress(packed))


class BidBoards(models.Model):
    """Boards that were bid with a system as of a revision: those from the number `first` on."""

    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="bid_boards")
    first = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    packed = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["system", "first"], name="boards_of_a_system_once")]

    def __str__(self) -> str:
        return f"{self.system_id}, boards from {self.first} on, revision {self.revision}"

    @classmethod
    def of(cls, system: SystemRow, first: int, boards: Sequence[BidBoard]) -> Self:
        """Boards of a system at its revision, with each name written once."""
        names = {name: number for number, name in enumerate(sorted({name for board in boards for name in board.met}))}
        refs = {ref: number for number, ref in enumerate(sorted({ref for board in boards for ref in board.refs}))}
        lines = [
            [
                "-".join(board.calls),
                [refs[ref] for ref in board.refs],
                sorted(names[name] for name in board.met),
                board.faults,
            ]
            for board in boards
        ]
        packed = _packed({"names": [*names], "refs": [*refs], "boards": lines})
        return cls(system_id=system.pk, first=first, revision=system.revision, packed=packed)

    @property
    def boards(self) -> list[BidBoard]:
        """The boards."""
        record = _unpacked(self.packed)
        names, refs = record["names"], record["refs"]
        return [
            BidBoard(
                tuple(calls.split("-")),
                tuple(refs[ref] for ref in made),
                frozenset(names[number] for number in met),
                tuple(Fault(*fault) for fault in faults),
            )
            for calls, made, met, faults in record["boards"]
        ]


@dataclass(frozen=True)
class Counted:
    """What was counted in `boards` boards: the boards in which each entry and each convention made a call, and places.

    `leaky` counts the boards in which a hand leaked, and `places` has those to which the robots came at least
    `FEWEST_TURNS` times.
    """

    boards: int
    leaky: int
    entries: Mapping[str, int]
    conventions: Mapping[str, int]
    places: Mapping[str, PlaceCount]

    def of_entry(self, ref: str) -> Share:
        """The share of boards in which an entry made a call."""
        return Share(self.entries.get(ref, 0), self.boards)

    def of_convention(self, name: str) -> Share:
        """The share of boards in which a convention came up."""
        return Share(self.conventions.get(name, 0), self.boards)


class BoardCount(models.Model):
    """What was counted in the boards that were bid with a system as of a revision."""

    system = models.OneToOneField(SystemRow, models.CASCADE, related_name="board_count")
    revision = models.PositiveIntegerField()
    packed = models.BinaryField()

    def __str__(self) -> str:
        return f"Boards of {self.system_id}, revision {self.revision}"

    @staticmethod
    def pack(tally: BoardTally) -> bytes:
        """A tally as it is kept."""
        places = {place: list(count) for place, count in tally.places.items() if count.turns >= FEWEST_TURNS}
        record = {"boards": tally.boards, "leaky": tally.leaky, "places": places}
        return _packed({**record, "entries": tally.entries, "conventions": tally.conventions})

    @property
    def counted(self) -> Counted:
        """What was counted."""
        record = _unpacked(self.packed)
        places = {place: PlaceCount(*count) for place, count in record["places"].items()}
        return Counted(record["boards"], record["leaky"], record["entries"], record["conventions"], places)
