"""Estimators with `fit`, as scikit-learn has them, as learners over a pool."""

from __future__ import annotations

import copy
import warnings
from typing import Any, Callable, Dict, List, Mapping, Optional, Union

import numpy as np

from didact import _core
from didact._answers import Lesson
from didact._data import attach
from didact._own import told
from didact._progress import Progress, telling_of
from didact._tasks import check_manner, effort_of


class EstimatorLesson(Lesson):
    """The best rows for an estimator: `X` and `y` are these rows, `estimator` was fitted to them."""

    X: Any = None
    y: Any = None
    estimator: Any = None

    def _more(self) -> Dict[str, Any]:
        return {"X": self.X, "y": self.y, "estimator": self.estimator}

    def __str__(self) -> str:
        lines = [repr(self)]
        for place, row in enumerate(self.rows):
            label = "" if self.y is None else f": {_taken(self.y, np.array([place]))[0]}"
            lines.append(f"  row {row}{label}")
        return "\n".join(lines)


def _fresh(estimator: Any) -> Any:
    if hasattr(estimator, "get_params"):
        try:
            from sklearn.base import clone

            return clone(estimator)
        except ImportError:
            pass
    return copy.deepcopy(estimator)


def _taken(data: Any, rows: np.ndarray) -> Any:
    if data is None:
        return None
    if hasattr(data, "iloc"):
        return data.iloc[rows]
    return data[rows] if hasattr(data, "shape") else [data[row] for row in rows]


def _length(data: Any) -> int:
    return int(data.shape[0]) if hasattr(data, "shape") else len(data)


def _judge(loss: Optional[Callable[[Any], Any]], scoring: Union[str, Callable[..., Any], None], X: Any,
           y: Any) -> Callable[[Any], float]:
    """The loss of a fitted estimator."""
    if loss is not None and scoring is not None:
        raise TypeError("give loss or scoring, not both")
    if loss is not None:
        return lambda fitted: float(loss(fitted))  # type: ignore[misc]
    if scoring is None:
        return lambda fitted: 1.0 - float(fitted.score(X, y))
    if isinstance(scoring, str):
        from sklearn.metrics import get_scorer

        scoring = get_scorer(scoring)
    return lambda fitted: -float(scoring(fitted, X, y))  # type: ignore[operator, misc]


def teach_estimator(estimator: Any, pool_X: Any, pool_y: Any = None, *, loss: Optional[Callable[[Any], Any]] = None,
                    scoring: Union[str, Callable[..., Any], None] = None, test_X: Any = None, test_y: Any = None,
                    least_loss: Optional[float] = None, effort: Any = None, size: Any = None,
                    limits: Optional[Mapping[str, Any]] = None, items: Optional[Mapping[str, Any]] = None, seed: int = 1,
                    gap: Optional[float] = None, progress: Progress = None) -> EstimatorLesson:
    """The best rows of a pool for anything with `fit(X, y)`: the fewest that stand for all, or that mislead it most.

    A teaching set's loss is that of the estimator fitted to it:

    * `loss(fitted)`: a function of your own of the fitted estimator, smaller being better;
    * `scoring`: a scorer, or the name of one of scikit-learn's: the loss is its score with the sign turned;
    * neither: `1 - fitted.score(X, y)`.

    Scores are taken on `test_X`, `test_y`; without them, on the whole pool. `least_loss` is a number that no loss is below
    (0 where `score` is used): with it there is something to prove. A set that cannot be fitted, such as the empty one or one
    with a single class, has an infinite loss. Give the estimator a `random_state` if it draws. What it warns of while it is
    fitted to sets that are only tried is not shown.

    Up to 20,000 sets of a size are tried, each fitted and scored: with 5 ms for one that is a minute or two. A smaller pool, a
    `size`, a `gap` or `limits={"seconds": 60}` make it shorter, and `progress=True` shows how it goes.

    `effort`, `size`, `limits` and `items` (`must_include`, `must_exclude`, `repeat`) are as for `teach`, row numbers there
    counting from 1.

    >>> import didact, numpy as np
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = np.array([[0.0], [0.1], [0.3], [0.7], [0.9], [1.0]]), np.array(["low"] * 3 + ["high"] * 3)
    >>> lesson = didact.teach_estimator(KNeighborsClassifier(1), X, y, effort=0.01)
    >>> lesson
    EstimatorLesson: 2 items, impedance 0.02 (loss 0 + effort 0.02), proven optimal
    >>> lesson.y, lesson.estimator.score(X, y)
    (array(['low', 'high'], dtype='<U4'), 1.0)
    """
    if hasattr(pool_X, "tocsr"):  # of whose sparse matrices only some have rows
        pool_X = pool_X.tocsr()
    count = _length(pool_X)
    if pool_y is not None and _length(pool_y) != count:
        raise ValueError(f"pool_X has {count} rows and pool_y {_length(pool_y)}")
    if test_X is None and test_y is not None:
        raise TypeError("test_y needs test_X")
    if test_X is None:
        test_X, test_y = pool_X, pool_y
    judge = _judge(loss, scoring, test_X, test_y)
    if least_loss is None:
        least_loss = 0.0 if loss is None and scoring is None else -np.inf

    refusals: List[ValueError] = []  # the last one

    def fitted(rows: np.ndarray) -> Any:
        learner = _fresh(estimator)
        X, y = _taken(pool_X, rows), _taken(pool_y, rows)
        return learner.fit(X) if y is None else learner.fit(X, y)

    def loss_of(rows: np.ndarray) -> float:
        if len(rows) == 0:
            return np.inf
        try:
            learner = fitted(rows)
            if loss is None:
                return judge(learner)
        except ValueError as error:  # scikit-learn's word for "not from this"
            refusals[:] = [error]
            return np.inf
        return judge(learner)

    numeric = isinstance(pool_X, np.ndarray) and pool_X.ndim == 2 and pool_X.dtype.kind in "fiub" and np.isfinite(pool_X).all()
    rules, frames = attach({**(items or {}), "pool": pool_X if numeric else np.arange(1.0, count + 1)})
    problem = {"learner": {"model": "own-loss"}, "items": rules}
    for name, value in (("effort", effort_of(effort)), ("size", size), ("limits", limits)):
        if value is not None:
            problem[name] = value
    check_manner(seed, gap)
    with telling_of(progress) as telling:
        own = _core.own_loss(told(loss_of, telling), float(least_loss), True)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            lesson = EstimatorLesson(_core.teach(problem, _core.Manner("", seed, gap, 0, None, frames, own)), problem)
    if lesson.status == "unteachable" and refusals:
        raise refusals[0]
    if lesson.n > 0:
        lesson.X, lesson.y = _taken(pool_X, lesson.rows), _taken(pool_y, lesson.rows)
        lesson.estimator = fitted(lesson.rows)
    return lesson

