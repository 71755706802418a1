"""What the engine answers."""

from __future__ import annotations

import html
import os
from pathlib import Path
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union

import numpy as np

from didact import _core
from didact._items import listed, shaped


def _shown(value: Any) -> str:
    if value is None or value == float("inf"):
        return "∞"
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def _counted(n: Any) -> str:
    return f"{n} item" if str(n) == "1" else f"{n} items"


class _Frozen:
    """What the engine had to say, for answers that are sent elsewhere or kept."""

    CALLS = ("answer", "picture", "drawing", "text", "csv")

    def __init__(self, values: Dict[str, Any], said: Dict[str, Any]):
        self.values, self.said = values, said

    @classmethod
    def of(cls, engine: Any) -> "_Frozen":
        if isinstance(engine, cls):
            return engine
        names = [name for name in dir(engine) if not name.startswith("_")]
        return cls({name: getattr(engine, name) for name in names if name not in cls.CALLS},
                   {name: getattr(engine, name)() for name in names if name in cls.CALLS})

    def __getattr__(self, name: str) -> Any:
        if name in ("values", "said"):
            raise AttributeError(name)
        if name in self.said:
            return lambda *arguments: self.said[name]
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None


def _thawed(kind: type, engine: _Frozen, problem: Mapping[str, Any], more: Dict[str, Any]) -> Any:
    answer = kind(engine, problem)
    answer.__dict__.update(more)
    return answer


class _Answer:
    """What all answers have: the engine's own, and its faces."""

    def __init__(self, engine: Any, problem: Mapping[str, Any]):
        self._engine = engine
        self._dict: Optional[Dict[str, Any]] = None
        self.problem = problem

    def to_dict(self) -> Dict[str, Any]:
        """As the command line writes it with `--format json`. Infinite numbers are None, rows of a pool count from 1, and
        more than 10,000 items are left out (`items` has them)."""
        if self._dict is None:
            self._dict = self._engine.answer()
        return self._dict

    def __reduce__(self) -> Any:
        return _thawed, (type(self), _Frozen.of(self._engine), self.problem, self._more())

    def _more(self) -> Dict[str, Any]:
        """What else a copy is to have."""
        return {}

    def to_svg(self) -> str:
        """The picture that the command line draws with `--plot`, as an SVG document."""
        return str(self._engine.picture())

    def plot(self, figure: Any = None) -> Any:
        """The same picture drawn with Matplotlib, which must be installed: the figure, a new one unless one is given."""
        from didact._plot import draw

        return draw(self._engine.drawing(), figure)

    def __str__(self) -> str:
        return str(self._engine.text()).rstrip("\n")

    def _title(self) -> str:
        return repr(self)

    def _rows(self) -> List[Tuple[str, str]]:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        cells = "".join(f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
                        f"<td style='text-align:left'>{html.escape(value)}</td></tr>" for name, value in self._rows())
        return f"<div><b>{html.escape(self._title())}</b><table>{cells}</table></div>"


def _written(text: str, path: Union[str, "os.PathLike[str]", None]) -> str:
    if path is not None:
        Path(path).write_text(text, encoding="utf-8")
    return text


