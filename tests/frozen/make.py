#!/usr/bin/env python3
"""Adds problems to problems.jsonl: every example, every template with each of its options, and those of RECIPES below.

    make.py build/didact

A recipe is a line of words, each of which adds a rule to a problem of a model: "range integers" of poisson is the problem
"poisson/range integers". The numbers are drawn with the name as the seed, so a new recipe changes no other problem; the
same recipe again is another draw. To add problems, add recipes, run this, and freeze the answers with compare.py.

What problems.jsonl already has stays as it is: the frozen set is that file, and this is how it came about. Problems that
the program refuses or takes long over are left out, and listed.
"""
import argparse
import json
import pathlib
import random
import re
import resource
import subprocess
import sys
import types

import compare

MOMENT = 0.15  # seconds of computing that a problem may take
NO_OPTIONS = {"judge", "limits"}  # the one means nothing alone, the other has seconds
UNSTABLE = {"linear-regression/points range", "templates/logistic closeness"}  # they depend on the last bits of log


WHOLE = {"geometric", "negative-binomial", "poisson"}  # models whose items are whole numbers from 0 on
NONNEGATIVE = WHOLE | {"exponential", "gamma", "weibull"}


class Draw(random.Random):
    """Random values with few digits."""

    def number(self, low, high, digits=2):
        return round(self.uniform(low, high), digits)

    def whole(self, low, high):
        return self.randint(low, high)

    def numbers(self, count, low, high):
        return [self.number(low, high) for _ in range(count)]

    def shares(self, count):
        """Positive hundredths that sum to 1."""
        cuts = [0, *sorted(self.sample(range(1, 100), count - 1)), 100]
        return [(b - a) / 100 for a, b in zip(cuts, cuts[1:])]

    def interval(self, low, high, share):
        """A part of [low, high] of this share of its length."""
        width = share * (high - low)
        start = self.number(low, high - width)
        return [start, round(start + width, 2)]

    def covariance(self, D, low=0.5, high=3.0):
        """Correlations are below 1/(D-1), so it is positive definite."""
        deviations = [self.uniform(low, high) ** 0.5 for _ in range(D)]
        matrix = [[0.0] * D for _ in range(D)]
        for i in range(D):
            for j in range(i + 1):
                correlation = 1 if i == j else self.uniform(-0.8, 0.8) / max(1, D - 1)
                matrix[i][j] = matrix[j][i] = round(correlation * deviations[i] * deviations[j], 2)
        return matrix

    def several(self, make, low, high):
        return [make() for _ in range(self.whole(low, high))]


class Kit(types.SimpleNamespace):
    """What the problems of a model are made of. All but `learner` and `effort` are functions, which draw anew.

    learner: what it has beside its model and its prior         effort: what a lesson costs if no rule says otherwise
    prior, target, edge (a target on the border)                item, data (whose best fit is a target)
    range, narrow (one that is too small)                       rows (of a pool), test (items of the loss risk)
    """


# ---------------------------------------------------------------------------------------------------- the models

def numbers_between(draw, low, high):
    """The ranges of items that are numbers."""
    return {"range": lambda: draw.interval(low, high, draw.uniform(0.5, 1)),
            "narrow": lambda: draw.interval(low, high, 0.3)}


def bernoulli(draw, _):
    return Kit(prior=lambda: {"alpha": draw.number(0.5, 8), "beta": draw.number(0.5, 8)},
               target=lambda: {"p": draw.number(0.1, 0.9)}, edge=lambda: {"p": draw.choice([0, 1])},
               item=lambda: draw.whole(0, 1), data=lambda: [0, 1, 1],
               range=lambda: [0, 1], narrow=lambda: draw.choice([[0, 0], [1, 1]]))


def geometric(draw, _):
    return Kit(prior=lambda: {"alpha": draw.number(0.5, 8), "beta": draw.number(0.5, 8)},
               target=lambda: {"p": draw.number(0.1, 0.9)}, edge=lambda: {"p": 1},
               item=lambda: draw.whole(0, 9), **numbers_between(draw, 0, 12))


def categorical(draw, _):
    K = draw.whole(2, 5)
    return Kit(prior=lambda: {"beta": draw.numbers(K, 0.5, 8)}, target=lambda: {"pi": draw.shares(K)},
               edge=lambda: {"pi": [0, *draw.shares(K - 1)]},
               item=lambda: draw.whole(1, K), data=lambda: [*range(1, K + 1), draw.whole(1, K)],
               names=[f"c{k}" for k in range(K)], costs=lambda: draw.numbers(K, 0, 0.5))


