#!/usr/bin/python3
"""Minimum covers side by side: didact, SciPy's milp (HiGHS) and, where it is installed, COIN-OR's cbc.

    peers.py PATH-OF-didact-cover-bench [--seconds S]

Prints a row for each problem and the ratios. Times are those of solving: for cbc the process is included.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import tempfile
import time

import numpy
import scipy.sparse
from scipy.optimize import Bounds, LinearConstraint, milp


def read(file):
    with open(file) as lines:
        elements, items = map(int, lines.readline().split())
        columns = [list(map(int, line.split())) for line in lines]
    matrix = scipy.sparse.lil_matrix((elements, items))
    for item, column in enumerate(columns):
        for element in column:
            matrix[element, item] = 1
    return scipy.sparse.csr_matrix(matrix)


def highs(matrix, seconds):
    count = matrix.shape[1]
    start = time.perf_counter()
    answer = milp(numpy.ones(count), constraints=LinearConstraint(matrix, 1, numpy.inf), integrality=numpy.ones(count),
                  bounds=Bounds(0, 1), options={"time_limit": seconds})
    taken = time.perf_counter() - start
    upper = round(answer.fun) if answer.fun is not None else None
    return taken, upper, answer.status == 0


def cbc(matrix, seconds, folder):
    file = f"{folder}/problem.lp"
    with open(file, "w") as lp:
        lp.write("Minimize\n obj: " + "\n + ".join(f"x{i}" for i in range(matrix.shape[1])) + "\nSubject To\n")
        for row in range(matrix.shape[0]):
            items = matrix.indices[matrix.indptr[row]:matrix.indptr[row + 1]]
            lp.write(f" r{row}: " + "\n + ".join(f"x{i}" for i in items) + " >= 1\n")
        lp.write("Binary\n" + "\n".join(f"x{i}" for i in range(matrix.shape[1])) + "\nEnd\n")
    start = time.perf_counter()
    run = subprocess.run(["cbc", file, "sec", str(seconds), "timemode", "elapsed", "solve", "quit"],
                         capture_output=True, text=True, timeout=5 * seconds + 60)
    taken = time.perf_counter() - start
    values = [line.split()[-1] for line in run.stdout.splitlines() if line.startswith("Objective value:")]
    return taken, round(float(values[-1])) if values else None, "Optimal solution found" in run.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("driver")
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    ratios, losses = [], []
    with tempfile.TemporaryDirectory() as folder:
        own = subprocess.run([given.driver, folder, str(given.seconds)], capture_output=True, text=True, check=True)
        print(f"{'problem':44} {'didact':>22} {'HiGHS':>16} {'cbc':>16} {'ratio':>8}")
        for line in own.stdout.splitlines():
            mine = json.loads(line)
            if not mine["exists"]:
                continue
            matrix = read(mine["file"])
            peers = {"HiGHS": highs(matrix, given.seconds)}
            if shutil.which("cbc"):
                peers["cbc"] = cbc(matrix, given.seconds, folder)
            for name, (_, upper, proven) in peers.items():
                wrong = proven and not mine["lower"] <= upper <= mine["upper"]
                assert not wrong, f"{mine['name']}: {name} proves {upper}, didact [{mine['lower']}, {mine['upper']}]"
            best = min(taken if proven else given.seconds for taken, _, proven in peers.values())
            ratio = best / mine["seconds"]
            ratios.append(ratio)
            slow = mine["seconds"] > 1.5 * best + 0.01
            if slow:
                losses.append(f"{mine['kind']} {mine['name']}: {mine['seconds']:.3f} s, the better peer {best:.3f} s")
            shown = {name: f"{upper}{'' if proven else '?'} {taken:8.3f}s" for name, (taken, upper, proven) in peers.items()}
            print(f"{mine['kind'] + ', ' + mine['name']:44} [{mine['lower']:g},{mine['upper']:g}] {mine['seconds']:9.4f}s"
                  f" {shown['HiGHS']:>16} {shown.get('cbc', '–'):>16} {ratio:8.1f}{'  slow' if slow else ''}", flush=True)
    print(f"\n{len(ratios)} problems; the better peer's time over didact's: median {statistics.median(ratios):.1f}, "
          f"least {min(ratios):.2f}. ? is not proven within {given.seconds:g} s, which then counts.")
    print("slower than 1.5 times the better peer + 10 ms: " + ("; ".join(losses) if losses else "none"))


if __name__ == "__main__":
    main()
