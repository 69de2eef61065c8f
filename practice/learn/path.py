"""The path through all topics, and where a student is on it.

It goes chapter by chapter. In each the first levels of all topics come before the second ones, and the third ones last.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bidbase.bidding.subjects import Level
from practice.learn.standing import Standings
from practice.learn.topics import Topic


@dataclass(frozen=True)
class PathStep:
    """A level of a topic; `alone` where the topic has no other."""

    topic: Topic
    level: Level
    alone: bool

    @property
    def is_first(self) -> bool:
        """Whether the topic begins with it."""
        return self.level is Level.BEGIN

    @property
    def title(self) -> str:
        """`Stayman (level 2)`; the topic alone where it has one level."""
        return self.topic.title if self.alone else f"{self.topic.title} (level {self.level.value})"


Path = Sequence[PathStep]


def path_of(topics: Mapping[str, Topic], levels: Mapping[str, Collection[Level]]) -> Path:
    """The path through topics that are given in the order of learning, with the levels that each of them has."""
    chapters = list(dict.fromkeys(topic.chapter for topic in topics.values()))
    steps = [PathStep(topics[slug], level, len(own) == 1) for slug, own in levels.items() for level in own]
    return sorted(steps, key=lambda step: (chapters.index(step.topic.chapter), step.level))


def steps_left(path: Path, standing: Standings) -> list[PathStep]:
    """The steps that a student has not passed, the next one first.

    Who was placed begins behind the last topic that they were placed in. What they do not hold before it comes last.
    """
    placed = (place for place, step in enumerate(path) if step.is_first and step.topic.slug in standing.placed)
    begin = max(placed, default=-1) + 1
    return [step for step in (*path[begin:], *path[:begin]) if not standing.passes(step.topic.slug, step.level)]
