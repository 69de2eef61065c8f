"""`bidbase field`: what an entry field means."""

from __future__ import annotations

import argparse

from bidbase.cli.options import refuse
from bidbase.errors import did_you_mean
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.reference.pages import field_page, page_text


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("name", nargs="?", help="as in hcp or spades_points")


def run(options: argparse.Namespace) -> int:
    """Describe one field, or list all of them."""
    if options.name is None:
        width = max(len(name) for name in FIELD_BY_NAME)
        print("".join(f"{name:{width}}  {field.label}\n" for name, field in FIELD_BY_NAME.items()), end="")
        return 0
    if options.name not in FIELD_BY_NAME:
        return refuse(f"there is no field {options.name!r}; {did_you_mean(options.name, FIELD_BY_NAME)}")
    print(page_text(field_page(options.name)))
    return 0
