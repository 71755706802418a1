#!/usr/bin/env python3
"""Teaches large problems with little time: every model, rule, loss and effort, with limits from next to nothing to seconds.

    large.py build/didact --minutes 30       as many problems as that takes, drawn anew each time
    large.py build/didact --problems 60 --seed 1
    large.py build/didact --only gaussian    the models with this text in their names
    large.py build/didact --problem NAME     one of them again, by the name that a failure gives

The recipes of soak.py make problems that are solved within moments, where a loop without a clock does no harm. Here there are
many categories, dimensions, rows, items, hypotheses or members. Of every problem:

    in time    an answer within each limit and GRACE seconds, and its reading, of processor time
    bounds     no bound is above the impedance of a set found with any other limit
    optimal    what is called optimal within one limit is not beaten within another

A failure prints the name and the answer; the last line counts what was tried. Exit code 1 if anything failed.
"""
import argparse
import collections
import json
import math
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "frozen"))
import make  # noqa: E402
from make import Kit  # noqa: E402

LIMITS = (1e-9, 1e-3, 0.1, 1, 3)  # seconds; the longer ones for those that are not proven before
QUICK = (1e-9, 1e-3, 0.1, 0.5)
GRACE = 0.2
TOLERANCE = 1e-9
ENDLESS = 10  # seconds beyond a limit


class Draw(make.Draw):
    def scale(self, low, high):
        """A whole number, as likely below the middle of the logarithms as above."""
        return round(10 ** self.uniform(math.log10(low), math.log10(high)))

    def many_shares(self, count):
        shares = [self.expovariate(1) + 0.05 for _ in range(count)]
        total = sum(shares)
        shares = [share / total for share in shares]
        shares[0] += 1 - math.fsum(shares)
        return shares

    def spread(self, D):
        """A covariance matrix: diagonal, and a little of everything."""
        return [[round(1 + 0.5 * (i % 3), 2) if i == j else 0.3 / D for j in range(D)] for i in range(D)]


# ---------------------------------------------------------------------------------------------------- the models

def numbers(draw, low, high):
    return {"item": lambda: draw.number(low, high, 5), "range": lambda: [low, high],
            "narrow": lambda: draw.interval(low, high, 0.3)}


def vectors(draw, D, low, high):
    return {"item": lambda: draw.numbers(D, low, high), "range": lambda: [low, high],
            "narrow": lambda: [draw.interval(low, high, 0.3) for _ in range(D)]}


def bernoulli(draw):
    return make.bernoulli(draw, [])


def geometric(draw):
    kit = make.geometric(draw, [])
    kit.target = lambda: {"p": draw.number(0.001, 0.9, 4)}
    return kit


def categorical(draw):
    K = draw.scale(20, 1e5)
    return Kit(prior=lambda: {"beta": draw.numbers(K, 0.5, 8)}, target=lambda: {"pi": draw.many_shares(K)},
               edge=lambda: {"pi": [0, *draw.many_shares(K - 1)]}, item=lambda: draw.whole(1, K),
               costs=lambda: draw.numbers(K, 0, 0.5))


