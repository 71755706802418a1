"""What can be asked."""

from __future__ import annotations

import os
from numbers import Integral, Real
from pathlib import Path
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

import numpy as np

from didact import _core
from didact._answers import Dimension, Evaluation, Lesson, Simulation, Sweep
from didact._data import Column, attach, is_table
from didact._own import attached, is_family, is_own
from didact._progress import Progress, telling_of
from didact.models import Learner

Problem = Union[Mapping[str, Any], str, "os.PathLike[str]"]


class _Asked(NamedTuple):
    """A problem, and what came with it."""

    problem: Mapping[str, Any]
    folder: str = ""
    frames: Dict[str, List[Column]] = {}
    own: Any = None  # a learner that the engine does not know
    target: Any = None  # and what it is to be taught

    def manner(self, *, seed: int = 1, gap: Optional[float] = None, threads: int = 0, progress: Any = None) -> Any:
        if self[1:] == _NOTHING and (seed, gap, threads, progress) == (1, None, 0, None):
            return _PLAIN
        check_manner(seed, gap, threads)
        own = None if self.own is None else attached(self.own, self.target, progress)
        return _core.Manner(self.folder, seed, gap, threads, progress, self.frames, own)


def check_manner(seed: Any, gap: Any, threads: Any = 0) -> None:
    """What the engine would refuse without naming it."""
    for name, value in (("seed", seed), ("threads", threads)):
        if not isinstance(value, Integral) or value < 0:
            raise ValueError(f"{name} must be a whole number >= 0, not {value!r}")
    if gap is not None and not (isinstance(gap, Real) and float(gap) >= 0):
        raise ValueError(f"gap must be a number >= 0, not {gap!r}")


_NOTHING = _Asked({})[1:]
_PLAIN = _core.Manner()


def _target(learner: Learner, target: Any) -> Any:
    """A bare value is that of a target's only parameter."""
    name = learner._only_target
    return target if name is None or isinstance(target, Mapping) else {name: target}


def effort_of(effort: Any) -> Any:
    """A bare number is the price of an item."""
    return effort if effort is None or isinstance(effort, Mapping) else {"per_item": effort}


def _items(items: Optional[Mapping[str, Any]], pool: Any, y: Any) -> Optional[Mapping[str, Any]]:
    if pool is None and y is None:
        return items
    if isinstance(items, Mapping) and "pool" in items and pool is not None:
        raise TypeError("there are two pools: pool, and that of items")
    return {**(items or {}), **({} if pool is None else {"pool": pool}), **({} if y is None else {"y": y})}


def _asked(learner: Any, target: Any, effort: Any, items: Optional[Mapping[str, Any]], pool: Any, y: Any, size: Any,
           loss: Optional[str], names: Optional[Sequence[str]], limits: Optional[Mapping[str, Any]]) -> _Asked:
    given: Dict[str, Any] = {}
    if isinstance(learner, Learner):
        given["learner"] = learner.to_dict()
        if target is not None:
            given["target"] = _target(learner, target)
    for name, value in (("size", size), ("loss", loss), ("names", names), ("limits", limits)):
        if value is not None:
            given[name] = value
    if effort is not None:
        given["effort"] = effort_of(effort)
    rules = items if pool is None and y is None else _items(items, pool, y)
    if rules is not None:
        given["items"] = rules
    if isinstance(learner, Learner):
        return _with_frames(given)
    if isinstance(learner, (dict, str, os.PathLike, Mapping)):
        return _whole(learner, given, target)
    if not is_own(learner):
        raise TypeError(f"a {type(learner).__name__} is no learner and no problem: give one of didact's classes, a dict, a "
                        "file, or an object with a loss")
    model: Dict[str, Any] = {"model": "own-family" if is_family(learner) else "own-loss"}
    if getattr(learner, "has_seen", None) is not None:
        model["has_seen"] = learner.has_seen
    return _with_frames({"learner": model, **given})._replace(own=learner, target=target)


def _whole(problem: Any, given: Mapping[str, Any], target: Any) -> _Asked:
    """A problem that has everything in it."""
    if given or target is not None:
        raise TypeError("a whole problem has its own target, effort, items, size, loss, names and limits")
    if isinstance(problem, Mapping):
        return _with_frames(problem)
    path = Path(problem)
    return _Asked(_core.parse(path.read_text(encoding="utf-8")), str(path.parent))


