#!/usr/bin/env python3
"""Teaches random problems of every model and rule, each in several forms whose answers must agree.

    soak.py build/didact --minutes 30        as many problems as that takes, drawn anew each time
    soak.py build/didact --problems 200 --seed 1
    soak.py build/didact --only gaussian     the recipes with this text in their names

The problems are drawn by the recipes of ../frozen/make.py. For each of them:

    evaluate   the set that is shown costs what is said of it, and no random set costs less than the bound
    sizes      no size has a lesson below the bound; the best lesson's own size has that lesson
    pool       a pool that holds the best set has a lesson as good, and none that is below the bound
    units      x -> a x + b changes nothing but the volume
    stopped    with hardly any time there is an answer, in time, whose bound is not above the best lesson
    seed       another seed finds nothing below the bound

Every form of a problem is a restriction of it or says the same, so one law covers them all: no lesson is below a bound
that holds for it. A failure prints the problem; the last line counts what was tried. Exit code 1 if anything failed.
"""
import argparse
import collections
import concurrent.futures
import copy
import json
import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
import typing

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "frozen"))
import make  # noqa: E402

EXAMPLES = FOLDER.parents[1] / "examples"
TOLERANCE = 1e-9
SECONDS = 60  # until a problem without a limit counts as endless
LIMITS = (1e-9, 1e-3, 0.05)
GRACE = 0.2  # seconds of computing beyond a limit
START = 0.1  # that a program takes to start and to read
CALM = {"program"}  # models whose loss is another program's


class Failure(Exception):
    pass


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


class Program:
    def __init__(self, path):
        self.path = path

    def run(self, problem, command, *options):
        start = time.monotonic()
        try:
            done = subprocess.run([self.path, command, "-", "--format", "json", "--quiet", *options],
                                  input=json.dumps(problem), cwd=EXAMPLES, capture_output=True, text=True, check=False,
                                  timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise Failure(f"{command} has no answer within {SECONDS} s") from None
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
    if "size" in problem or lesson.status in ("unbounded", "unteachable"):
        return
    for n in {lesson.n, max(0, lesson.n - 1), lesson.n + 1, draw.whole(0, 5)}:
        if n > problem.get("limits", {}).get("max_items", n):
            continue
        other = program.teach({**problem, "size": n})
        if other is None:
            continue
        not_below(f"size {n}", other.impedance, lesson.bound)
        if n == lesson.n:
            not_below(f"size {n}, that of the lesson", lesson.impedance, other.bound)


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


def in_unit(problem, a, b):
    """The same problem for items a x + b, and what its impedance gains; None where there is none such."""
    moved = copy.deepcopy(problem)
    learner, target, rules = moved["learner"], moved["target"], moved.get("items", {})
    model = learner["model"]
    means = {"gaussian-mean": ("variance", "variance"), "multivariate-gaussian-mean": ("covariance", "covariance"),
             "gaussian": (None, "scale"), "multivariate-gaussian": (None, "scale")}
    if model not in means or {"has_seen", "one_of"} & learner.keys() or "mean" not in target or moved.get("loss") == "squared":
        return None
    if rules.get("integers") or "pool" in rules:
        return None
    known, spread = means[model]
    if known:
        learner[known] = scaled(learner[known], a * a)
    learner["prior"]["mean"] = scaled(learner["prior"]["mean"], a, b)
    learner["prior"][spread] = scaled(learner["prior"][spread], a * a)
    target["mean"] = scaled(target["mean"], a, b)
    for key in ("variance", "covariance"):
        if key in target:
            target[key] = scaled(target[key], a * a)
    if "range" in rules:
        rules["range"] = scaled(rules["range"], a, b)
    effort = moved.get("effort", {})
    if "closeness" in effort:
        effort["closeness"] *= a
    if "magnitude" in effort:
        if b != 0:
            return None
        effort["magnitude"] /= a * a
    D = len(target["mean"]) if isinstance(target["mean"], list) else 1
    volume = D if known else D + D * (D + 1)
    return moved, volume * math.log(a)


def units(program, _, problem, lesson, draw, __):
    for a, b in ((10 ** draw.uniform(-12, 12), 0), (1, draw.number(-1000, 1000))):
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


RELATIONS = {"evaluate": evaluate, "sizes": sizes, "pool": pool, "units": units, "stopped": stopped, "seed": seed}


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
    draw = make.Draw(name)
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
    most = given.problems if given.problems is not None else (len(lines) if given.minutes == math.inf else 10 ** 9)
    tried, refused, failed = collections.Counter(), 0, 0

    def tasks():
        for place in range(most):
            if time.monotonic() - start > 60 * given.minutes:
                return
            # By a stride that meets every recipe, so that few problems are of many models.
            model, line = lines[place * 617 % len(lines)] if len(lines) % 617 else lines[place % len(lines)]
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
                for key in (model, *(f"{model} {word}" for word in rule.split())):
                    tried[key] += 1
                if failures:
                    failed += 1
                    print(f"\n{name}\n{json.dumps(problem)}", *failures, sep="\n", flush=True)
    models = {key: count for key, count in tried.items() if " " not in key}
    rules = collections.Counter()
    for key, count in tried.items():
        if " " in key:
            rules[key.split(" ")[1]] += count
    print("\nrules:", ", ".join(f"{rule} {count}" for rule, count in sorted(rules.items())))
    print(f"{sum(models.values())} problems ({', '.join(f'{model} {count}' for model, count in sorted(models.items()))}), "
          f"{refused} more refused, seed {first}: {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
