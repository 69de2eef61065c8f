"""How often something comes up, in the words of players."""

from __future__ import annotations

from bidbase.bidding.estimates import Share

FEW = 30  # boards in which something came up: of fewer the limits are told
MOST_OF_THEM = 0.5


def often_words(share: Share) -> str:
    """`about once in 40 boards`, `about once in 700 to 2,400 boards (8 of 10,000)`, `not met in 10,000 boards`."""
    if not share.found:
        return f"not met in {share.tried:,} boards"
    if share.value > MOST_OF_THEM:
        return f"in {100 * share.value:.0f} % of the boards"
    if share.found < FEW:
        often, seldom = _plain(1 / share.high), _plain(1 / share.low)
        return f"about once in {often} to {seldom} boards ({share.found} of {share.tried:,})"
    return f"about once in {_plain(1 / share.value)} boards"


def _plain(boards: float) -> str:
    """A number of boards to two digits, as people say it: `3`, `40`, `320`."""
    return f"{boards:.0f}" if boards < 10 else f"{float(f'{boards:.2g}'):,.0f}"