def poisson(draw, _):
    return Kit(prior=lambda: {"shape": draw.number(0.5, 20), "rate": draw.number(0.5, 4)},
               target=lambda: {"rate": draw.number(0.5, 9)}, edge=lambda: {"rate": 0},
               item=lambda: draw.whole(0, 9), **numbers_between(draw, 0, 12))


def exponential(draw, _):
    return Kit(prior=lambda: {"shape": draw.number(0.5, 8), "rate": draw.number(0.5, 8)},
               target=lambda: {"rate": draw.number(0.1, 3)},
               item=lambda: draw.number(0, 9), **numbers_between(draw, 0, 12))


def gamma(draw, _):
    return Kit(learner={"shape": draw.number(0.3, 6)},
               prior=lambda: {"shape": draw.number(0.5, 8), "rate": draw.number(0.5, 8)},
               target=lambda: {"rate": draw.number(0.1, 3)},
               item=lambda: draw.number(0, 9), **numbers_between(draw, 0, 12))


def weibull(draw, words):
    return Kit(**{**vars(gamma(draw, words)), "learner": {"shape": draw.number(0.3, 3)},
                  "item": lambda: draw.number(0, 4), **numbers_between(draw, 0, 4)})


def negative_binomial(draw, words):
    return Kit(**{**vars(geometric(draw, words)), "learner": {"r": draw.number(0.3, 6)}})


def gaussian_mean(draw, _):
    return Kit(learner={"variance": draw.number(0.3, 4)},
               prior=lambda: {"mean": draw.number(-4, 4), "variance": draw.number(0.2, 4)},
               target=lambda: {"mean": draw.number(-4, 4)},
               item=lambda: draw.number(-6, 6), **numbers_between(draw, -6, 6))


def gaussian(draw, _):
    return Kit(prior=lambda: {"mean": draw.number(-4, 4), "kappa": draw.number(0.3, 4), "shape": draw.number(0.6, 5),
                              "scale": draw.number(0.3, 6)},
               target=lambda: {"mean": draw.number(-4, 4), "variance": draw.number(0.3, 6)},
               item=lambda: draw.number(-6, 6), **numbers_between(draw, -6, 6))


def vectors_between(draw, D, low, high):
    """One interval for all coordinates, or one for each."""
    def intervals(share):
        one = draw.random() < 0.5
        return draw.interval(low, high, share) if one else [draw.interval(low, high, share) for _ in range(D)]

    return {"range": lambda: intervals(draw.uniform(0.5, 1)), "narrow": lambda: intervals(0.3),
            "item": lambda: draw.numbers(D, low, high)}


def multivariate_gaussian_mean(draw, _):
    D = draw.whole(2, 3)
    return Kit(learner={"covariance": draw.covariance(D)},
               prior=lambda: {"mean": draw.numbers(D, -4, 4), "covariance": draw.covariance(D)},
               target=lambda: {"mean": draw.numbers(D, -4, 4)}, **vectors_between(draw, D, -6, 6))


def multivariate_gaussian(draw, _):
    D = draw.choice([2, 2, 3])
    return Kit(prior=lambda: {"mean": draw.numbers(D, -3, 3), "kappa": draw.number(0.3, 4),
                              "nu": draw.number(D - 0.5, D + 4), "scale": draw.covariance(D)},
               target=lambda: {"mean": draw.numbers(D, -3, 3), "covariance": draw.covariance(D)},
               data=lambda: [draw.numbers(D, -6, 6) for _ in range(D + 3)], **vectors_between(draw, D, -6, 6))


def linear_regression(draw, words):
    D = draw.whole(1, 3)
    learned = "noise" in words

    def prior():
        weights = {"mean": draw.numbers(D, -2, 2), "covariance": draw.covariance(D)}
        return {**weights, "shape": draw.number(1, 4), "scale": draw.number(0.5, 4)} if learned else weights

    def target():
        weights = {"weights": draw.numbers(D, -2, 2)}
        return {**weights, "variance": draw.number(0.3, 3)} if learned else weights

    def item():
        return {"x": draw.numbers(D, -3, 3), "y": draw.number(-5, 5)}

    def ranges(share):
        return [draw.interval(-3, 3, share) for _ in range(D)]

    return Kit(learner={} if learned else {"variance": draw.number(0.3, 3)}, prior=prior, target=target, item=item,
               data=lambda: [item() for _ in range(D + 4)], range=lambda: ranges(draw.uniform(0.5, 1)),
               narrow=lambda: {"x": ranges(0.5), "y": [-1, 1]})


