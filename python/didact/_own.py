"""Learners of one's own."""

from __future__ import annotations

import time
from typing import Any, Callable, Dict, Optional

import numpy as np

from didact import _core
from didact._items import shaped


class FromLoss:
    """A learner of which only the loss is known: a function from a teaching set to a number.

    `loss(items)` gets the set as `Lesson.items` has it: an array of numbers, of rows, or a structured array with `x` and `y`
    where the pool has labels. It is also called with the empty set. `least_loss` is a number that no loss is below; with it
    there is something to prove.

    >>> import didact
    >>> learner = didact.FromLoss(lambda items: (items.sum() - 1) ** 2, least_loss=0)
    >>> lesson = didact.teach(learner, pool=np.array([0.25, 0.75, 2.0]), effort=0.01)
    >>> lesson
    Lesson: 2 items, impedance 0.02 (loss 0 + effort 0.02), proven optimal
    >>> lesson.items
    array([0.25, 0.75])
    """

    def __init__(self, loss: Callable[..., Any], least_loss: Optional[float] = None):
        self.loss = loss
        self.least_loss = least_loss

    def __repr__(self) -> str:
        return f"FromLoss({getattr(self.loss, '__name__', self.loss)!s})"


def is_family(learner: Any) -> bool:
    """Whether this is a conjugate learner: an object with T, A0, prior, natural and sample."""
    return hasattr(learner, "T") and hasattr(learner, "A0")


def is_own(learner: Any) -> bool:
    return is_family(learner) or callable(getattr(learner, "loss", None)) or callable(learner)


def _family(learner: Any, target: Any) -> Any:
    missing = [name for name in ("T", "A0", "prior", "natural", "sample") if not hasattr(learner, name)]
    if missing:
        raise TypeError(f"{type(learner).__name__} needs {', '.join(missing)} too, to be taught as a conjugate learner")
    return _core.own_family(learner, target)


def told(loss: Callable[..., Any], progress: Optional[Callable[[Dict[str, Any]], Any]]) -> Callable[..., Any]:
    """The same, which now and then says how many sets it was asked about, and the least loss, if somebody listens."""
    if progress is None:
        return loss
    tell = progress
    asked, least, last = 0, float("inf"), time.monotonic()

    def ask(*arguments: Any) -> Any:
        nonlocal asked, least, last
        value = loss(*arguments)
        asked, least = asked + 1, min(least, float(value))
        if time.monotonic() - last > 0.1:
            last = time.monotonic()
            tell({"asked": asked, "loss": least})
        return value

    return ask


def attached(learner: Any, target: Any, progress: Optional[Callable[[Dict[str, Any]], Any]] = None) -> Any:
    """The engine's model of it."""
    if is_family(learner):
        return _family(learner, target)
    loss = getattr(learner, "loss", learner)
    least = getattr(learner, "least_loss", None)
    more = () if target is None else (target,)

    def ask(numbers: np.ndarray, vector: bool, labelled: bool) -> Any:
        return loss(shaped(numbers, vector=vector, labelled=labelled), *more)

    return _core.own_loss(told(ask, progress), -np.inf if least is None else float(least), False)
