#!/usr/bin/env python3
"""Teaches random problems of every model and rule, each in several forms whose answers must agree.

    soak.py build/didact --minutes 30        as many problems as that takes, drawn anew each time
    soak.py build/didact --problems 200 --seed 1
    soak.py build/didact --only gaussian     the recipes with this text in their names

Every other problem is drawn by a recipe of ../frozen/make.py, the others by any combination of rules (rules.py), with round
numbers among the others. For each of them:

    evaluate   the set that is shown costs what is said of it, and no random set costs less than the bound
    truth      the same by the definitions alone (truth.py), and of all small sets of a pool or of whole items
    sizes      no size has a lesson below the bound; the best lesson's own size has that lesson; where all sizes can be
               tried, the best of them is the lesson
    pool       a pool that holds the best set has a lesson as good, and none that is below the bound
    units      x -> a x + b changes nothing but the volume
    simpler    a rule less has a lesson no worse, and a price that is doubled none that is better
    stopped    with hardly any time there is an answer, in time, whose bound is not above the best lesson
    seed       another seed finds nothing below the bound

Every form of a problem is a restriction of it or says the same, so one law covers them all: no lesson is below a bound
that holds for it. A failure prints the problem; the last line counts what was tried. Exit code 1 if anything failed.
"""
import argparse
import collections
import concurrent.futures
import copy
import itertools
import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import typing

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "frozen"))
import make  # noqa: E402
import rules as rules_of  # noqa: E402
import truth  # noqa: E402

EXAMPLES = FOLDER.parents[1] / "examples"
TOLERANCE = 1e-9
SECONDS = 60  # of computing, until a problem without a limit counts as endless
PATIENCE = 600  # by the clock, on a busy machine
LIMITS = (1e-9, 1e-3, 0.05)
GRACE = 0.2  # seconds of computing beyond a limit
START = 0.1  # that a program takes to start and to read
CALM = {"program"}  # models whose loss is another program's


class Failure(Exception):
    pass


class Draw(make.Draw):
    """Some of the numbers are round: that is where cases meet."""

    def number(self, low, high, digits=2):
        least, most = math.ceil(low), math.floor(high)
        if least <= most and self.random() < 0.25:
            return self.randint(least, most)
        return super().number(low, high, digits)


class Lesson(typing.NamedTuple):
    status: str
    impedance: float
    bound: float
    n: int
    items: list
    seconds: float


def number(value, missing):
    return missing if value is None else value


def above(a, b):
    """Whether a is above b by more than rounding."""
    return a > b + TOLERANCE * max(1.0, abs(b)) if math.isfinite(b) else a > b


def columns(item):
    """An item of JSON by the columns of a CSV file."""
    if not isinstance(item, dict):
        item = {"x" if isinstance(item, list) else "item": item}
    cells = {}
    for key, value in item.items():
        if key == "counts":
            cells["words"] = " ".join(f"{word}:{count}" for word, count in enumerate(value, 1) if count)
        elif isinstance(value, list):
            cells.update({f"{key}{place}": number_in for place, number_in in enumerate(value, 1)})
        else:
            cells[key] = value
    return cells


def header(item):
    return ",".join(columns(item))


def row_of(item):
    return ",".join(str(cell) for cell in columns(item).values())


def limit_computing():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))


