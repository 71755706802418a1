"""What can be asked."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

from didact import _core
from didact._answers import Dimension, Evaluation, Lesson, Simulation, Sweep
from didact._data import Column, attach, is_table
from didact._errors import mistakes
from didact._own import attached, is_family, is_own
from didact._progress import Progress, Telling
from didact.models import Learner, descriptions

Problem = Union[Mapping[str, Any], str, "os.PathLike[str]"]


class _Asked(NamedTuple):
    """A problem, and what came with it."""

    problem: Dict[str, Any]
    folder: str = ""
    frames: Dict[str, List[Column]] = {}
    own: Any = None  # a learner that the engine does not know
    target: Any = None  # and what it is to be taught

    def manner(self, *, seed: int = 1, gap: Optional[float] = None, threads: int = 0, progress: Any = None) -> Any:
        own = None if self.own is None else attached(self.own, self.target, progress)
        return _core.Manner(self.folder, seed, gap, threads, progress, self.frames, own)


def _target(learner: Learner, target: Any) -> Any:
    """A bare value is that of a target's only parameter."""
    needed = [entry["name"] for entry in descriptions[learner._model]["target"] if not entry.get("optional")]
    if isinstance(target, Mapping) or len(needed) != 1 or needed == ["target"]:
        return target
    return {needed[0]: target}


def _items(items: Optional[Mapping[str, Any]], pool: Any, y: Any) -> Optional[Mapping[str, Any]]:
    if pool is None and y is None:
        return items
    if isinstance(items, Mapping) and "pool" in items and pool is not None:
        raise TypeError("there are two pools: pool, and that of items")
    return {**(items or {}), **({} if pool is None else {"pool": pool}), **({} if y is None else {"y": y})}


def _asked(learner: Any, target: Any, effort: Any, items: Optional[Mapping[str, Any]], pool: Any, y: Any,
           rest: Mapping[str, Any]) -> _Asked:
    given = {name: value for name, value in rest.items() if value is not None}
    rules = _items(items, pool, y)
    if isinstance(learner, Learner) or not (isinstance(learner, (Mapping, str, os.PathLike)) or not is_own(learner)):
        if effort is not None:
            given["effort"] = effort if isinstance(effort, Mapping) else {"per_item": effort}
        if rules is not None:
            given["items"] = rules
        if isinstance(learner, Learner):
            return _with_frames({"learner": learner.to_dict(), "target": _target(learner, target), **given})
        seen = getattr(learner, "has_seen", None)
        model = {"model": "own-family" if is_family(learner) else "own-loss", **({} if seen is None else {"has_seen": seen})}
        return _with_frames({"learner": model, **given})._replace(own=learner, target=target)
    if target is not None or effort is not None or rules is not None or given:
        raise TypeError("a whole problem has its own target, effort, items, size, loss, names and limits")
    if isinstance(learner, Mapping):
        return _with_frames(dict(learner))
    if not isinstance(learner, (str, os.PathLike)):
        raise TypeError(f"a {type(learner).__name__} is no learner and no problem: give one of didact's classes, a dict, a "
                        "file, or an object with a loss")
    path = Path(learner)
    with mistakes():
        return _Asked(_core.parse(path.read_text(encoding="utf-8")), str(path.parent))


def _with_frames(problem: Dict[str, Any]) -> _Asked:
    items = problem.get("items")
    if not isinstance(items, Mapping) or not is_table(items.get("pool")):
        return _Asked(problem)
    changed, frames = attach(items)
    return _Asked({**problem, "items": changed}, frames=frames)


