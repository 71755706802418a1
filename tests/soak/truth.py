"""What a set costs, from the definitions alone: plain Python beside the engine's C++.

Losses of the models whose posterior takes no linear algebra, and the efforts. None where something is not covered.
"""
import functools
import math
import re

inf = math.inf


def flat(item):
    while isinstance(item, list) and len(item) == 1:
        item = item[0]
    return item


# ---------------------------------------------------------------------------------------------------- densities

def power(exponent, base):
    """-exponent log(base), with its limits at 0."""
    if base > 0:
        return -exponent * math.log(base)
    return 0 if exponent == 0 else inf if exponent > 0 else -inf


def dirichlet(pi, alpha):
    terms = [power(a - 1, p) for a, p in zip(alpha, pi)]
    return sum(map(math.lgamma, alpha)) - math.lgamma(sum(alpha)) + (inf if inf in terms else sum(terms))


def gamma(rate, a, b):
    return math.lgamma(a) - a * math.log(b) + power(a - 1, rate) + b * rate


def normal(x, mean, variance):
    return 0.5 * math.log(2 * math.pi * variance) + (x - mean) ** 2 / (2 * variance)


def inverse_gamma(x, a, b):
    return math.lgamma(a) - a * math.log(b) + (a + 1) * math.log(x) + b / x


# ---------------------------------------------------------------------------------------------------- conjugate learners

def beta_kl(target, q):
    return dirichlet([target["p"], 1 - target["p"]], q)


def beta_squared(target, q):
    a, b = q
    return a * b / ((a + b) ** 2 * (a + b + 1)) + (a / (a + b) - target["p"]) ** 2


def gamma_kl(target, q):
    return gamma(target["rate"], *q)


def gamma_squared(target, q):
    a, b = q
    return a / b ** 2 + (a / b - target["rate"]) ** 2


def dirichlet_squared(target, q):
    N = sum(q)
    return sum(a * (N - a) / (N ** 2 * (N + 1)) + (a / N - p) ** 2 for a, p in zip(q, target["pi"]))


def after_normal(prior, learner, x):
    precision = 1 / prior["variance"] + len(x) / learner["variance"]
    mean = (prior["mean"] / prior["variance"] + math.fsum(x) / learner["variance"]) / precision
    return mean, 1 / precision


def after_gaussian(prior, x):
    n, kappa = len(x), prior["kappa"] + len(x)
    if n == 0:
        return prior["mean"], kappa, prior["shape"], prior["scale"]
    mean = math.fsum(x) / n
    off = prior["kappa"] * n / kappa * (mean - prior["mean"]) ** 2
    return ((prior["kappa"] * prior["mean"] + n * mean) / kappa, kappa, prior["shape"] + n / 2,
            prior["scale"] + 0.5 * (math.fsum((v - mean) ** 2 for v in x) + off))


def gaussian_kl(target, q):
    mean, kappa, shape, scale = q
    return inverse_gamma(target["variance"], shape, scale) + normal(target["mean"], mean, target["variance"] / kappa)


def gaussian_squared(target, q):
    mean, kappa, shape, scale = q
    if shape <= 2:
        return inf
    variance = scale / (shape - 1)
    return ((mean - target["mean"]) ** 2 + variance / kappa + (variance - target["variance"]) ** 2 +
            variance ** 2 / (shape - 2))


# The divergence of a prediction from the target's next item: sums and integrals over that item.

def of_whole(log_chance, log_predicted, mean):
    """A sum over 0, 1, 2, ... until the rest is nothing."""
    total, left, x = 0.0, 1.0, 0
    while left > 1e-16 or x <= mean:
        chance = math.exp(log_chance(x))
        total += chance * (log_chance(x) - log_predicted(x))
        left -= chance
        x += 1
        if x > mean + 40 * math.sqrt(mean + 1) + 800:
            break
    return total


@functools.lru_cache(maxsize=100_000)
def beta_predictive(p, r, a, b):
    def ways(x):
        return math.lgamma(r + x) - math.lgamma(r) - math.lgamma(x + 1)
    if p == 1:
        return math.lgamma(a) + math.lgamma(a + b + r) - math.lgamma(a + r) - math.lgamma(a + b)

    def log_beta(a, b):
        return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    return of_whole(lambda x: ways(x) + r * math.log(p) + x * math.log1p(-p),
                    lambda x: ways(x) + log_beta(a + r, b + x) - log_beta(a, b), r * (1 - p) / p)


