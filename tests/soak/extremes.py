#!/usr/bin/env python3
"""Teaches problems whose numbers are extreme, and compares what is said with many digits.

    extremes.py build/didact --problems 400 --seed 1     the same problems each time
    extremes.py build/didact --minutes 30                drawn anew
    extremes.py build/didact --only poisson              the models with this text in their names

Pseudo-counts, variances, prices and the rest are drawn from 1e-300 to 1e300, means up to a million standard deviations
away, sizes up to 2^52. An answer must come within ten seconds: a lesson (exit code 0), no best lesson (3), or a refusal that
names a path (2). No bound may be above the best lesson, which many_digits.py computes with as many digits as it takes, and what is
called optimal must be as good as that; of the losses squared and predictive only the answer's form is looked at. The last line counts what was tried. Exit code 1 if anything failed.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import random
import resource
import signal
import subprocess
import sys
import time

import many_digits

SECONDS = 10  # of computing
TOLERANCE = 1e-9
LARGEST = 2**52


class Failure(Exception):
    pass


# ---------------------------------------------------------------------------------------------------- the problems

class Draw(random.Random):
    def scale(self):
        """A positive number: mostly near 1, often far from it, at times extreme."""
        reach = self.choice([1, 1, 3, 9, 20, 40, 100, 300])
        return float(f"{10 ** self.uniform(-reach, reach):.3g}")

    def count(self):
        """A pseudo-count: mostly one that is not refused."""
        reach = self.choice([(-1, 2), (-3, 6), (0, 15.6), (-300, 2)])
        return self.scale() if self.random() < 0.05 else float(f"{10 ** self.uniform(*reach):.3g}")

    def price(self):
        reach = self.choice([1, 2, 4, 9, 20, 300])
        return float(f"{10 ** self.uniform(-reach, min(reach, 3)):.3g}")

    def far(self):
        """A distance in standard deviations."""
        return float(f"{self.choice([-1, 1]) * 10 ** self.uniform(-2, self.choice([0, 1, 3, 6])):.3g}")

    def probability(self):
        small = float(f"{10 ** self.uniform(-self.choice([1, 1, 2, 8, 15, 300]), -0.1):.3g}")
        return small if self.random() < 0.7 or small < 1e-15 else 1 - small

    def shares(self, count):
        weights = [10 ** self.uniform(-self.choice([0.5, 0.5, 3, 12]), 0) for _ in range(count)]
        shares = [float(f"{w / sum(weights):.6g}") for w in weights]
        shares[shares.index(max(shares))] += 1 - math.fsum(shares)
        return shares

    def covariance(self, D, scale):
        deviations = [math.sqrt(scale * 10 ** self.uniform(-1, 1)) for _ in range(D)]
        correlation = self.uniform(-0.8, 0.8)
        return [[a * b * (1 if i == j else correlation) for j, b in enumerate(deviations)]
                for i, a in enumerate(deviations)]


def bernoulli(draw):
    return {"prior": {"alpha": draw.count(), "beta": draw.count()}}, {"p": draw.probability()}


def categorical(draw):
    K = draw.randint(2, 4)
    return {"prior": {"beta": [draw.count() for _ in range(K)]}}, {"pi": draw.shares(K)}


def poisson(draw):
    rate = draw.count()
    return {"prior": {"shape": draw.count(), "rate": draw.count()}}, {"rate": rate}


def exponential(draw):
    rate = draw.scale()
    return {"prior": {"shape": draw.count(), "rate": draw.count() / rate}}, {"rate": rate}


def gamma(draw):
    known, rate = draw.count(), draw.scale()
    return {"shape": known, "prior": {"shape": draw.count(), "rate": draw.count() * known / rate}}, {"rate": rate}


def weibull(draw):
    learner, target = exponential(draw)
    return {"shape": float(f"{10 ** draw.uniform(-2, 2):.3g}"), **learner}, target


def negative_binomial(draw):
    learner, target = bernoulli(draw)
    return {"r": draw.count(), **learner}, target


def gaussian_mean(draw):
    variance = draw.scale()
    prior = min(1e306, variance / draw.count())
    mean = draw.choice([0.0, draw.far() * math.sqrt(prior)])
    return ({"variance": variance, "prior": {"mean": mean, "variance": prior}},
            {"mean": draw.choice([0.0, mean, mean + draw.far() * math.sqrt(prior)])})


def gaussian(draw):
    variance = draw.scale()
    scale = draw.choice([variance, variance * draw.scale()])
    mean = draw.choice([0.0, draw.far() * math.sqrt(variance)])
    prior = {"mean": mean, "kappa": draw.count(), "shape": draw.count(), "scale": scale}
    return {"prior": prior}, {"mean": mean + draw.far() * math.sqrt(variance), "variance": variance}


def multivariate_gaussian_mean(draw):
    D, items = draw.randint(1, 2), draw.scale()
    prior = min(1e304, items / draw.count())
    mean = [draw.far() * math.sqrt(prior) for _ in range(D)]
    return ({"covariance": draw.covariance(D, items), "prior": {"mean": mean, "covariance": draw.covariance(D, prior)}},
            {"mean": [m + draw.far() * math.sqrt(prior) for m in mean]})


def multivariate_gaussian(draw):
    D, variance = draw.choice([1, 1, 2]), draw.scale()
    scale = draw.choice([variance, variance * draw.scale()])
    mean = [draw.far() * math.sqrt(variance) for _ in range(D)]
    prior = {"mean": mean, "kappa": draw.count(), "nu": D - 1 + draw.count(), "scale": draw.covariance(D, scale)}
    return ({"prior": prior}, {"mean": [m + draw.far() * math.sqrt(variance) for m in mean],
                               "covariance": draw.covariance(D, variance)})


def linear_regression(draw):
    D, prior = draw.randint(1, 2), draw.scale()
    weights = [draw.far() * math.sqrt(prior) for _ in range(D)]
    learner = {"prior": {"mean": weights, "covariance": draw.covariance(D, prior)}}
    target = {"weights": [w + draw.far() * math.sqrt(prior) for w in weights]}
    if draw.random() < 0.5:
        learner["variance"] = draw.scale()
    else:
        learner["prior"].update(shape=draw.count(), scale=draw.scale())
        target["variance"] = draw.scale()
    return learner, target


def naive_bayes(draw):
    K, V = 2, draw.randint(2, 3)
    words = [[draw.count() for _ in range(V)] for _ in range(K)]
    return ({"prior": {"classes": [draw.count() for _ in range(K)], "words": words}},
            {"classes": draw.shares(K), "words": [draw.shares(V) for _ in range(K)]})


def gaussian_naive_bayes(draw):
    pairs = [[gaussian(draw)] for _ in range(2)]
    features = [[learner["prior"] for learner, _ in row] for row in pairs]
    return ({"prior": {"classes": [draw.count() for _ in range(2)], "features": features}},
            {"classes": draw.shares(2), "features": [[t for _, t in row] for row in pairs]})


def markov_chain(draw):
    S = 2
    transitions = [[draw.count() for _ in range(S)] for _ in range(S)]
    return ({"prior": {"start": [draw.count() for _ in range(S)], "transitions": transitions}},
            {"start": draw.shares(S), "transitions": [draw.shares(S) for _ in range(S)]})


def threshold(draw):
    learner = {"resolution": min(1.0, draw.scale())} if draw.random() < 0.5 else {}
    return learner, {"theta": draw.probability()}


def hypotheses(draw):
    kind, unit = draw.randrange(3), draw.scale()

    def density():
        if kind == 0:
            return {"gaussian": {"mean": draw.far() * math.sqrt(unit), "variance": unit * 10 ** draw.uniform(-1, 1)}}
        return {"poisson" if kind == 1 else "exponential": {"rate": draw.scale()}}

    return {"hypotheses": {name: density() for name in "abc"}}, {"hypothesis": "a"}


def linear(draw):
    D = draw.randint(1, 2)
    weights = draw.scale()
    return {"lambda": draw.scale()}, {"weights": [draw.far() * weights for _ in range(D)]}


MODELS = {"bernoulli": bernoulli, "geometric": bernoulli, "categorical": categorical, "poisson": poisson, "exponential": exponential,
          "gamma": gamma, "weibull": weibull, "negative-binomial": negative_binomial, "gaussian-mean": gaussian_mean, "gaussian": gaussian, "multivariate-gaussian-mean": multivariate_gaussian_mean,
          "multivariate-gaussian": multivariate_gaussian, "linear-regression": linear_regression, "naive-bayes": naive_bayes,
          "gaussian-naive-bayes": gaussian_naive_bayes, "markov-chain": markov_chain, "threshold": threshold,
          "hypotheses": hypotheses, "ridge": linear, "logistic": linear, "svm": linear}
SQUARES = {"gaussian-mean", "gaussian", "multivariate-gaussian-mean", "multivariate-gaussian", "exponential", "poisson",
           "gamma", "weibull", "negative-binomial", "geometric", "ridge", "logistic", "svm", "hypotheses", "linear-regression"}
POSITIVE = {"exponential", "poisson", "gamma", "weibull", "negative-binomial"}
WHOLE = {"poisson", "negative-binomial"}
LOSSES = {model: ["squared"] if model == "multivariate-gaussian" else ["squared", "predictive", "predictive"]
          for model in POSITIVE | {"bernoulli", "geometric", "categorical", "gaussian-mean", "gaussian", "multivariate-gaussian-mean",
                                   "multivariate-gaussian"}}
BOXES = POSITIVE | {"gaussian-mean", "gaussian", "multivariate-gaussian"}


def problem_of(model, seed):
    draw = Draw(f"{model} {seed}")
    learner, target = MODELS[model](draw)
    problem = {"learner": {"model": model, **learner}, "target": target, "effort": {"per_item": draw.price()}}
    if draw.random() < 0.2:
        n = math.floor(min(LARGEST, draw.choice([3, 100, draw.scale(), LARGEST]))) + 1
        n = min(n, LARGEST)
        problem["size"] = draw.choice([n, [1, n]])
    elif draw.random() < 0.1:
        problem["limits"] = {"max_items": draw.choice([7, 10**6, 10**12, LARGEST])}
    if draw.random() < 0.15 and model in SQUARES:
        problem["effort"]["magnitude"] = draw.price()
    if draw.random() < 0.15 and model in BOXES:
        ends = sorted([0 if model in POSITIVE else -draw.scale(), draw.scale()])
        problem["items"] = {"range": ends if ends[0] < 1 < ends[1] or model not in WHOLE else [0, math.ceil(ends[1])]}
    if draw.random() < 0.2 and model in LOSSES:
        problem["loss"] = draw.choice(LOSSES[model])
    if model in ("naive-bayes",):
        problem["effort"]["per_word"] = draw.price()
    if model in ("markov-chain",):
        problem["effort"]["per_transition"] = draw.price()
    return problem


# ---------------------------------------------------------------------------------------------------- the checks

def limit_time():
    """Of the processor: the machine may be busy."""
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(SECONDS), math.ceil(SECONDS) + 1))


def answer_of(program, problem):
    try:
        done = subprocess.run([program, "teach", "-", "--format", "json", "--quiet"], input=json.dumps(problem),
                              capture_output=True, text=True, check=False, timeout=20 * SECONDS, preexec_fn=limit_time)
    except subprocess.TimeoutExpired:
        raise Failure("no answer in time") from None
    if done.returncode == -signal.SIGXCPU:
        raise Failure("no answer in time")
    if done.returncode not in (0, 2, 3):
        raise Failure(f"exit code {done.returncode}: {done.stderr.strip()[-200:]}")
    for word in ("NaN", "Infinity", "nan", "inf,"):
        if word in done.stdout:
            raise Failure(f"says {word}")
    said = json.loads(done.stdout)
    if done.returncode == 2:
        for error in said["errors"]:
            if not error["path"]:
                raise Failure(f"refused without a path: {error['message']}")
        return None
    return said


def check(program, problem):
    """What became of it; throws if that cannot be so."""
    said = answer_of(program, problem)
    if said is None:
        return "refused"
    status, impedance, bound = said["status"], said["impedance"], said["lower_bound"]
    if status in ("optimal", "feasible"):
        if impedance is None:
            raise Failure(f"{status} with no impedance")
        scale = max(1.0, abs(impedance))
        if bound is not None and bound > impedance:
            raise Failure(f"the bound {bound!r} is above {impedance!r}")
        if status == "optimal" and not (bound is not None and impedance - bound <= TOLERANCE * scale * 1.001):
            raise Failure("optimal with a gap")
    elif status == "unbounded" and said["direction"] == "more items" and problem["effort"]["per_item"] > 0:
        raise Failure("unbounded: more items, though each has a price")
    best = None if "loss" in problem else many_digits.best_of(problem)  # which knows -log density alone
    if best is None:
        return status
    slack = TOLERANCE * max(1, abs(best.value))
    if status == "unteachable":
        raise Failure("unteachable, which is false")
    if bound is not None and bound > best.value + slack:
        raise Failure(f"{status}: {many_digits.short(best.n)} items have {many_digits.short(best.value)}, below the bound {bound!r}")
    if impedance is not None and status != "unbounded":
        if said.get("items") and len(said["items"]) == said["n"]:
            real = many_digits.value_of(problem, said["items"])
            if real is not None and abs(real - impedance) > TOLERANCE * max(1, abs(real)):
                # A loss that rounding spoils is one that nothing may be claimed of.
                if status == "optimal" or abs(real - impedance) > 1e-6 * max(1, abs(real)):
                    raise Failure(f"{status}: the items have {many_digits.short(real)}, not {impedance!r}")
    return status


def attempt(program, model, seed):
    problem = problem_of(model, seed)
    try:
        return model, seed, problem, check(program, problem), None
    except Failure as failure:
        return model, seed, problem, "failed", str(failure)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--problems", type=int, default=0, help="of each model")
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of computing, for each problem")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    globals()["SECONDS"] = given.seconds
    first = given.seed if given.seed is not None else random.SystemRandom().randrange(10**9)
    models = [model for model in MODELS if given.only in model]
    until = time.monotonic() + 60 * given.minutes if given.minutes else math.inf
    counts, failed = collections.Counter(), 0
    with concurrent.futures.ProcessPoolExecutor(given.jobs) as pool:
        for start in range(0, given.problems or 10**9, 10):
            if time.monotonic() > until:
                break
            seeds = range(first + start, first + start + min(10, (given.problems or 10**9) - start))
            tasks = [pool.submit(attempt, given.program, model, seed) for seed in seeds for model in models]
            for task in concurrent.futures.as_completed(tasks):
                model, seed, problem, outcome, why = task.result()
                counts[model, outcome] += 1
                if why:
                    failed += 1
                    print(f"{model} {seed}: {why}\n    {json.dumps(problem)}", flush=True)
    for model in models:
        row = {outcome: count for (of, outcome), count in counts.items() if of == model}
        print(f"{model:28}", ", ".join(f"{count} {outcome}" for outcome, count in sorted(row.items())))
    print(f"{sum(counts.values())} problems from seed {first}, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