class Lesson(_Answer):
    """The best teaching set, and how good it is proven to be.

    >>> import didact
    >>> lesson = didact.teach(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], effort=0.3)
    >>> lesson.items
    array([2, 2, 3, 3, 3, 3, 3, 3, 3, 3])
    >>> lesson.counts
    array([0, 2, 8])
    >>> lesson.status, lesson.gap
    ('optimal', 0.0)
    >>> round(lesson.loss + lesson.effort, 4) == round(lesson.impedance, 4) == 2.6457
    True
    >>> lesson.posterior
    {'beta': [6, 5, 9]}
    """

    _engine: _core.Taught

    @property
    def status(self) -> str:
        """"optimal", "feasible", "unbounded" or "unteachable"."""
        return self._engine.status

    @property
    def reason(self) -> str:
        """Of a feasible lesson, what ended the search; of an unteachable one, what the learner rules out."""
        return self._engine.reason

    @property
    def direction(self) -> str:
        """Of an unbounded problem, which way it gets ever better: "more items", "closer items", …"""
        return self._engine.direction

    @property
    def impedance(self) -> float:
        """Loss and effort together, recomputed from the items themselves."""
        return self._engine.impedance

    @property
    def loss(self) -> float:
        return self._engine.loss

    @property
    def effort(self) -> float:
        """NaN where there is no lesson."""
        return self._engine.effort

    @property
    def lower_bound(self) -> float:
        """No teaching set has a lower impedance."""
        return self._engine.lower_bound

    @property
    def gap(self) -> float:
        """impedance - lower_bound: how far from the best this could be."""
        return self._engine.gap

    @property
    def n(self) -> int:
        """How many items there are."""
        return self._engine.n

    @property
    def loss_before(self) -> float:
        """Of the learner that is not taught at all."""
        return self._engine.loss_before

    @property
    def seconds(self) -> float:
        """Time to solve."""
        return self._engine.seconds

    @property
    def items(self) -> np.ndarray:
        """One item after the other: numbers, names, rows; labelled ones as a structured array. A product has `parts`."""
        plain = self._engine.plain_items
        if plain is not None:
            return plain
        numbers = self._engine.numbers
        if numbers is None:
            return listed(self._engine.written_items)
        kind = self._engine.kind
        return shaped(numbers, vector=kind["vector"], labelled=kind["labelled"], whole=kind["whole"], names=kind["names"])

    @property
    def counts(self) -> Any:
        """How often each category is shown: an array, or what the model has instead; None where it has none."""
        counts = self.to_dict().get("counts")
        return np.asarray(counts) if isinstance(counts, list) else counts

    @property
    def rows(self) -> np.ndarray:
        """Of a pool: which rows the items are, counted from 0, so that `X[lesson.rows]` are the items."""
        return self._engine.rows

    @property
    def posterior(self) -> Any:
        """The learner's belief after the lesson; a list of them for several learners."""
        return self.to_dict().get("posterior")

    @property
    def relaxed(self) -> Optional[Dict[str, Any]]:
        """The relaxed optimum, of which `lower_bound` is made where the model has one: `n`, the statistics `s`, `impedance`."""
        found = self.to_dict().get("relaxed")
        return None if found is None else dict(found)

    @property
    def parts(self) -> List[Dict[str, Any]]:
        """Of a product: the lesson of each part, as in `to_dict()`."""
        return list(self.to_dict().get("parts", []))

    def to_csv(self, path: Union[str, "os.PathLike[str]", None] = None) -> str:
        """The items, one a row under a header; also written to a file if one is named."""
        return _written(str(self._engine.csv()), path)

    def _proof(self) -> str:
        if self.status == "optimal":
            return "proven optimal"
        if self.status == "feasible":
            if self.gap == float("inf"):
                return f"not proven optimal ({self.reason}): nothing is known about how much better a set could be"
            return f"not proven optimal ({self.reason}), at most {_shown(self.gap)} above the best"
        if self.status == "unbounded":
            return f"unbounded: better without end with {self.direction}"
        return f"unteachable: {self.reason}"

    def __repr__(self) -> str:
        if not self._engine.has_items:
            return f"{type(self).__name__}: {self._proof()}"
        return (f"{type(self).__name__}: {_counted(self.n)}, impedance {_shown(self.impedance)} (loss {_shown(self.loss)} + effort "
                f"{_shown(self.effort)}), {self._proof()}")

    def _rows(self) -> List[Tuple[str, str]]:
        rows = [("status", self.status)]
        if self._engine.has_items:
            rows += [("items", _brief(self.items)), ("impedance", _shown(self.impedance)), ("loss", _shown(self.loss)),
                     ("effort", _shown(self.effort)), ("posterior", str(self.posterior))]
        return rows + [("lower bound", _shown(self.lower_bound)), ("loss before", _shown(self.loss_before))]


def _brief(items: np.ndarray, most: int = 20) -> str:
    texts = [str(item) for item in items[:most]]
    return ", ".join(texts) + (f", … ({len(items)} in all)" if len(items) > most else "")


class Evaluation(_Answer):
    """What a given set is worth, and how far it is from the best: `impedance`, `loss`, `effort`, `excess`, `n`, `posterior`,
    `violates` (what is not allowed about it, or None), `optimum`."""

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self.to_dict(), "violates"]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        answer = self.to_dict()
        if name in ("impedance", "loss", "effort", "excess"):
            value = answer[name]
            return float("inf") if value is None else value
        if name == "violates":
            return answer.get("reason")
        try:
            return answer[name]
        except KeyError:
            raise AttributeError(f"an Evaluation has no {name}") from None

    def __repr__(self) -> str:
        if self.violates:
            return f"Evaluation: not allowed, {self.violates}"
        optimum = self.to_dict()["optimum"]
        if optimum["impedance"] is None:
            return f"Evaluation: {_counted(self.n)}, impedance {_shown(self.impedance)}, nothing to compare it with"
        best = "the best" if optimum["status"] == "optimal" else "the best known"
        return (f"Evaluation: {_counted(self.n)}, impedance {_shown(self.impedance)}, {_shown(abs(self.excess))} "
                f"{'below' if self.excess < 0 else 'above'} {best}")

    def _rows(self) -> List[Tuple[str, str]]:
        return [(name, _shown(getattr(self, name))) for name in ("impedance", "loss", "effort", "excess")]