@functools.lru_cache(maxsize=100_000)
def poisson_predictive(rate, a, b):
    if rate == 0:
        return a * math.log1p(1 / b)
    return of_whole(lambda x: x * math.log(rate) - rate - math.lgamma(x + 1),
                    lambda x: math.lgamma(a + x) - math.lgamma(a) - math.lgamma(x + 1) - a * math.log1p(1 / b)
                    - x * math.log(b + 1), rate)


@functools.lru_cache(maxsize=100_000)
def gamma_predictive(rate, k, a, b):
    total, step = 0.0, 0.04
    for i in range(-int(40 / min(1, k) / step), int(5 / step)):
        log_x = i * step + math.log(k / rate)
        x = math.exp(log_x)
        chance = k * math.log(rate) + k * log_x - rate * x - math.lgamma(k)  # of log x
        predicted = (math.lgamma(a + k) - math.lgamma(a) - math.lgamma(k) + a * math.log(b) + k * log_x
                     - (a + k) * math.log(b + x))
        total += step * math.exp(chance) * (chance - predicted)
    return total


@functools.lru_cache(maxsize=100_000)
def gaussian_predictive(mu, variance, mean, kappa, shape, scale):
    spread, deviation, step = 2 * scale * (kappa + 1) / kappa, math.sqrt(variance), 0.02
    total = 0.0
    for i in range(-500, 501):
        x = mu + i * step * deviation
        chance = -normal(x, mu, variance)
        predicted = (math.lgamma(shape + 0.5) - math.lgamma(shape) - 0.5 * math.log(math.pi * spread)
                     - (shape + 0.5) * math.log1p((x - mean) ** 2 / spread))
        total += step * deviation * math.exp(chance) * (chance - predicted)
    return total


def normal_predictive(mu, variance, mean, more):
    wider = variance + more
    return 0.5 * (math.log(wider / variance) + (variance + (mean - mu) ** 2) / wider - 1)


def counts_predictive(pi, alpha):
    N = sum(alpha)
    return sum(p * math.log(p * N / a) for p, a in zip(pi, alpha) if p > 0)


def counted(prior, items):
    counts = list(prior)
    for item in items:
        counts[int(flat(item)) - 1] += 1
    return counts


AFTER = {
    "bernoulli": lambda p, _, x: (p["alpha"] + sum(x), p["beta"] + len(x) - sum(x)),
    "geometric": lambda p, _, x: (p["alpha"] + len(x), p["beta"] + sum(x)),
    "categorical": lambda p, _, x: counted(p["beta"], x),
    "poisson": lambda p, _, x: (p["shape"] + sum(x), p["rate"] + len(x)),
    "exponential": lambda p, _, x: (p["shape"] + len(x), p["rate"] + sum(x)),
    "gamma": lambda p, known, x: (p["shape"] + known["shape"] * len(x), p["rate"] + sum(x)),
    "weibull": lambda p, known, x: (p["shape"] + len(x), p["rate"] + sum(v ** known["shape"] for v in x)),
    "negative-binomial": lambda p, known, x: (p["alpha"] + known["r"] * len(x), p["beta"] + sum(x)),
    "gaussian-mean": after_normal,
    "gaussian": lambda p, _, x: after_gaussian(p, x)}
KL = {"bernoulli": beta_kl, "geometric": beta_kl, "negative-binomial": beta_kl, "poisson": gamma_kl, "gamma": gamma_kl,
      "weibull": gamma_kl, "categorical": lambda t, q: dirichlet(t["pi"], q),
      "exponential": gamma_kl, "gaussian-mean": lambda t, q: normal(t["mean"], *q), "gaussian": gaussian_kl}
SQUARED = {"gamma": gamma_squared, "weibull": gamma_squared, "negative-binomial": beta_squared,
           "bernoulli": beta_squared, "geometric": beta_squared, "categorical": dirichlet_squared, "poisson": gamma_squared,
           "exponential": gamma_squared, "gaussian-mean": lambda t, q: q[1] + (q[0] - t["mean"]) ** 2,
           "gaussian": gaussian_squared}