class Program:
    def __init__(self, path):
        self.path = path

    def run(self, problem, command, *options):
        start = time.monotonic()
        try:
            done = subprocess.run([self.path, command, "-", "--format", "json", "--quiet", *options],
                                  input=json.dumps(problem), cwd=EXAMPLES, capture_output=True, text=True, check=False,
                                  timeout=PATIENCE, preexec_fn=limit_computing)
        except subprocess.TimeoutExpired:
            raise Failure(f"{command} has no answer within {PATIENCE} s") from None
        if done.returncode == -signal.SIGXCPU:
            raise Failure(f"{command} has no answer after {SECONDS} s of computing")
        if done.returncode not in (0, 2, 3):
            raise Failure(f"{command} ends with exit code {done.returncode}: {done.stderr.strip()[-300:]}")
        for word in ("NaN", "Infinity", "-nan"):
            if word in done.stdout:
                raise Failure(f"{command} says {word}")
        return json.loads(done.stdout), time.monotonic() - start

    def teach(self, problem, *options):
        """The lesson, or None for a problem that is refused."""
        said, seconds = self.run(problem, "teach", *options)
        if "errors" in said:
            return None
        lesson = Lesson(said["status"], number(said["impedance"], math.inf), number(said["lower_bound"], -math.inf),
                        said.get("n", 0), said.get("items") or [], seconds)
        if said["status"] == "unteachable":
            lesson = lesson._replace(bound=math.inf)
        if said["status"] == "optimal" and above(lesson.impedance, lesson.bound + TOLERANCE * max(1, abs(lesson.bound))):
            raise Failure(f"optimal, but {lesson.impedance!r} is above the bound {lesson.bound!r}")
        if above(lesson.bound, lesson.impedance):
            raise Failure(f"the bound {lesson.bound!r} is above the lesson's {lesson.impedance!r}")
        if said["status"] in ("optimal", "feasible") and said["impedance"] is None:
            raise Failure(f"{said['status']}, but without a finite impedance")
        return lesson

    def evaluate(self, problem, items):
        """What a set costs; None if it is not allowed."""
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            file.write("".join(f"{row}\n" for row in [header(items[0]), *map(row_of, items)]))
            file.flush()
            said, _ = self.run(problem, "evaluate", "--set", file.name)
        if "errors" in said or said.get("violates"):
            return None
        return number(said["impedance"], math.inf)


# ---------------------------------------------------------------------------------------------------- the relations

def not_below(what, impedance, bound):
    if above(bound, impedance):
        raise Failure(f"{what}: a lesson of {impedance!r} is below the bound {bound!r}")


def consistent(what, lesson, other, shift=0.0):
    """Two forms of one problem: neither has a lesson below the other's bound."""
    not_below(what, other.impedance - shift, lesson.bound)
    not_below(what, lesson.impedance + shift, other.bound)


def evaluate(program, name, problem, lesson, draw, kit):
    if name.startswith("markov-chain"):
        return  # an item is a sequence of any length
    if lesson.items and lesson.status != "unbounded":
        cost = program.evaluate(problem, lesson.items)
        if cost is not None and abs(cost - lesson.impedance) > TOLERANCE * max(1, abs(cost)):
            raise Failure(f"evaluate says {cost!r} of the lesson's items, teach {lesson.impedance!r}")
    for _ in range(3):
        items = [kit.item() for _ in range(draw.whole(1, 4))]
        cost = program.evaluate(problem, items)
        if cost is not None:
            not_below("a random set", cost, lesson.bound)


def sizes(program, _, problem, lesson, draw, __):
    asked = problem.get("size")
    if isinstance(asked, int) or problem["learner"].get("anticipates"):
        return
    least, most = asked or (0, math.inf)
    most = min(most, problem.get("limits", {}).get("max_items", most))
    every = range(least, int(most) + 1) if most - least <= 5 else None
    found = {}
    for n in every or sorted({lesson.n, max(0, lesson.n - 1), lesson.n + 1, draw.whole(0, 5)}):
        other = program.teach({**problem, "size": n}) if least <= n <= most else None
        if other is None:
            continue
        found[n] = other
        not_below(f"size {n}", other.impedance, lesson.bound)
        if n == lesson.n and lesson.status in ("optimal", "feasible"):
            not_below(f"size {n}, that of the lesson", lesson.impedance, other.bound)
    if not every or len(found) < len(every):
        return
    if lesson.status in ("optimal", "feasible"):
        not_below("all sizes", lesson.impedance, min(other.bound for other in found.values()))
    ends = {other.status for other in found.values()}
    if lesson.status == "unbounded" and ends <= {"optimal", "unteachable"}:
        raise Failure("unbounded, though every size has a best set")
    if lesson.status == "unteachable" and ends & {"optimal", "feasible"}:
        raise Failure("unteachable, though a size has a lesson")