def naive_bayes(draw, _):
    K, V = draw.whole(2, 3), draw.whole(2, 4)

    def document(label):
        return {"label": label, "counts": [draw.whole(0, 4) for _ in range(V - 1)] + [draw.whole(1, 3)]}

    return Kit(prior=lambda: {"classes": draw.numbers(K, 0.5, 5), "words": [draw.numbers(V, 0.5, 4) for _ in range(K)]},
               target=lambda: {"classes": draw.shares(K), "words": [draw.shares(V) for _ in range(K)]},
               edge=lambda: {"classes": [0, *draw.shares(K - 1)], "words": [draw.shares(V) for _ in range(K)]},
               item=lambda: document(draw.whole(1, K)), data=lambda: [document(k % K + 1) for k in range(6)],
               names=[f"class{k}" for k in range(K)],
               effort={"per_item": draw.number(0.05, 0.5), "per_word": draw.number(0.02, 0.3)})


def gaussian_naive_bayes(draw, _):
    K, D = draw.whole(2, 3), draw.whole(1, 2)

    def belief():
        return {"mean": draw.number(-3, 3), "kappa": draw.number(0.3, 3), "shape": draw.number(0.6, 4),
                "scale": draw.number(0.3, 4)}

    def feature():
        return {"mean": draw.number(-3, 3), "variance": draw.number(0.3, 4)}

    def table(cell):
        return [[cell() for _ in range(D)] for _ in range(K)]

    def row(label):
        return {"label": label, "x": draw.numbers(D, -4, 4)}

    return Kit(prior=lambda: {"classes": draw.numbers(K, 0.5, 5), "features": table(belief)},
               target=lambda: {"classes": draw.shares(K), "features": table(feature)},
               edge=lambda: {"classes": [0, *draw.shares(K - 1)], "features": table(feature)},
               item=lambda: row(draw.whole(1, K)), data=lambda: [row(k % K + 1) for k in range(3 * K)],
               names=[f"class{k}" for k in range(K)], effort={"per_item": draw.number(0.1, 0.6)},
               **numbers_between(draw, -5, 5))


def markov_chain(draw, _):
    S = draw.whole(2, 3)

    def target(start):
        return {"start": start, "transitions": [draw.shares(S) for _ in range(S)]}

    return Kit(prior=lambda: {"start": draw.numbers(S, 0.5, 4),
                              "transitions": [draw.numbers(S, 0.5, 4) for _ in range(S)]},
               target=lambda: target(draw.shares(S)), edge=lambda: target([0, *draw.shares(S - 1)]),
               item=lambda: [draw.whole(1, S) for _ in range(draw.whole(1, 6))],
               data=lambda: [[k + 1] + [draw.whole(1, S) for _ in range(4)] + [*range(1, S + 1), 1] for k in range(S)],
               names=[f"s{k}" for k in range(S)],
               effort={"per_item": draw.number(0.05, 0.5), "per_transition": draw.number(0.05, 0.3)})


def threshold(draw, words):
    theta = draw.number(0.05, 0.95)

    def item():
        x = draw.number(0, 1)
        return {"x": x, "y": 1 if x >= theta else -1}

    return Kit(learner={"resolution": draw.number(0.01, 0.1)} if "resolution" in words else {},
               target=lambda: {"theta": theta}, edge=lambda: {"theta": draw.choice([0, 1])}, item=item,
               range=lambda: [draw.number(0, 0.3), draw.number(0.6, 1)], narrow=lambda: draw.interval(0, 1, 0.3),
               effort={"closeness": draw.number(0.02, 0.3)})


