"""The small changes of a module's source: mutants.

An operator, a comparison, a number, a truth value or a condition is changed, or a statement, a part of a condition or
what a query asks for is left out. Texts, annotations, decorators and assertions stay as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TypeVar

Part = TypeVar("Part")

_OTHER_OPERATOR: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
_OTHER_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_LEFT_ALONE = {"annotation", "returns", "decorator_list", "type_params", "format_spec"}
_PLAIN = {"strict"}  # keywords of calls that only guard
_QUERIES = {"filter", "exclude", "get", "update"}  # methods whose keywords say which rows, or what is written to them


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of a module: the `number` that `mutated` makes it by, the line, and the code before and after.

    `function` is the line where the function begins in which it is made; None where it is in none.
    """

    number: int
    line: int
    function: int | None
    before: str
    after: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.before}  ->  {self.after or '(left out)'}"


@dataclass(frozen=True, slots=True)
class _Change:
    """A node that takes the place of another one, which `parent` has in `field`, in a list at `index`."""

    parent: ast.AST
    field: str
    index: int | None
    old: ast.expr | ast.stmt
    new: ast.expr | ast.stmt

    def make(self) -> None:
        ast.copy_location(self.new, self.old)
        if self.index is None:
            setattr(self.parent, self.field, self.new)
        else:
            getattr(self.parent, self.field)[self.index] = self.new


def mutants_of(source: str, left_out: Collection[str] = ()) -> list[Mutant]:
    """The mutants of a source. What is assigned to the names in `left_out` stays as it is."""
    tree = ast.parse(source)
    bodies = [(function.body[0].lineno, function.end_lineno or 0, function.lineno) for function in _functions(tree)]
    found = []
    for number, change in enumerate(_changes(tree, left_out)):
        line = change.old.lineno
        around = max((body for body in bodies if body[0] <= line <= body[1]), default=None)
        after = "" if _is_pass(change.new) else _line(change.new)
        found.append(Mutant(number, line, around and around[2], _line(change.old), after))
    return found


def mutated(source: str, number: int, left_out: Collection[str] = ()) -> ast.Module:
    """The source with the change of this number made."""
    tree = ast.parse(source)
    list(_changes(tree, left_out))[number].make()
    return ast.fix_missing_locations(tree)


def telling(source: str, name: str) -> ast.Module:
    """The source, where each function tells that it has been called: it gives the line where it begins to `name`."""
    tree = ast.parse(source)
    for function in _functions(tree):
        after_docstring = int(ast.get_docstring(function) is not None)
        called = ast.Expr(ast.Call(ast.Name(name, ast.Load()), [ast.Constant(function.lineno)], []))
        function.body.insert(after_docstring, ast.copy_location(called, function.body[0]))
    return ast.fix_missing_locations(tree)


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def _line(node: ast.AST) -> str:
    """The code of a node, of a compound statement its first line."""
    return ast.unparse(node).partition("\n")[0]


def _is_pass(node: ast.AST) -> bool:
    return isinstance(node, ast.Pass)


def _changes(parent: ast.AST, left_out: Collection[str]) -> Iterator[_Change]:
    for field, value in ast.iter_fields(parent):
        if field in _LEFT_ALONE:
            continue
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, child in children:
            if not isinstance(child, ast.AST) or _stays(child, left_out):
                continue
            if isinstance(child, (ast.expr, ast.stmt)):
                for new in _instead_of(child):
                    yield _Change(parent, field, index, child, new)
                last = isinstance(parent, ast.FunctionDef) and index == len(children) - 1
                if isinstance(child, ast.stmt) and _may_be_left_out(child, last):
                    yield _Change(parent, field, index, child, ast.Pass())
            yield from _changes(child, left_out)


def _stays(node: ast.AST, left_out: Collection[str]) -> bool:
    """Whether nothing in a node is changed."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert():  # docstrings, and what never fails
            return True
        case ast.keyword(arg=name):
            return name in _PLAIN
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name in left_out
    return False


def _instead_of(node: ast.expr | ast.stmt) -> Iterator[ast.expr | ast.stmt]:
    """What may stand where a node stands."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OTHER_OPERATOR:
            yield ast.BinOp(left, _OTHER_OPERATOR[type(op)](), right)
        case ast.AugAssign(target=target, op=op, value=value):
            yield ast.AugAssign(target, _OTHER_OPERATOR[type(op)](), value)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            for index, comparison in enumerate(ops):
                for other in _OTHER_COMPARISONS[type(comparison)]:
                    yield ast.Compare(left, [*ops[:index], other(), *ops[index + 1 :]], comparators)
        case ast.BoolOp(op=op, values=values):
            yield from (ast.BoolOp(op, rest) if len(rest) > 1 else rest[0] for rest in _without_one(values))
        case ast.Call(func=ast.Attribute(attr=name) as func, args=args, keywords=keywords) if name in _QUERIES:
            yield from (ast.Call(func, args, rest) for rest in _without_one(keywords))
        case ast.Call(func=ast.Attribute(attr="order_by") as func, args=[ast.Constant(value=str(order)), *others]):
            turned = order[1:] if order.startswith("-") else f"-{order}"
            yield ast.Call(func, [ast.Constant(turned), *others], [])
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.If(test=test, body=body, orelse=orelse) if _is_worth_negating(test):
            yield ast.If(_negated(test), body, orelse)
        case ast.While(test=test, body=body, orelse=orelse) if _is_worth_negating(test):
            yield ast.While(_negated(test), body, orelse)
        case ast.IfExp(test=test, body=body, orelse=orelse) if _is_worth_negating(test):
            yield ast.IfExp(_negated(test), body, orelse)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from _with_other_filters(node)


def _without_one(parts: list[Part]) -> Iterator[list[Part]]:
    return (parts[:index] + parts[index + 1 :] for index in range(len(parts)))


def _with_other_filters(node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Iterator[ast.expr]:
    """The comprehension with one of its conditions negated."""
    for index, part in enumerate(node.generators):
        for place, test in enumerate(part.ifs):
            if _is_worth_negating(test):
                ifs = [*part.ifs[:place], _negated(test), *part.ifs[place + 1 :]]
                other = ast.comprehension(part.target, part.iter, ifs, part.is_async)
                values = {name: value for name, value in ast.iter_fields(node) if name != "generators"}
                yield type(node)(**values, generators=[*node.generators[:index], other, *node.generators[index + 1 :]])


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _is_worth_negating(test: ast.expr) -> bool:
    """Whether no other change of the condition says the opposite already."""
    return not isinstance(test, (ast.Compare, ast.Constant)) and not (
        isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    )


def _may_be_left_out(node: ast.stmt, last: bool) -> bool:
    """Whether a statement may go and leave a program that runs; of returns those that something follows."""
    match node:
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case ast.Return():
            return not last
    return False
