"""Names of accounts: which can be had, and which look like one that somebody has.

The standard library knows the alphabet of a letter by its name, and the look-alikes that matter fit in a table. Not
covered are look-alikes that stand for several letters (`rn` and `m`), accents, and alphabets other than Cyrillic and
Greek beside Latin: in Armenian or Cherokee a name of nothing but look-alikes can still be written.
"""

import re
from unicodedata import name as name_of_letter

from django.contrib.auth.models import User

# Chinese, Japanese and Korean are written with several alphabets at a time.
EAST_ASIAN = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}

# Signs that look like a Latin letter: digits, a capital, Cyrillic and Greek.
LOOK_ALIKES = {
    "A": "АΑ", "B": "ВΒ", "C": "С", "E": "ЕΕ", "H": "НΗ", "J": "Ј", "K": "КΚ", "M": "МΜ", "N": "Ν", "O": "ОΟ",
    "P": "РΡ", "S": "Ѕ", "T": "ТΤ", "X": "ХΧ", "Y": "УΥ", "Z": "Ζ", "a": "а", "c": "с", "e": "е", "h": "һ", "i": "і",
    "j": "ј", "l": "1IІΙӏ", "o": "0оο", "p": "р", "s": "ѕ", "v": "ν", "x": "х", "y": "у",
}  # fmt: skip
LATIN = str.maketrans({sign: letter for letter, signs in LOOK_ALIKES.items() for sign in signs})


def fault_of_name(name: str) -> str:
    """Why nobody is to have this name, as a sentence; blank where there is no reason."""
    if not name[:1].isalnum():
        return "A name begins with a letter or a digit."
    if len(_alphabets(name)) > 1:
        return "This name mixes letters of several alphabets, so that it may look like another one. Use one alphabet."
    return ""


def looks_taken(name: str, *, besides: User) -> bool:
    """Whether somebody else has a name that looks like this one."""
    others = User.objects.exclude(pk=besides.pk).values_list("username", flat=True)
    looks = _looks(name)
    return any(not looks.isdisjoint(_looks(other)) for other in others.iterator())


def _alphabets(name: str) -> set[str]:
    """The alphabets of the letters and of the digits, without the digits that all share."""
    signs = [sign for sign in name if sign.isalnum() and not (sign.isascii() and sign.isdigit())]
    found = {re.split("[ -]", name_of_letter(sign, ""))[0] for sign in signs}
    return found - EAST_ASIAN | ({"East Asian"} if found & EAST_ASIAN else set())


def _looks(name: str) -> set[str]:
    """The name in plain Latin letters, as it looks as written and without its capitals: of these only I is like l."""
    return {name.translate(LATIN).casefold(), name.casefold().translate(LATIN)}