def hypotheses(draw, words):
    D, K = 2, draw.whole(2, 4)
    densities = {
        "gaussians": lambda: {"gaussian": {"mean": draw.number(-2, 2), "variance": draw.number(0.3, 2)}},
        "poissons": lambda: {"poisson": {"rate": draw.number(0.5, 6)}},
        "exponentials": lambda: {"exponential": {"rate": draw.number(0.3, 3)}},
        "bernoullis": lambda: {"bernoulli": {"p": draw.number(0.1, 0.9)}},
        "categories": lambda: {"categorical": {"pi": draw.shares(K)}},
        "uniforms": lambda: {"uniform": {"range": [draw.number(-3, -1), draw.number(0, 3)]}},
        "vectors": lambda: {"multivariate-gaussian": {"mean": draw.numbers(D, -2, 2), "covariance": draw.covariance(D)}}}
    items = {
        "gaussians": numbers_between(draw, -3, 3), "uniforms": numbers_between(draw, -3, 3),
        "exponentials": numbers_between(draw, 0, 5), "poissons": numbers_between(draw, 0, 9),
        "vectors": vectors_between(draw, D, -3, 3)}
    single = {"gaussians": lambda: draw.number(-3, 3), "uniforms": lambda: draw.number(-1, 0),
              "exponentials": lambda: draw.number(0, 5), "poissons": lambda: draw.whole(0, 9),
              "bernoullis": lambda: draw.whole(0, 1)}
    kind = words[0]
    names = "ABCDE"[:draw.whole(2, 5)]
    learner = {"table": {name: draw.shares(K) for name in names}} if kind == "table" else {
        "hypotheses": {name: densities[kind]() for name in names}}
    if "prior" in words:
        learner["prior"] = dict(zip(names, draw.shares(len(names))))
    return Kit(learner=learner, target=lambda: {"hypothesis": draw.choice(names)},
               **{"item": single.get(kind, lambda: draw.whole(1, K)), **items.get(kind, {})},
               names=[f"item{k}" for k in range(K)], effort={"per_item": draw.number(0.03, 0.3)})


def concepts(draw, words):
    items, count = draw.whole(4, 7), draw.whole(4, 10)
    labels = [[bits >> i & 1 for i in range(items)] for bits in draw.sample(range(2 ** items), count)]
    target = draw.whole(0, count - 1)

    def item():
        x = draw.whole(0, items - 1)
        return {"x": x + 1, "y": labels[target][x]}

    return Kit(learner={"file": "three_concepts.csv"} if "file" in words else
               {"concepts": {f"c{c}": row for c, row in enumerate(labels)}},
               target=lambda: {"concept": "c3" if "file" in words else f"c{target}"}, item=item,
               rows=lambda: [{"x": x} for x in draw.sample(range(1, items + 1), items - 1)],
               effort={"per_item": draw.number(0.05, 0.4)})


def linear(draw, words, label):
    """What ridge, logistic and svm have in common."""
    D = draw.whole(1, 3)
    bias = "bias" in words

    def item():
        return {"x": draw.numbers(D, -3, 3), "y": label()}

    def target(low, high):
        weights = {"weights": draw.numbers(D, low, high)}
        return {**weights, "bias": draw.number(-1, 1)} if bias else weights

    def rows():
        return [{"x": draw.numbers(D, -3, 3), "y": y} for y in [1, -1] + [label() for _ in range(7)]]

    return Kit(learner={"lambda": draw.number(0.2, 3), **({"bias": True} if bias else {})},
               target=lambda: target(-1.5, 1.5), edge=lambda: target(0, 0), item=item, rows=rows, test=rows,
               range=lambda: {"x": draw.interval(-3, 3, 0.7)},
               narrow=lambda: {"x": draw.interval(-1, 1, 0.5), "y": [-1, 1]},
               effort={"per_item": draw.number(0.005, 0.1, 3)})


def ridge(draw, words):
    return linear(draw, words, lambda: draw.number(-4, 4))


def logistic(draw, words):
    return linear(draw, words, lambda: draw.choice([-1, 1]))


def svm(draw, words):
    return linear(draw, words, lambda: draw.choice([-1, 1]))


def program(draw, _):
    def point():
        x = draw.numbers(2, 0, 9)
        return {"x": x, "y": 1 if x[0] > x[1] else -1}

    return Kit(learner={"command": ["python3", "program_learner.py"], "workers": 1},
               target=lambda: {"test": [point() for _ in range(12)]}, item=point,
               rows=lambda: [point() for _ in range(draw.whole(5, 7))], effort={"per_item": draw.number(0.01, 0.1)})


# ---------------------------------------------------------------------------------------------------- the rules

def by_size(problem, expression):
    problem["effort"].pop("per_item", None)
    problem["effort"]["of_size"] = expression
    problem.setdefault("limits", {"max_items": 200})


def of_size(draw, _, problem):
    by_size(problem, draw.choice(["0.05*n + 0.01*n^2", "0.3*sqrt(n)", "0.5*ln(1 + n)",
                                  "n <= 4 ? 0.05*n : 0.7 + 0.05*n"]))


def around(draw, _, problem):
    """The effort falls before it rises."""
    by_size(problem, f"0.2*abs(n - {draw.whole(2, 6)})")


