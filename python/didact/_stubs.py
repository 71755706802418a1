"""Writes down the types of the models' classes: python3 -m didact._stubs models.pyi"""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Mapping

from didact.models import class_name, descriptions, places

HEAD = '''\
"""The models as small classes. Made by didact._stubs from what the engine says of itself."""

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

_Vector = Union[Sequence[float], NDArray[Any]]
_Matrix = Union[Sequence[Sequence[float]], NDArray[Any]]

descriptions: Dict[str, Dict[str, Any]]
models: Dict[str, type]

class Learner:
    _model: str
    _places: Dict[str, Tuple[str, ...]]
    _only_target: Optional[str]
    parameters: Dict[str, Any]
    def __init__(self, **parameters: Any) -> None: ...
    def to_dict(self) -> Dict[str, Any]: ...
    def __getattr__(self, name: str) -> Any: ...

def class_name(model: str) -> str: ...
def places(description: Mapping[str, Any]) -> Dict[str, Tuple[str, ...]]: ...
'''


def _type(parameter: Mapping[str, Any]) -> str:
    """From the example: a number, a list of numbers, or a list of lists of them; others may be anything."""
    example = parameter["example"]
    if isinstance(example, bool):
        return "bool"
    if isinstance(example, (int, float)):
        return "float"
    if isinstance(example, list) and example:
        if all(isinstance(entry, (int, float)) for entry in example):
            return "_Vector"
        if all(isinstance(entry, list) and all(isinstance(x, (int, float)) for x in entry) for entry in example):
            return "_Matrix"
    return "Any"


def _class(description: Mapping[str, Any]) -> str:
    """Parameters of the prior may all be left out: `prior`, `one_of` can stand for them."""
    types: Dict[Any, str] = {}
    for parameter in description["known"]:
        types[(parameter["name"],)] = _type(parameter)
    for parameter in description["prior"]:
        types[("prior", parameter["name"])] = _type(parameter)
    arguments: List[str] = []
    for name, place in places(description).items():
        kind = types.get(place, "str" if name == "judge" else "Any")
        arguments.append(f"{name}: {kind} = ...")
    signature = ", ".join(["self", "*", *arguments] if arguments else ["self"])
    name = class_name(description["model"])
    return f"\nclass {name}(Learner):\n    def __init__({signature}) -> None: ...\n"


def main(path: str) -> None:
    names = ["Learner", *map(class_name, descriptions)]
    text = HEAD + "".join(map(_class, descriptions.values())) + f"\n__all__ = {names!r}\n"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main(sys.argv[1])