def teach(learner: Any, target: Any = None, effort: Any = None, *, items: Optional[Mapping[str, Any]] = None,
          pool: Any = None, y: Any = None, size: Any = None, loss: Optional[str] = None,
          names: Optional[Sequence[str]] = None, limits: Optional[Mapping[str, Any]] = None, seed: int = 1,
          gap: Optional[float] = None, progress: Progress = None) -> Lesson:
    """The best teaching set for a learner, with a proof of how good it is.

    `learner` is one of the package's classes, a learner of your own, or a whole problem as a dict or a file.

    * `target`: what the learner should believe: a dict as in a problem, or the bare value where there is only one.
    * `effort`: what an item costs; or a dict such as `{"per_item": 0.1, "closeness": 0.3}`.
    * `items`: which items may be used, such as `{"range": [0, 1]}`.
    * `pool`: only these rows: an array, a pandas frame or a CSV file, with `y` the labels where items have some. An array of
      doubles is used where it lies. `items` may say more about it (`repeat`, `cost`, `names`, `must_include`, …).
    * `size`, `loss`, `names`, `limits`: as in a problem.
    * `gap`: a relative gap that is good enough; `seed`: of all that is random.
    * `progress`: a function that gets a dict now and then, or True for a bar.

    Ctrl-C ends a long search: the lesson is then the best so far, with the bound that was reached.

    >>> import didact
    >>> didact.teach(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], effort=0.3)
    Lesson: 10 items, impedance 2.6457 (loss -0.35431 + effort 3), proven optimal
    >>> didact.teach({"learner": {"model": "threshold"}, "target": {"theta": 0.3}, "effort": {"closeness": 0.1}}).items["x"]
    array([0.19..., 0.40...])

    Only some items are at hand:

    >>> import numpy as np
    >>> heights = np.array([1.52, 1.64, 1.71, 1.78, 1.83, 1.95])
    >>> learner = didact.GaussianMean(variance=0.01, mean=1.6, prior_variance=0.02)
    >>> lesson = didact.teach(learner, 1.75, effort=0.05, pool=heights)
    >>> lesson.rows, heights[lesson.rows]
    (array([0, 3, 4, 5]), array([1.52, 1.78, 1.83, 1.95]))
    """
    asked = _asked(learner, target, effort, items, pool, y, dict(size=size, loss=loss, names=names, limits=limits))
    with Telling(progress) as telling, mistakes():
        return Lesson(_core.teach(asked.problem, asked.manner(seed=seed, gap=gap, progress=telling)), asked.problem)


def evaluate(learner: Any, target: Any = None, effort: Any = None, *, set: Any,
             items: Optional[Mapping[str, Any]] = None, pool: Any = None, y: Any = None, size: Any = None,
             loss: Optional[str] = None, names: Optional[Sequence[str]] = None,
             limits: Optional[Mapping[str, Any]] = None, seed: int = 1, gap: Optional[float] = None) -> Evaluation:
    """What a set of yours is worth, beside the best. `set` is a list or an array of items, or a CSV file.

    >>> import didact
    >>> learner = didact.Categorical(beta=[6, 3, 1])
    >>> didact.evaluate(learner, [0.1, 0.3, 0.6], 0.3, set=[1, 2, 2, 2, 3, 3, 3, 3, 3, 3])
    Evaluation: 10 items, impedance 4.5064, 1.8608 above the best
    """
    asked = _asked(learner, target, effort, items, pool, y, dict(size=size, loss=loss, names=names, limits=limits))
    with mistakes():
        return Evaluation(_core.evaluate(asked.problem, _plain_set(set), asked.manner(seed=seed, gap=gap)), asked.problem)


def _plain_set(items: Any) -> Any:
    """Labelled items as the format has them."""
    dtype = getattr(items, "dtype", None)
    if dtype is None or not dtype.names:
        return items
    return [{name: row[name].tolist() for name in dtype.names} for row in items]