def cheap(_, __, problem):
    problem["effort"]["per_item"] = 0.002


def wide(draw, _, problem):
    """Numbers, in a range that hardly matters."""
    low, high = (0 if problem["learner"]["model"] in NONNEGATIVE else -1000), 1000
    problem.setdefault("items", {})["range"] = [low, high + draw.whole(0, 9)]


def free(_, __, problem):
    del problem["effort"]


def dear(_, __, problem):
    problem["effort"]["per_item"] = 30


def effort(term, low, high):
    def add(draw, _, problem):
        problem.setdefault("effort", {})[term] = draw.number(low, high)
    return add


def per_category(_, kit, problem):
    problem.setdefault("effort", {})["per_category"] = kit.costs()


def without(term):
    def drop(_, __, problem):
        del problem["effort"][term]
    return drop


def items(key, value):
    """A rule for the items; the value is a function of the kit, or a value."""
    def add(_, kit, problem):
        problem.setdefault("items", {})[key] = value(kit) if callable(value) else value
    return add


def size(draw, _, problem):
    problem["size"] = draw.whole(1, 5)


def sizes(draw, _, problem):
    least = draw.whole(0, 3)
    problem["size"] = [least, least + draw.whole(0, 4)]


def empty(_, __, problem):
    problem["size"] = 0


def max_items(draw, _, problem):
    problem["limits"] = {"max_items": draw.whole(1, 8)}


def loss(name):
    def choose(_, __, problem):
        problem["loss"] = name
    return choose


def risk(_, kit, problem):
    problem["loss"], problem["target"] = "risk", {"test": kit.test()}


def has_seen(draw, kit, problem):
    problem["learner"]["has_seen"] = draw.several(kit.item, 1, 5)


def insistent(draw, kit, problem):
    """It has seen the same over and over."""
    problem["learner"]["has_seen"] = [kit.item()] * draw.whole(20, 60)


def expected(draw, kit, problem):
    weights = draw.shares(draw.whole(2, 3))
    problem["learner"]["one_of"] = [{"weight": weight, "prior": kit.prior()} for weight in weights]
    del problem["learner"]["prior"]


def worst(draw, kit, problem):
    problem["learner"].update(judge="worst", one_of=draw.several(lambda: {"prior": kit.prior()}, 2, 3))
    del problem["learner"]["prior"]


def points(draw, kit, problem):
    problem["target"] = {"belief": [{"weight": weight, "target": kit.target()} for weight in draw.shares(3)]}


def unlike(draw, _, problem):
    """After "points": some much less certain than others, and far away."""
    for point in problem["target"]["belief"]:
        factors = {"mean": 10 ** draw.uniform(0, 3), "variance": 10 ** draw.uniform(-3, 3)}
        factors.update(covariance=factors["variance"], weights=factors["mean"], rate=factors["variance"])
        point["target"] = {key: times(value, factors[key]) if key in factors else value
                           for key, value in point["target"].items()}


def times(value, factor):
    return [times(v, factor) for v in value] if isinstance(value, list) else value * factor


def belief(_, kit, problem):
    problem["target"] = {"belief": kit.prior()}


def data(draw, kit, problem):
    problem["target"] = {"data": kit.data() if hasattr(kit, "data") else [kit.item() for _ in range(draw.whole(4, 7))]}


def edge(_, kit, problem):
    problem["target"] = kit.edge()


def anticipates(_, __, problem):
    problem["learner"]["anticipates"] = True


def names(_, kit, problem):
    problem["names"] = kit.names


def vocabulary(_, kit, problem):
    words = len(problem["target"]["words"][0])
    problem["learner"]["vocabulary"] = [f"word{v}" for v in range(words)]


def pool(draw, kit, problem):
    rows = kit.rows() if hasattr(kit, "rows") else draw.several(kit.item, 6, 11)
    problem["items"] = {"pool": rows}


def large(draw, kit, problem):
    """A pool of more rows."""
    pool(draw, Kit(rows=lambda: [kit.item() for _ in range(40)]), problem)


def same(draw, _, problem):
    """After "pool": some rows more than once."""
    rows = problem["items"]["pool"]
    rows += draw.sample(rows, 3)


def add_column(problem, name, cells):
    rows = problem["items"]["pool"]
    problem["items"]["pool"] = [{**(row if isinstance(row, dict) else {"x": row}), name: cell}
                                for row, cell in zip(rows, cells)]


def cost(draw, _, problem):
    add_column(problem, "price", [draw.number(0, 0.4) for _ in problem["items"]["pool"]])
    problem["items"]["cost"] = "price"