PREDICTIVE = {"bernoulli": lambda t, q, _: counts_predictive([t["p"], 1 - t["p"]], q),
              "categorical": lambda t, q, _: counts_predictive(t["pi"], q),
              "geometric": lambda t, q, _: beta_predictive(t["p"], 1, *q),
              "negative-binomial": lambda t, q, known: beta_predictive(t["p"], known["r"], *q),
              "poisson": lambda t, q, _: poisson_predictive(t["rate"], *q),
              "exponential": lambda t, q, _: gamma_predictive(t["rate"], 1, *q),
              "weibull": lambda t, q, _: gamma_predictive(t["rate"], 1, *q),
              "gamma": lambda t, q, known: gamma_predictive(t["rate"], known["shape"], *q),
              "gaussian-mean": lambda t, q, known: normal_predictive(t["mean"], known["variance"], *q),
              "gaussian": lambda t, q, _: gaussian_predictive(t["mean"], t["variance"], *q)}


def loss_of(problem):
    """A function of a target and a belief."""
    learner, loss = problem["learner"], problem.get("loss", "kl")
    if loss == "predictive":
        return lambda target, q: PREDICTIVE[learner["model"]](target, q, learner)
    return {"kl": KL, "squared": SQUARED}[loss][learner["model"]]


def conjugate(problem, items):
    learner, target = problem["learner"], problem["target"]
    model, of = learner["model"], loss_of(problem)
    if "data" in target or isinstance(target.get("belief"), dict):
        return None
    points = [(p["weight"], p["target"]) for p in target["belief"]] if "belief" in target else [(1, target)]
    x = [flat(item) for item in learner.get("has_seen", []) + items]
    losses = []
    for member in learner.get("one_of", [{"prior": learner.get("prior")}]):
        q = AFTER[model](member["prior"], learner, x)
        losses.append((member.get("weight", 1), sum(weight * of(point, q) for weight, point in points)))
    if learner.get("judge") == "worst":
        return max(loss for _, loss in losses)
    return sum(weight * loss for weight, loss in losses)


# ---------------------------------------------------------------------------------------------------- other learners

def naive_bayes(problem, items):
    prior, target = problem["learner"]["prior"], problem["target"]
    if "data" in target:
        return None
    classes, words = list(prior["classes"]), [list(row) for row in prior["words"]]
    for item in problem["learner"].get("has_seen", []) + items:
        label = int(item["label"]) - 1
        classes[label] += 1
        words[label] = [a + b for a, b in zip(words[label], item["counts"])]
    return dirichlet(target["classes"], classes) + sum(map(dirichlet, target["words"], words))


def markov_chain(problem, items):
    prior, target = problem["learner"]["prior"], problem["target"]
    if "data" in target:
        return None
    start, rows = list(prior["start"]), [list(row) for row in prior["transitions"]]
    for item in problem["learner"].get("has_seen", []) + items:
        walk = [int(state) - 1 for state in item]
        start[walk[0]] += 1
        for a, b in zip(walk, walk[1:]):
            rows[a][b] += 1
    return dirichlet(target["start"], start) + sum(map(dirichlet, target["transitions"], rows))


def threshold(problem, items):
    theta, low, high = problem["target"]["theta"], 0, 1
    for item in problem["learner"].get("has_seen", []) + items:
        x = flat(item["x"])
        low, high = (max(low, x), high) if item["y"] < 0 else (low, min(high, x))
    if not (low < theta <= high or low == theta == 0):
        return inf
    below, above = theta - low, high - theta
    loss = problem.get("loss", "kl")
    if low == high:
        return -inf if loss == "kl" else 0
    return {"kl": math.log(high - low), "zero-one": (below ** 2 + above ** 2) / (2 * (high - low)),
            "squared": (below ** 2 - below * above + above ** 2) / 3}[loss]


