#!/usr/bin/env python3
# %% [markdown]
# # Stories from pools
#
# Often examples cannot be invented: there are flowers, wines, patients, rows of a table. A *pool* is what there is, and
# a lesson is a choice of its rows. Here are five such choices on real data, each with what can be proven about it.
# Every number in the text is printed or asserted by the code beside it.
#
# * three flowers instead of thirty, for a classifier of scikit-learn's;
# * the ten flowers that show best what an iris looks like;
# * eight wines that stand for 178;
# * a few wines for a regression;
# * how many bad rows it takes to mislead a filter.
#
# Run it as a script, `python3 pool_stories.py [folder for the figures]`, or cell by cell in Jupyter or VS Code.

# %%
import sys
from math import comb
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB

import didact

SCRIPT = "__file__" in globals()  # and no notebook
HERE = Path(__file__).parent if SCRIPT else Path.cwd()
DATA = HERE.parent / "data"
FIGURES = Path(sys.argv[1]) if SCRIPT and len(sys.argv) > 1 else HERE / "figures"
FIGURES.mkdir(parents=True, exist_ok=True)


def save(figure, name):
    figure.savefig(FIGURES / f"{name}.png", dpi=110)
    plt.close(figure)


iris = pd.read_csv(DATA / "iris.csv")  # the three files come with scikit-learn; data/export.py writes them
wine = pd.read_csv(DATA / "wine.csv")
tumours = pd.read_csv(DATA / "tumours.csv")
print(len(iris), "flowers,", len(wine), "wines,", len(tumours), "tumours")
assert (len(iris), len(wine), len(tumours)) == (150, 178, 569)

# %% [markdown]
# ## 1. Three flowers instead of thirty
#
# `didact.teach_estimator` takes anything with `fit` and `predict`. Which of its training rows does a naive Bayes
# classifier need to tell three species of iris apart by their petals?
#
# The flowers are split in halves of 75. Thirty of the first half are the pool; a set of them is judged by how many of
# that half's 75 flowers the classifier gets wrong. The second half is kept from the teacher, for an honest test.

# %%
X, y = iris[["petal_length", "petal_width"]].to_numpy(), iris["species"].to_numpy()
X_first, X_second, y_first, y_second = train_test_split(X, y, test_size=0.5, random_state=0, stratify=y)
X_pool, _, y_pool, _ = train_test_split(X_first, y_first, train_size=30, random_state=0, stratify=y_first)

with np.errstate(all="ignore"):  # GaussianNB divides by 0 when it has seen a single flower
    few = didact.teach_estimator(GaussianNB(), X_pool, y_pool, test_X=X_first, test_y=y_first, effort=0.02)
print(repr(few))
print(pd.DataFrame(few.X, index=few.y, columns=["petal length", "petal width"]))

# %% [markdown]
# With an item at 0.02, three flowers are best, one of each species, and this is *proven*: no loss is below 0, and four
# flowers cost 0.08, more than the 0.0733 of this lesson; and of all smaller sets none is better. The classifier gets 1
# of the 75 wrong; taught with all thirty, it gets 2 wrong. On the half that nobody looked at both have 92 % right.

# %%
everything = GaussianNB().fit(X_pool, y_pool)
for name, fitted in (("three", few.estimator), ("thirty", everything)):
    print(f"{name}: {fitted.score(X_first, y_first):.4f} right on the first half, "
          f"{fitted.score(X_second, y_second):.4f} on the second")
assert few.n == 3 and few.status == "optimal" and sorted(few.y) == ["setosa", "versicolor", "virginica"]
assert 4 * 0.02 > few.impedance and abs(few.impedance - 0.0733) < 1e-4
assert round(75 * (1 - few.estimator.score(X_first, y_first))) == 1
assert round(75 * (1 - everything.score(X_first, y_first))) == 2
assert few.estimator.score(X_second, y_second) == everything.score(X_second, y_second) == 0.92

