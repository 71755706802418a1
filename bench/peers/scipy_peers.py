#!/usr/bin/python3
"""The paper's Step 1 with scipy.optimize.minimize, as a competent user would write it today.

scipy_peers.py [--problem FILE.json ...] [--solver L-BFGS-B|L-BFGS-B-tuned|SLSQP] [--repeat R]

L-BFGS-B is what one writes first: the unknowns as they are, from zero, scipy's own tolerances, exact gradients.
L-BFGS-B-tuned has its start, its scaling and its tolerances fitted to these very problems.

Prints one line of JSON for each problem and solver; without --problem, the benchmark's own problems. Only the solve
is timed. impedance_relaxed is the optimum over real (n, s); impedance_rounded is the paper's answer, which rounds that
solution without solving again (null where the rounded solution is no teaching set). Losses are normalised, so the
Gaussian's is the paper's + D(D-1)/4 log pi + D/2 log 2 pi + (D+2)/2 log|Sigma*|  (4.473910 in its example).
"""
import argparse
import json
import os
import statistics
import sys
import time
import warnings

import numpy as np
from scipy.optimize import Bounds, minimize
from scipy.special import gammaln, psi

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from make_problem import make_problem

PAPER_CATEGORICAL = {"learner": {"model": "categorical", "prior": {"beta": [6, 3, 1]}},
                     "target": {"pi": [0.1, 0.3, 0.6]}, "effort": {"per_item": 0.3}}
PAPER_GAUSSIAN = {"learner": {"model": "multivariate-gaussian",
                              "prior": {"mean": [1, 1, 1], "kappa": 1, "nu": 2 + 1e-5,
                                        "scale": (1e-5 * np.eye(3)).tolist()}},
                  "target": {"mean": [0, 0, 0], "covariance": np.eye(3).tolist()}, "effort": {"per_item": 1}}


class Categorical:
    """Unknowns x = s / scale >= 0. Where s > 0, the Hessian in s is nearly diag(1/(beta + s)); the tuned scale turns
    that into the identity, which makes L-BFGS-B need a fifth of the iterations it needs in s."""

    def __init__(self, problem, tuned):
        self.tuned = tuned
        self.beta = np.array(problem["learner"]["prior"]["beta"], float)
        self.log_pi = np.log(problem["target"]["pi"])
        self.cost = problem["effort"].get("per_item", 0.0)

    def start(self):
        # about as many items as the prior is worth, split so that the posterior mean is near pi
        s = np.maximum(0, 2 * self.beta.sum() * np.exp(self.log_pi) - self.beta) if self.tuned else 0 * self.beta
        self.scale = np.sqrt(self.beta + s) if self.tuned else 1 + 0 * self.beta
        return s / self.scale, Bounds(np.zeros_like(s), np.full_like(s, np.inf))

    def impedance(self, s):
        a = self.beta + s
        return gammaln(a).sum() - gammaln(a.sum()) - (a - 1) @ self.log_pi + self.cost * s.sum()

    def __call__(self, x):
        s = self.scale * x
        a = self.beta + s
        return self.impedance(s), self.scale * (psi(a) - psi(a.sum()) - self.log_pi + self.cost)

    def rounded(self, x):
        return self.impedance(np.floor(self.scale * x + 0.5))


