"""A map of a system by auction, as a picture and as a table: what is higher comes up more often, what is darker leaks.

The picture has a column for each call. To the right of a place stand the places to which its calls lead, each as high
as its part of the boards. The height that stays open beside a place is the part of the auctions that end there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bidbase.bidding.estimates import Share
from bidbase.checks.boards import PlaceCount
from bidbase.checks.coverage import percent
from bidbase.game.auction import Call
from bidbase.systems import Entry
from editor.prove.frequencies.forms import AUCTION, HERE, NAME, OFTEN, SELDOM
from editor.store.boards.models import Counted
from editor.store.boards.presenters import often_words
from editor.store.systems.rows import call_key

COLUMNS = 4
HEIGHT = 640
LOWEST, LABELED = 3, 15  # of a cell that is drawn, and of one with a label
SHADES = (0.01, 0.05, 0.1, 0.2, 0.4)  # from which share of leaks on a cell has each shade
CALLERS = ("Opener", "Overcaller", "Responder", "Advancer")


@dataclass(frozen=True)
class MapLine:
    """A place: the calls that lead there, how often, and the shares of hands that leak there, and there or later."""

    prior_bids: str
    calls: tuple[Call, ...]
    count: PlaceCount
    boards: int
    deeper: bool

    @property
    def often(self) -> str:
        """How often it comes up."""
        return often_words(Share(min(self.count.turns, self.boards), self.boards))

    @property
    def here(self) -> Share:
        """The hands for which there is no agreement here."""
        return Share(self.count.leaked, self.count.turns)

    @property
    def later(self) -> Share:
        """The boards in which there is none here or later."""
        return Share(self.count.leaking, self.count.turns)

    @property
    def title(self) -> str:
        """What people call it: `1NT – Pass`."""
        return " – ".join(call.title for call in self.calls)

    @property
    def words(self) -> str:
        """What the picture says of it, in words."""
        return (
            f"{self.title}: {self.often}; no agreement for {percent(self.here.value)} of the hands here, "
            f"and in {percent(self.later.value)} of the boards here or later"
        )


@dataclass(frozen=True)
class MapCell:
    """A part of the picture, in percent of its width and in pixels; the rest of a place's calls have no `line`."""

    line: MapLine | None
    x: str
    y: float
    height: float
    shade: int
    label: str

    @property
    def text_y(self) -> float:
        """Where the label stands."""
        return self.y + min(self.height, 28) / 2 + 5


@dataclass(frozen=True)
class SystemMap:
    """The map from a place on."""

    cells: tuple[MapCell, ...]
    callers: tuple[tuple[str, str], ...]

    width = f"{100 / COLUMNS:g}%"
    height = HEIGHT


Lines = Mapping[str, MapLine]


def map_lines(counted: Counted) -> dict[str, MapLine]:
    """All places that are kept, by prior bids."""
    led_on = {place.rpartition("-")[0] for place in counted.places if place}
    return {
        place: MapLine(
            place,
            tuple(map(Call.parse, place.split("-"))) if place else (),
            count,
            counted.boards,
            place in led_on,
        )
        for place, count in counted.places.items()
    }


def below(lines: Lines, after: str) -> list[MapLine]:
    """The places to which calls after this one lead, in the order of the auction."""
    start = f"{after}-" if after else ""
    found = [line for place, line in lines.items() if place and place.startswith(start)]
    return sorted(found, key=lambda line: [call_key(call) for call in line.calls])


def system_map(lines: Lines, after: str, boards: int) -> SystemMap:
    """The picture of what follows a place, blank for the opening, in so many boards."""
    children: dict[str, list[MapLine]] = defaultdict(list)
    for line in below(lines, after):
        children[line.prior_bids.rpartition("-")[0]].append(line)
    whole = lines[after].count.turns if after else boards
    depth = len(lines[after].calls) if after else 0
    callers = tuple((f"{100 * column / COLUMNS:g}%", CALLERS[(depth + column) % 4]) for column in range(COLUMNS))
    return SystemMap(tuple(_cells(children, after, HEIGHT / whole)), callers)


def _cells(children: Mapping[str, Sequence[MapLine]], place: str, scale: float) -> Iterator[MapCell]:
    """The cells right of a place, column by column; `scale` is the height of a board."""
    begun = [(place, 0.0)]
    for column in range(COLUMNS):
        x, onward = f"{100 * column / COLUMNS:g}%", []
        for parent, top in begun:
            rest = 0.0
            for line in children.get(parent, ()):
                height = line.count.turns * scale
                if height < LOWEST:
                    rest += height
                    continue
                yield _cell(line, x, top, height)
                onward.append((line.prior_bids, top))
                top += height
            if rest >= LOWEST:
                yield MapCell(None, x, round(top, 1), round(rest, 1), 0, "")
        begun = onward


def _cell(line: MapLine, x: str, top: float, height: float) -> MapCell:
    leaks = line.later.value
    shade = sum(leaks >= least for least in SHADES)
    label = f"{line.calls[-1].title} {percent(leaks)}" if shade else line.calls[-1].title
    return MapCell(line, x, round(top, 1), round(height, 1), shade, label if height >= LABELED else "")


_ORDERS: Mapping[str, Callable[[MapLine], float]] = {
    "": lambda line: -line.later.low,
    HERE: lambda line: -line.here.low,
    OFTEN: lambda line: -line.count.turns,
    AUCTION: lambda line: 0.0,
}


def sorted_lines(lines: Iterable[MapLine], order: str) -> list[MapLine]:
    """The lines of the table, which come in the order of the auction. Leaks are sorted by their lower limits."""
    return sorted(lines, key=_ORDERS[order])


@dataclass(frozen=True)
class NameLine:
    """An entry or a convention, which has no `entry`: what it is known by, and in how many boards it came up."""

    name: str
    share: Share
    entry: Entry | None = None

    @property
    def often(self) -> str:
        """How often it comes up."""
        return often_words(self.share)


def named_lines(lines: Iterable[NameLine], order: str, text: str) -> list[NameLine]:
    """The lines whose names have this text, in this order."""
    text = text.strip().casefold()
    among = [line for line in lines if text in line.name.casefold()]
    if order == NAME:
        return sorted(among, key=lambda line: line.name)
    return sorted(among, key=lambda line: line.share.found * (1 if order == SELDOM else -1))
