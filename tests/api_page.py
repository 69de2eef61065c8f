"""The public names in docs/api.md, written from their docstrings and signatures: `python -m tests.api_page`.

Everything is read from the sources, so that a default stands there as somebody wrote it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import bidbase
from tests.wrapping import wrapped

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "api.md"
BEGIN, END = "<!-- names: written by python -m tests.api_page -->\n\n", "<!-- end of names -->"

CHAPTERS = {
    "Cards": "Hand Deal Seat Side Strain Vulnerability board_dealer board_vulnerability numbered_deal "
    "hand_values HandValue",
    "Calls and auctions": "Auction Call PASS DOUBLE REDOUBLE Contract",
    "Systems": "open_system shipped_systems read_system write_system System Entry Convention run_checks Finding "
    "Severity",
    "A table and its calls": "Bidder Table Scoring Decision Source Trace Tried Failure",
    "What calls mean, and what has been shown": "Meaning MeaningLine Shown HandSummary Expected",
    "Deals that fit an auction": "sample_deals SampledDeals Picture Frequencies",
    "Double dummy and scores": "analyze analyze_all Analysis ParContract tricks_taken PlayedContract duplicate_score "
    "imps matchpoints matchpoint_percentages cross_imps",
    "Boards of other programs": "read_boards read_board_file BoardFile WrittenBoard FileFault DealtBoard pbn_of "
    "dealt_pbn lin_of",
    "Errors": "TextError IllegalCall SystemFileError",
}
MEMBERS = {
    "Auction": "Auction dealer vulnerability calls of parse turn finished why_illegal legal_calls with_call before "
    "seat_of contract",
    "Bidder": "Bidder system",
    "Deal": "Deal parse",
    "Decision": "call source written",
    "Entry": "id text section order convention disclosure",
    "Hand": "Hand holdings parse lengths",
    "Finding": "rule severity section entry message where",
    "HandSummary": "hcp lengths balanced words holds",
    "Meaning": "call lines alert announcement asks asked expected left offered summary expectation words",
    "MeaningLine": "text convention range_words entries words",
    "Convention": "name use notes",
    "SampledDeals": "holdings tried share deals points lengths picture variety",
    "Shown": "summary contradicted agreed expected expectation asks asked words",
    "System": "name title description conventions entries sections by_id",
    "Table": "Table decide meaning meanings read_shown trace bid_deal bid_on bid_out",
}
"""What is public of these; of all others that is everything without an underscore in front."""


def names_in_words() -> str:
    """Each chapter with its names."""
    return "".join(f"### {chapter}\n\n{''.join(map(_described, names.split()))}" for chapter, names in CHAPTERS.items())


def page_with(names: str) -> str:
    """The page with this in place of what is written about the names."""
    text = PAGE.read_text(encoding="utf-8")
    start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    return wrapped(text[:start] + names + text[end:])


def _described(name: str) -> str:
    """A name with its signature or its fields, what is said of it, and its members."""
    node = _definitions(bidbase._HOME_OF[name]).get(name)
    if node is None:
        return f"#### {name}\n\nThe only `Call` of its kind, so that it is compared with `is`.\n\n"
    members = [*_members(node)] if isinstance(node, ast.ClassDef) else [(_signature(node), "")]
    code = "".join(f"{member}\n" for member, said in members if not said)
    rows = "".join(f"| {_code(member)} | {said} |\n" for member, said in members if said)
    parts = [
        f"#### {name}",
        "\n\n".join(_paragraphs(node)),
        f"```text\n{code}```" if code else "",
        f"| member | what it is |\n|---|---|\n{rows}".rstrip() if rows else "",
    ]
    return "".join(f"{part}\n\n" for part in parts if part)


@cache
def _definitions(module: str) -> dict[str, ast.ClassDef | ast.FunctionDef]:
    """The classes and functions of a module by name."""
    tree = ast.parse((ROOT / "bidbase" / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}


def _paragraphs(node: ast.ClassDef | ast.FunctionDef) -> Iterator[str]:
    """The paragraphs of a docstring on a line each, without the grammar of an entry field."""
    for paragraph in (ast.get_docstring(node) or "").split("\n\n"):
        if not re.match(r"\w+ = ", paragraph):
            yield " ".join(paragraph.split())


def _members(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """How a class is made, and its public fields, properties and methods, as they are written, with what is said."""
    found: dict[str, tuple[str, str]] = {}
    for member in node.body:
        match member:
            case ast.FunctionDef(name="__init__"):
                found[node.name] = f"{node.name}{_signature(member).removeprefix('__init__')}", ""
                found |= _attributes(member)
            case ast.FunctionDef(name=name):
                found[name] = _member(member), " ".join(_paragraphs(member))
            case ast.AnnAssign(target=ast.Name(id=name)):
                found[name] = f"{name}: {ast.unparse(member.annotation)}", ""
            case ast.Assign(targets=[ast.Name(id=name)]):
                found[name] = ast.unparse(member), ""
            case ast.Assign(targets=[ast.Tuple()]):
                found["values"] = ast.unparse(member), ""
    public = [name for name in found if not name.startswith("_")]
    names = MEMBERS.get(node.name, " ".join(public)).split()
    if unknown := {*names} - {*found}:
        raise KeyError(f"{node.name} has no {', '.join(unknown)}")
    yield from (found[name] for name in names)


def _attributes(init: ast.FunctionDef) -> dict[str, tuple[str, str]]:
    """What `__init__` keeps with the object."""
    kept = [node for node in init.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    targets = [(node.targets[0] if isinstance(node, ast.Assign) else node.target, node) for node in kept]
    arguments = {argument.arg: ast.unparse(argument.annotation) for argument in init.args.args if argument.annotation}
    return {
        target.attr: (f"{target.attr}: {type_}" if (type_ := _type_of(node, arguments)) else target.attr, "")
        for target, node in targets
        if isinstance(target, ast.Attribute)
    }


def _type_of(node: ast.Assign | ast.AnnAssign, arguments: dict[str, str]) -> str:
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.annotation)
    return arguments.get(ast.unparse(node.value), "")


def _member(node: ast.FunctionDef) -> str:
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    if decorators & {"property", "lazy_property"}:
        return f"{node.name}: {ast.unparse(node.returns)}" if node.returns else node.name
    return _signature(node)


def _signature(node: ast.FunctionDef) -> str:
    """`parse(text: str) -> Hand`: without `self` and `cls`."""
    arguments = re.sub(r"^(?:self|cls)(?:, |$)", "", ast.unparse(node.args)).replace("MappingProxyType({})", "{}")
    returned = f" -> {ast.unparse(node.returns)}" if node.returns and node.name != "__init__" else ""
    return f"{node.name}({arguments}){returned}"


def _code(text: str) -> str:
    """Code in a cell of a table."""
    return f"`{text}`".replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page_with(names_in_words()), encoding="utf-8")