def named(_, __, problem):
    add_column(problem, "id", [f"row{k}" for k, _ in enumerate(problem["items"]["pool"])])
    problem["items"]["names"] = "id"


def where(draw, _, problem):
    add_column(problem, "kind", [draw.choice(["old", "new", "new"]) for _ in problem["items"]["pool"]])
    problem["items"]["where"] = {"kind": "new"}


def must(draw, _, problem):
    taken = draw.sample(range(1, len(problem["items"]["pool"]) + 1), 3)
    problem["items"].update(must_include=taken[:1], must_exclude=taken[1:])


RULES = {
    "of_size": of_size, "around": around, "free": free, "cheap": cheap, "dear": dear, "fixed": effort("fixed", 0.1, 1.5),
    "magnitude": effort("magnitude", 0.005, 0.1), "closeness": effort("closeness", 0.02, 0.5),
    "per_unit": effort("per_unit", 0.01, 0.1), "per_item": effort("per_item", 0.02, 0.3), "per_category": per_category,
    "long": without("per_word"),
    "longer": without("per_transition"), "range": items("range", lambda kit: kit.range()), "wide": wide,
    "narrow": items("range", lambda kit: kit.narrow()), "integers": items("integers", True),
    "distinct": items("distinct", True), "repeat": items("repeat", True), "size": size, "sizes": sizes, "empty": empty,
    "max_items": max_items, "squared": loss("squared"), "predictive": loss("predictive"), "zero-one": loss("zero-one"), "risk": risk, "has_seen": has_seen,
    "insistent": insistent, "expected": expected, "worst": worst, "points": points, "unlike": unlike, "belief": belief,
    "data": data, "edge": edge,
    "anticipates": anticipates, "names": names, "vocabulary": vocabulary, "pool": pool, "same": same, "large": large,
    "cost": cost, "named": named, "where": where, "must": must}
OF_MODELS = {  # words that are read by the models themselves
    "noise", "bias", "resolution", "file", "prior", "gaussians", "poissons", "exponentials", "bernoullis", "categories",
    "uniforms", "vectors", "table"}
MODELS = {"bernoulli": bernoulli, "geometric": geometric, "categorical": categorical, "poisson": poisson,
          "exponential": exponential, "gamma": gamma, "weibull": weibull, "negative-binomial": negative_binomial,
          "gaussian-mean": gaussian_mean, "gaussian": gaussian,
          "multivariate-gaussian-mean": multivariate_gaussian_mean, "multivariate-gaussian": multivariate_gaussian,
          "linear-regression": linear_regression, "naive-bayes": naive_bayes,
          "gaussian-naive-bayes": gaussian_naive_bayes, "markov-chain": markov_chain, "threshold": threshold,
          "hypotheses": hypotheses, "concepts": concepts, "program": program, "ridge": ridge, "logistic": logistic,
          "svm": svm}


# ---------------------------------------------------------------------------------------------------- the recipes

CONJUGATE = [
    "", "free", "dear", "fixed", "of_size", "around", "size", "sizes", "max_items free", "has_seen", "expected", "worst",
    "worst has_seen", "points", "belief free", "data", "distinct", "squared", "squared sizes", "pool", "pool repeat size",
    "pool cost must", "pool where named max_items", "pool expected", "pool squared", "large free size"]
NUMBERS = [
    "range", "narrow", "narrow free", "integers", "integers has_seen", "range integers", "range distinct",
    "range integers distinct", "magnitude", "magnitude range", "magnitude expected", "magnitude integers", "closeness",
    "closeness sizes", "closeness range", "closeness range integers", "range worst", "squared range", "pool closeness",
    "pool magnitude"]
VECTORS = [  # the same, small enough
    "range", "narrow size", "narrow free size", "integers size", "integers has_seen sizes", "range integers",
    "range distinct", "range integers distinct size", "magnitude", "magnitude range", "magnitude expected",
    "magnitude integers", "closeness size", "closeness sizes", "closeness range size", "closeness range integers size",
    "squared range", "pool closeness", "pool magnitude"]
LINEAR = [
    "", "free", "dear", "fixed", "of_size", "size", "sizes", "max_items", "bias", "bias edge", "bias magnitude",
    "magnitude", "range", "range bias", "narrow size", "narrow bias size", "closeness range", "has_seen", "has_seen bias",
    "risk", "risk bias", "risk range", "pool", "pool bias cost", "pool risk must", "pool closeness"]