def simulate(learner: Any, target: Any = None, effort: Any = None, *, sets: int = 100_000,
             set_size: Union[int, str, None] = None, exact: bool = False, set: Any = None,
             items: Optional[Mapping[str, Any]] = None, pool: Any = None, y: Any = None, size: Any = None,
             loss: Optional[str] = None, names: Optional[Sequence[str]] = None,
             limits: Optional[Mapping[str, Any]] = None, seed: int = 1, threads: int = 0,
             progress: Progress = None) -> Simulation:
    """How good random teaching sets are.

    `sets` of them are drawn, each of `set_size` items: a number, "5:20" or "poisson:7.5"; without it as many as the best
    lesson has. With `exact` all sets are looked at instead. `set` is one of yours: how many beat it? The numbers are the same
    for any number of `threads` (0: one a core).

    >>> import didact
    >>> didact.simulate(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], 0.3, sets=10_000)
    Simulation: 10000 sets of 10 items, impedance 4.9... ± 1.8..., from 2.6457 to ...; the best lesson 2.6457
    """
    asked = _asked(learner, target, effort, items, pool, y, dict(size=size, loss=loss, names=names, limits=limits))
    text = "" if set_size is None else str(set_size)
    with Telling(progress) as telling, mistakes():
        manner = asked.manner(seed=seed, threads=threads, progress=telling)
        return Simulation(_core.simulate(asked.problem, sets, text, exact, _plain_set(set), manner), asked.problem)


def sweep(learner: Any, target: Any = None, effort: Any = None, *, over: Mapping[str, Any],
          items: Optional[Mapping[str, Any]] = None, pool: Any = None, y: Any = None, size: Any = None,
          loss: Optional[str] = None, names: Optional[Sequence[str]] = None, limits: Optional[Mapping[str, Any]] = None,
          seed: int = 1, gap: Optional[float] = None, threads: int = 0, progress: Progress = None) -> Sweep:
    """The best lesson as one or two parameters change.

    `over` has the paths of these parameters with their values: a list, an array, or a text such as "0.01:2:log:60".

    >>> import didact
    >>> learner = didact.Categorical(beta=[6, 3, 1])
    >>> costs = didact.sweep(learner, [0.1, 0.3, 0.6], 0.3, over={"effort.per_item": [0.1, 0.3, 1]})
    >>> costs["n"]
    array([26., 10.,  4.])
    """
    asked = _asked(learner, target, effort, items, pool, y, dict(size=size, loss=loss, names=names, limits=limits))
    axes = [f"{path}={_values(values)}" for path, values in over.items()]
    with Telling(progress) as telling, mistakes():
        manner = asked.manner(seed=seed, gap=gap, threads=threads, progress=telling)
        return Sweep(_core.sweep(asked.problem, axes, manner), asked.problem)


def _values(values: Any) -> str:
    if isinstance(values, str):
        return values
    plain = values.tolist() if hasattr(values, "tolist") else list(values)
    return ",".join(value if isinstance(value, str) else repr(value) for value in plain)


def dimension(concepts: Any, *, seconds: Optional[float] = None, recursive: bool = True, threads: int = 0,
              progress: Progress = None) -> Dimension:
    """How many items each concept of a class needs, and the class as a whole.

    `concepts` is a dict of labels, a CSV file, or the name of a known class such as "intervals:8".

    >>> import didact
    >>> found = didact.dimension({"none": [0, 0], "first": [1, 0], "second": [0, 1]})
    >>> found.dimension, found.recursive
    (2, 1)
    """
    if isinstance(concepts, Mapping):
        form = "inline"
    elif isinstance(concepts, str) and not concepts.endswith(".csv") and not os.path.exists(concepts):
        form = "known"
    else:
        form, concepts = "file", os.fspath(concepts)
    with Telling(progress) as telling, mistakes():
        manner = _core.Manner("", 1, None, threads, telling)
        return Dimension(_core.dimension(concepts, form, seconds, recursive, manner), {"concepts": concepts})


def learners() -> List[Dict[str, Any]]:
    """What models there are, and what each one takes.

    >>> import didact
    >>> [entry["model"] for entry in didact.learners()][:3]
    ['bernoulli', 'geometric', 'categorical']
    """
    return _core.learners()


def schema() -> Dict[str, Any]:
    """The JSON Schema of problems."""
    return _core.schema()
