#!/usr/bin/python3
"""Write a random categorical teaching problem as JSON:  make_problem.py K [--seed 1] [--per-item 0.2] [--output FILE]

pi ~ Dirichlet(1,...,1) and beta_k ~ Uniform(0.5, 5), both from numpy's default_rng(seed).

Why 0.2 per item: the optimum obeys psi(beta_k + s_k) = log pi_k - c + psi(N), N = sum(beta + s), so N/K, and with it
n/K, depends on the cost c but hardly on K. Measured n/K at K = 1,000 and 100,000:
c = 0.3: 1.9, 0.2: 3.1, 0.1: 6.2, 0.01: 53, 0.001: 500. At 0.2 a lesson is about 3 K items, and a third of the categories
get none, so the bounds s >= 0 matter.
"""
import argparse
import json
import math
import sys

import numpy as np


def make_problem(K, seed=1, per_item=0.2):
    rng = np.random.default_rng(seed)
    pi = rng.dirichlet(np.ones(K))
    beta = rng.uniform(0.5, 5, K)
    pi[pi.argmax()] += 1 - math.fsum(pi)  # the largest entry absorbs the rounding error
    assert pi.min() > 0 and abs(math.fsum(pi) - 1) < 1e-15 and abs(sum(pi.tolist()) - 1) < 1e-12
    return {"learner": {"model": "categorical", "prior": {"beta": beta.tolist()}},
            "target": {"pi": pi.tolist()},
            "effort": {"per_item": per_item}}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write a random categorical teaching problem as JSON.")
    parser.add_argument("K", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--per-item", type=float, default=0.2)
    parser.add_argument("--output", help="default: standard output")
    args = parser.parse_args()
    with open(args.output, "w") if args.output else sys.stdout as out:
        json.dump(make_problem(args.K, args.seed, args.per_item), out)
        out.write("\n")
