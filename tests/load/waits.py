"""How long visitors wait, and what goes wrong."""

import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.load.student import Unexpected

CALL, REVIEW, VERDICT = "call", "review", "verdict that is to come"


@dataclass
class Waits:
    """How long visitors waited for each kind of page, in seconds, and what went wrong."""

    by_kind: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def of(self, kind: str) -> Iterator[None]:
        """Note how long it takes, and what goes wrong."""
        begun = time.monotonic()
        try:
            yield
        except (Unexpected, ConnectionError) as error:
            self.errors[f"{kind}: {str(error).partition(' at ')[0]}"] += 1
            raise
        finally:
            self.by_kind[kind].append(time.monotonic() - begun)

    def take(self) -> "Waits":
        """What has been noted so far; from now on there is nothing."""
        past = Waits(self.by_kind, self.errors)
        self.by_kind, self.errors = defaultdict(list), Counter()
        return past

    def count(self, kind: str) -> int:
        """How often that kind of page was asked for."""
        return len(self.by_kind[kind])

    def line(self, seconds: float, web_seconds: float) -> str:
        """What they come to in so many seconds, of which the web processes spent some on the processor."""
        calls = self.by_kind[CALL]
        pages = [wait for kind, waits in self.by_kind.items() if kind != CALL for wait in waits]
        spent = f"{1000 * web_seconds / len(calls):4.0f} ms" if calls else f"{'-':>7}"
        rate = (len(pages) + len(calls)) / seconds
        return f"{rate:10.1f}  {percentiles(pages)}  {percentiles(calls)}  {spent}  {self.count(REVIEW):6}"

    def report(self) -> str:
        """A line for each kind: how often, how long half of them waited, all but one in twenty, and the longest."""
        lines = [f"{'':32}{'times':>7}{'p50':>10}{'p95':>10}{'longest':>10}"]
        for kind, waits in self.by_kind.items():
            figures = (statistics.median(waits), most(waits), max(waits))
            lines.append(f"{kind:32}{len(waits):7}" + "".join(f"{1000 * figure:7.0f} ms" for figure in figures))
        return "\n".join([*lines, f"errors: {self.what_went_wrong()}"])

    def what_went_wrong(self) -> str:
        """The errors with their number, the most frequent first."""
        return ", ".join(f"{count} of {what}" for what, count in self.errors.most_common()) or "none"


def percentiles(waits: list[float]) -> str:
    """How long half of them, and all but one in twenty, waited."""
    return f"{statistics.median(waits):7.2f} s{most(waits):6.2f} s" if waits else f"{'-':>8}  {'-':>6}"


def most(waits: list[float]) -> float:
    """How long all but one in twenty waited at most."""
    return min(statistics.quantiles(waits, n=20)[-1], max(waits)) if len(waits) > 1 else waits[0]
