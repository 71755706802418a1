"""Learners of one's own: taught by the same solvers, through callbacks."""

import itertools
import math

import didact
import numpy as np
import pytest


class OwnPoisson:
    """A Poisson learner as a user would write it; didact has one to compare with."""

    def __init__(self, shape=2.0, rate=1.0):
        self.shape, self.rate = shape, rate

    def T(self, x):
        return x

    def prior(self):  # rate^(shape-1) exp(-rate·r), with theta = log r and A = r
        return self.shape - 1, self.rate

    def natural(self, target):
        return math.log(target), target, 0.0

    def A0(self, lambda1, lambda2):
        if lambda1 <= -1 or lambda2 <= 0:
            return math.inf
        return math.lgamma(lambda1 + 1) - (lambda1 + 1) * math.log(lambda2)

    def sample(self, target, rng):
        return float(rng.poisson(target))


class BoundedPoisson(OwnPoisson):
    domain = (0, 40)

    def extreme(self, a):
        return 0.0 if a >= 0 else 40.0


def test_a_family_is_taught_as_the_engine_teaches_it():
    shipped = didact.teach(didact.Poisson(shape=2, rate=1), 4.3, 0.1, items={"range": [0, 40], "integers": True})
    own = didact.teach(BoundedPoisson(), 4.3, 0.1, items={"integers": True})
    assert own.impedance == pytest.approx(shipped.impedance, abs=1e-6)
    assert own.lower_bound <= shipped.impedance + 1e-9
    assert own.n == shipped.n and own.items.sum() == shipped.items.sum()
    assert own.loss_before == pytest.approx(shipped.loss_before, abs=1e-12)
    assert own.posterior["lambda2"] == 1 + own.n
    assert own.to_svg().startswith("<svg") and "own-family" in str(own)


def test_a_family_evaluates_and_simulates():
    mine = didact.evaluate(BoundedPoisson(), 4, 0.3, set=[3, 4, 5])
    theirs = didact.evaluate(didact.Poisson(shape=2, rate=1), 4, 0.3, set=[3, 4, 5])
    assert mine.impedance == pytest.approx(theirs.impedance, abs=1e-9)
    run = didact.simulate(BoundedPoisson(), 4, 0.3, sets=300, set_size=5)
    other = didact.simulate(didact.Poisson(shape=2, rate=1), 4, 0.3, sets=20_000, set_size=5)
    assert abs(run.mean - other.mean) < 6 * run.standard_error
    swept = didact.sweep(BoundedPoisson(), 4, 0.3, over={"effort.per_item": [0.2, 0.6]}, items={"integers": True})
    assert swept["n"][0] >= swept["n"][1]


def test_a_family_learns_from_a_pool():
    pool = np.array([0.0, 1.0, 2.0, 5.0, 6.0, 9.0])
    own = didact.teach(OwnPoisson(), 4, 0.1, pool=pool)
    shipped = didact.teach(didact.Poisson(shape=2, rate=1), 4, 0.1, pool=pool)
    assert own.status == "optimal" and own.impedance == pytest.approx(shipped.impedance, abs=1e-9)


def test_what_it_has_seen_counts():
    class Seen(BoundedPoisson):
        has_seen = [4, 4, 4]

    own = didact.teach(Seen(), 4, 0.3, items={"integers": True})
    shipped = didact.teach(didact.Poisson(shape=2, rate=1, has_seen=[4, 4, 4]), 4, 0.3, items={"range": [0, 40], "integers": True})
    assert own.impedance == pytest.approx(shipped.impedance, abs=1e-6)


def test_a_vector_family():
    class Mean:  # of a unit Gaussian in the plane
        def T(self, x):
            return x

        def prior(self):
            return np.zeros(2), 1.0

        def natural(self, target):
            target = np.asarray(target)
            return target, target @ target / 2, -math.log(2 * math.pi)

        def A0(self, lambda1, lambda2):
            return lambda1 @ lambda1 / (2 * lambda2) - math.log(lambda2) if lambda2 > 0 else math.inf

        def sample(self, target, rng):
            return rng.normal(target)

    own = didact.teach(Mean(), [1.0, 2.0], 0.2)
    shipped = didact.teach(didact.MultivariateGaussianMean(covariance=np.eye(2), mean=[0, 0], prior_covariance=np.eye(2)),
                           [1, 2], 0.2)
    assert own.impedance == pytest.approx(shipped.impedance, abs=1e-6) and own.items.shape == (own.n, 2)


