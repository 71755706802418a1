"""The best lesson of a problem with extreme numbers, by mpmath: as many digits as the numbers are apart, and closed forms.

best_of(problem) knows the models whose loss has a best value for each size in closed form, or next to it, and searches the
sizes, where that value is convex. value_of(problem, items) is what the items cost.
"""
import typing

from mpmath import mp, mpf, log, pi, loggamma, digamma, floor, ceil, sqrt

mp.dps = 60
HALF = mpf(1) / 2
GOLDEN = mpf("0.3819660112501051518")


class Best(typing.NamedTuple):
    value: mpf  # of a set, and of none that is much better
    n: mpf


def short(number):
    return mp.nstr(number, 15)


def numbers_in(value):
    if isinstance(value, dict):
        return [x for v in value.values() for x in numbers_in(v)]
    if isinstance(value, list):
        return [x for v in value for x in numbers_in(v)]
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


def set_digits(problem):
    sizes = [abs(mp.log10(abs(mpf(x)))) for x in numbers_in(problem) if x]
    sizes.sort(reverse=True)
    mp.dps = int(60 + sum(sizes[:2], mpf(0)))


def log_gamma(x):
    return loggamma(x)


def beta_loss(a, b, p):
    return log_gamma(a) + log_gamma(b) - log_gamma(a + b) - (a - 1) * log(p) - (b - 1) * mp.log1p(-p)


def gamma_loss(shape, rate, x):
    return log_gamma(shape) - shape * log(rate) - (shape - 1) * log(x) + rate * x


def normal_loss(mean, variance, x):
    return (log(2 * pi * variance) + (x - mean) ** 2 / variance) / 2


def inverse_digamma(y):
    """x with ψ(x) = y."""
    x = mp.exp(y) + HALF if y > -2 else -1 / (y + mp.euler)
    for _ in range(200):
        change = (digamma(x) - y) / mp.psi(1, x)
        x = max(x - change, x / 4)
        if abs(change) <= x * mpf(10) ** (-min(mp.dps, 60) + 10):
            break
    return x


def whole_near(x, low=0):
    return {max(mpf(low), floor(x)), max(mpf(low), ceil(x))}


# ------------------------------------------------------------------------------------- for each model: loss(n, s), and s for n

class Sum:
    """Learners that see n and s: `best(n)` gives sums that are worth a look, the best real one among them or next to it."""
    whole = False

    def __init__(self, problem):
        self.prior = {key: mpf(x) for key, x in problem["learner"]["prior"].items()}
        self.target = {key: mpf(x) for key, x in problem["target"].items()}

    def statistic(self, x):
        return x

    def sums(self, n):
        real = self.real_sum(n)
        return whole_near(real) if self.whole else {real}


class Exponential(Sum):
    def loss(self, n, s):
        return gamma_loss(self.prior["shape"] + n, self.prior["rate"] + s, self.target["rate"])

    def real_sum(self, n):
        return max(mpf(0), (self.prior["shape"] + n) / self.target["rate"] - self.prior["rate"])


class Gamma(Sum):
    """Of items with a known shape, of which each counts as so many exponential ones."""

    def __init__(self, problem):
        super().__init__(problem)
        self.known = mpf(problem["learner"]["shape"])

    def loss(self, n, s):
        return gamma_loss(self.prior["shape"] + self.known * n, self.prior["rate"] + s, self.target["rate"])

    def real_sum(self, n):
        return max(mpf(0), (self.prior["shape"] + self.known * n) / self.target["rate"] - self.prior["rate"])


class Weibull(Exponential):
    """Of items whose power is exponential."""

    def __init__(self, problem):
        super().__init__(problem)
        self.known = mpf(problem["learner"]["shape"])

    def statistic(self, x):
        return x ** self.known


class Poisson(Sum):
    whole = True

    def loss(self, n, s):
        return gamma_loss(self.prior["shape"] + s, self.prior["rate"] + n, self.target["rate"])

    def real_sum(self, n):
        return max(mpf(0), inverse_digamma(log((self.prior["rate"] + n) * self.target["rate"])) - self.prior["shape"])