# %%
COLOURS = {"setosa": "#04785a", "versicolor": "#b45309", "virginica": "#1d63b0"}
SPECIES = list(COLOURS)


def draw_regions(axes, fitted, title):
    """Where a classifier calls a flower what, under the flowers of the first half."""
    grid_x, grid_y = np.meshgrid(np.linspace(0.8, 7.2, 300), np.linspace(0, 2.7, 300))
    called = fitted.predict(np.column_stack([grid_x.ravel(), grid_y.ravel()]))
    regions = np.searchsorted(SPECIES, called).reshape(grid_x.shape)
    axes.contourf(grid_x, grid_y, regions, levels=[-0.5, 0.5, 1.5, 2.5], colors=list(COLOURS.values()), alpha=0.15)
    for species, colour in COLOURS.items():
        axes.plot(*X_first[y_first == species].T, ".", color=colour, markersize=5, label=species)
    axes.set(xlabel="petal length (cm)", title=title)


figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4.2), sharey=True, layout="constrained")
draw_regions(left, few.estimator, "taught with three flowers")
draw_regions(right, everything, "taught with thirty")
left.scatter(*few.X.T, s=110, facecolors="none", edgecolors="black", linewidths=1.6, label="shown")
right.scatter(*X_pool.T, s=60, facecolors="none", edgecolors="black", linewidths=0.8)
left.set_ylabel("petal width (cm)")
left.legend(loc="upper left", fontsize="small")
save(figure, "pool_three_flowers")

# %% [markdown]
# Are three of the right flowers better than three of any? Of a thousand random sets with one flower of each species,
# eight are as good; on average they get 91 % right.

# %%
rng = np.random.default_rng(1)
rows_of = [np.flatnonzero(y_pool == species) for species in SPECIES]
per_species = [1, 2, 3, 4, 6, 8, 10]
draws = {k: [] for k in per_species}
for k in per_species:
    for _ in range(1000 if k == 1 else 150):
        rows = np.concatenate([rng.choice(rows, k, replace=False) for rows in rows_of])
        draws[k].append(GaussianNB().fit(X_pool[rows], y_pool[rows]).score(X_first, y_first))
as_good = sum(np.array(draws[1]) >= few.estimator.score(X_first, y_first))
print(f"random threes that are as good: {as_good} of {len(draws[1])}; on average {np.mean(draws[1]):.3f} are right")
assert as_good == 8 and round(np.mean(draws[1]), 2) == 0.91

figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
sizes = 3 * np.array(per_species)
low, middle, high = (np.array([np.quantile(draws[k], q) for k in per_species]) for q in (0.05, 0.5, 0.95))
axes.fill_between(sizes, low, high, color="#9aa0ab", alpha=0.4, linewidth=0, label="random sets: 5 % to 95 %")
axes.plot(sizes, middle, "o-", color="#5a5f6b", markersize=4, label="random sets: median")
axes.plot(few.n, few.estimator.score(X_first, y_first), "D", color="#04785a", markersize=8, label="the best lesson")
axes.axhline(everything.score(X_first, y_first), color="#1d63b0", linestyle="--", label="all thirty")
axes.set(xlabel="flowers shown", ylabel="share of 75 flowers named rightly", xlim=(2, 31))
axes.legend(loc="lower right", frameon=False)
axes.spines[["top", "right"]].set_visible(False)
save(figure, "pool_few_or_random")

# %% [markdown]
# More flowers can be worse. From a single flower of each species naive Bayes learns no variances and goes by the
# nearest one. From two it learns variances, and they are bad guesses: the median falls from 0.92 to 0.77. A good lesson
# depends on how its learner learns.

# %%
print("medians:", dict(zip(sizes.tolist(), middle.round(2))))
assert [round(m, 2) for m in middle[:2]] == [0.92, 0.77]