def poisson(draw):
    rate = draw.scale(1, 1e4)
    return Kit(prior=lambda: {"shape": draw.number(0.5, 20), "rate": draw.number(0.5, 4)},
               target=lambda: {"rate": rate}, item=lambda: draw.whole(0, 3 * rate),
               range=lambda: [0, 3 * rate], narrow=lambda: [0, max(1, rate // 2)])


def exponential(draw):
    return make.exponential(draw, [])


def gamma(draw):
    return make.gamma(draw, [])


def weibull(draw):
    return make.weibull(draw, [])


def negative_binomial(draw):
    return make.negative_binomial(draw, [])


def gaussian_mean(draw):
    return make.gaussian_mean(draw, [])


def gaussian(draw):
    return make.gaussian(draw, [])


def multivariate_gaussian_mean(draw):
    D = draw.scale(3, 40)
    return Kit(learner={"covariance": draw.spread(D)}, target=lambda: {"mean": draw.numbers(D, -4, 4)},
               prior=lambda: {"mean": draw.numbers(D, -4, 4), "covariance": draw.spread(D)}, **vectors(draw, D, -6, 6))


def multivariate_gaussian(draw):
    D = draw.scale(3, 40)
    return Kit(prior=lambda: {"mean": draw.numbers(D, -3, 3), "kappa": draw.number(0.3, 4), "nu": D + draw.number(0, 4),
                              "scale": draw.spread(D)},
               target=lambda: {"mean": draw.numbers(D, -3, 3), "covariance": draw.spread(D)}, **vectors(draw, D, -6, 6))


def linear_regression(draw):
    D, learned = draw.scale(4, 30), draw.random() < 0.4

    def prior():
        weights = {"mean": draw.numbers(D, -2, 2), "covariance": draw.spread(D)}
        return {**weights, "shape": 2, "scale": 1.5} if learned else weights

    return Kit(learner={} if learned else {"variance": 0.7}, prior=prior,
               target=lambda: {"weights": draw.numbers(D, -2, 2), **({"variance": 0.8} if learned else {})},
               item=lambda: {"x": draw.numbers(D, -3, 3), "y": draw.number(-5, 5)},
               range=lambda: [draw.interval(-3, 3, 0.7) for _ in range(D)],
               narrow=lambda: {"x": [draw.interval(-3, 3, 0.5) for _ in range(D)], "y": [-1, 1]})


def naive_bayes(draw):
    K, V = draw.scale(2, 40), draw.scale(10, 2000)
    return Kit(prior=lambda: {"classes": draw.numbers(K, 0.5, 5), "words": [draw.numbers(V, 0.5, 4) for _ in range(K)]},
               target=lambda: {"classes": draw.many_shares(K), "words": [draw.many_shares(V) for _ in range(K)]},
               item=lambda: {"label": draw.whole(1, K), "counts": [draw.whole(0, 4) for _ in range(V)]},
               effort={"per_item": draw.number(0.05, 0.5), "per_word": draw.number(0.02, 0.3)})


def gaussian_naive_bayes(draw):
    K, D = draw.scale(2, 60), draw.scale(1, 60)

    def table(*fields):
        return [[{field: draw.number(0.6, 4) for field in fields} for _ in range(D)] for _ in range(K)]

    return Kit(prior=lambda: {"classes": draw.numbers(K, 0.5, 5), "features": table("mean", "kappa", "shape", "scale")},
               target=lambda: {"classes": draw.many_shares(K), "features": table("mean", "variance")},
               item=lambda: {"label": draw.whole(1, K), "x": draw.numbers(D, -4, 4)},
               effort={"per_item": draw.number(0.1, 0.6)}, range=lambda: [-5, 5], narrow=lambda: [0, 2])


def markov_chain(draw):
    S = draw.scale(4, 100)
    return Kit(prior=lambda: {"start": draw.numbers(S, 0.5, 4),
                              "transitions": [draw.numbers(S, 0.5, 4) for _ in range(S)]},
               target=lambda: {"start": draw.many_shares(S), "transitions": [draw.many_shares(S) for _ in range(S)]},
               item=lambda: [draw.whole(1, S) for _ in range(draw.whole(1, 40))],
               effort={"per_item": draw.number(0.05, 0.5), "per_transition": draw.number(0.05, 0.3)})


def threshold(draw):
    return make.threshold(draw, draw.choice([[], ["resolution"]]))


def hypotheses(draw):
    kind = draw.choice(["table", "gaussians", "poissons", "vectors", "uniforms", "exponentials"])
    H = draw.scale(5, 1000 if kind == "table" else 100)
    names = [f"h{h}" for h in range(H)]
    columns, D = draw.scale(5, 400), draw.whole(2, 4)
    densities = {
        "gaussians": lambda: {"gaussian": {"mean": draw.number(-2, 2), "variance": draw.number(0.3, 2)}},
        "poissons": lambda: {"poisson": {"rate": draw.number(0.5, 60)}},
        "exponentials": lambda: {"exponential": {"rate": draw.number(0.3, 3)}},
        "uniforms": lambda: {"uniform": {"range": [draw.number(-3, -1), draw.number(0, 3)]}},
        "vectors": lambda: {"multivariate-gaussian": {"mean": draw.numbers(D, -2, 2), "covariance": draw.spread(D)}}}
    learner = {"table": {name: draw.many_shares(columns) for name in names}} if kind == "table" else {
        "hypotheses": {name: densities[kind]() for name in names}}
    places = vectors(draw, D, -3, 3) if kind == "vectors" else numbers(draw, 0, 60) if kind == "poissons" else \
        numbers(draw, 0, 5) if kind == "exponentials" else numbers(draw, -3, 3)
    if kind == "poissons":
        places["item"] = lambda: draw.whole(0, 60)
    if kind == "table":
        places = {"item": lambda: draw.whole(1, columns)}
    return Kit(learner=learner, target=lambda: {"hypothesis": draw.choice(names)},
               effort={"per_item": draw.number(0.03, 0.3)}, **places)


def concepts(draw):
    C, items = draw.scale(20, 2000), draw.scale(10, 300)
    learner = {"concepts": {f"c{c}": [draw.whole(0, 1) for _ in range(items)] for c in range(C)}}
    target = draw.whole(0, C - 1)

    def item():
        x = draw.whole(1, items)
        return {"x": x, "y": learner["concepts"][f"c{target}"][x - 1]}

    return Kit(learner=learner, target=lambda: {"concept": f"c{target}"}, item=item,
               rows=lambda: [{"x": x} for x in range(1, items + 1)], effort={"per_item": draw.number(0.05, 0.4)})


def linear(draw, label):
    D, bias = draw.scale(2, 30), draw.random() < 0.4

    def item():
        return {"x": draw.numbers(D, -3, 3), "y": label()}

    return Kit(learner={"lambda": draw.number(0.2, 3), **({"bias": True} if bias else {})},
               target=lambda: {"weights": draw.numbers(D, -1, 1), **({"bias": 0.3} if bias else {})}, item=item,
               test=lambda: [{**item(), "y": y} for y in [1, -1] * 100], effort={"per_item": draw.number(0.005, 0.1, 3)},
               range=lambda: {"x": [-3, 3]}, narrow=lambda: {"x": draw.interval(-1, 1, 0.5), "y": [-1, 1]})


def ridge(draw):
    return linear(draw, lambda: draw.number(-4, 4))


def logistic(draw):
    return linear(draw, lambda: draw.choice([-1, 1]))


def svm(draw):
    return linear(draw, lambda: draw.choice([-1, 1]))


MODELS = {"bernoulli": bernoulli, "geometric": geometric, "categorical": categorical, "poisson": poisson,
          "exponential": exponential, "gamma": gamma, "weibull": weibull, "negative-binomial": negative_binomial,
          "gaussian-mean": gaussian_mean, "gaussian": gaussian,
          "multivariate-gaussian-mean": multivariate_gaussian_mean, "multivariate-gaussian": multivariate_gaussian,
          "linear-regression": linear_regression, "naive-bayes": naive_bayes,
          "gaussian-naive-bayes": gaussian_naive_bayes, "markov-chain": markov_chain, "threshold": threshold,
          "hypotheses": hypotheses, "concepts": concepts, "ridge": ridge, "logistic": logistic, "svm": svm}


# ---------------------------------------------------------------------------------------------------- the rules

def of_size(draw, _, problem):
    problem["effort"].pop("per_item", None)
    problem["effort"]["of_size"] = draw.choice(["0.05*n + 0.01*n^2", "0.3*sqrt(n)", "0.5*ln(1 + n)", "0.0001*abs(n - 5000)",
                                                "n <= 4 ? 0.05*n : 0.7 + 0.05*n", "0.01*n*(2 + sin(n))"])
    if draw.random() < 0.3:
        problem["limits"] = {"max_items": draw.scale(10, 1e6)}


def size(draw, _, problem):
    problem["size"] = draw.scale(2, 1e5)


def sizes(draw, _, problem):
    least = draw.scale(2, 1e5)
    problem["size"] = [least, least + draw.scale(2, 1e5)]


def few(draw, _, problem):
    problem["size"] = [draw.whole(0, 3), draw.whole(4, 40)]


def cheap(draw, _, problem):
    problem.setdefault("effort", {})["per_item"] = 10 ** draw.uniform(-9, -2)


def twelve(draw, kit, problem):
    weights = draw.shares(12)
    problem["learner"]["one_of"] = [{"weight": weight, "prior": kit.prior()} for weight in weights]
    problem["learner"].pop("prior")
    if draw.random() < 0.5:
        problem["learner"]["judge"] = "worst"


def rows_of(count):
    def pool(draw, kit, problem):
        width = len(json.dumps(kit.item()))
        most = min(count, max(50, 3_000_000 // width))
        problem["items"] = {"pool": kit.rows() if hasattr(kit, "rows") else [kit.item() for _ in range(draw.scale(50, most))]}
    return pool


RULES = {**make.RULES, "of_size": of_size, "size": size, "sizes": sizes, "few": few, "cheap": cheap, "twelve": twelve,
         "pool": rows_of(1000), "large": rows_of(100_000)}
del RULES["vocabulary"], RULES["names"], RULES["empty"], RULES["must"], RULES["named"], RULES["dear"], RULES["data"]
POOLS = ("pool", "large")
OF_POOLS = {"repeat", "cost", "where"}
APART = [{"of_size", "around", "cheap", "free", "per_item"}, {"size", "sizes", "few"}, set(POOLS), {"range", "narrow"},
         {"twelve", "worst", "expected"}, {"squared", "zero-one", "risk"}, {"points", "belief", "edge"}]


def words_of(draw):
    """Up to three rules that can stand together."""
    words = []
    for _ in range(draw.choice([0, 1, 1, 2, 2, 3])):
        word = draw.choice(sorted(RULES))
        if word in OF_POOLS and not set(words) & set(POOLS):
            words.append(draw.choice(POOLS))
        if word not in words and not any(word in group and group & set(words) for group in APART):
            words.append(word)
    return sorted(words, key=lambda word: (word not in POOLS, word))


def problem_of(name):
    draw = Draw(name)
    model = name.split("/")[0]
    words = name.split("/")[1].split()
    kit = MODELS[model](draw)
    learner = {"model": model, **getattr(kit, "learner", {})}
    if hasattr(kit, "prior"):
        learner["prior"] = kit.prior()
    problem = {"learner": learner, "target": kit.target(), "effort": dict(getattr(kit, "effort", None) or {"per_item": 0.05})}
    for word in words:
        RULES[word](draw, kit, problem)
    return problem


# ---------------------------------------------------------------------------------------------------- the laws

class Answer:
    def __init__(self, said, seconds):
        self.said, self.seconds = said, seconds
        self.status = said.get("status")
        self.impedance = said.get("impedance")
        self.impedance = math.inf if self.impedance is None else self.impedance
        self.bound = said.get("lower_bound")
        self.bound = (math.inf if self.status == "unteachable" else -math.inf) if self.bound is None else self.bound

    def __str__(self):
        keys = ("status", "reason", "direction", "impedance", "lower_bound", "n", "seconds", "failed", "errors")
        return json.dumps({key: self.said[key] for key in keys if key in self.said}) + f" after {self.seconds:.2f} s"


def run(program, command, file, seconds, *options):
    """What the program says, and the processor time it took."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    try:
        done = subprocess.run([program, command, file, "--format", "json", "--quiet", *options], capture_output=True,
                              text=True, check=False, timeout=seconds + ENDLESS)
        failed = done.returncode not in (0, 2, 3)
        said = {"failed": f"exit code {done.returncode}: {done.stderr[-300:]}"} if failed else json.loads(done.stdout or "{}")
    except subprocess.TimeoutExpired:
        said = {"failed": "no answer"}
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    computing = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Answer(said, min(computing, time.monotonic() - start))  # threads compute at the same time


def above(a, b):
    return a > b + TOLERANCE * max(1.0, abs(b)) if math.isfinite(b) else a > b


def faults(program, problem, limits, grace):
    """What is wrong with the answers to one problem; None if it is refused."""
    found, answers = [], []
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(problem, file)
        file.flush()
        reading = run(program, "check", file.name, 1)
        if "errors" in reading.said:
            return None
        if "failed" in reading.said:
            return [f"check: {reading}"]
        for limit in limits:
            if answers and answers[-1].status in ("optimal", "unbounded", "unteachable"):
                break
            file.seek(0)
            file.truncate()
            json.dump({**problem, "limits": {**problem.get("limits", {}), "seconds": limit}}, file)
            file.flush()
            answer = run(program, "teach", file.name, limit)
            if "errors" in answer.said:
                return None if not answers else [f"limit {limit}: refused though it was not before: {answer}"]
            if "failed" in answer.said or answer.seconds > limit + grace + reading.seconds:
                found.append(f"limit {limit}: {answer}, reading {reading.seconds:.2f} s")
            if "failed" in answer.said:
                continue
            if answer.status in ("optimal", "feasible") and answer.impedance == math.inf:
                found.append(f"limit {limit}: no finite impedance: {answer}")
            answers.append(answer)
    for one in answers:
        for other in answers:
            if above(one.bound, other.impedance):
                found.append(f"the bound of {one} is above the set of {other}")
    return found


# ---------------------------------------------------------------------------------------------------- the run

def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("program", type=pathlib.Path)
    options.add_argument("--minutes", type=float, default=math.inf)
    options.add_argument("--problems", type=int, default=None)
    options.add_argument("--seed", type=int, default=None)
    options.add_argument("--only", default="")
    options.add_argument("--problem", default=None)
    options.add_argument("--quick", action="store_true", help="no limits above half a second")
    options.add_argument("--grace", type=float, default=GRACE, help="seconds beyond a limit, for slow builds")
    options.add_argument("--print", action="store_true", help="the problem alone")
    given = options.parse_args()
    program, limits = str(given.program.resolve()), QUICK if given.quick else LIMITS
    if given.problem:
        problem = problem_of(given.problem)
        if given.print:
            print(json.dumps(problem))
            return 0
        found = faults(program, problem, limits, given.grace)
        print(*(found or ["no failure"]), sep="\n")
        return 1 if found else 0
    start, seed = time.monotonic(), given.seed if given.seed is not None else time.time_ns() % 10 ** 9
    most = given.problems if given.problems is not None else 10 ** 9
    names = [model for model in MODELS if given.only in model]
    tried, refused, failed = collections.Counter(), 0, 0
    words_drawn = Draw(seed)
    while sum(tried.values()) < most and time.monotonic() - start < 60 * given.minutes:
        model = names[(sum(tried.values()) + refused) % len(names)]
        words = words_of(words_drawn)
        name = f"{model}/{' '.join(words)}/{seed}.{sum(tried.values()) + refused}"
        try:
            problem = problem_of(name)
        except (AttributeError, KeyError):  # the model has no such thing
            refused += 1
            continue
        found = faults(program, problem, limits, given.grace)
        if found is None:
            refused += 1
            continue
        tried[model] += 1
        if found:
            failed += 1
            print(f"\n{name}", *found, sep="\n", flush=True)
    print(f"\n{sum(tried.values())} problems ({', '.join(f'{model} {count}' for model, count in sorted(tried.items()))}), "
          f"{refused} more refused, seed {seed}: {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
