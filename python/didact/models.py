"""The models as small classes, made from what the engine says of itself.

A parameter of the prior is given by its name. Where something known of the model has the same name, the prior's is called
`prior_…`; and `lambda`, a word of Python's own, is written `lambda_`.

>>> import didact
>>> didact.Categorical(beta=[6, 3, 1]).to_dict()
{'model': 'categorical', 'prior': {'beta': [6, 3, 1]}}
>>> didact.GaussianMean(variance=1, mean=2, prior_variance=0.5).to_dict()
{'model': 'gaussian-mean', 'variance': 1, 'prior': {'mean': 2, 'variance': 0.5}}
>>> didact.Ridge(lambda_=1)
Ridge(lambda_=1)
"""

from __future__ import annotations

import inspect
import keyword
from typing import Any, Dict, List, Mapping, Optional, Tuple

from didact import _core

descriptions: Dict[str, Dict[str, Any]] = {entry["model"]: entry for entry in _core.learners()}
"""What the engine says of each model: what it knows, its prior, its target, and an example."""


class Learner:
    """A learner: a model with its parameters. Each model is a class of its own, such as `didact.Categorical`."""

    _model = ""
    _places: Dict[str, Tuple[str, ...]] = {}  # of each parameter, in the problem's learner
    _only_target: Optional[str] = None  # the parameter that a target cannot do without, if it is one

    def __init__(self, **parameters: Any):
        for name in parameters:
            if name not in self._places:
                raise TypeError(f"{type(self).__name__} has no parameter {name!r}; it takes {', '.join(self._places)}")
        self.parameters: Dict[str, Any] = parameters

    def to_dict(self) -> Dict[str, Any]:
        """As the `learner` of a problem."""
        learner: Dict[str, Any] = {"model": self._model}
        prior: Dict[str, Any] = {}
        for name, value in self.parameters.items():
            place = self._places[name]
            if place[0] == "prior" and len(place) == 2:
                prior[place[1]] = value
            else:
                learner[place[0]] = value
        if prior:
            learner["prior"] = {**learner.get("prior", {}), **prior}
        return learner

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._places:
            self.parameters[name] = value
        elif name == "parameters":
            super().__setattr__(name, value)
        else:
            raise AttributeError(f"{type(self).__name__} has no parameter {name!r}")

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self.parameters]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["parameters"][name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no {name}") from None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.parameters.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Learner) and _plain(self.to_dict()) == _plain(other.to_dict())

    __hash__ = None  # type: ignore[assignment]


def _plain(value: Any) -> Any:
    """Without arrays, whose == is not one value."""
    if isinstance(value, dict):
        return {name: _plain(entry) for name, entry in value.items()}
    value = value.tolist() if hasattr(value, "tolist") else value
    return [_plain(entry) for entry in value] if isinstance(value, (list, tuple)) else value


def class_name(model: str) -> str:
    """`MultivariateGaussian` for "multivariate-gaussian"."""
    return "SVM" if model == "svm" else "".join(part.capitalize() for part in model.split("-"))


def places(description: Mapping[str, Any]) -> Dict[str, Tuple[str, ...]]:
    """Where each parameter of a class stands in a problem's learner."""
    found: Dict[str, Tuple[str, ...]] = {}
    for parameter in description["known"]:
        name = parameter["name"]
        found[name + "_" if keyword.iskeyword(name) else name] = (name,)
    for parameter in description["prior"]:
        name = parameter["name"]
        found[f"prior_{name}" if name in found else name] = ("prior", name)
    if description["prior"]:
        found["prior"] = ("prior",)
    if "one_of" in description["also"]:
        found["one_of"], found["judge"] = ("one_of",), ("judge",)
    if "has_seen" in description["also"]:
        found["has_seen"] = ("has_seen",)
    return found


def _documentation(description: Mapping[str, Any]) -> str:
    summary = description["summary"]
    lines = [f"{summary[0].upper()}{summary[1:]}.", "", f"An item is {description['item']}."]
    by_place = {place: name for name, place in places(description).items()}
    groups: List[Tuple[str, List[Tuple[str, Dict[str, Any]]]]] = [
        ("Parameters", [(by_place[(entry["name"],)], entry) for entry in description["known"]]
         + [(by_place[("prior", entry["name"])], entry) for entry in description["prior"]]),
        ("Target", [(entry["name"], entry) for entry in description["target"]])]
    for title, entries in groups:
        if entries:
            lines += ["", f"{title}:"]
        for name, entry in entries:
            domain = f" ({entry['domain']})" if entry.get("domain") else ""
            lines.append(f"    {name}: {entry['meaning']}{domain}")
    return "\n".join(lines)


def _only_target(description: Mapping[str, Any]) -> Optional[str]:
    needed = [entry["name"] for entry in description["target"] if not entry.get("optional")]
    return needed[0] if len(needed) == 1 and needed != ["target"] else None


def _make(description: Mapping[str, Any]) -> type:
    names = places(description)
    made = type(class_name(description["model"]), (Learner,), {
        "__doc__": _documentation(description), "__module__": "didact", "_model": description["model"], "_places": names,
        "_only_target": _only_target(description)})
    made.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in names])
    return made


models: Dict[str, type] = {class_name(model): _make(entry) for model, entry in descriptions.items()}
"""The classes, by their names."""

globals().update(models)
__all__ = ["Learner", *models]