# %% [markdown]
# ## 2. Which ten flowers?
#
# Somebody who has never seen irises is to learn what a *virginica* looks like, from ten of the fifty that were
# measured. The learner is Bayesian and not empty: it expects petals of 3.8 by 1.2 cm. What it should believe is what
# all fifty are like. For conjugate learners such as this one, didact does not try sets: a convex problem bounds all of
# them, and branch and bound closes the gap.

# %%
virginica = iris[iris["species"] == "virginica"].reset_index(drop=True)
petals = virginica[["petal_length", "petal_width"]]
novice = didact.MultivariateGaussian(mean=[3.8, 1.2], kappa=1, nu=3, scale=[[1, 0], [0, 0.2]])
target = {"mean": petals.mean().to_numpy(), "covariance": np.cov(petals.T, bias=True)}

ten = didact.teach(novice, target, pool=petals, size=10, items={"names": virginica["name"]})
print(ten)
print(f"sets of ten: {comb(50, 10):,}; bound {ten.lower_bound:.5f}, gap {ten.gap:g}")
assert ten.status == "optimal" and abs(ten.impedance - -8.25963) < 1e-5 and ten.gap == 0
assert comb(50, 10) == 10_272_278_170

figure = ten.plot()  # an ordinary figure of Matplotlib's, to which more can be added
axes = figure.axes[0]
axes.plot(*petals.to_numpy().T, ".", color="#b9bdc6", zorder=0, label="all fifty")
axes.autoscale()  # the picture was laid out for the ten
axes.legend(loc="upper left", fontsize="small", frameon=False)
save(figure, "pool_ten_flowers")

# %% [markdown]
# The ten are larger than usual, 5.67 by 2.09 cm on average where all fifty have 5.55 by 2.03, to make up for the small
# ones that the learner expected. `lesson.rows` counts from 0, so that it can be used with NumPy and pandas directly.

# %%
print(petals.iloc[ten.rows].mean().round(2).tolist(), petals.mean().round(2).tolist())
assert petals.iloc[ten.rows].mean().round(2).tolist() == [5.67, 2.09]
assert petals.mean().round(2).tolist() == [5.55, 2.03]

# %% [markdown]
# How much is the choice worth? The first ten of the file are 2.99 worse, which is about what ten random ones are. And a
# collector who insists on one particular flower, the longest, has a price to pay. Names and numbers of rows in `items`
# are those of the engine, which counts from 1; with `names` there is no need to count.

# %%
first = didact.evaluate(novice, target, pool=petals, size=10, set=petals.iloc[:10].to_numpy())
random_tens = didact.simulate(novice, target, pool=petals, size=10, sets=20_000)
longest = virginica["name"][petals["petal_length"].idxmax()]
insisted = didact.teach(novice, target, pool=petals, size=10,
                        items={"names": virginica["name"], "must_include": [longest]})
print("first ten:", repr(first))
print(repr(random_tens))
print(f"with {longest}:", repr(insisted))
assert abs(first.excess - 2.98729) < 1e-4 and abs(random_tens.mean - ten.impedance - 3.2) < 0.1
assert insisted.status == "optimal" and insisted.impedance > ten.impedance

figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
edges = np.array(random_tens.histogram["edges"])
density = np.array(random_tens.histogram["counts"]) / random_tens.sets / np.diff(edges)
axes.bar(edges[:-1], density, np.diff(edges), align="edge", color="#9aa0ab", edgecolor="white", linewidth=0.5)
top = axes.get_ylim()[1]
for value, height, text, colour in ((ten.impedance, 1.3, "the best ten", "#04785a"),
                                    (insisted.impedance, 1.15, f"the best ten with {longest}", "#1d63b0"),
                                    (first.impedance, 1.0, "the first ten of the file", "#b45309")):
    axes.vlines(value, 0, height * top, color=colour, linewidth=1.8)
    axes.annotate(f" {text}: {value:.2f}", (value, height * top), va="top", color=colour)
