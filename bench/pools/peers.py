#!/usr/bin/python3
"""Rows of a large pool for a Gaussian learner, side by side: didact, greedy growth, and swaps, both in NumPy.

peers.py DIDACT [--rows N] [--columns D] [--seconds S]

Each problem is a pool of rows drawn near the target, a normal-inverse-Wishart learner that believes something else, and a price of an
item that makes the best lesson small, middling or large. The peers evaluate one more row for all rows at once, by rank-one
updates; swaps begin with the greedy set. Prints a table, and didact's memory at its highest.
"""
import argparse
import json
import math
import os
import resource
import subprocess
import tempfile
import time

import numpy as np


class Gaussian:
    """The learner's state: what it believes, and what a set is worth."""

    def __init__(self, mean, kappa, nu, scale, target_mean, target_covariance):
        self.mean0, self.kappa0, self.nu0, self.scale0 = mean, kappa, nu, scale
        self.target_mean = target_mean
        self.precision = np.linalg.inv(target_covariance)
        self.log_det_target = np.linalg.slogdet(target_covariance)[1]

    def after(self, n, s, S):
        kappa, nu = self.kappa0 + n, self.nu0 + n
        mean = (self.kappa0 * self.mean0 + s) / kappa
        scale = (self.scale0 + S + self.kappa0 * np.outer(self.mean0, self.mean0) - kappa * np.outer(mean, mean))
        return mean, kappa, nu, scale

    def constants(self, kappa, nu):
        D = len(self.mean0)
        lgamma = sum(math.lgamma((nu - i) / 2) for i in range(D)) + D * (D - 1) / 4 * math.log(math.pi)
        return (lgamma + nu * D / 2 * math.log(2) + D / 2 * math.log(2 * math.pi / kappa)
                + (nu + D + 2) / 2 * self.log_det_target)

    def loss(self, n, s, S):
        mean, kappa, nu, scale = self.after(n, s, S)
        off = mean - self.target_mean
        return (self.constants(kappa, nu) - nu / 2 * np.linalg.slogdet(scale)[1]
                + np.sum(scale * self.precision) / 2 + kappa / 2 * off @ self.precision @ off)

    def with_one_more(self, n, s, S, X):
        """The loss after one more row, for every row of X."""
        mean, kappa, nu, scale = self.after(n, s, S)
        share = kappa / (kappa + 1)
        V = X - mean
        q = np.einsum("ij,ij->i", V @ np.linalg.inv(scale), V)
        p = np.einsum("ij,ij->i", V @ self.precision, V)
        off = (mean - self.target_mean) + V / (kappa + 1)
        m = np.einsum("ij,ij->i", off @ self.precision, off)
        return (self.constants(kappa + 1, nu + 1)
                - (nu + 1) / 2 * (np.linalg.slogdet(scale)[1] + np.log1p(share * q))
                + (np.sum(scale * self.precision) + share * p) / 2 + (kappa + 1) / 2 * m)


class Set:
    def __init__(self, learner, X, price):
        self.learner, self.X, self.price = learner, X, price
        self.rows, self.s, self.S = [], np.zeros(X.shape[1]), np.zeros((X.shape[1], X.shape[1]))

    def change(self, row, sign):
        x = self.X[row]
        self.s, self.S = self.s + sign * x, self.S + sign * np.outer(x, x)
        self.rows.append(row) if sign > 0 else self.rows.remove(row)

    def value(self):
        return self.learner.loss(len(self.rows), self.s, self.S) + self.price * len(self.rows)

    def best_next(self):
        values = self.learner.with_one_more(len(self.rows), self.s, self.S, self.X) + self.price * (len(self.rows) + 1)
        values[self.rows] = np.inf
        row = int(np.argmin(values))
        return row, values[row]


def greedy(learner, X, price, deadline):
    chosen = Set(learner, X, price)
    best = chosen.value()
    patience = 0
    while time.time() < deadline and patience < 12:  # the first few rows may help only together
        row, value = chosen.best_next()
        chosen.change(row, 1)
        if value < best:
            best, kept, patience = value, list(chosen.rows), 0
        else:
            patience += 1
    for row in list(chosen.rows):
        if row not in kept:
            chosen.change(row, -1)
    return chosen


def swaps(chosen, deadline):
    better = True
    while better and time.time() < deadline:
        better = False
        for row in list(chosen.rows):
            if time.time() > deadline:
                break
            before = chosen.value()
            chosen.change(row, -1)
            other, value = chosen.best_next()
            chosen.change(other, 1)
            if value < before - 1e-12:
                better = True
            elif other != row:
                chosen.change(other, -1)
                chosen.change(row, 1)
    return chosen


def problem_of(D, rng):
    target_mean = np.zeros(D)
    A = rng.normal(size=(D, D)) / math.sqrt(D)
    target_covariance = A @ A.T + 0.5 * np.eye(D)
    return target_mean, target_covariance


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("didact")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--prices", type=float, nargs="*", default=[0.5, 0.05, 0.005])
    args = parser.parse_args()
    rng = np.random.default_rng(1)
    D = args.columns
    target_mean, target_covariance = problem_of(D, rng)
    X = rng.multivariate_normal(target_mean, 2 * target_covariance, size=args.rows) + 0.3
    prior = {"mean": [1.0] * D, "kappa": 1.0, "nu": D + 2.0, "scale": np.eye(D).tolist()}
    print("| price of an item | didact: impedance | gap | time | memory | greedy: impedance | time | and swaps: impedance | time |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        np.savetxt(os.path.join(folder, "pool.csv"), X, delimiter=",", fmt="%.6f")
        X = np.loadtxt(os.path.join(folder, "pool.csv"), delimiter=",") if args.rows <= 100_000 else np.round(X, 6)
        for price in args.prices:
            problem = {"learner": {"model": "multivariate-gaussian", "prior": prior},
                       "target": {"mean": target_mean.tolist(), "covariance": ((target_covariance + target_covariance.T) / 2).tolist()},
                       "items": {"pool": "pool.csv"}, "effort": {"per_item": price}, "limits": {"seconds": args.seconds}}
            file = os.path.join(folder, "problem.json")
            with open(file, "w") as out:
                json.dump(problem, out)
            start = time.time()
            run = subprocess.run([args.didact, "teach", file, "--format", "json"], capture_output=True, text=True)
            whole = time.time() - start
            answer = json.loads(run.stdout)
            memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            learner = Gaussian(np.array(prior["mean"]), 1.0, prior["nu"], np.eye(D), target_mean, target_covariance)
            rows = np.array(answer["rows"]) - 1
            again = Set(learner, X, price)
            for row in rows:
                again.change(int(row), 1)
            assert abs(again.value() - answer["impedance"]) < 1e-4 * max(1, abs(answer["impedance"])), (again.value(), answer["impedance"])
            start = time.time()
            grown = greedy(learner, X, price, start + args.seconds)
            grown_time, grown_value, grown_n = time.time() - start, grown.value(), len(grown.rows)
            swapped = swaps(grown, start + args.seconds)
            swap_time = time.time() - start
            gap = answer["gap"] / max(1, abs(answer["impedance"]))
            print(f"| {price:g} | {answer['impedance']:.6f} (n = {answer['n']}) | {100 * gap:.2g} % | {whole:.3g} s | {memory:.0f} MB "
                  f"| {grown_value:.6f} (n = {grown_n}) | {grown_time:.3g} s | {swapped.value():.6f} (n = {len(swapped.rows)}) | {swap_time:.3g} s |",
                  flush=True)


if __name__ == "__main__":
    main()
