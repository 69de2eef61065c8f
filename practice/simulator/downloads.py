"""The deals of a simulation as a file."""

from __future__ import annotations

from bidbase.game.boards import DealtBoard
from bidbase.game.cards import Deal, board_dealer, board_vulnerability
from bidbase.game.pbn import HEADER, dealt_pbn
from practice.simulator.models import DealSimulation
from practice.simulator.question import question_of


def as_pbn(simulation: DealSimulation) -> str:
    """The deals in PBN. After calls, their dealer and vulnerability are the same in all; else they go by the number."""
    asked = question_of(simulation)
    text = [HEADER]
    for number, line in enumerate(simulation.lines, 1):
        dealer, vulnerability = board_dealer(number), board_vulnerability(number)
        if (auction := asked.auction) is not None:
            dealer, vulnerability = auction.dealer, auction.vulnerability
        text.append(dealt_pbn(number, DealtBoard(Deal.parse(line), dealer, vulnerability), {"Event": asked.title}))
    return "".join(text)