def small_sets(problem, limit=400):
    """All small sets, by their items, of a pool or of whole items; as many as the limit has room for."""
    model, items, learner = problem["learner"]["model"], problem.get("items", {}), problem["learner"]
    low, high = items.get("range", [0, 5]) if not isinstance(items.get("range"), dict) else (0, 0)
    if "pool" in items:
        if {"cost", "where", "must_include"} & items.keys() or model == "concepts":
            return
        values = [row for k, row in enumerate(items["pool"]) if not items.get("distinct") or row not in items["pool"][:k]]
    elif model == "bernoulli":
        values = [x for x in (0, 1) if low <= x <= high]
    elif model == "categorical":
        values = range(1, 1 + len(learner.get("prior", learner.get("one_of", [{}])[0].get("prior"))["beta"]))
    elif model in make.WHOLE or items.get("integers") and not isinstance(low, list):
        values = range(math.ceil(low), min(math.floor(high), math.ceil(low) + 12) + 1)
        values = [x for x in values if x >= 0 or model not in make.NONNEGATIVE]
    elif "table" in learner:
        values = range(1, 1 + len(next(iter(learner["table"].values()))))
    elif model == "concepts" and "concepts" in learner:
        values = [{"x": x, "y": y} for x, y in enumerate(learner["concepts"][problem["target"]["concept"]], 1)]
    else:
        return
    once = items.get("distinct") or "pool" in items and not items.get("repeat")
    sets = itertools.combinations if once else itertools.combinations_with_replacement
    least, most = problem.get("size", [0, 4]) if isinstance(problem.get("size", []), list) else [problem["size"]] * 2
    most = min(most, problem.get("limits", {}).get("max_items", most))
    every = itertools.chain.from_iterable(sets(list(values), n) for n in range(least, most + 1))
    yield from map(list, itertools.islice(every, limit))


def against_truth(_, __, problem, lesson, ___, ____):
    # A linear learner's and a vector's losses are left to the tests in C++.
    rows = problem.get("items", {}).get("pool")
    if isinstance(rows, list) and rows and isinstance(rows[0], dict) or "names" in problem:
        return
    if truth.impedance(problem, []) is None:
        return
    if lesson.n == len(lesson.items) and math.isfinite(lesson.impedance):
        worth = truth.impedance(problem, lesson.items)
        if abs(worth - lesson.impedance) > 10 * TOLERANCE * max(1, abs(worth)):
            raise Failure(f"the lesson's {lesson.impedance!r} is {worth!r} by its definition")
    for items in small_sets(problem):
        not_below(f"{items}", truth.impedance(problem, items), lesson.bound)


def pool(program, _, problem, lesson, draw, kit):
    rules = problem.get("items", {})
    if problem["learner"].get("anticipates"):
        return  # it expects the best of the items there are: another pool is another learner
    if not lesson.items or "pool" in rules or lesson.status == "unbounded" or lesson.n > 12:
        return
    items = {key: value for key, value in rules.items() if key == "distinct"}
    rows = list(lesson.items) + [kit.item() for _ in range(2)]
    draw.shuffle(rows)
    other = program.teach({**problem, "items": {**items, "pool": rows}})
    if other is None:
        return
    not_below("the pool that holds the lesson", lesson.impedance, other.bound)
    if not rules:  # the rows that were added are items of the problem
        not_below("the pool", other.impedance, lesson.bound)


def scaled(value, factor, shift=0.0):
    if isinstance(value, list):
        return [scaled(v, factor, shift) for v in value]
    return value * factor + shift


SPREAD = {"gaussian-mean": "variance", "multivariate-gaussian-mean": "covariance", "gaussian": "scale",
          "multivariate-gaussian": "scale"}


