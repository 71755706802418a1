#!/usr/bin/python3
"""Lessons for finitely many hypotheses side by side: didact, and greedy growth with swaps as one writes it in NumPy.

    peers.py PATH-OF-didact [--seconds S] [--large]

The objective is log(1/p(target given the items)) + cost per item. Prints a row for each problem, as Markdown.
"""

import argparse
import csv
import json
import math
import os
import subprocess
import tempfile
import time

import numpy


def value(sums, cost, size):
    top = sums.max(axis=0)
    return top + numpy.log(numpy.exp(sums - top).sum(axis=0)) + cost * size


def greedy_and_swaps(evidence, cost, repeat, seconds):
    """Adds the item that helps most while one does, then swaps items while that helps and there is time. Vectorised over
    all candidates."""
    start = time.perf_counter()
    count = evidence.shape[1]
    chosen, sums = [], numpy.zeros((evidence.shape[0], 1))
    best = value(sums, cost, 0)[0]
    while True:
        values = value(sums + evidence, cost, len(chosen) + 1)
        if not repeat:
            values[chosen] = math.inf
        item = int(values.argmin())
        if values[item] >= best - 1e-12:
            break
        best = values[item]
        chosen.append(item)
        sums = sums + evidence[:, [item]]
    better = bool(chosen)
    while better:
        better = False
        for place in range(len(chosen)):
            if time.perf_counter() - start > seconds:
                return time.perf_counter() - start, best, len(chosen)
            without = sums - evidence[:, [chosen[place]]]
            values = value(without + evidence, cost, len(chosen))
            if not repeat:
                values[[c for i, c in enumerate(chosen) if i != place]] = math.inf
            item = int(values.argmin())
            if values[item] < best - 1e-12:
                best, better = values[item], True
                chosen[place] = item
                sums = without + evidence[:, [item]]
        assert len(chosen) <= count or repeat
    return time.perf_counter() - start, best, len(chosen)


def didact(program, problem, folder, seconds):
    file = os.path.join(folder, "problem.json")
    problem["limits"] = {"seconds": seconds}
    with open(file, "w") as out:
        json.dump(problem, out)
    answer = json.loads(subprocess.run([program, "teach", file, "--format", "json"], check=True, capture_output=True,
                                       text=True).stdout)
    return answer


def random_table(random, hypotheses, items, folder, cost):
    table = random.uniform(0, 1, (hypotheses, items))
    table /= table.sum(axis=1, keepdims=True)
    with open(os.path.join(folder, "table.csv"), "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["name"] + [f"x{i}" for i in range(items)])
        for h, row in enumerate(table):
            writer.writerow([f"h{h}"] + [repr(float(p)) for p in row])
    problem = {"learner": {"model": "hypotheses", "table": "table.csv"}, "target": {"hypothesis": "h0"},
               "effort": {"per_item": cost}}
    return problem, numpy.log(table) - numpy.log(table[0])


def gaussians(random, hypotheses, items, pool, cost):
    means = 2 * random.standard_normal(hypotheses)
    variances = 0.3 + random.uniform(0, 1, hypotheses)
    grid = numpy.linspace(-3, 3, items)
    logs = -0.5 * ((grid - means[:, None]) ** 2 / variances[:, None] + numpy.log(variances[:, None]))
    named = {f"h{h}": {"gaussian": {"mean": means[h], "variance": variances[h]}} for h in range(hypotheses)}
    problem = {"learner": {"model": "hypotheses", "hypotheses": named}, "target": {"hypothesis": "h0"},
               "items": {"pool": grid.tolist(), "repeat": True} if pool else {"range": [-3, 3]},
               "effort": {"per_item": cost}}
    return problem, logs - logs[0]


def rows(program, seconds, large):
    random = numpy.random.default_rng(1)
    H, N = (1000, 10000) if large else (100, 1000)
    with tempfile.TemporaryDirectory() as folder:
        cases = [(f"{H} Gaussians over a range (the peer: {N:,} items of it)", gaussians(random, H, N, False, 0.02)),
                 (f"{H} Gaussians, a pool of {N:,}, with repetition", gaussians(random, H, N, True, 0.02)),
                 (f"random table, {H} × {N:,}", random_table(random, H, N, folder, 0.3))]
        for name, (problem, evidence) in cases:
            answer = didact(program, problem, folder, seconds)
            taken, best, size = greedy_and_swaps(evidence, problem["effort"]["per_item"], True, seconds)
            yield {"problem": name, "status": answer["status"], "impedance": answer["impedance"],
                   "gap": (answer["impedance"] - answer["lower_bound"]) / max(1, abs(answer["impedance"])),
                   "seconds": answer["seconds"], "n": answer["n"], "peer": best, "peer_seconds": taken, "peer_n": size}


def table_of(results):
    lines = ["| problem | didact: impedance | relative gap | time | greedy and swaps: impedance | time |",
             "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for row in results:
        lines.append(f"| {row['problem']} | {row['impedance']:.6f} (n = {row['n']}) | {row['gap']:.2g} | "
                     f"{row['seconds']:.3g} s | {row['peer']:.6f} (n = {row['peer_n']}) | {row['peer_seconds']:.3g} s |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--large", action="store_true", help="1,000 hypotheses by 10,000 items")
    given = parser.parse_args()
    print(table_of(rows(given.program, given.seconds, given.large)))


if __name__ == "__main__":
    main()
