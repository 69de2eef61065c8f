"""Deals by number."""

import pytest

from bidbase.game.cards import SEATS, SUITS
from bidbase.game.dealing import MAX_DEAL_NUMBER, numbered_deal
from bidbase.game.holdings import HCP

# Players write deal numbers down, so these deals must never change.
GOLDEN = {
    1: "N:K97.AQ864.85.985 T8543.K53.KT7.76 AQ.J972.AQ2.K432 J62.T.J9643.AQJT",
    2: "N:KJ4.K7.QT984.AT6 A87652.985.J.KJ7 QT3.AJT63.A3.954 9.Q42.K7652.Q832",
    4711: "N:Q85.AK96542..AQJ AJ4.QT873.A95.42 KT963..KQJT76.85 72.J.8432.KT9763",
    999_999_999: "N:6.KJT942.K83.KQ6 K83.AQ853.A.AT53 Q952.76.Q9542.82 AJT74..JT76.J974",
}


@pytest.mark.parametrize(("number", "deal"), GOLDEN.items())
def test_number_is_always_the_same_deal(number: int, deal: str) -> None:
    assert str(numbered_deal(number)) == deal


@pytest.mark.parametrize("number", [0, -1, MAX_DEAL_NUMBER + 1])
def test_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="deal numbers are 1 to 999999999"):
        numbered_deal(number)


def test_deals_are_fair() -> None:
    """Over 4,000 deals each seat's average points and each card's owners stay within four standard errors."""
    count = 4000
    points, spade_aces = [0] * 4, [0] * 4
    for number in range(1, count + 1):
        deal = numbered_deal(number)
        for seat in SEATS:
            points[seat] += sum(HCP[deal[seat].holdings[suit]] for suit in SUITS)
            spade_aces[seat] += deal[seat].holdings[3] >> 12
    assert all(abs(total / count - 10) < 4 * 4.13 / count**0.5 for total in points)
    assert all(abs(aces / count - 1 / 4) < 4 * (3 / 16 / count) ** 0.5 for aces in spade_aces)