def test_a_loss_is_minimised_over_all_sets():
    pool = np.array([0.3, -1.2, 2.5, 0.9, -0.4, 1.7, 3.1])

    def loss(items):
        return abs(items.sum() - 2.2) + 0.1 * np.sin(7 * items).sum()

    lesson = didact.teach(didact.FromLoss(loss), pool=pool, effort=0.07)
    best = min((loss(pool[list(rows)]) + 0.07 * len(rows), rows)
               for n in range(len(pool) + 1) for rows in itertools.combinations(range(len(pool)), n))
    assert lesson.impedance == pytest.approx(best[0]) and tuple(lesson.rows) == best[1] and lesson.status == "optimal"
    assert didact.teach(loss, pool=pool, effort=0.07).impedance == lesson.impedance


def test_a_loss_over_a_range_and_with_a_target():
    class Midpoint:
        least_loss = 0

        def loss(self, items, target):
            return float("inf") if len(items) == 0 else abs(items.mean() - target)

    lesson = didact.teach(Midpoint(), 0.3, 0.1, items={"range": [0, 1]})
    assert lesson.n == 1 and lesson.items[0] == pytest.approx(0.3, abs=1e-6)
    assert lesson.lower_bound == pytest.approx(0.1)  # no set is free of effort, and none but the empty one has that
    labelled = didact.teach(lambda items: float((items["y"] * items["x"][:, 0]).sum()) ** 2, pool=np.array([[1.0, 2], [2, 3], [-3, 1]]),
                            y=np.array([1.0, 1, 1]), size=3)
    assert labelled.loss == 0 and labelled.items["x"].shape == (3, 2)


def test_what_a_callback_raises_comes_out():
    def broken(items):
        if len(items) > 1:
            raise RuntimeError("enough")
        return 1.0

    with pytest.raises(RuntimeError, match="enough"):
        didact.teach(broken, pool=np.arange(5.0), effort=0.001)
    with pytest.raises(TypeError, match="the loss must be a number"):
        didact.teach(lambda items: "three", pool=np.arange(5.0))
    with pytest.raises(ValueError, match="NaN"):
        didact.teach(lambda items: math.nan, pool=np.arange(5.0))

    class Broken(OwnPoisson):
        def A0(self, lambda1, lambda2):
            raise KeyError("A0")

    with pytest.raises(KeyError, match="A0"):
        didact.teach(Broken(), 4, 0.3)

    class Half:
        T = A0 = None

    with pytest.raises(TypeError, match="prior, natural, sample"):
        didact.teach(Half(), 4)


def test_own_learners_may_teach_within():
    def nested(items):
        return didact.teach(didact.Bernoulli(alpha=2, beta=5), 0.8, 0.3).loss + len(items)

    assert didact.teach(nested, pool=np.arange(2.0)).n == 0


def test_what_a_learner_forgets_to_return_is_said():
    class Forgot(BoundedPoisson):
        def T(self, x):
            x + 1

    class Infinite(BoundedPoisson):
        def sample(self, target, rng):
            return math.inf

    class Backwards(BoundedPoisson):
        domain = (40, 0)

    class NoNumber(BoundedPoisson):
        def A0(self, lambda1, lambda2):
            return math.nan

    for learner, message in ((Forgot, r"T\(x\) must be a number"), (Infinite, "sample.* must be finite"),
                             (Backwards, "low <= high"), (NoNumber, "A0.* not NaN")):
        with pytest.raises((TypeError, ValueError), match=message):
            didact.teach(learner(), 4, 0.3)
    with pytest.raises(TypeError, match="the loss must be a number"):
        didact.teach(lambda items: None, pool=np.arange(3.0))


def test_a_least_loss_that_is_none_is_no_proof():
    with pytest.raises(ValueError, match="below the least loss"):
        didact.teach(didact.FromLoss(lambda items: abs(items.sum() - 1), least_loss=0.5), pool=np.array([0.25, 0.75, 2.0]), effort=0.01)


def test_its_target_is_not_swept_over():
    with pytest.raises(TypeError, match="in a loop"):
        didact.sweep(BoundedPoisson(), 4, 0.3, over={"target": [2, 3]})


def test_slow_learners_end_in_time():
    import time

    class Slow(BoundedPoisson):
        def A0(self, lambda1, lambda2):
            time.sleep(0.02)
            return super().A0(lambda1, lambda2)

    start = time.monotonic()
    lesson = didact.teach(Slow(), 4.3, 0.1, limits={"seconds": 1})
    assert time.monotonic() - start < 6
    assert lesson.status == "feasible" and lesson.reason == "time"
    assert lesson.loss_before == pytest.approx(didact.teach(BoundedPoisson(), 4.3, 0.1).loss_before)
    needed = didact.teach(Slow(), 4.3, 0.1, limits={"seconds": 0.5}, size=[2, 5])
    assert needed.reason == "time"


def test_rows_that_must_be_there_must_fit():
    with pytest.raises(didact.InvalidProblem, match="must_include"):
        didact.teach(OwnPoisson(), 4, 0.1, items={"pool": np.arange(4.0), "must_include": [1, 2, 3]}, size=2)