class NegativeBinomial(Sum):
    whole = True

    def __init__(self, problem):
        super().__init__(problem)
        self.known = mpf(problem["learner"].get("r", 1))

    def loss(self, n, s):
        return beta_loss(self.prior["alpha"] + self.known * n, self.prior["beta"] + s, self.target["p"])

    def real_sum(self, n):
        a, p = self.prior["alpha"] + self.known * n, self.target["p"]
        level = mp.log1p(-p)

        def slope(b):
            return digamma(b) - digamma(a + b) - level

        low = self.prior["beta"]
        if slope(low) >= 0:
            return mpf(0)
        high = max(low, a * (1 - p) / p) + 1
        while slope(high) < 0:
            high *= 2
        low, high = log(low), log(high)
        for _ in range(300):
            middle = (low + high) / 2
            if slope(mp.exp(middle)) < 0:
                low = middle
            else:
                high = middle
            if mp.exp(high) - mp.exp(low) < mpf("1e-3") or high - low < mpf("1e-60"):
                break
        return mp.exp(high) - self.prior["beta"]


class GaussianMean(Sum):
    def __init__(self, problem):
        super().__init__(problem)
        self.variance = mpf(problem["learner"]["variance"])
        self.magnitude = mpf(problem["effort"].get("magnitude", 0))

    def loss(self, n, s):
        precision = 1 / self.prior["variance"] + n / self.variance
        mean = (self.prior["mean"] / self.prior["variance"] + s / self.variance) / precision
        squares = self.magnitude * s * s / n if n else 0
        return normal_loss(mean, 1 / precision, self.target["mean"]) + squares

    def real_sum(self, n):
        if n == 0:
            return mpf(0)
        precision = 1 / self.prior["variance"] + n / self.variance
        pull = (self.target["mean"] - self.prior["mean"]) / self.prior["variance"] + n * self.target["mean"] / self.variance
        # (pull - s/v)²/(2 precision) + c s²/n
        return pull / self.variance / precision / (1 / self.variance ** 2 / precision + 2 * self.magnitude / n)


class Gaussian:
    """n, the mean of the items, and half of their scatter."""

    def __init__(self, problem):
        prior, target = problem["learner"]["prior"], problem["target"]
        if problem["learner"]["model"] == "gaussian":
            self.mean, self.kappa, self.shape, self.scale = (mpf(prior[k]) for k in ("mean", "kappa", "shape", "scale"))
            self.mu, self.variance = mpf(target["mean"]), mpf(target["variance"])
        else:
            self.mean, self.kappa = mpf(prior["mean"][0]), mpf(prior["kappa"])
            self.shape, self.scale = mpf(prior["nu"]) / 2, mpf(prior["scale"][0][0]) / 2
            self.mu, self.variance = mpf(target["mean"][0]), mpf(target["covariance"][0][0])

    def loss(self, n, mean, scatter):
        kappa, shape = self.kappa + n, self.shape + n / 2
        centre = (self.kappa * self.mean + n * mean) / kappa
        scale = self.scale + scatter / 2 + self.kappa * n / kappa * (mean - self.mean) ** 2 / 2
        return (log_gamma(shape) - shape * log(scale) + (shape + 1) * log(self.variance) + scale / self.variance
                + normal_loss(centre, self.variance / kappa, self.mu))

    def best(self, n):
        if n == 0:
            return self.loss(mpf(0), mpf(0), mpf(0))
        kappa, shape = self.kappa + n, self.shape + n / 2
        distance = self.mu - self.mean
        least = self.scale + self.kappa * kappa * distance ** 2 / n / 2  # where the posterior mean is the target's
        if n >= 2 and least <= shape * self.variance:
            return self.loss(n, self.mean + kappa * distance / n, 2 * (shape * self.variance - least))

        # t = (mean - prior's)/distance, between 0 and kappa/n. The derivative by t has one sign change: scatter is 0, or fills up.
        def value(t):
            mean = self.mean + t * distance
            scale = self.scale + self.kappa * n / kappa * (mean - self.mean) ** 2 / 2
            more = max(mpf(0), shape * self.variance - scale) if n >= 2 else 0
            return self.loss(n, mean, 2 * more)
        return minimum(value, mpf(0), kappa / n)[0] if distance else value(mpf(0))

    def of_items(self, items):
        xs = [mpf(x if not isinstance(x, list) else x[0]) for x in items]
        if not xs:
            return self.loss(mpf(0), mpf(0), mpf(0))
        mean = sum(xs) / len(xs)
        return self.loss(mpf(len(xs)), mean, sum((x - mean) ** 2 for x in xs))