class Simulation(_Answer):
    """Random teaching sets: `mean`, `sd`, `min`, `max`, `quantiles`, `histogram` and the rest of `to_dict()`."""

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self.to_dict()]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        answer = self.to_dict()
        if name in ("mean", "sd", "standard_error", "min", "max"):
            return float("inf") if answer[name] is None else answer[name]
        try:
            return answer[name]
        except KeyError:
            raise AttributeError(f"a Simulation has no {name}") from None

    def to_csv(self, path: Union[str, "os.PathLike[str]", None] = None) -> str:
        """The histogram: low, high, count; also written to a file if one is named."""
        return _written(str(self._engine.csv()), path)

    def __repr__(self) -> str:
        optimum = self.to_dict().get("optimum")
        known = "known " if "optimum_status" in self.to_dict() else ""
        best = "" if optimum is None else f"; the best {known}lesson {_shown(optimum)}"
        return (f"Simulation: {self.sets} sets of {_counted(self.size)}, impedance {_shown(self.mean)} ± {_shown(self.sd)}, "
                f"from {_shown(self.min)} to {_shown(self.max)}{best}")

    def _rows(self) -> List[Tuple[str, str]]:
        return [(name, _shown(getattr(self, name))) for name in ("sets", "size", "mean", "sd", "min", "max")]


class Sweep(_Answer):
    """The best lesson as parameters change; a column by its name: `sweep["n"]`, `sweep["effort.per_item"]`."""

    def __getitem__(self, name: str) -> np.ndarray:
        answer = self.to_dict()
        points = answer["points"]
        if name in answer["over"]:
            axis = answer["over"].index(name)
            return np.asarray([point["at"][axis] for point in points])
        if not points or name not in points[0]:
            raise KeyError(name)
        values = [point[name] for point in points]
        if all(isinstance(value, int) for value in values):
            return np.asarray(values)
        if all(value is None or isinstance(value, (int, float)) for value in values):
            return np.asarray([np.nan if value is None else value for value in values], dtype=float)
        return np.asarray(values)

    def __len__(self) -> int:
        return len(self.to_dict()["points"])

    def to_csv(self, path: Union[str, "os.PathLike[str]", None] = None) -> str:
        """A point a row; also written to a file if one is named."""
        return _written(str(self._engine.csv()), path)

    def __repr__(self) -> str:
        return f"Sweep: {len(self)} problems over {' and '.join(self.to_dict()['over'])}"

    def _rows(self) -> List[Tuple[str, str]]:
        return [("over", ", ".join(self.to_dict()["over"])), ("points", str(len(self)))]


class Bounds(NamedTuple):
    """What is known about a number; both are the same when it is known."""

    lower: float
    upper: float


class Dimension(_Answer):
    """How many items each concept of a class needs."""

    def _bounds(self, name: str) -> Bounds:
        found = self.to_dict()[name]
        return Bounds(found["lower"], found["upper"])

    @property
    def dimension(self) -> Bounds:
        """What the concept that needs most items needs."""
        return self._bounds("dimension")

    @property
    def average(self) -> Bounds:
        return self._bounds("average")

    @property
    def recursive(self) -> Optional[Bounds]:
        """What is enough where the learner knows that simpler concepts would have been taught with fewer items."""
        return self._bounds("recursive") if "recursive" in self.to_dict() else None

    @property
    def plan(self) -> List[Dict[str, Any]]:
        """The layers of concepts that `recursive` teaches one after the other."""
        return list(self.to_dict().get("recursive", {}).get("plan", []))

    @property
    def concepts(self) -> List[Dict[str, Any]]:
        """A smallest teaching set of each concept."""
        return list(self.to_dict()["concepts"])

    def __repr__(self) -> str:
        return f"Dimension: {str(self).splitlines()[0]}"

    def _rows(self) -> List[Tuple[str, str]]:
        bounds = {"dimension": self.dimension, "average": self.average, "recursive": self.recursive}
        return [(name, _shown(found.lower) if found.lower == found.upper else f"{_shown(found.lower)} to {_shown(found.upper)}")
                for name, found in bounds.items() if found is not None]
