"""What a guest has learned becomes that of their account."""

from __future__ import annotations

from practice.learn.models import JudgedCall, Round, TopicMemory
from practice.learn.services import remember


def move_learning(*, guest: str, account: str) -> None:
    """Give an account the judged calls, memories and rounds of a guest.

    What both remember of a topic is planned anew from all calls, in the order in which they were made. The rating goes
    on from the latest call.
    """
    JudgedCall.objects.filter(owner_key=guest).update(owner_key=account)
    Round.objects.filter(owner_key=guest).update(owner_key=account)
    memories = TopicMemory.objects.filter(owner_key__in=(guest, account))
    topics = {owner: {*memories.filter(owner_key=owner).values_list("system", "topic")} for owner in (guest, account)}
    both = topics[guest] & topics[account]
    for system, topic in both:
        memories.filter(system=system, topic=topic).delete()
    TopicMemory.objects.filter(owner_key=guest).update(owner_key=account)
    for system, topic in both:
        calls = JudgedCall.objects.filter(owner_key=account, system=system, topic=topic)
        for counted in calls.order_by("made_at", "pk"):
            remember(counted)
