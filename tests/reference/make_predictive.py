#!/usr/bin/python3
"""Write predictive.csv: the divergence of what each conjugate model predicts from the target's next item, to 20 digits.

KL(p ‖ q) = Σ or ∫ p (log p - log q) over the item itself, with p the target's distribution and q the textbook prediction of the
belief, by mpmath. Sums and quadratures over items share nothing with the Laplace integrals of the program that this judges.

    make_predictive.py            write it beside this script
    make_predictive.py --check    exit 1 if it is not what would be written
"""

import csv
import io
import json
import pathlib
import sys

from mpmath import mp, mpf, matrix, log, log1p, exp, sqrt, pi, loggamma, quad, det

mp.dps = 30
FILE = pathlib.Path(__file__).with_name("predictive.csv")


def categories(target, alpha):
    total = sum(alpha)
    return sum(p * log(p * total / a) for p, a in zip(target, alpha) if p > 0)


def over_whole(log_p, log_q, mean):
    total, left, x = mpf(0), mpf(1), 0
    while left > mpf(10) ** -27 or x <= mean:
        p = exp(log_p(x))
        total += p * (log_p(x) - log_q(x))
        left -= p
        x += 1
    return total


def log_beta(a, b):
    return loggamma(a) + loggamma(b) - loggamma(a + b)


def failures(r, p, a, b):
    def ways(x):
        return loggamma(r + x) - loggamma(r) - loggamma(x + 1)
    return over_whole(lambda x: ways(x) + r * log(p) + x * log1p(-p),
                      lambda x: ways(x) + log_beta(a + r, b + x) - log_beta(a, b), r * (1 - p) / p)


def poisson(rate, a, b):
    return over_whole(lambda x: x * log(rate) - rate - loggamma(x + 1),
                      lambda x: loggamma(a + x) - loggamma(a) - loggamma(x + 1) + a * log(b / (b + 1)) - x * log(b + 1), rate)


def waiting(rate, k, a, b):
    """Over log x, which leaves no singularity at 0."""
    def integrand(v):
        x = exp(v)
        p = k * log(rate) + k * v - rate * x - loggamma(k)
        q = loggamma(a + k) - loggamma(a) - loggamma(k) + a * log(b) + k * v - (a + k) * log(b + x)
        return exp(p) * (p - q)
    centre = log(k / rate)
    return quad(integrand, [centre + d for d in (-80 / min(k, 1), -30, -15, -8, -4, -2, -1, 0, 1, 2, 3, 5)])


def normal(mu, variance, mean, more):
    wider = variance + more
    return (log(wider / variance) + (variance + (mean - mu) ** 2) / wider - 1) / 2


def vectors(mu, items, mean, belief):
    prediction = items + belief
    off = mean - mu
    inverse = prediction ** -1
    D = items.rows
    trace = sum((inverse * items)[i, i] for i in range(D))
    return (log(det(prediction) / det(items)) + trace - D + (off.T * inverse * off)[0]) / 2


def student(mu, variance, mean, kappa, shape, scale):
    spread, deviation = 2 * scale * (kappa + 1) / kappa, sqrt(variance)

    def integrand(z):
        x = mu + z * deviation
        p = -z * z / 2 - log(2 * pi * variance) / 2
        q = loggamma(shape + mpf(1) / 2) - loggamma(shape) - log(pi * spread) / 2 - (shape + mpf(1) / 2) * log1p((x - mean) ** 2 / spread)
        return exp(-z * z / 2) / sqrt(2 * pi) * (p - q)
    near = (mean - mu) / deviation
    places = sorted({mpf(z) for z in (-13, -8, -5, -3, -2, -1, 0, 1, 2, 3, 5, 8, 13)} | ({near} if abs(near) < 13 else set()))
    return quad(integrand, places)


def exact(value):
    if isinstance(value, dict):
        return {key: exact(v) for key, v in value.items()}
    if isinstance(value, list):
        return [exact(v) for v in value]
    return mpf(float(value))


def column(values):
    return matrix([[v] for v in values])


