"""The JSON Schema of `bidbase serve`, made of the types of requests and answers: `python -m tests.service_schema`.

`msgspec` reads the types. What is said of a field beside its type, in `Annotated`, becomes its description.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Required, TypedDict, get_args, get_origin, get_type_hints

import msgspec

from bidbase.service.operations import OPERATIONS
from bidbase.service.service import ErrorAnswer

FILE = Path(__file__).resolve().parent.parent / "bidbase" / "service" / "schema.json"
ABOUT = "A request is a line of JSON, or the body of POST /. Its answer is that of its operation, or an ErrorAnswer."


class Answered(TypedDict, total=False):
    """What every answer has: the `id` of the request, where it had one, and the version of BidBase."""

    id: str | int
    version: Required[str]


def schema() -> dict[str, Any]:
    """The schema: a request is valid by it, and `operations` names the request and the answer of each operation."""
    answers = {name: get_type_hints(operation.answer)["return"] for name, operation in OPERATIONS.items()}
    asked = [operation.asked for operation in OPERATIONS.values()]
    types = [*asked, *answers.values(), ErrorAnswer, Answered]
    references, definitions = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    for request in asked:
        definition = definitions[request.__name__]
        definition["additionalProperties"] = False
        for name, about in descriptions(request).items():
            definition["properties"][name]["description"] = about
    answered = references[-1]
    operations = {
        name: {"request": request, "answer": {"allOf": [answered, answer]}}
        for name, request, answer in zip(OPERATIONS, references, references[len(OPERATIONS) :], strict=False)
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "bidbase serve",
        "description": ABOUT,
        "anyOf": references[: len(OPERATIONS)],
        "operations": operations,
        "refusal": {"allOf": [answered, references[-2]]},
        "$defs": definitions,
    }


def descriptions(request: type) -> dict[str, str]:
    """What is said of each field of a request."""
    hints = get_type_hints(request, include_extras=True)
    inner = {name: get_args(hint)[0] if get_origin(hint) is Required else hint for name, hint in hints.items()}
    return {name: hint.__metadata__[0] for name, hint in inner.items() if hasattr(hint, "__metadata__")}


def text() -> str:
    """The schema as it is written."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