class Gaussian:
    """Unknowns n, the items' mean m, and a Cholesky factor L of their scatter C = S - s s'/n, so that S >= s s'/n
    holds by itself; all whitened, so that the target is N(0, I)."""

    def __init__(self, problem, tuned):
        prior, target = problem["learner"]["prior"], problem["target"]
        root = np.linalg.cholesky(np.array(target["covariance"], float))
        white = np.linalg.inv(root)
        self.D = len(root)
        self.mu0 = white @ (np.array(prior["mean"], float) - np.array(target["mean"], float))
        self.Lambda0 = white @ np.array(prior["scale"], float) @ white.T
        self.kappa0, self.nu0 = prior["kappa"], prior["nu"]
        self.cost = problem["effort"].get("per_item", 0.0)
        self.lower = np.tril_indices(self.D)
        self.halves = np.arange(self.D) / 2
        self.constant = (self.D * (self.D - 1) / 4 * np.log(np.pi) + self.D / 2 * np.log(2 * np.pi)
                         + (self.D + 2) * np.log(np.diag(root)).sum())

    def start(self):
        n = self.D + 1.0  # spread like the target, and off centre so that the posterior mean is right
        x = np.concatenate(([n], -self.kappa0 * self.mu0 / n, np.sqrt(n) * np.eye(self.D)[self.lower]))
        low = np.full(len(x), -np.inf)
        low[0] = 1e-3  # n > 0
        return x, Bounds(low, np.full(len(x), np.inf))

    def unpack(self, x):
        L = np.zeros((self.D, self.D))
        L[self.lower] = x[1 + self.D:]
        return x[0], x[1:1 + self.D], L

    def posterior(self, n, m, C):
        """Impedance and what its gradient needs; Lambda_n = Lambda0 + C + kappa0 n/kappa_n (m-mu0)(m-mu0)' is the
        symmetric form, not the one the paper prints."""
        kappa, nu = self.kappa0 + n, self.nu0 + n
        mu, d = (self.kappa0 * self.mu0 + n * m) / kappa, m - self.mu0
        Lambda = self.Lambda0 + C + self.kappa0 * n / kappa * np.outer(d, d)
        log_det = np.linalg.slogdet(Lambda)[1]
        value = (self.D / 2 * np.log(2) * nu + gammaln(nu / 2 - self.halves).sum() - nu / 2 * log_det
                 - self.D / 2 * np.log(kappa) + Lambda.trace() / 2 + kappa / 2 * (mu @ mu) + self.cost * n
                 + self.constant)
        return value, kappa, nu, mu, d, Lambda, log_det

    def __call__(self, x):
        n, m, L = self.unpack(x)
        value, kappa, nu, mu, d, Lambda, log_det = self.posterior(n, m, L @ L.T)
        G = (np.eye(self.D) - nu * np.linalg.inv(Lambda)) / 2  # d value / d Lambda_n
        Gd = G @ d
        dn = ((self.D * np.log(2) + psi(nu / 2 - self.halves).sum() - log_det - self.D / kappa + mu @ mu) / 2
              + (self.kappa0 / kappa) ** 2 * (d @ Gd) + mu @ (m - mu) + self.cost)
        dm = 2 * self.kappa0 * n / kappa * Gd + n * mu
        return value, np.concatenate(([dn], dm, (2 * G @ L)[self.lower]))

    def rounded(self, x):
        n, m, L = self.unpack(x)
        s, S = n * m, L @ L.T + n * np.outer(m, m)
        n = np.floor(n + 0.5)
        if n == 0:
            return self.posterior(0, 0 * m, 0 * S)[0]
        C = S - np.outer(s, s) / n
        if n <= self.D or np.linalg.eigvalsh(C)[0] < -1e-9:  # no n items have these (s, S)
            return None
        return self.posterior(n, s / n, C)[0]


MODELS = {"categorical": Categorical, "multivariate-gaussian": Gaussian}
SOLVERS = ["L-BFGS-B", "L-BFGS-B-tuned", "SLSQP"]
DENSE_LIMIT = 3000  # SLSQP keeps dense K x K factors and takes O(K^3) an iteration: 80 GB at K = 100,000


def solve(model, solver):
    x, bounds = model.start()
    if solver == "L-BFGS-B":
        options = {"maxiter": 10000, "maxfun": 100000}
    elif solver == "L-BFGS-B-tuned":  # ftol is relative here, absolute in SLSQP
        options = {"ftol": 1e-11, "gtol": 1e-6, "maxiter": 10000, "maxfun": 100000}
    else:
        options = {"ftol": 1e-11 * max(1, abs(model(x)[0])), "maxiter": 10000}
    return minimize(model, x, jac=True, method=solver.removesuffix("-tuned"), bounds=bounds, options=options)


def measure(name, problem, solver, repeat):
    if set(problem["effort"]) - {"per_item"}:
        sys.exit(name + ": these peers know only effort per_item")
    model = MODELS[problem["learner"]["model"]](problem, solver != "L-BFGS-B")
    if solver == "SLSQP" and len(model.start()[0]) > DENSE_LIMIT:
        print(f"{name}: SLSQP skipped, its dense K x K matrices do not fit", file=sys.stderr)
        return
    seconds = []
    for _ in range(repeat + 1):  # the first is the warm-up
        begin = time.perf_counter()
        result = solve(model, solver)
        seconds.append(time.perf_counter() - begin)
    value, _ = model(result.x)
    print(json.dumps({"problem": name, "peer": "scipy " + solver, "seconds": statistics.median(seconds[1:]),
                      "impedance_relaxed": value, "impedance_rounded": model.rounded(result.x),
                      "evaluations": int(result.nfev),
                      "ok": bool(result.success)}), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problem", nargs="+", help="problem files; default: the benchmark's own")
    parser.add_argument("--solver", choices=SOLVERS, help="default: all")
    parser.add_argument("--repeat", type=int, help="solves to time; default: by the problem's size")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")  # line searches may step where log or psi is undefined; they recover

    if args.problem:
        problems = []
        for path in args.problem:
            with open(path) as file:
                problems.append((os.path.splitext(os.path.basename(path))[0], json.load(file)))
    else:
        problems = [("categorical-3", PAPER_CATEGORICAL), ("multivariate-gaussian-3", PAPER_GAUSSIAN)]
        problems += [(f"categorical-{K}", make_problem(K)) for K in (1000, 100000)]
    for name, problem in problems:
        size = len(problem["learner"]["prior"].get("beta", []))
        for solver in [args.solver] if args.solver else SOLVERS:
            few = size > 10000 or size > 100 and solver == "SLSQP"
            measure(name, problem, solver, args.repeat or (5 if few else 200))


if __name__ == "__main__":
    main()
