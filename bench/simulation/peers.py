#!/usr/bin/python3
"""The paper's random baselines: didact simulate beside vectorised NumPy, and how its time and memory grow with the sets.

peers.py PROGRAM [--sets N] [--repeat N] [--largest N] [--draws BENCH]
"""
import argparse
import json
import math
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy.special import gammaln, multigammaln

MULTINOMIAL = {"learner": {"model": "categorical", "prior": {"beta": [6, 3, 1]}}, "target": {"pi": [0.1, 0.3, 0.6]},
               "effort": {"per_item": 0.3}}
EYE = np.eye(3)
GAUSSIAN = {"learner": {"model": "multivariate-gaussian",
                        "prior": {"mean": [1, 1, 1], "kappa": 1, "nu": 2.00001, "scale": (1e-5 * EYE).tolist()}},
            "target": {"mean": [0, 0, 0], "covariance": EYE.tolist()}, "effort": {"per_item": 1}}


def multinomial_sets(rng, sets, n):
    """NumPy's own multinomial draws counts, as didact does."""
    beta, pi = np.array([6.0, 3, 1]), np.array([0.1, 0.3, 0.6])
    posterior = beta + rng.multinomial(n, pi, size=sets)
    loss = gammaln(posterior).sum(1) - gammaln(beta.sum() + n) - ((posterior - 1) @ np.log(pi))
    return loss + 0.3 * n


def posterior_loss(mean, scatter, n, D):
    """-log density of N(0, I) after sets with these means and scatter matrices."""
    m, kappa, nu, scale = np.ones(D), 1.0, 2.00001, 1e-5 * np.eye(D)
    kappa_n, nu_n = kappa + n, nu + n
    off = mean - m
    scale_n = scale + scatter + kappa * n / kappa_n * off[:, :, None] * off[:, None, :]
    mean_n = (kappa * m + n * mean) / kappa_n
    log_det = np.linalg.slogdet(scale_n)[1]
    return -(0.5 * nu_n * log_det - 0.5 * nu_n * D * math.log(2) - multigammaln(nu_n / 2, D)
             - 0.5 * np.trace(scale_n, axis1=1, axis2=2) - 0.5 * D * math.log(2 * math.pi) + 0.5 * D * math.log(kappa_n)
             - 0.5 * kappa_n * (mean_n ** 2).sum(1))


def gaussian_items(rng, sets, n):
    """Items, their means and scatter: what one writes first."""
    x = rng.standard_normal((sets, n, 3))
    mean = x.mean(1)
    centred = x - mean[:, None]
    return posterior_loss(mean, np.matmul(centred.transpose(0, 2, 1), centred), n, 3) + n


def gaussian_statistics(rng, sets, n):
    """The mean and a Bartlett factor, as didact draws them."""
    D = 3
    mean = rng.standard_normal((sets, D)) / math.sqrt(n)
    A = np.zeros((sets, D, D))
    for i in range(D):
        A[:, i, i] = np.sqrt(rng.chisquare(n - 1 - i, size=sets))
        for j in range(i):
            A[:, i, j] = rng.standard_normal(sets)
    return posterior_loss(mean, np.matmul(A, A.transpose(0, 2, 1)), n, D) + n


def peak_memory(pid):
    """In MB, while the process is there. (What the kernel tells afterwards includes the moment before it began.)"""
    try:
        with open(f"/proc/{pid}/status") as status:
            return next((int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")), 0)
    except OSError:
        return 0


def didact(program, problem, sets):
    """Its answer, and the peak memory of the process in MB."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file, tempfile.TemporaryFile("w+") as out:
        json.dump(problem, file)
        file.flush()
        process = subprocess.Popen([program, "simulate", file.name, "--sets", str(sets), "--format", "json"], stdout=out)
        memory = 0
        while process.poll() is None:
            memory = max(memory, peak_memory(process.pid))
            time.sleep(0.001)
        if process.returncode != 0:
            sys.exit(f"{program} failed")
        out.seek(0)
        return json.load(out), memory


def timed(function):
    start = time.perf_counter()
    values = function()
    return time.perf_counter() - start, values


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--sets", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--largest", type=float, default=1e9)
    parser.add_argument("--draws", help="the program that measures drawing alone")
    args = parser.parse_args()
    rng = np.random.default_rng(1)

    print(f"{args.sets:,} sets, median of {args.repeat} runs, turn and turn about\n")
    print("| baseline | who | time | times didact's | mean | sd |\n| --- | --- | ---: | ---: | ---: | ---: |")
    for name, problem, n, peers in (
            ("multinomial, n = 10", MULTINOMIAL, 10, {"NumPy": multinomial_sets}),
            ("multivariate Gaussian, n = 4", GAUSSIAN, 4,
             {"NumPy, items": gaussian_items, "NumPy, statistics": gaussian_statistics})):
        own, others, answer, drawn = [], {peer: [] for peer in peers}, None, {}
        for _ in range(args.repeat):
            answer, _ = didact(args.program, problem, args.sets)
            own.append(answer["seconds"])
            for peer, function in peers.items():
                seconds, drawn[peer] = timed(lambda: function(rng, args.sets, n))
                others[peer].append(seconds)
        ours = statistics.median(own)
        print(f"| {name} | didact, both cores | {ours * 1e3:.3g} ms | 1 | {answer['mean']:.4f} | {answer['sd']:.4f} |")
        for peer, seconds in others.items():
            theirs = statistics.median(seconds)
            values = drawn[peer]
            print(f"| {name} | {peer} | {theirs * 1e3:.3g} ms | {theirs / ours:.1f} | {values.mean():.4f} | "
                  f"{values.std(ddof=1):.4f} |")
            assert abs(values.mean() - answer["mean"]) < 6 * values.std() / math.sqrt(args.sets) * 1.5, peer

    print("\n| baseline | sets | time | ns a set | memory |\n| --- | ---: | ---: | ---: | ---: |")
    for name, problem in (("multinomial", MULTINOMIAL), ("multivariate Gaussian", GAUSSIAN)):
        sets = 100_000
        while sets <= args.largest:
            answer, memory = didact(args.program, problem, sets)
            print(f"| {name} | {sets:,} | {answer['seconds']:.3g} s | {answer['seconds'] / sets * 1e9:.2f} | {memory:.0f} MB |",
                  flush=True)
            sets *= 10
    if args.draws:
        print("\n" + subprocess.run([args.draws], check=True, stdout=subprocess.PIPE, text=True).stdout.strip())


if __name__ == "__main__":
    main()
