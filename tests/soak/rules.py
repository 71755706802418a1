"""Draws rules for a problem: any that its model takes, in any combination.

The words are those of ../frozen/make.py. What a combination does not allow after all, the program refuses.
"""
NUMBERS = {"geometric", "negative-binomial", "poisson", "exponential", "gamma", "weibull", "gaussian-mean", "gaussian"}
VECTORS = {"multivariate-gaussian-mean", "multivariate-gaussian"}
LINEAR = {"ridge", "logistic", "svm"}
COUNTS = {"naive-bayes", "gaussian-naive-bayes", "markov-chain"}
CONJUGATE = NUMBERS | VECTORS | {"bernoulli", "categorical"}
POOLS = CONJUGATE | LINEAR | {"linear-regression", "hypotheses", "concepts", "program"}
ON_A_LINE = {"gaussians", "poissons", "exponentials", "uniforms"}
DENSITIES = ["gaussians", "poissons", "exponentials", "uniforms", "vectors", "bernoullis", "categories", "table"]
EDGES = {"bernoulli", "geometric", "negative-binomial", "categorical", "poisson", "threshold"} | LINEAR | COUNTS


class Words(list):
    """A recipe in the making."""

    def __init__(self, draw):
        super().__init__()
        self.draw = draw

    def maybe(self, share, *words):
        """One of the words, in this share of all problems."""
        if self.draw.random() < share:
            self.append(self.draw.choice(words))


def of_learner(model, words):
    if model == "hypotheses":
        words.maybe(1, *DENSITIES)
        words.maybe(0.3, "prior")
    if model == "linear-regression":
        words.maybe(0.5, "noise")
    if model in LINEAR:
        words.maybe(0.4, "bias")
    if model == "threshold":
        words.maybe(0.5, "resolution")
    if model in CONJUGATE:
        words.maybe(0.3, "expected", "worst")
    if model in ("hypotheses", "concepts"):
        words.maybe(0.1, "anticipates")
    if model != "program":
        words.maybe(0.25, "has_seen", "has_seen", "insistent")


def of_target(model, words):
    if model in CONJUGATE | {"linear-regression"}:
        words.maybe(0.25, "points", "points", "belief", "data")
        if "points" in words:
            words.maybe(0.4, "unlike")
    if model in LINEAR:
        words.maybe(0.25, "risk")
    if model in COUNTS:
        words.maybe(0.1, "data")
    if model in EDGES and not {"points", "belief", "data", "risk"} & set(words):
        words.maybe(0.1, "edge")
    if model in CONJUGATE and not {"points", "belief"} & set(words):
        words.maybe(0.4, "squared", "predictive" if model != "multivariate-gaussian" else "squared")
    if model == "threshold":
        words.maybe(0.6, "squared", "zero-one")
    if model in ("hypotheses", "concepts"):
        words.maybe(0.25, "zero-one")


def of_items(model, words):
    """Whether the items are numbers or vectors, for which distances count."""
    spread = model in NUMBERS | VECTORS | LINEAR or bool((ON_A_LINE | {"vectors"}) & set(words))
    if model in POOLS and (model == "program" or words.draw.random() < 0.3):
        words.append("pool")
        words.maybe(0.15, "same")
        for rule in ("repeat", "cost", "must", "where"):
            words.maybe(0.25, rule)
        if model in CONJUGATE:
            words.maybe(0.15, "distinct")
        return spread
    if model in NUMBERS | VECTORS or (ON_A_LINE | {"vectors"}) & set(words):
        words.maybe(0.45, "range", "narrow")
        words.maybe(0.3, "integers")
        words.maybe(0.3, "distinct")
        if model in NUMBERS and not {"range", "narrow"} & set(words):
            words.maybe(0.2, "wide")
    elif model in LINEAR | {"linear-regression", "threshold", "gaussian-naive-bayes", "bernoulli"}:
        words.maybe(0.45, "range", "narrow")
    elif model in ("categorical", "hypotheses"):
        words.maybe(0.2, "distinct")
    return spread


def of_effort(model, words, spread):
    words.maybe(0.4, "free", "of_size", "around", "dear", "cheap")
    words.maybe(0.15, "fixed")
    if spread:
        words.maybe(0.25, "magnitude")
        words.maybe(0.15, "per_unit")
        words.maybe(0.25, "closeness")
    if model in ("linear-regression", "gaussian-naive-bayes"):
        words.maybe(0.3, "magnitude")
    if model == "threshold":
        words.maybe(0.3, "per_item")
    if model == "categorical":
        words.maybe(0.3, "per_category")
    words.maybe(0.5, "size", "sizes", "max_items")


NOT_TAKEN = {"weibull": {"magnitude", "closeness", "integers"}}


def drawn(model, draw):
    """A recipe for the model."""
    words = Words(draw)
    of_learner(model, words)
    of_target(model, words)
    of_effort(model, words, of_items(model, words))
    return " ".join(word for word in words if word not in NOT_TAKEN.get(model, ()))
