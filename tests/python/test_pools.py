"""Pools as arrays and frames, where they lie."""

import subprocess
import sys

import didact
import numpy as np
import pytest
from conftest import without_time

pandas = pytest.importorskip("pandas")
LEARNER = didact.MultivariateGaussianMean(covariance=np.eye(2), mean=[0, 0], prior_covariance=np.eye(2))
ROWS = np.random.default_rng(3).normal(1, 1, size=(12, 2))


def taught(pool, **more):
    return didact.teach(LEARNER, [1, 1], effort=0.05, items={"pool": pool, **more})


def test_an_array_is_the_rows_it_has():
    inline = taught(ROWS.tolist())
    for pool in (ROWS, np.asfortranarray(ROWS), ROWS[::-1][::-1], np.repeat(ROWS, 2, axis=0)[::2], ROWS.astype(">f8")):
        lesson = taught(pool)
        assert without_time(lesson.to_dict()) == without_time(inline.to_dict())
        assert np.array_equal(lesson.items, ROWS[lesson.rows])
    strided = np.random.default_rng(1).normal(size=(12, 5))
    strided[:, 1::2] = ROWS
    assert without_time(taught(strided[:, 1::2]).to_dict()) == without_time(inline.to_dict())


def test_other_numbers_are_numbers():
    whole = np.array([0, 1, 2, 5, 9])
    learner = didact.Poisson(shape=2, rate=1)
    assert didact.teach(learner, 3, 0.1, pool=whole).to_dict()["rows"] == \
        didact.teach(learner, 3, 0.1, pool=whole.astype(np.float32)).to_dict()["rows"]


def test_costs_names_and_wishes():
    costs = np.linspace(0, 1, 12)
    names = [f"stimulus {i}" for i in range(12)]
    lesson = taught(ROWS, cost=costs, names=names, must_include=["stimulus 11"], must_exclude=[1])
    assert 11 in lesson.rows and 0 not in lesson.rows
    assert lesson.to_dict()["row_names"] == [names[row] for row in lesson.rows]
    assert lesson.effort == pytest.approx(0.05 * lesson.n + costs[lesson.rows].sum())


def test_frames_go_by_their_columns():
    frame = pandas.DataFrame({"id": [f"s{i}" for i in range(12)], "a": ROWS[:, 0], "b": ROWS[:, 1], "group": [1, 2] * 6})
    lesson = taught(frame, columns=["a", "b"], names="id", where={"group": 2})
    assert set(lesson.rows % 2) == {1}
    assert np.allclose(lesson.items, frame.iloc[lesson.rows][["a", "b"]])
    assert lesson.to_csv().splitlines()[0] == "a,b"
    with pytest.raises(didact.InvalidProblem, match="column id must be a finite number"):
        taught(frame, columns=["id", "b"])


def test_labels_stand_beside_the_rows():
    X = np.random.default_rng(5).normal(size=(9, 2))
    y = X @ [1, -0.5] + 0.1
    target = {"weights": [1, -0.5]}
    lesson = didact.teach(didact.Ridge(lambda_=1), target, 0.1, pool=X, y=y)
    inline = didact.teach(didact.Ridge(lambda_=1), target, 0.1,
                          items={"pool": [{"x": x, "y": label} for x, label in zip(X.tolist(), y.tolist())]})
    assert lesson.rows.tolist() == inline.rows.tolist() and lesson.impedance == inline.impedance
    assert np.allclose(lesson.items["x"], X[lesson.rows]) and np.allclose(lesson.items["y"], y[lesson.rows])
    structured = np.zeros(9, dtype=[("x", float, (2,)), ("y", float)])
    structured["x"], structured["y"] = X, y
    assert didact.teach(didact.Ridge(lambda_=1), target, 0.1, pool=structured).rows.tolist() == lesson.rows.tolist()


def test_categories_by_name():
    colours = np.array(["blue", "red", "blue", "green", "blue", "green"])
    lesson = didact.teach(didact.Categorical(beta=[3, 2, 1]), [0.2, 0.3, 0.5], 0.1, pool=colours, names=["red", "green", "blue"])
    assert lesson.items.tolist() == colours[lesson.rows].tolist()


def test_an_array_stays_alive_and_is_let_go_of():
    import gc
    import weakref

    rows = ROWS.copy()
    lesson = taught(rows)
    held = weakref.ref(rows)
    del rows
    gc.collect()
    assert np.isfinite(lesson.items).all()
    del lesson
    gc.collect()
    assert held() is None


MEMORY = """
import resource, sys
import numpy as np, didact
rows = np.random.default_rng(1).normal(size=(1_000_000, 10))
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
didact.teach(didact.MultivariateGaussianMean(covariance=np.eye(10), mean=np.zeros(10), prior_covariance=np.eye(10)),
             np.ones(10), 0.1, pool=rows[:5])
before = peak()
try:  # read whole, then refused: nothing but the passing
    didact.teach(didact.MultivariateGaussianMean(covariance=np.eye(10), mean=np.zeros(10), prior_covariance=np.eye(10)),
                 np.ones(10), 0.1, pool=rows, size=2_000_000)
except didact.InvalidProblem:
    print((peak() - before) / rows.nbytes)
"""


def test_a_million_rows_pass_without_a_copy():
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 0.1  # of the array's size


def test_frames_and_structured_arrays_are_data_and_sets_too():
    frame = pandas.DataFrame({"a": ROWS[:, 0], "b": ROWS[:, 1]})
    by_frame = didact.teach(LEARNER, {"data": frame}, effort=0.2)
    assert by_frame.impedance == didact.teach(LEARNER, {"data": ROWS}, effort=0.2).impedance
    worth = didact.evaluate(LEARNER, [1, 1], 0.05, pool=frame, set=frame.iloc[:2])
    assert worth.impedance == didact.evaluate(LEARNER, [1, 1], 0.05, pool=ROWS, set=ROWS[:2]).impedance
    X = np.arange(8.0).reshape(4, 2)
    labelled = pandas.DataFrame({"x1": X[:, 0], "x2": X[:, 1], "y": [1.0, -1, 1, -1]})
    learner, target = didact.Ridge(lambda_=1), {"weights": [1, -0.5]}
    lesson = didact.teach(learner, target, 0.01, pool=labelled)
    again = didact.evaluate(learner, target, 0.01, pool=labelled, set=labelled.iloc[lesson.rows])
    assert again.impedance == pytest.approx(lesson.impedance)
    assert didact.evaluate(learner, target, 0.01, pool=labelled, set=lesson.items).impedance == again.impedance