class NormalVector:
    def __init__(self, problem):
        self.items = mp.matrix(problem["learner"]["covariance"]) ** -1
        self.prior = mp.matrix(problem["learner"]["prior"]["covariance"]) ** -1
        self.mean = mp.matrix(problem["learner"]["prior"]["mean"])
        self.target = mp.matrix(problem["target"]["mean"])
        self.D = self.mean.rows

    def loss(self, n, s):
        precision = self.prior + n * self.items
        u = self.prior * (self.target - self.mean) + self.items * (n * self.target - s)
        z = precision ** -1 * u
        return (self.D * log(2 * pi) - log(mp.det(precision)) + (u.T * z)[0]) / 2

    def best(self, n):
        if n == 0:
            return self.loss(mpf(0), mp.zeros(self.D, 1))
        return (self.D * log(2 * pi) - log(mp.det(self.prior + n * self.items))) / 2

    def of_items(self, items):
        s = mp.zeros(self.D, 1)
        for x in items:
            s += mp.matrix(x)
        return self.loss(mpf(len(items)), s)


class Counts:
    def __init__(self, problem):
        prior, target = problem["learner"]["prior"], problem["target"]
        if problem["learner"]["model"] == "bernoulli":
            p = mpf(target["p"])
            self.beta, self.pi = [mpf(prior["beta"]), mpf(prior["alpha"])], [1 - p, p]
            self.first = 0
        else:
            self.beta, self.pi = [mpf(b) for b in prior["beta"]], [mpf(p) for p in target["pi"]]
            self.first = 1
        self.price = mpf(problem["effort"]["per_item"])
        # The density of a pi that does not sum to 1 exactly is taken as it stands.

    def loss(self, counts):
        alpha = [b + c for b, c in zip(self.beta, counts)]
        return sum(log_gamma(a) - (a - 1) * log(p) for a, p in zip(alpha, self.pi)) - log_gamma(sum(alpha))

    def real(self, n):
        """Counts that are all but the best of size n."""
        low, high = mpf(0), None
        total = sum(self.beta) + n

        def fill(E):
            return [max(mpf(0), p * E + HALF * (p * E > HALF) - b) for p, b in zip(self.pi, self.beta)]
        high = total / min(self.pi) + 10
        for _ in range(1200):
            middle = (low + high) / 2
            if sum(fill(middle)) < n:
                low = middle
            else:
                high = middle
            if high - low < mpf("1e-6"):
                break
        return fill(high)

    def whole(self, n):
        """Whole counts of size n near the real ones."""
        counts = [floor(x) for x in self.real(n)]
        missing = n - sum(counts)
        while missing > 0:
            order = min(range(len(counts)), key=lambda k: log(self.beta[k] + counts[k]) - log(self.pi[k]))
            step = max(mpf(1), floor(missing / (2 * len(counts))))
            counts[order] += step
            missing -= step
        while missing < 0:
            order = max((k for k in range(len(counts)) if counts[k] > 0),
                        key=lambda k: log(self.beta[k] + counts[k] - 1) - log(self.pi[k]))
            step = min(counts[order], max(mpf(1), floor(-missing / (2 * len(counts)))))
            counts[order] -= step
            missing += step
        return self.improved(counts)

    def improved(self, counts):
        """Items exchanged while that pays."""
        best = self.loss(counts)
        for _ in range(60):
            changed = False
            for i in range(len(counts)):
                for j in range(len(counts)):
                    if i == j or counts[i] == 0:
                        continue
                    trial = list(counts)
                    trial[i] -= 1
                    trial[j] += 1
                    value = self.loss(trial)
                    if value < best:
                        counts, best, changed = trial, value, True
            if not changed:
                break
        return best

    def best(self, n):
        return self.whole(n)

    def of_items(self, items):
        counts = [mpf(0)] * len(self.beta)
        for x in items:
            counts[int(x) - self.first] += 1
        return self.loss(counts)