axes.set(xlabel="impedance (lower is better)", ylabel="density of random tens", ylim=(0, 1.4 * top))
axes.spines[["top", "right"]].set_visible(False)
save(figure, "pool_random_tens")

# %% [markdown]
# ## 3. A handful of wines
#
# 178 wines from three growers; a handful is to stand for all of them. Every wine shown costs 0.5. The engine is asked
# to stop as soon as it can prove that at most 1 % could be gained: `gap=0.01`. The lesson is then not proven optimal,
# but it comes with a bound that no set is below.

# %%
columns = ["alcohol", "flavanoids", "colour"]
taster = didact.MultivariateGaussian(mean=[13, 2, 5], kappa=0.1, nu=3, scale=0.1 * np.eye(3))
handful = didact.teach(taster, {"data": wine[columns].to_numpy()}, effort=0.5, pool=wine[columns], gap=0.01,
                       items={"names": wine["name"]})
print(repr(handful))
print(wine.iloc[handful.rows][["name", *columns]].to_string(index=False))
print(f"impedance {handful.impedance:.4f}, no set is below {handful.lower_bound:.4f}")
assert handful.n == 8 and handful.status == "feasible" and handful.reason == "gap"
assert 0 < handful.gap < 0.01 * handful.impedance
assert wine["cultivar"].iloc[handful.rows].nunique() == 3

# %% [markdown]
# Eight wines, from all three growers, though nobody told the engine that there are three: the spread of the whole
# cannot be shown otherwise. The picture has two of the three measurements.

# %%
figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
for (grower, wines), colour in zip(wine.groupby("cultivar"), COLOURS.values()):
    axes.plot(wines["flavanoids"], wines["colour"], ".", color=colour, alpha=0.6, label=grower)
eight = wine.iloc[handful.rows]
axes.scatter(eight["flavanoids"], eight["colour"], s=110, facecolors="none", edgecolors="black", linewidths=1.6,
             label="the eight")
axes.set(xlabel="flavanoids", ylabel="colour intensity", title="Eight wines that stand for 178")
axes.legend(frameon=False)
axes.spines[["top", "right"]].set_visible(False)
save(figure, "pool_wines")

# %% [markdown]
# ## 4. Five wines for a regression
#
# Not every learner is Bayesian. A ridge regression predicts the hue of a wine from three measurements; fitted to all
# 178 wines it has certain weights. Which five of twenty wines lead it to the same weights? The loss is the squared
# distance between the weights. Such pools are solved by trying sets: all 15,504 of them here, so the answer is proven.

# %%
measured = wine[["alcohol", "malic_acid", "colour", "hue"]]
measured = ((measured - measured.mean()) / measured.std()).to_numpy()
Z, hue = measured[:, :3], measured[:, 3]
of_all = Ridge(alpha=1, fit_intercept=False).fit(Z, hue)

pool = np.arange(0, 160, 8)  # every eighth wine
five = didact.teach(didact.Ridge(lambda_=1), {"weights": of_all.coef_}, pool=Z[pool], y=hue[pool], size=5)
rows = pool[five.rows]
of_five = Ridge(alpha=1, fit_intercept=False).fit(Z[rows], hue[rows])
print(repr(five), "rows", rows)
print("weights of all", of_all.coef_.round(3), "and of five", of_five.coef_.round(3))
assert comb(20, 5) == 15_504 and five.status == "optimal"
assert np.allclose(five.posterior["weights"], of_five.coef_)  # the engine's learner is scikit-learn's
assert abs(five.loss - np.sum((of_five.coef_ - of_all.coef_) ** 2)) < 1e-9

# %% [markdown]
# Thirty times five random wines from the same twenty show how lucky one would have to be.

# %%
figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
for i in range(30):
    some = rng.choice(pool, 5, replace=False)
    weights = Ridge(alpha=1, fit_intercept=False).fit(Z[some], hue[some]).coef_
    axes.plot(np.arange(3) + rng.uniform(-0.12, 0.12), weights, ".", color="#9aa0ab",
              label="five random wines" if i == 0 else None)