RECIPES = {
    "bernoulli": CONJUGATE + ["edge", "edge has_seen", "range", "narrow", "narrow free", "magnitude"],
    "geometric": CONJUGATE + NUMBERS + ["edge", "expected sizes", "squared worst"],
    "categorical": CONJUGATE + ["edge", "edge", "per_category", "free per_category", "per_category worst", "names pool cost"],
    "poisson": CONJUGATE + NUMBERS + ["edge", "edge squared", "squared worst", "empty", "belief worst"],
    "exponential": CONJUGATE + NUMBERS + ["distinct magnitude", "has_seen fixed", "squared worst"],
    "gamma": CONJUGATE + NUMBERS + ["per_unit", "per_unit range integers", "squared worst"],
    "weibull": CONJUGATE + ["range", "narrow", "narrow free", "range distinct", "range has_seen", "squared worst"],
    "negative-binomial": CONJUGATE + NUMBERS + ["edge", "per_unit", "squared worst"],
    "gaussian-mean": CONJUGATE + NUMBERS + ["squared worst", "squared distinct range", "closeness magnitude", "pool worst"],
    "gaussian": CONJUGATE + NUMBERS + ["", "integers sizes", "closeness magnitude", "squared integers", "pool worst"],
    "multivariate-gaussian-mean": CONJUGATE + VECTORS + ["squared worst", "range worst"],
    "multivariate-gaussian": CONJUGATE + VECTORS + ["", "sizes", "expected sizes"],
    "linear-regression": [
        "", "range", "range", "range free", "range dear", "range fixed", "range of_size", "range size", "range sizes",
        "magnitude", "magnitude", "magnitude range", "range has_seen", "range data", "belief", "points range",
        "narrow", "pool", "pool repeat", "pool cost must", "large max_items", "noise range", "noise range",
        "noise magnitude", "noise magnitude size", "noise range has_seen", "noise belief", "noise pool",
        "noise pool magnitude"],
    "naive-bayes": ["", "", "free", "long", "dear", "fixed", "of_size", "size", "sizes", "max_items", "has_seen", "data",
                    "edge", "names", "vocabulary"],
    "gaussian-naive-bayes": ["", "", "free", "dear", "fixed", "of_size", "size", "sizes", "max_items", "has_seen", "data",
                             "edge", "names", "range", "narrow", "narrow free", "magnitude", "magnitude range"],
    "markov-chain": ["", "", "free", "longer", "dear", "fixed", "of_size", "size", "sizes", "max_items", "has_seen",
                     "data", "edge", "names"],
    "threshold": ["", "", "per_item", "per_item fixed", "free", "dear", "free resolution", "resolution", "zero-one",
                  "squared", "zero-one free", "squared per_item", "range", "narrow", "has_seen", "size", "sizes",
                  "of_size closeness", "around closeness", "edge", "edge squared", "max_items"],
    "hypotheses": [
        "gaussians", "gaussians range", "gaussians range", "gaussians range free", "gaussians range prior",
        "gaussians range dear", "gaussians range fixed", "gaussians range size", "gaussians range sizes",
        "gaussians range of_size", "gaussians integers range", "gaussians integers range distinct",
        "gaussians range magnitude", "gaussians range closeness", "gaussians range zero-one", "gaussians range has_seen",
        "gaussians pool", "gaussians pool cost must", "gaussians pool closeness", "gaussians pool repeat",
        "gaussians range integers anticipates", "poissons", "poissons range", "poissons range has_seen", "exponentials",
        "exponentials range", "bernoullis", "bernoullis prior", "categories", "categories names", "uniforms",
        "uniforms range", "vectors range", "vectors pool", "vectors pool magnitude", "table", "table prior", "table free",
        "table zero-one", "table distinct", "table names size", "table anticipates", "table anticipates sizes"],
    "concepts": ["", "", "", "free", "dear", "fixed", "of_size", "size", "sizes", "max_items", "has_seen", "zero-one",
                 "zero-one", "zero-one sizes", "pool", "pool cost", "pool must", "anticipates", "anticipates size", "file",
                 "file zero-one"],
    "ridge": LINEAR,
    "logistic": LINEAR,
    "svm": LINEAR,
    "program": ["pool", "pool cost", "pool must named", "pool repeat size", "pool closeness", "pool fixed max_items"],
    # The parts, each a model and its words; "shared" takes the rules of the first for all.
    "product": [
        "poisson + categorical", "gaussian + gaussian-mean range", "bernoulli + geometric + exponential size",
        "shared poisson range + gaussian", "shared categorical size + bernoulli", "threshold + concepts",
        "naive-bayes + markov-chain", "ridge + svm bias", "hypotheses table + linear-regression range",
        "poisson free + bernoulli", "bernoulli edge + poisson", "multivariate-gaussian + multivariate-gaussian-mean worst",
        "poisson pool + gaussian-naive-bayes"]}