def in_unit(problem, a, b):
    """The same problem for items a x + b, and what its impedance gains; None where there is none such."""
    moved = copy.deepcopy(problem)
    learner, target, rules = moved["learner"], moved["target"], moved.get("items", {})
    spread = SPREAD.get(learner["model"])
    if not spread or moved.get("loss") == "squared" or rules.get("integers"):
        return None
    known = spread if spread != "scale" else None
    priors = [member["prior"] for member in learner.get("one_of", [learner])]
    points = [point["target"] for point in target["belief"]] if isinstance(target.get("belief"), list) else \
        [target.get("belief", target)]
    if known:
        learner[known] = scaled(learner[known], a * a)
    for place in priors + points:
        if "data" in place:
            place["data"] = scaled(place["data"], a, b)
            continue
        place["mean"] = scaled(place["mean"], a, b)
        for key in ("variance", "covariance", "scale"):
            if key in place:
                place[key] = scaled(place[key], a * a)
    if "has_seen" in learner:
        learner["has_seen"] = scaled(learner["has_seen"], a, b)
    if "range" in rules:
        rules["range"] = scaled(rules["range"], a, b)
    if "pool" in rules:
        rules["pool"] = [{**row, "x": scaled(row["x"], a, b)} if isinstance(row, dict) else scaled(row, a, b)
                         for row in rules["pool"]]
    effort = moved.get("effort", {})
    if "closeness" in effort:
        effort["closeness"] *= a
    if "magnitude" in effort or "per_unit" in effort:
        if b != 0:
            return None
        effort.update({key: effort[key] / power for key, power in (("magnitude", a * a), ("per_unit", a)) if key in effort})
    mean = priors[0]["mean"]
    D = len(mean) if isinstance(mean, list) else 1
    volume = 0 if moved.get("loss") == "predictive" else D if known else D + D * (D + 1)
    return moved, volume * math.log(a)


def far_from_zero(program, problem, b):
    """A known spread: x -> x + b changes nothing, once the numbers are rounded as they are there."""
    form = in_unit(problem, 1, b) if SPREAD.get(problem["learner"]["model"], "scale") != "scale" else None
    if form is None:
        return
    there = form[0]
    here = in_unit(there, 1, -b)[0]  # exactly
    first, second = program.teach(here), program.teach(there)
    if first is None or second is None:
        if (first is None) != (second is None):
            raise Failure(f"x -> x + {b} is refused")
        return
    consistent(f"x -> x + {b}", first, second)


def units(program, _, problem, lesson, draw, __):
    unit, shift = 10 ** draw.uniform(-12, 12), draw.number(-1000, 1000)
    far_from_zero(program, problem, 128.0 * round(shift))
    for a, b in ((unit, 0), (1, shift)):
        form = in_unit(problem, a, b)
        if form is None:
            continue
        moved, shift = form
        other = program.teach(moved)
        if other is None:
            raise Failure(f"x -> {a} x + {b} is refused")
        what = f"x -> {a} x + {b}"
        consistent(what, lesson, other, shift)
        if {lesson.status, other.status} & {"unbounded", "unteachable"} and lesson.status != other.status:
            raise Failure(f"{what}: {lesson.status} becomes {other.status}")


def stopped(program, name, problem, lesson, _, __):
    if any(model in name for model in CALM):
        return
    for seconds in LIMITS:
        limits = {**problem.get("limits", {}), "seconds": seconds}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        other = program.teach({**problem, "limits": limits})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if other is None:
            continue
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if min(used, other.seconds) > seconds + GRACE + START:
            raise Failure(f"a limit of {seconds} s takes {min(used, other.seconds):.2f} s")
        consistent(f"a limit of {seconds} s", lesson, other)


def seed(program, _, problem, lesson, draw, __):
    other = program.teach(problem, "--seed", str(draw.whole(2, 1000)))
    consistent("another seed", lesson, other)
    if {lesson.status, other.status} & {"unbounded", "unteachable"} and lesson.status != other.status:
        raise Failure(f"another seed: {lesson.status} becomes {other.status}")


def simpler(program, _, problem, lesson, __, ___):
    if problem["learner"].get("anticipates"):
        return  # it knows the rules and the prices
    items, prices = problem.get("items", {}), problem.get("effort", {})
    for rule in {"distinct", "integers", "range"} & items.keys():
        other = program.teach({**problem, "items": {key: value for key, value in items.items() if key != rule}})
        if other is None:
            continue
        not_below(f"without {rule}", lesson.impedance, other.bound)
        if other.status == "unteachable" != lesson.status:
            raise Failure(f"without {rule}: {lesson.status} becomes unteachable")
    for price in {"per_item", "fixed", "magnitude", "per_unit", "closeness"} & prices.keys():
        other = program.teach({**problem, "effort": {**prices, price: 2 * prices[price]}})
        if other is not None:
            not_below(f"twice the {price}", other.impedance, lesson.bound)


