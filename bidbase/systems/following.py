"""Cells that follow the parameters of agreements: what is written, and the values that it has today."""

from __future__ import annotations

from collections.abc import Mapping

from bidbase.errors import TextError
from bidbase.language import fields
from bidbase.language.fields import FIELD_BY_NAME, parse_cell
from bidbase.language.parameters import Follows, Parameters, filled_in, names_parameter, parse_follows

FOLLOWING = frozenset(
    name for name, field in FIELD_BY_NAME.items() if not field.derived and field.group is not fields.Group.RECORD
)
"""The names of the fields whose cells may name a parameter: all but those of the record."""


def with_values(
    texts: Mapping[str, str], parameters: Parameters | None, faults: list[tuple[str, TextError]]
) -> dict[str, str]:
    """These cells with a value in place of each parameter, and with what the entry follows as a cell of its own.

    A cell that was written with a parameter before follows it as long as it says what the parameter says. Without
    `parameters` nothing is looked up. What cannot be read is added to `faults`, and is left out.
    """
    if parameters is None:
        return dict(texts)
    filled, written = dict(texts), _still_followed(texts, parameters)
    for name, text in texts.items():
        if name not in FOLLOWING or not names_parameter(text):
            continue
        try:
            filled[name] = filled_in(text, parameters)
            written[name] = " ".join(text.split())
        except TextError as error:
            faults.append((name, error))
            del filled[name]
    in_order = [(name, written[name]) for name in FIELD_BY_NAME if name in written]
    return filled | {fields.FOLLOWS.name: str(Follows(tuple(in_order)))}


def _still_followed(texts: Mapping[str, str], parameters: Parameters) -> dict[str, str]:
    """The cells that were written with parameters, and that still say what these are."""
    held = texts.get(fields.FOLLOWS.name, "").strip()
    written = parse_follows(held).written if held else ()
    return {name: text for name, text in written if _says(name, texts.get(name, ""), text, parameters)}


def _says(name: str, cell: str, written: str, parameters: Parameters) -> bool:
    try:
        return parse_cell(name, cell) == parse_cell(name, filled_in(written, parameters))
    except TextError:
        return False