# What a model does not take, and how that is said.
REFUSED = ["markov-chain expected", "gaussian squared expected", "categorical integers", "poisson squared points",
           "linear-regression range closeness", "threshold pool", "hypotheses gaussians distinct", "svm distinct",
           "concepts zero-one pool", "naive-bayes points", "categorical squared worst", "bernoulli zero-one"]


# ---------------------------------------------------------------------------------------------------- the problems

def problem_of(model, words, draw):
    kit = MODELS[model](draw, words)
    learner = {"model": model, **getattr(kit, "learner", {})}
    if hasattr(kit, "prior"):
        learner["prior"] = kit.prior()
    problem = {"learner": learner, "target": kit.target(),
               "effort": dict(getattr(kit, "effort", None) or {"per_item": draw.number(0.02, 0.4)})}
    for word in words:
        if word not in OF_MODELS:
            RULES[word](draw, kit, problem)
    return problem


def product_of(recipe, draw):
    shared = recipe.startswith("shared ")
    parts = [problem_of(model, words, draw)
             for model, *words in (part.split() for part in recipe.removeprefix("shared ").split(" + "))]
    whole = {"learner": {"model": "product", "parts": [part["learner"] for part in parts]},
             "target": {"parts": [part["target"] for part in parts]}}
    for key in ("items", "size", "effort"):
        if any(key in part for part in parts):
            whole[key] = parts[0].get(key) if shared else {"parts": [part.get(key) for part in parts]}
    return {key: value for key, value in whole.items() if value is not None}


def generated():
    """The problems of the recipes."""
    for model, recipes in RECIPES.items():
        for place, recipe in enumerate(recipes):
            again = recipes[:place].count(recipe)
            name = f"{model}/{recipe or 'plain'}{f' {again + 1}' if again else ''}"
            draw = Draw(name)
            problem = product_of(recipe, draw) if model == "product" else problem_of(model, recipe.split(), draw)
            yield {"name": name, "problem": problem}
    for recipe in REFUSED:
        model, *words = recipe.split()
        yield {"name": f"refused/{recipe}", "problem": problem_of(model, words, Draw(recipe))}


def references(program):
    """Every example, and every template, as it is and with each of its options."""
    for file in sorted(compare.EXAMPLES.glob("*.json")):
        yield {"name": f"examples/{file.stem}", "example": file.name}
    listed = subprocess.run([program, "learners", "--format", "json"], capture_output=True, text=True, check=True)
    for model in json.loads(listed.stdout):
        name = model["model"]
        yield {"name": f"templates/{name}", "template": name}
        for option in re.findall(r'^ {2,6}// "(\w+)": [^…\n]*$', compare.template(program, name), re.MULTILINE):
            if option not in NO_OPTIONS:
                yield {"name": f"templates/{name} {option}", "template": name, "option": option}


def why_not(program, entry):
    """What keeps a problem out, or nothing."""
    if entry["name"] in UNSTABLE:
        return "unstable"
    text = compare.text_of(program, entry)
    start = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = compare.teach(program, text)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime
    if "option" not in entry and "problem" not in entry:
        return None  # every example, and every template as it is
    if answer.status == "failed" or (answer.status == "refused") != entry["name"].startswith("refused/"):
        return f"{answer.status}: {answer.detail}"
    return f"takes {seconds:.2f} s" if seconds > MOMENT else None


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("program", type=pathlib.Path)
    program = options.parse_args().program.resolve()
    compare.SECONDS = 5  # a template can ask for hours
    entries = {entry["name"]: entry for entry in compare.read_problems()} if compare.PROBLEMS.exists() else {}
    added = 0
    for entry in [*references(program), *generated()]:
        if entry["name"] in entries:
            continue
        why = why_not(program, entry)
        if why:
            print(f"left out: {entry['name']}: {why}")
        else:
            entries[entry["name"]] = entry
            added += 1
    lines = [json.dumps(entry, separators=(",", ":")) for _, entry in sorted(entries.items())]
    compare.PROBLEMS.write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} problems, {added} of them new")
    return 0


if __name__ == "__main__":
    sys.exit(main())
