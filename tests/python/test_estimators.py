"""scikit-learn's estimators as learners."""

import itertools

import didact
import numpy as np
import pytest

sklearn = pytest.importorskip("sklearn")
from sklearn.datasets import load_iris  # noqa: E402
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge  # noqa: E402
from sklearn.naive_bayes import GaussianNB  # noqa: E402
from sklearn.neighbors import KNeighborsClassifier  # noqa: E402
from sklearn.tree import DecisionTreeClassifier  # noqa: E402

IRIS = load_iris()
SOME = np.arange(0, 150, 15)


def by_hand(estimator, X, y, effort, sizes):
    """Every set of these sizes, fitted and scored on all rows."""
    best = np.inf
    for n in sizes:
        for rows in map(list, itertools.combinations(range(len(X)), n)):
            try:
                score = estimator.fit(X[rows], y[rows]).score(X, y)
            except ValueError:
                continue
            best = min(best, 1 - score + effort * n)
    return best


@pytest.mark.parametrize("estimator", [KNeighborsClassifier(1), GaussianNB(), LogisticRegression(), DecisionTreeClassifier(random_state=0)],
                         ids=lambda estimator: type(estimator).__name__)
def test_the_best_rows_are_found(estimator):
    X, y = IRIS.data[SOME][:, :2], IRIS.target_names[IRIS.target[SOME]]
    lesson = didact.teach_estimator(estimator, X, y, effort=0.02, size=[1, 4])
    assert lesson.impedance == pytest.approx(by_hand(estimator, X, y, 0.02, range(1, 5)))
    assert lesson.loss == pytest.approx(1 - lesson.estimator.score(X, y))
    assert lesson.y.tolist() == y[lesson.rows].tolist() and np.array_equal(lesson.X, X[lesson.rows])
    assert repr(lesson).startswith("EstimatorLesson: ")


def test_regressors_scorers_and_losses():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(9, 1))
    y = 2 * X[:, 0] + 1 + 0.1 * rng.normal(size=9)
    by_scorer = didact.teach_estimator(LinearRegression(), X, y, scoring="neg_mean_squared_error", least_loss=0, size=2)
    pairs = [np.mean((LinearRegression().fit(X[list(p)], y[list(p)]).predict(X) - y) ** 2) for p in itertools.combinations(range(9), 2)]
    assert by_scorer.loss == pytest.approx(min(pairs)) and by_scorer.status == "optimal"
    weights = didact.teach_estimator(Ridge(alpha=0.5), X, y, loss=lambda fitted: abs(fitted.coef_[0] - 3), size=3)
    triples = [abs(Ridge(alpha=0.5).fit(X[list(p)], y[list(p)]).coef_[0] - 3) for p in itertools.combinations(range(9), 3)]
    assert weights.loss == pytest.approx(min(triples))
    with pytest.raises(TypeError, match="not both"):
        didact.teach_estimator(Ridge(), X, y, loss=lambda fitted: 0, scoring="r2")
    with pytest.raises(ValueError, match="9 rows and pool_y 3"):
        didact.teach_estimator(Ridge(), X, y[:3])


class Nearest:
    """KNeighborsClassifier(1) in a hundredth of the time."""

    def fit(self, X, y):
        self.X, self.y = X, y
        return self

    def score(self, X, y):
        square_distances = (self.X**2).sum(axis=1) - 2 * X @ self.X.T  # but for what all have in common
        return float((self.y[square_distances.argmin(axis=1)] == y).mean())


def test_a_few_flowers_stand_for_all():
    lesson = didact.teach_estimator(Nearest(), IRIS.data[::3], IRIS.target[::3], effort=0.005, size=[3, 4],
                                    test_X=IRIS.data, test_y=IRIS.target)
    assert KNeighborsClassifier(1).fit(lesson.X, lesson.y).score(IRIS.data, IRIS.target) == pytest.approx(1 - lesson.loss)
    assert lesson.loss <= 0.06
    assert sorted(set(lesson.y)) == [0, 1, 2]


def test_any_object_with_fit_and_any_rows():
    class Longest:  # remembers the longest text
        def fit(self, X):
            self.text = max(X, key=len)
            return self

    texts = ["a", "abc", "ab", "abcdef"]
    lesson = didact.teach_estimator(Longest(), texts, loss=lambda fitted: abs(len(fitted.text) - 3), least_loss=0, effort=0.1,
                                    items={"must_exclude": [1]})
    assert lesson.X == ["abc"] and lesson.estimator.text == "abc" and lesson.status == "optimal"
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(IRIS.data[SOME], columns=IRIS.feature_names)
    chosen = didact.teach_estimator(GaussianNB(), frame, IRIS.target[SOME], effort=0.02, size=[3, 6], limits={"seconds": 2})
    assert list(chosen.X.columns) == list(frame.columns) and len(chosen.X) == chosen.n


def test_what_a_loss_of_one_s_own_raises_comes_out():
    def wrong(fitted):
        raise ValueError("a mistake of mine")

    with pytest.raises(ValueError, match="a mistake of mine"):
        didact.teach_estimator(Ridge(), np.ones((4, 1)), np.arange(4.0), loss=wrong, size=[1, 4])
    with pytest.raises(ValueError, match="Expected 2D array"):  # scikit-learn's own word, where no set can be fitted
        didact.teach_estimator(Ridge(), np.arange(4.0), np.arange(4.0), size=[1, 2])
    with pytest.raises(ValueError, match="seed must be"):
        didact.teach_estimator(Ridge(), np.ones((4, 1)), np.arange(4.0), seed=-1)
