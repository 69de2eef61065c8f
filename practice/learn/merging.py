"""What a guest has learned becomes that of his account."""

from __future__ import annotations

from practice.learn.models import JudgedCall, Round, TopicMemory
from practice.learn.schedule import reviewed


def move_learning(*, guest: str, account: str) -> None:
    """Give an account the judged calls, memories and rounds of a guest.

    A topic that both have practiced is planned anew from all calls, in the order in which they were made.
    """
    JudgedCall.objects.filter(owner_key=guest).update(owner_key=account)
    Round.objects.filter(owner_key=guest).update(owner_key=account)
    known = {(memory.system_id, memory.topic): memory for memory in TopicMemory.objects.filter(owner_key=account)}
    for memory in TopicMemory.objects.filter(owner_key=guest):
        if (other := known.get((memory.system_id, memory.topic))) is not None:
            memory.delete()
            _plan_anew(other)
    TopicMemory.objects.filter(owner_key=guest).update(owner_key=account)


def _plan_anew(memory: TopicMemory) -> None:
    """Bring a memory up to date with all judged calls of its owner."""
    calls = JudgedCall.objects.filter(owner_key=memory.owner_key, system=memory.system_id, topic=memory.topic)
    card = None
    for right, made_at in calls.order_by("made_at", "pk").values_list("right", "made_at"):
        card = reviewed(card, right=right, when=made_at)
    if card is not None:
        TopicMemory.objects.filter(pk=memory.pk).update(**TopicMemory.values_of(card))