def log_density(density, x):
    (kind, p), = density.items()
    x = flat(x)
    if kind == "gaussian":
        return -normal(x, p["mean"], p["variance"])
    if kind == "poisson":
        return x * math.log(p["rate"]) - p["rate"] - math.lgamma(x + 1)
    if kind == "exponential":
        return math.log(p["rate"]) - p["rate"] * x if x >= 0 else -inf
    if kind == "uniform":
        low, high = p["range"]
        return -math.log(high - low) if low <= x <= high else -inf
    chance = {"bernoulli": lambda: p["p"] if x == 1 else 1 - p["p"], "categorical": lambda: p["pi"][int(x) - 1]}[kind]()
    return math.log(chance) if chance > 0 else -inf


def hypotheses(problem, items):
    learner = problem["learner"]
    if learner.get("anticipates") or "multivariate-gaussian" in str(learner):
        return None
    table = learner.get("table")
    names = list(table or learner["hypotheses"])
    logs = {}
    for name in names:
        prior = learner.get("prior", {}).get(name, 1)
        logs[name] = math.log(prior) if prior > 0 else -inf
        for item in learner.get("has_seen", []) + items:
            entry = table[name][int(flat(item)) - 1] if table else None
            logs[name] += log_density(learner["hypotheses"][name], item) if not table else \
                math.log(entry) if entry > 0 else -inf
    own = logs[problem["target"]["hypothesis"]]
    if own == -inf:
        return inf
    rest = sum(math.exp(min(700, value - own)) for value in logs.values())
    return math.log(rest) if problem.get("loss", "kl") == "kl" else 1 - 1 / rest


def concepts(problem, items):
    learner = problem["learner"]
    if learner.get("anticipates") or "concepts" not in learner:
        return None
    target = learner["concepts"][problem["target"]["concept"]]
    seen = learner.get("has_seen", []) + items
    left = [labels for labels in learner["concepts"].values() if all(labels[int(i["x"]) - 1] == i["y"] for i in seen)]
    if target not in left:
        return inf
    if problem.get("loss", "kl") == "kl":
        return math.log(len(left))
    return sum(sum(a != b for a, b in zip(labels, target)) for labels in left) / len(left) / len(target)


LOSSES = {**dict.fromkeys(AFTER, conjugate), "naive-bayes": naive_bayes, "markov-chain": markov_chain,
          "threshold": threshold, "hypotheses": hypotheses, "concepts": concepts}


# ---------------------------------------------------------------------------------------------------- efforts

def of_size(expression, n):
    text = expression.replace("^", "**")
    asks = re.fullmatch(r"([^?]*)\?([^:]*):(.*)", text)
    if asks:
        text = f"({asks[2]}) if ({asks[1]}) else ({asks[3]})"
    return eval(text, {"n": n, "sqrt": math.sqrt, "exp": math.exp, "ln": math.log, "abs": abs})  # of our own recipes


def place(item):
    item = item["x"] if isinstance(item, dict) else item
    return item if isinstance(item, list) else [item]


def effort(problem, items):
    prices, n = problem.get("effort", {}), len(items)
    total = prices.get("per_item", 0) * n + (prices.get("fixed", 0) if n else 0)
    if "of_size" in prices:
        total += of_size(prices["of_size"], n)
    if "per_category" in prices:
        total += sum(prices["per_category"][int(flat(item)) - 1] for item in items)
    if prices.get("magnitude"):
        total += prices["magnitude"] * sum(x * x for item in items for x in place(item))
    if prices.get("per_unit"):
        total += prices["per_unit"] * sum(abs(x) for item in items for x in place(item))
    if prices.get("closeness") and n > 1:
        least = min(math.dist(place(a), place(b)) for k, a in enumerate(items) for b in items[:k])
        total += prices["closeness"] / least if least > 0 else inf
    total += prices.get("per_word", 0) * sum(sum(item["counts"]) for item in items if "per_word" in prices)
    return total + prices.get("per_transition", 0) * sum(len(item) - 1 for item in items if "per_transition" in prices)


def impedance(problem, items):
    """The impedance of a set, whether it is allowed or not; None if this file does not cover the problem."""
    loss_of = LOSSES.get(problem["learner"]["model"])
    loss = loss_of(problem, list(items)) if loss_of else None
    return None if loss is None else loss + effort(problem, items)
