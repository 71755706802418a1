#!/usr/bin/env python3
"""Teaches every problem of problems.jsonl and compares the answers with those of answers.csv, which are frozen.

    compare.py build/didact                  exit 1 if an answer is not the frozen one
    compare.py build/didact --only TEXT      the same for the problems with TEXT in their names
    compare.py build/didact --update         write the answers that have changed to answers.csv, and those of new problems

A change of an answer must be named in the commit that makes it: which answers, and why the new ones are better or right.
Run --update in that commit, so that its diff shows them.

A line of problems.jsonl has a name and a problem; or, instead of the problem, an example (a file of examples/), or a
template (what `didact new` writes for a model) and perhaps an option (the key in it whose line loses its "//").
Problems are taught in examples/, whose files they may use. make.py writes new ones.

A line of answers.csv has the status, the direction or reason if there is one, and impedance, lower bound and n, empty
where they are infinite or there is no lesson. Neither items nor times are kept. Text and n are compared exactly, numbers
up to 1e-9, relative where they are above 1. A search that ended for the reason "gap" may end with another lesson within
the gap. A problem that the program refuses has the status "refused" and the places of its mistakes.
"""
import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import typing

FOLDER = pathlib.Path(__file__).resolve().parent
EXAMPLES = FOLDER.parents[1] / "examples"
PROBLEMS, ANSWERS = FOLDER / "problems.jsonl", FOLDER / "answers.csv"
TOLERANCE = 1e-9
GAP = 0.01  # at which searches end that would take long
SECONDS = 300  # for one problem, in the slowest of builds


class Answer(typing.NamedTuple):
    status: str
    detail: str
    impedance: typing.Optional[float]
    lower_bound: typing.Optional[float]
    n: typing.Optional[int]

    def __str__(self):
        numbers = f"impedance {shown(self.impedance)}, bound {shown(self.lower_bound)}, n {self.n}"
        return " ".join(filter(None, [self.status, self.detail and f"({self.detail})", numbers]))


def shown(number):
    return "–" if number is None else f"{number:.13g}"


# ---------------------------------------------------------------------------------------------------- teaching

def template(program, model, option=None):
    """What `didact new` writes; with an option, that line of it is no comment any more."""
    text = subprocess.run([program, "new", model], capture_output=True, text=True, check=True).stdout
    return re.sub(rf'^( *)// ("{option}":)', r"\1\2", text, count=1, flags=re.MULTILINE) if option else text


def text_of(program, entry):
    if "example" in entry:
        return (EXAMPLES / entry["example"]).read_text()
    if "template" in entry:
        return template(program, entry["template"], entry.get("option"))
    return json.dumps(entry["problem"])


def teach(program, text):
    try:
        done = subprocess.run([program, "teach", "-", "--format", "json", "--quiet"], input=text, cwd=EXAMPLES,
                              timeout=SECONDS, capture_output=True, text=True, check=False)
    except subprocess.TimeoutExpired:
        return Answer("failed", f"no answer within {SECONDS} s", None, None, None)
    if done.returncode not in (0, 2, 3):
        return Answer("failed", f"exit code {done.returncode}: {done.stderr.strip()[-500:]}", None, None, None)
    said = json.loads(done.stdout)
    if "errors" in said:
        return Answer("refused", " ".join(error["path"] for error in said["errors"]), None, None, None)
    detail = said.get("direction") or said.get("reason") or ""
    return Answer(said["status"], detail, said["impedance"], said["lower_bound"], said.get("n"))


# ---------------------------------------------------------------------------------------------------- comparing

def apart(a, b, tolerance=TOLERANCE):
    """How far a lies above b: 0 within the tolerance, NaN if only one of them is finite."""
    if a is None or b is None:
        return 0 if a is b else float("nan")
    return 0 if abs(a - b) <= tolerance * max(1, abs(b)) else a - b


def verdict(frozen, now):
    """How an answer differs from the frozen one, or nothing."""
    if frozen is None:
        return "new"
    gap = frozen.detail == now.detail == "gap"
    impedance = apart(now.impedance, frozen.impedance, GAP if gap else TOLERANCE)
    bound = apart(now.lower_bound, frozen.lower_bound)
    if frozen[:2] == now[:2] and (gap or frozen.n == now.n) and impedance == 0 and bound == 0:
        return None
    if apart(frozen.impedance, now.lower_bound) < 0:
        return "wrong: the frozen lesson is below the new bound"
    lessons = ("feasible", "optimal")
    if frozen.status != now.status and not {frozen.status, now.status} <= set(lessons):
        return "different in kind"
    if apart(now.impedance, frozen.lower_bound) < 0:
        return "better: the frozen bound was wrong"
    proof = lessons.index(now.status) - lessons.index(frozen.status) if frozen.status != now.status else 0
    better, worse = impedance < 0 or bound > 0 or proof > 0, impedance > 0 or bound < 0 or proof < 0
    return "better" if better and not worse else "worse" if worse and not better else "different"


# ---------------------------------------------------------------------------------------------------- files

def read_problems():
    return [json.loads(line) for line in PROBLEMS.read_text().splitlines()]


def read_answers():
    def number(text, kind=float):
        return kind(text) if text else None

    if not ANSWERS.exists():
        return {}
    with ANSWERS.open(newline="") as file:
        return {row["name"]: Answer(row["status"], row["detail"], number(row["impedance"]), number(row["lower_bound"]),
                                    number(row["n"], int)) for row in csv.DictReader(file)}


def write_answers(answers):
    with ANSWERS.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["name", *Answer._fields])
        for name, answer in sorted(answers.items()):
            numbers = ["" if x is None else shown(x) for x in (answer.impedance, answer.lower_bound)]
            writer.writerow([name, answer.status, answer.detail, *numbers, "" if answer.n is None else answer.n])


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--update", action="store_true")
    options.add_argument("--only", metavar="TEXT", default="")
    options.add_argument("program", type=pathlib.Path)
    asked = options.parse_args()
    program = asked.program.resolve()
    problems = [entry for entry in read_problems() if asked.only in entry["name"]]
    answers = read_answers()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        taught = list(pool.map(lambda entry: teach(program, text_of(program, entry)), problems))
    found = {}
    for entry, now in zip(problems, taught):
        name = entry["name"]
        differs = verdict(answers.get(name), now)
        if differs:
            found.setdefault(differs.split(":")[0], []).append(name)
            print(f"{name}: {differs}; frozen: {answers.get(name, 'nothing')}; now: {now}")
            answers[name] = now
    gone = set() if asked.only else set(answers) - {entry["name"] for entry in problems}
    for name in sorted(gone):
        print(f"{name}: there is an answer, but no problem")
        del answers[name]
    summary = ", ".join(f"{len(names)} {kind}" for kind, names in sorted(found.items()))
    print(f"{len(problems)} problems, {summary or 'all answered as they were'}")
    if asked.update:
        write_answers(answers)
        return 0
    return 1 if found or gone else 0


if __name__ == "__main__":
    sys.exit(main())
