#!/usr/bin/python3
"""What Python costs: a call of the package beside the same call of the C++ library, and a large pool's memory.

calls.py BUILD [--repeat N]

The paper's multinomial is taught again and again by didact-bench (C++), by the package with its class, and with a dict; each is
measured in turn, and the fastest of the rounds counts. Then a pool of 1,000,000 × 10 is passed, each time in a process of its own
whose memory at its highest is read before and after.
"""
import argparse
import json
import os
import subprocess
import sys
import time

POOL = """
import resource, sys, time
import numpy as np, didact
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
rows = np.random.default_rng(1).normal(size=(1_000_000, 10))
learner = didact.MultivariateGaussian(mean=np.ones(10), kappa=1, nu=12, scale=np.eye(10))
target = {"mean": np.zeros(10), "covariance": np.eye(10)}
didact.teach(learner, target, 0.5, pool=rows[:20], gap=0.01)  # what is loaded once is loaded
before, start = peak(), time.perf_counter()
if sys.argv[1] == "pass":
    try:  # every row is read and checked, then a set larger than the pool is refused
        didact.teach(learner, target, 0.5, pool=rows, size=2_000_000)
    except didact.InvalidProblem:
        pass
else:
    lesson = didact.teach(learner, target, 0.5, pool=rows, gap=0.01)
seconds = time.perf_counter() - start
print(seconds, (peak() - before) / rows.nbytes)
"""


def of_library(build):
    """Microseconds of one call of the C++ library."""
    done = subprocess.run([os.path.join(build, "bench", "didact-bench"), "--benchmark_filter=^categorical-3$",
                           "--benchmark_min_time=0.2", "--benchmark_format=json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["benchmarks"][0]["real_time"]


def of_call(call, seconds=0.2):
    calls, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(100):
            call()
        calls += 100
    return (time.perf_counter() - start) / calls * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--repeat", type=int, default=9)
    args = parser.parse_args()
    package = os.path.join(os.path.abspath(args.build), "python")
    sys.path.insert(0, package)
    import didact

    learner, target = didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6]
    problem = {"learner": learner.to_dict(), "target": {"pi": target}, "effort": {"per_item": 0.3}}
    calls = {"didact.teach, a dict": lambda: didact.teach(problem),
             "didact.teach, a class": lambda: didact.teach(learner, target, effort=0.3),
             "the same, with items and impedance": lambda: [(lesson.items, lesson.impedance)
                                                            for lesson in [didact.teach(learner, target, effort=0.3)]]}
    library, times = float("inf"), {name: float("inf") for name in calls}
    for _ in range(args.repeat):
        library = min(library, of_library(args.build))
        for name, call in calls.items():
            times[name] = min(times[name], of_call(call))
    print("| the paper's multinomial | µs a call | more than the library |\n| --- | ---: | ---: |")
    print(f"| the C++ library | {library:.1f} | |")
    for name, microseconds in times.items():
        print(f"| {name} | {microseconds:.1f} | {microseconds - library:.1f} |")

    print("\n| a pool of 1,000,000 × 10 doubles (80 MB) | seconds | more memory, in sizes of the pool |\n| --- | ---: | ---: |")
    for name, task in {"passed: every row read and checked": "pass", "taught, to a gap of 1 %": "teach"}.items():
        done = subprocess.run([sys.executable, "-c", POOL, task], capture_output=True, text=True, check=True,
                              env={**os.environ, "PYTHONPATH": package})
        seconds, memory = map(float, done.stdout.split())
        print(f"| {name} | {seconds:.2f} | {memory:.2f} |")


if __name__ == "__main__":
    main()