def _with_frames(problem: Mapping[str, Any]) -> _Asked:
    items = problem.get("items")
    if items is None or not isinstance(items, Mapping) or not is_table(items.get("pool")):
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
      doubles is used where it lies. `items` may say more about it (`repeat`, `cost`, `names`, `must_include`, …); rows that it
      names by their number count from 1 there, as in every problem.
    * `size`, `loss`, `names`, `limits`: as in a problem.
    * `gap`: a relative gap that is good enough; `seed`: of all that is random.
    * `progress`: a function that gets a dict now and then, or True for a bar.

    Ctrl-C ends a long search: the lesson is then the best so far, with the bound that was reached.

    >>> import didact
    >>> didact.teach(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], effort=0.3)
    Lesson: 10 items, impedance 2.6457 (loss -0.35431 + effort 3), proven optimal
    >>> didact.teach({"learner": {"model": "threshold"}, "target": {"theta": 0.3}, "effort": {"closeness": 0.1}}).items["x"]
    array([0.25, 0.35])

    Only some items are at hand:

    >>> import numpy as np
    >>> heights = np.array([1.52, 1.64, 1.71, 1.78, 1.83, 1.95])
    >>> learner = didact.GaussianMean(variance=0.01, mean=1.6, prior_variance=0.02)
    >>> lesson = didact.teach(learner, 1.75, effort=0.05, pool=heights)
    >>> lesson.rows, heights[lesson.rows]
    (array([0, 2, 3, 4, 5]), array([1.52, 1.71, 1.78, 1.83, 1.95]))
    """
    asked = _asked(learner, target, effort, items, pool, y, size, loss, names, limits)
    with telling_of(progress) as telling:
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
    asked = _asked(learner, target, effort, items, pool, y, size, loss, names, limits)
    set = set.items if isinstance(set, Lesson) else set
    return Evaluation(_core.evaluate(asked.problem, set, asked.manner(seed=seed, gap=gap)), asked.problem)


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
    asked = _asked(learner, target, effort, items, pool, y, size, loss, names, limits)
    text = "" if set_size is None else str(set_size)
    if not isinstance(sets, Integral) or sets < 1:
        raise ValueError(f"sets must be a whole number >= 1, not {sets!r}")
    with telling_of(progress) as telling:
        manner = asked.manner(seed=seed, threads=threads, progress=telling)
        return Simulation(_core.simulate(asked.problem, sets, text, exact, set, manner), asked.problem)


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
    array([26, 10,  2])
    """
    asked = _asked(learner, target, effort, items, pool, y, size, loss, names, limits)
    if asked.own is not None and any(path.split(".")[0].split("[")[0] in ("target", "learner") for path in over):
        raise TypeError("the parameters of a learner of your own, and its target, are its own: sweep over them in a loop")
    with telling_of(progress) as telling:
        manner = asked.manner(seed=seed, gap=gap, threads=threads, progress=telling)
        return Sweep(_core.sweep(asked.problem, dict(over), manner), asked.problem)


def dimension(concepts: Any, *, seconds: Optional[float] = None, recursive: bool = True, threads: int = 0,
              progress: Progress = None) -> Dimension:
    """How many items each concept of a class needs, and the class as a whole.

    `concepts` is a dict of labels, a CSV file, or the name of a known class such as "intervals:8".

    >>> import didact
    >>> found = didact.dimension({"none": [0, 0], "first": [1, 0], "second": [0, 1]})
    >>> found.dimension
    Bounds(lower=2, upper=2)
    >>> found.recursive
    Bounds(lower=1, upper=1)
    """
    if isinstance(concepts, Mapping):
        form = "inline"
    elif isinstance(concepts, str) and not concepts.endswith(".csv") and not os.path.exists(concepts):
        form = "known"
    else:
        form, concepts = "file", os.fspath(concepts)
    with telling_of(progress) as telling:
        manner = _core.Manner("", 1, None, threads, telling)
        return Dimension(_core.dimension(concepts, form, seconds, recursive, manner), {"concepts": concepts})


def baselines(learner: Any, target: Any = None, effort: Any = None, *, most: int = 30, sets: int = 10_000,
              seed: int = 1) -> np.ndarray:
    """The paper's first figure: how probably a threshold learner mislabels an item after n random items (`passive`), after n
    questions of its own (`active`), and after being taught (`teaching`), for n up to `most`.

    >>> import didact
    >>> found = didact.baselines(didact.Threshold(), 0.3, {"closeness": 0.1}, most=3)
    >>> found["n"], found["active"]
    (array([1, 2, 3]), array([0.13  , 0.085 , 0.0325]))
    """
    asked = _asked(learner, target, effort, None, None, None, None, None, None, None)
    rows = _core.baselines(asked.problem, most, sets, asked.manner(seed=seed))["baselines"]
    found = np.zeros(len(rows), dtype=[(name, np.int64 if name == "n" else float) for name in (rows[0] if rows else {})])
    for i, row in enumerate(rows):
        for name, value in row.items():
            found[name][i] = np.nan if value is None else value
    return found


def learners() -> List[Dict[str, Any]]:
    """What models there are, and what each one takes.

    >>> import didact
    >>> [entry["model"] for entry in didact.learners()][:3]
    ['bernoulli', 'geometric', 'negative-binomial']
    """
    return _core.learners()


def schema() -> Dict[str, Any]:
    """The JSON Schema of problems."""
    return _core.schema()