RELATIONS = {"evaluate": evaluate, "truth": against_truth, "sizes": sizes, "pool": pool, "units": units,
             "simpler": simpler, "stopped": stopped, "seed": seed}


# ---------------------------------------------------------------------------------------------------- the run

def recipes(only):
    for model, lines in make.RECIPES.items():
        if model == "product":
            continue
        for line in sorted(set(lines)):
            if only in f"{model}/{line}":
                yield model, line


def attempt(program, model, line, number_of, only_relation=None):
    """What failed of one problem."""
    name = f"{model}/{line or 'plain'} {number_of}"
    draw = Draw(name)
    words = line.split()
    kit = make.MODELS[model](draw, words)
    fixed = dict(make.MODELS)
    fixed[model] = lambda *_: kit
    try:
        make.MODELS, saved = fixed, make.MODELS
        problem = make.problem_of(model, words, draw)
    finally:
        make.MODELS = saved
    failures = []
    try:
        lesson = program.teach(problem)
    except Failure as failure:
        return name, problem, [f"teach: {failure}"]
    if lesson is None:
        return name, problem, None
    for relation, check in RELATIONS.items():
        if only_relation and relation != only_relation:
            continue
        try:
            check(program, name, problem, lesson, draw, kit)
        except Failure as failure:
            failures.append(f"{relation}: {failure}")
    return name, problem, failures


def work(arguments):
    """One problem, in a process of its own: processor time is counted by process."""
    return attempt(Program(arguments[0]), *arguments[1:])


def told(counter):
    return ", ".join(f"{key} {count}" for key, count in sorted(counter.items()))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("program", type=pathlib.Path)
    options.add_argument("--minutes", type=float, default=math.inf)
    options.add_argument("--problems", type=int, default=None)
    options.add_argument("--seed", type=int, default=None)
    options.add_argument("--only", default="")
    options.add_argument("--relation", choices=RELATIONS, default=None)
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    options.add_argument("--problem", default=None, help="one problem, by the name that a failure gives")
    given = options.parse_args()
    program = given.program.resolve()
    if given.problem:
        name, _, number_of = given.problem.rpartition(" ")
        model, _, line = name.partition("/")
        _, problem, failures = attempt(Program(program), model, "" if line == "plain" else line, number_of, given.relation)
        print(json.dumps(problem), *(failures or ["no failure"]), sep="\n")
        return 1 if failures else 0
    start, first = time.monotonic(), given.seed if given.seed is not None else time.time_ns() % 10 ** 9
    lines = list(recipes(given.only))
    models_of = sorted({model for model, _ in lines})
    most = given.problems if given.problems is not None else (len(lines) if given.minutes == math.inf else 10 ** 9)
    models, rules, broken = collections.Counter(), collections.Counter(), collections.Counter()
    refused = failed = 0

    def tasks():
        for place in range(most):
            if time.monotonic() - start > 60 * given.minutes:
                return
            # By a stride that meets every recipe, so that few problems are of many models.
            model, line = lines[place * 617 % len(lines)] if len(lines) % 617 else lines[place % len(lines)]
            if place % 2:
                model = models_of[place // 2 % len(models_of)]
                line = rules_of.drawn(model, Draw(f"{first}.{place}"))
            yield program, model, line, f"{first}.{place}", given.relation

    with concurrent.futures.ProcessPoolExecutor(given.jobs) as pool_of_workers:
        waiting, source = set(), tasks()
        while True:
            while len(waiting) < 2 * given.jobs and (task := next(source, None)) is not None:
                waiting.add(pool_of_workers.submit(work, task))
            if not waiting:
                break
            done, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                name, problem, failures = future.result()
                if failures is None:
                    refused += 1
                    continue
                model, rule = name.rsplit(" ", 1)[0].split("/")
                models[model] += 1
                rules.update(rule.split())
                if failures:
                    failed += 1
                    broken.update(failure.split(":")[0] for failure in failures)
                    print(f"\n{name}\n{json.dumps(problem)}", *failures, sep="\n", flush=True)
    print(f"\n{models.total()} problems ({told(models)}; rules: {told(rules)}), {refused} more refused, seed {first}: "
          f"{failed} failed{f' ({told(broken)})' if failed else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
