#!/usr/bin/python3
"""How the time of one solve grows with the size of the problem, a table and a picture for each question.

scaling.py --build FOLDER [--pictures FOLDER] [--seconds S]

Each size is ten (or about three) times the last; a curve ends where one solve takes longer than S seconds.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

import numpy as np

from make_problem import make_problem

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def categorical(K, folder):
    return make_problem(K)


def gaussian(D, folder):
    rng = np.random.default_rng(D)
    A = rng.standard_normal((D, D))
    return {"learner": {"model": "multivariate-gaussian",
                        "prior": {"mean": [1.0] * D, "kappa": 1, "nu": D + 1.0, "scale": np.eye(D).tolist()}},
            "target": {"mean": rng.standard_normal(D).tolist(), "covariance": (A @ A.T / D + np.eye(D)).tolist()},
            "effort": {"per_item": 0.01}}


def gaussian_mean(D, folder):
    return {"learner": {"model": "multivariate-gaussian-mean", "covariance": np.eye(D).tolist(),
                        "prior": {"mean": [1.0] * D, "covariance": np.eye(D).tolist()}},
            "target": {"mean": [0.0] * D}, "effort": {"per_item": 0.01}}


def pool(N, folder):
    rng = np.random.default_rng(N)
    path = os.path.join(folder, f"pool-{N}.csv")
    np.savetxt(path, rng.standard_normal((N, 3)), delimiter=",", header="a,b,c", comments="", fmt="%.6f")
    return {"learner": {"model": "multivariate-gaussian",
                        "prior": {"mean": [1, 1, 1], "kappa": 1, "nu": 4, "scale": np.eye(3).tolist()}},
            "target": {"mean": [0, 0, 0], "covariance": np.eye(3).tolist()}, "items": {"pool": path},
            "effort": {"per_item": 0.05}}


def documents(V, folder):
    rng = np.random.default_rng(V)
    pi = rng.dirichlet(np.ones(V), size=4)
    pi[np.arange(4), pi.argmax(1)] += 1 - pi.sum(1)
    return {"learner": {"model": "naive-bayes", "prior": {"classes": [1] * 4, "words": np.ones((4, V)).tolist()}},
            "target": {"classes": [0.25] * 4, "words": pi.tolist()}, "effort": {"per_item": 0.5, "per_word": 0.1}}


def hypotheses(H, folder):
    rng = np.random.default_rng(H)
    return {"learner": {"model": "hypotheses",
                        "hypotheses": {f"h{i}": {"gaussian": {"mean": float(m), "variance": 1}}
                                       for i, m in enumerate(rng.uniform(-3, 3, H))}},
            "target": {"hypothesis": "h0"}, "items": {"range": [-3, 3]}, "effort": {"per_item": 0.1}}


def concepts(C, folder):
    rng = np.random.default_rng(C)
    labels = np.unique(rng.integers(0, 2, (C, 60)), axis=0)
    return {"learner": {"model": "concepts", "concepts": {f"c{i}": row.tolist() for i, row in enumerate(labels)}},
            "target": {"concept": "c0"}, "effort": {"per_item": 0.2}}


TEACH = {
    "categories K": {"categorical": (categorical, [3, 10, 100, 1_000, 10_000, 100_000, 1_000_000])},
    "dimension D": {"multivariate-gaussian": (gaussian, [1, 3, 10, 30, 100, 300]),
                    "multivariate-gaussian-mean": (gaussian_mean, [1, 3, 10, 30, 100, 300])},
    "rows of a pool N": {"multivariate-gaussian, D = 3, to 1 %": (pool, [100, 1_000, 10_000, 100_000])},
    "words V, hypotheses, concepts": {"naive-bayes, 4 classes": (documents, [10, 100, 1_000, 10_000]),
                                      "hypotheses over a range": (hypotheses, [3, 10, 100, 1_000]),
                                      "concepts over 60 items": (concepts, [10, 100, 1_000])},
}
SIMULATE = {"multinomial, n = 10": "multinomial", "Gaussian": "gaussian", "multivariate Gaussian, D = 3": "multivariate_gaussian",
            "Poisson": "poisson"}


def solve(program, arguments, repeat):
    times, answer = [], {}
    for _ in range(repeat):
        done = subprocess.run([program, *arguments, "--format", "json", "--quiet"], stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"{program} {' '.join(arguments)} failed")
        answer = json.loads(done.stdout)
        times.append(answer["seconds"])
    return statistics.median(times), answer


def seconds_text(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def draw(build, pictures, name, title, x, series):
    done = subprocess.run([os.path.join(build, "bench", "didact-plot-curves")],
                          input=json.dumps({"title": title, "x": x, "y": "seconds", "series": series}),
                          stdout=subprocess.PIPE, text=True, check=True)
    with open(os.path.join(pictures, name + ".svg"), "w") as out:
        out.write(done.stdout)
    print(f"\n![{title}](pictures/{name}.svg)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--pictures", default=os.path.join(ROOT, "docs", "pictures"))
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args()
    program = os.path.join(args.build, "didact")
    with tempfile.TemporaryDirectory() as folder:
        for question, models in TEACH.items():
            print(f"\n| time of one solve against {question} | size | time | n | gap |\n| --- | ---: | ---: | ---: | ---: |")
            series = []
            for model, (make, sizes) in models.items():
                x, y = [], []
                for size in sizes:
                    path = os.path.join(folder, "problem.json")
                    with open(path, "w") as out:
                        json.dump(make(size, folder), out)
                    repeat = 5 if size <= 1_000 and (not y or y[-1] < 0.1) else 1
                    seconds, answer = solve(program, ["teach", path], repeat)
                    gap = answer["gap"] / max(1, abs(answer["impedance"]))
                    proof = "proven" if answer["status"] == "optimal" else f"{100 * gap:.2g} %"
                    print(f"| {model} | {size:,} | {seconds_text(seconds)} | {answer['n']:,} | {proof} |", flush=True)
                    x.append(size)
                    y.append(seconds)
                    if seconds > args.seconds:
                        break
                series.append({"name": model, "x": x, "y": y})
            name = "scaling-" + question.split()[0].rstrip(",")
            draw(args.build, args.pictures, name, f"Time of one solve against {question}", question, series)
        print("\n| time of a simulation against its sets | sets | time | ns a set |\n| --- | ---: | ---: | ---: |")
        series = []
        for model, example in SIMULATE.items():
            x, y = [], []
            for power in range(4, 10):
                path = os.path.join(ROOT, "examples", example + ".json")
                seconds, _ = solve(program, ["simulate", path, "--sets", str(10 ** power)], 3 if power < 7 else 1)
                print(f"| {model} | 10^{power} | {seconds_text(seconds)} | {seconds * 10 ** (9 - power):.3g} |", flush=True)
                x.append(10 ** power)
                y.append(seconds)
                if seconds > args.seconds:
                    break
            series.append({"name": model, "x": x, "y": y})
        draw(args.build, args.pictures, "scaling-sets", "Time of a simulation against its sets", "sets", series)


if __name__ == "__main__":
    main()