# ---------------------------------------------------------------------------------------------------- the search

def minimum(f, low, high, steps=240):
    """The least value of a convex f, by golden sections."""
    if low == high:
        return f(low), low
    a, b = low, high
    x, y = a + GOLDEN * (b - a), b - GOLDEN * (b - a)
    fx, fy = f(x), f(y)
    for _ in range(steps):
        if fx <= fy:
            b, y, fy = y, x, fx
            x = a + GOLDEN * (b - a)
            fx = f(x)
        else:
            a, x, fx = x, y, fy
            y = b - GOLDEN * (b - a)
            fy = f(y)
        if b - a <= mpf("1e-25") * (abs(a) + abs(b)):
            break
    return min((f(t), t) for t in (low, high, x, y))


def best_over_sizes(f, low, high, known=()):
    """The least f(n) over whole n, f all but convex: by thirds, then one by one."""
    a, b = mpf(low), mpf(high)
    seen = {}

    def at(n):
        if n not in seen:
            seen[n] = f(n)
        return seen[n]
    if high == mp.inf:
        b = max(mpf(16), 2 * a)
        while at(b) < at(ceil(b / 2)) or at(b) < at(ceil(b / 2) + 1):
            b *= 16
            if b > mpf(10) ** 2000:
                break
    top = b
    while b - a > 12:
        x = floor(a + (b - a) / 3) if b / max(a, 1) < 8 else floor(sqrt(max(a, 1) * b))
        y = x + max(1, floor((b - x) / 64))
        if at(x) <= at(y):
            b = y
        else:
            a = x
    for n in range(int(max(low, a - 4)), int(min(top, b + 4)) + 1):
        at(mpf(n))
    for n in known:
        for near in (-2, -1, 0, 1, 2):
            if low <= n + near <= top:
                at(mpf(n + near))
    n = min(seen, key=lambda k: seen[k])
    return Best(seen[n], n)


SUMS = {"exponential": Exponential, "poisson": Poisson, "gaussian-mean": GaussianMean,
        "geometric": NegativeBinomial, "negative-binomial": NegativeBinomial, "gamma": Gamma, "weibull": Weibull}
COUNTS = {"bernoulli", "categorical"}
GAUSSIANS = {"gaussian", "multivariate-gaussian"}


def teller_of(problem):
    """What knows the best value of a size, or None."""
    model, effort = problem["learner"]["model"], problem["effort"]
    if "items" in problem or ("magnitude" in effort and model != "gaussian-mean"):
        return None
    set_digits(problem)
    if model in SUMS:
        return SUMS[model](problem)
    if model in COUNTS:
        return Counts(problem)
    if model == "gaussian" or model == "multivariate-gaussian" and len(problem["target"]["mean"]) == 1:
        return Gaussian(problem)
    if model == "multivariate-gaussian-mean":
        return NormalVector(problem)
    return None


def best_of(problem):
    teller = teller_of(problem)
    if teller is None:
        return None
    price = mpf(problem["effort"]["per_item"])
    size = problem.get("size", [0, None])
    low, high = size if isinstance(size, list) else (size, size)
    high = mp.inf if high is None else high
    high = min(high, problem.get("limits", {}).get("max_items", mp.inf))

    def of_size(n):
        if isinstance(teller, Sum):
            sums = teller.sums(n) if n else {mpf(0)}
            return min(teller.loss(n, s) for s in sums) + price * n
        return teller.best(n) + price * n
    if low == high:
        return Best(of_size(mpf(low)), low)
    return best_over_sizes(of_size, low, high)


def value_of(problem, items):
    teller = teller_of(problem)
    if teller is None:
        return None
    price = mpf(problem["effort"]["per_item"]) * len(items)
    if isinstance(teller, Sum):
        xs = [teller.statistic(mpf(x)) for x in items]
        n, s = mpf(len(xs)), sum(xs, mpf(0))
        if getattr(teller, "magnitude", 0):
            spread = sum((x * x for x in xs), mpf(0)) - s * s / n if xs else 0
            return teller.loss(n, s) + teller.magnitude * spread + price
        return teller.loss(n, s) + price
    return teller.of_items(items) + price
