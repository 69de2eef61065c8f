"""Order numbers: one between two others, and numbers for all entries of a section anew.

Their digits are 0 to 9, A to Z and a to z, in this order. Round numbers, with zeros at the end, leave room.
"""

from __future__ import annotations

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
LENGTH = 6
STEP = 2  # digits from the left: the second counts up from one entry to the next


def order_between(low: str | None, high: str | None) -> str | None:
    """The roundest order number between two; None stands for no limit. None where there is no room between them."""
    if high is None:
        return _after(low) if low is not None else "100000"
    bottom, top = (_value(low) if low is not None else 0), _value(high)
    for length in range(1, LENGTH + 1):
        unit = len(DIGITS) ** (LENGTH - length)
        first, last = bottom // unit + 1, (top - 1) // unit  # what lies between, in this unit
        if first <= last:
            return _text((first + last) // 2 * unit)
    return None


def orders_anew(count: int) -> list[str]:
    """So many rising order numbers, as round as they can be, evenly apart, with room before the first."""
    length = next(length for length in range(1, LENGTH + 1) if len(DIGITS) ** length > 2 * (count + 1))
    unit = len(DIGITS) ** (LENGTH - length)
    step = len(DIGITS) ** length // (count + 1)
    return [_text(number * step * unit) for number in range(1, count + 1)]


def _after(low: str) -> str | None:
    """The next round number by a step; a smaller step where there is no larger one."""
    value = _value(low)
    for length in range(STEP, LENGTH + 1):
        unit = len(DIGITS) ** (LENGTH - length)
        if (number := (value // unit + 1) * unit) < len(DIGITS) ** LENGTH:
            return _text(number)
    return None


def _value(order: str) -> int:
    value = 0
    for digit in order:
        value = value * len(DIGITS) + DIGITS.index(digit)
    return value


def _text(value: int) -> str:
    digits = []
    for _ in range(LENGTH):
        value, digit = divmod(value, len(DIGITS))
        digits.append(DIGITS[digit])
    return "".join(reversed(digits))