axes.plot(of_all.coef_, "_", color="#1d2026", markersize=50, markeredgewidth=2, label="all 178 wines")
axes.plot(of_five.coef_, "D", color="#04785a", label="the best five")
axes.axhline(0, color="#c9ccd2", linewidth=0.8, zorder=0)
axes.set(xticks=range(3), xticklabels=["alcohol", "malic acid", "colour"], ylabel="weight", xlim=(-0.6, 2.6),
         title="What a regression makes of five wines")
axes.legend(frameon=False, markerscale=0.6)
axes.spines[["top", "right"]].set_visible(False)
save(figure, "pool_ridge")

# %% [markdown]
# ## 5. How many bad rows?
#
# A filter has learned from 357 benign tumours how large their cells are: 12.15 on average. Somebody wants it to find a
# radius of 14 usual, with a variance of 9, and can slip real malignant samples into its training data. How many does it
# take? Poisoning is teaching with a bad intention: the learner has seen the honest data (`has_seen`), the target is the
# wrong belief, and the pool is what the attacker has.

# %%
benign = tumours.loc[tumours["kind"] == "benign", "radius"].to_numpy()
malignant = tumours.loc[tumours["kind"] == "malignant", "radius"].to_numpy()
radius_filter = didact.Gaussian(mean=12, kappa=1, shape=2, scale=4, has_seen=benign)
wrong = {"mean": 14, "variance": 9}

budgets = [0, 5, 10, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200]
attacks = didact.sweep(radius_filter, wrong, pool=malignant, over={"size": budgets})
for size, loss, bound in zip(attacks["size"], attacks["loss"], attacks["lower_bound"]):
    print(f"{size:4.0f} rows: loss {loss:8.3f}, no choice of as many is below {bound:8.3f}")
assert len(benign) == 357 and round(benign.mean(), 2) == 12.15
assert all(attacks["status"] == "optimal")

# %% [markdown]
# Each point is proven: nobody does better with as many rows, however clever. A defender reads the curve as a safety
# margin. The loss falls from 140 to 48 with the first ten rows; 200 rows are worse than 180.
#
# With a price of 0.1 for each row the engine finds the budget by itself: 115 of the 212 malignant samples.

# %%
attack = didact.teach(radius_filter, wrong, effort=0.1, pool=malignant)
print(repr(attack))
loss_at = dict(zip(budgets, attacks["loss"]))
assert round(loss_at[0]) == 140 and round(loss_at[10]) == 48 and min(loss_at, key=loss_at.get) == 180
assert len(malignant) == 212 and attack.n == 115 and attack.status == "optimal"
save(attack.plot(), "pool_poisoned_filter")

figure, (left, right) = plt.subplots(1, 2, figsize=(9.5, 4), layout="constrained")
left.plot(budgets, attacks["loss"], "o-", color="#1d63b0", markersize=4)
left.plot(attack.n, attack.loss, "D", color="#04785a")
left.annotate("115 rows: best at 0.1 a row", (attack.n, attack.loss), xytext=(-10, 22), textcoords="offset points",
              color="#04785a")
left.set(xlabel="rows that the attacker adds", ylabel="least loss, proven", ylim=(0, None))
bins = np.arange(6, 29)
right.hist(benign, bins, color="#9aa0ab", label=f"{len(benign)} benign")
right.hist(malignant, bins, histtype="step", color="#b45309", linewidth=1.6, label=f"{len(malignant)} malignant")
right.hist(malignant[attack.rows], bins, color="#04785a", alpha=0.7, label=f"the {attack.n} chosen")
right.set(xlabel="radius", ylabel="samples")
right.legend(frameon=False)
for axes in (left, right):
    axes.spines[["top", "right"]].set_visible(False)
save(figure, "pool_attack")