LOSSES = {
    "bernoulli": lambda l, t: categories([t["p"], 1 - t["p"]], [l["prior"]["alpha"], l["prior"]["beta"]]),
    "categorical": lambda l, t: categories(t["pi"], l["prior"]["beta"]),
    "geometric": lambda l, t: failures(mpf(1), t["p"], l["prior"]["alpha"], l["prior"]["beta"]),
    "negative-binomial": lambda l, t: failures(l["r"], t["p"], l["prior"]["alpha"], l["prior"]["beta"]),
    "poisson": lambda l, t: poisson(t["rate"], l["prior"]["shape"], l["prior"]["rate"]),
    "exponential": lambda l, t: waiting(t["rate"], mpf(1), l["prior"]["shape"], l["prior"]["rate"]),
    "weibull": lambda l, t: waiting(t["rate"], mpf(1), l["prior"]["shape"], l["prior"]["rate"]),
    "gamma": lambda l, t: waiting(t["rate"], l["shape"], l["prior"]["shape"], l["prior"]["rate"]),
    "gaussian-mean": lambda l, t: normal(t["mean"], l["variance"], l["prior"]["mean"], l["prior"]["variance"]),
    "gaussian": lambda l, t: student(t["mean"], t["variance"], *(l["prior"][k] for k in ("mean", "kappa", "shape", "scale"))),
    "multivariate-gaussian-mean": lambda l, t: vectors(column(t["mean"]), matrix(l["covariance"]), column(l["prior"]["mean"]),
                                                       matrix(l["prior"]["covariance"])),
}


def rows():
    pairs = [(2, 5), (0.3, 0.2), (40, 3), (1e4, 2e4), (3e7, 1e7), (0.01, 12)]
    for a, b in pairs:
        for p in (0.5, 0.93, 0.04):
            yield "bernoulli", {"prior": {"alpha": a, "beta": b}}, {"p": p}
        for p in (0.5, 0.93, 0.08):
            yield "geometric", {"prior": {"alpha": a, "beta": b}}, {"p": p}
            for r in (0.4, 3.5, 20):
                if p > 0.1:
                    yield "negative-binomial", {"r": r, "prior": {"alpha": a, "beta": b}}, {"p": p}
        for rate in (0.03, 1, 40):
            yield "poisson", {"prior": {"shape": a, "rate": b}}, {"rate": rate}
            yield "exponential", {"prior": {"shape": a, "rate": b}}, {"rate": rate}
            yield "weibull", {"shape": 2.5, "prior": {"shape": a, "rate": b}}, {"rate": rate}
            for k in (0.5, 7):
                yield "gamma", {"shape": k, "prior": {"shape": a, "rate": b}}, {"rate": rate}
        for mean in (0, 3):
            yield "gaussian-mean", {"variance": a, "prior": {"mean": mean, "variance": b}}, {"mean": 0.5}
            yield ("gaussian", {"prior": {"mean": mean, "kappa": b, "shape": a, "scale": a * 1.5}}, {"mean": 0.5, "variance": 2})
    for beta in ([1, 2, 3], [0.1, 50, 4], [1e6, 3e6, 1e5]):
        yield "categorical", {"prior": {"beta": beta}}, {"pi": [0.25, 0.25, 0.5]}
        yield "categorical", {"prior": {"beta": beta}}, {"pi": [0, 0.125, 0.875]}
    for scale in (0.01, 1, 100):
        learner = {"covariance": [[2, 0.5], [0.5, 1]], "prior": {"mean": [1, -1], "covariance": [[3 * scale, scale], [scale, scale]]}}
        yield "multivariate-gaussian-mean", learner, {"mean": [0, 0.5]}


def table():
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["model", "learner", "target", "loss"])
    for model, learner, target in rows():
        loss = LOSSES[model](exact(learner), exact(target))
        writer.writerow([model, *(json.dumps(part, separators=(",", ":")) for part in (learner, target)), mp.nstr(loss, 20)])
    return text.getvalue()


def main(arguments):
    if arguments == ["--check"]:
        if not FILE.exists() or FILE.read_text() != table():
            print(f"{FILE.name} is not what {pathlib.Path(__file__).name} writes", file=sys.stderr)
            return 1
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    FILE.write_text(table())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
