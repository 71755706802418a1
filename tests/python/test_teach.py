"""Lessons: the same as the command line's, for every model and every example."""

import json
import math

import didact
import numpy as np
import pytest
from conftest import EXAMPLES, answer_of, without_time

PROBLEMS = sorted(EXAMPLES.glob("*.json"))
LEARNER = didact.Categorical(beta=[6, 3, 1])
TARGET = [0.1, 0.3, 0.6]


@pytest.mark.parametrize("file", PROBLEMS, ids=lambda file: file.stem)
def test_examples_are_answered_as_on_the_command_line(file, program):
    lesson = didact.teach(file)
    assert without_time(json.loads(json.dumps(lesson.to_dict()))) == without_time(answer_of(program, "teach", file))
    assert lesson.status in ("optimal", "feasible", "unbounded", "unteachable")
    assert repr(lesson).startswith("Lesson: ") and "<table>" in lesson._repr_html_() and lesson.to_svg().startswith("<svg")
    assert str(lesson) and lesson.to_csv()
    if "parts" not in lesson.to_dict() and lesson.status in ("optimal", "feasible"):
        assert len(lesson.items) == lesson.n


@pytest.mark.parametrize("description", didact.learners(), ids=lambda entry: entry["model"])
def test_every_model_has_a_class(description):
    problem = description["example"]
    learner = dict(problem["learner"])
    name = didact.models.class_name(learner.pop("model"))
    prior = learner.pop("prior", {})
    places = didact.models.places(description)
    names = {place: parameter for parameter, place in places.items()}
    arguments = {names[(key,)]: value for key, value in learner.items()}
    arguments.update({names[("prior", key)] if ("prior", key) in names else "prior": value for key, value in prior.items()})
    made = getattr(didact, name)(**arguments)
    assert made.to_dict() == problem["learner"]
    assert eval(repr(made), vars(didact)) == made
    assert description["summary"][1:] in type(made).__doc__
    if description["model"] != "program":  # whose example is no program
        by_class = didact.teach(made, problem["target"], problem.get("effort"), items=problem.get("items"))
        assert without_time(by_class.to_dict()) == without_time(didact.teach(problem).to_dict())


def test_the_paper_s_multinomial():
    lesson = didact.teach(LEARNER, TARGET, effort=0.3)
    assert lesson.items.tolist() == [2, 2] + [3] * 8 and lesson.items.dtype == np.int64
    assert lesson.counts.tolist() == [0, 2, 8]
    assert lesson.n == 10 and lesson.status == "optimal" and lesson.gap == 0
    assert lesson.impedance == pytest.approx(2.6456859610776, abs=1e-12)
    # The Dirichlet's density written out anew.
    after = np.array([6.0, 5.0, 9.0])
    density = math.lgamma(after.sum()) - sum(map(math.lgamma, after)) + ((after - 1) * np.log(TARGET)).sum()
    assert lesson.loss == pytest.approx(-density, abs=1e-12)
    assert lesson.effort == pytest.approx(3) and lesson.lower_bound == pytest.approx(lesson.impedance)
    assert lesson.posterior == {"beta": [6, 5, 9]} and lesson.loss_before == pytest.approx(6.59968, abs=1e-5)
    assert lesson.to_csv() == "item\n" + "2\n" * 2 + "3\n" * 8


def test_arrays_and_numpy_numbers_are_values():
    arrays = didact.teach(didact.Categorical(beta=np.array([6, 3, 1])), np.array(TARGET), effort=np.float64(0.3), size=np.int64(4))
    assert arrays.n == 4
    assert arrays.to_dict()["items"] == didact.teach(LEARNER, TARGET, 0.3, size=4).to_dict()["items"]


def test_items_have_the_shape_of_their_kind():
    named = didact.teach(LEARNER, TARGET, 0.3, names=["red", "green", "blue"])
    assert named.items.tolist() == ["green"] * 2 + ["blue"] * 8
    plane = didact.teach(didact.MultivariateGaussianMean(covariance=np.eye(2), mean=[1, 1], prior_covariance=np.eye(2) / 2),
                         [0, 0], 0.3)
    assert plane.items.shape == (plane.n, 2)
    threshold = didact.teach(didact.Threshold(), 0.3, {"closeness": 0.1})
    assert threshold.items.dtype.names == ("x", "y") and set(threshold.items["y"]) == {-1, 1}
    assert threshold.items["x"][0] <= 0.3 <= threshold.items["x"][1] or threshold.items["x"][1] <= 0.3 <= threshold.items["x"][0]
    regression = didact.teach(EXAMPLES / "linear_regression.json")
    assert regression.items["x"].ndim == 2 and regression.items["y"].ndim == 1
    chain = didact.teach(EXAMPLES / "markov_chain.json")
    assert chain.items.dtype == object and chain.items[0].ndim == 1
    documents = didact.teach(EXAMPLES / "naive_bayes.json")
    assert len(documents.items) == documents.n and "label" in documents.items.dtype.names
    nothing = didact.teach(LEARNER, TARGET, 100)
    assert nothing.n == 0 and len(nothing.items) == 0 and nothing.counts.tolist() == [0, 0, 0]


def test_what_cannot_be_taught_says_so():
    lesson = didact.teach(didact.Threshold(), 0.3)
    assert lesson.status == "unbounded" and lesson.direction and "unbounded" in repr(lesson)
    assert lesson.lower_bound == -math.inf


def test_a_set_is_evaluated_beside_the_best():
    verdict = didact.evaluate(LEARNER, TARGET, 0.3, set=[1, 2, 2, 2, 3, 3, 3, 3, 3, 3])
    assert verdict.excess == pytest.approx(1.8608, abs=1e-4) and verdict.n == 10 and verdict.violates is None
    lesson = didact.teach(didact.Threshold(), 0.3, {"closeness": 0.1})
    again = didact.evaluate(didact.Threshold(), 0.3, {"closeness": 0.1}, set=lesson.items)
    assert again.impedance == pytest.approx(lesson.impedance) and again.excess == pytest.approx(0, abs=1e-9)
    outside = didact.evaluate(LEARNER, TARGET, 0.3, set=[1, 1], size=[3, 9])
    assert outside.violates and math.isinf(outside.effort)


def test_random_sets(program):
    run = didact.simulate(LEARNER, TARGET, 0.3, sets=1000, seed=7, threads=2)
    problem = json.dumps({"learner": LEARNER.to_dict(), "target": {"pi": TARGET}, "effort": {"per_item": 0.3}})
    printed = answer_of(program, "simulate", "-", "--sets", 1000, "--seed", 7, "--threads", 1, text=problem)
    assert without_time(run.to_dict()) == without_time(printed)
    exact = didact.simulate(LEARNER, TARGET, 0.3, exact=True)
    assert abs(run.mean - exact.mean) < 5 * run.standard_error
    assert exact.min == pytest.approx(didact.teach(LEARNER, TARGET, 0.3).impedance)
    assert run.to_svg().startswith("<svg") and "low" in run.to_csv()


def test_sweeps():
    prices = np.geomspace(0.05, 2, 9)
    swept = didact.sweep(LEARNER, TARGET, 0.3, over={"effort.per_item": prices})
    assert len(swept) == 9 and np.array_equal(swept["effort.per_item"], prices)
    singly = [didact.teach(LEARNER, TARGET, price) for price in prices]
    assert swept["n"].dtype.kind == "i" and swept["n"].tolist() == [lesson.n for lesson in singly]
    assert swept["impedance"] == pytest.approx([lesson.impedance for lesson in singly])
    assert (swept["status"] == "optimal").all()
    two = didact.sweep(LEARNER, TARGET, 0.3, over={"effort.per_item": "0.1:1:3", "learner.prior.beta[0]": [1, 6]})
    assert len(two) == 6
    with pytest.raises(KeyError):
        swept["nothing"]


def test_dimensions():
    found = didact.dimension({"c1": [0, 0, 1], "c2": [0, 1, 1], "c3": [1, 1, 1]})
    assert found.dimension == (2, 2) and found.average == pytest.approx((4 / 3, 4 / 3))
    assert didact.dimension("power-set:3").dimension == (3, 3)
    assert didact.dimension(EXAMPLES / "three_concepts.csv").concepts
    assert "dimension" in repr(found).lower() and found.to_svg().startswith("<svg") and found.plan


def test_learners_and_schema():
    assert {"categorical", "svm", "program"} <= {entry["model"] for entry in didact.learners()}
    assert didact.schema()["$schema"].startswith("http")


def test_passive_active_and_taught():
    found = didact.baselines(didact.Threshold(), 0.3, {"closeness": 0.1}, most=6, sets=20_000)
    assert found["n"].tolist() == [1, 2, 3, 4, 5, 6]
    assert (np.diff(found["passive"]) < 0).all() and (found["teaching"][1:] <= found["active"][1:]).all()
    assert found["passive"][5] > found["active"][5]


def test_a_target_is_needed():
    with pytest.raises(didact.InvalidProblem, match="target"):
        didact.teach(LEARNER)
    assert didact.teach(LEARNER, TARGET, 0.3).relaxed["n"] == pytest.approx(9.9652, abs=1e-4)


def test_answers_can_be_sent_elsewhere():
    import copy
    import pickle

    answers = [didact.teach(LEARNER, TARGET, 0.3), didact.evaluate(LEARNER, TARGET, 0.3, set=[1, 2]),
               didact.simulate(LEARNER, TARGET, 0.3, sets=100), didact.dimension("intervals:3"),
               didact.sweep(LEARNER, TARGET, 0.3, over={"effort.per_item": [0.1, 1]})]
    for answer in answers:
        for again in (pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer), pickle.loads(pickle.dumps(copy.copy(answer)))):
            assert again.to_dict() == answer.to_dict() and repr(again) == repr(answer) and again.to_svg() == answer.to_svg()
    assert copy.deepcopy(answers[0]).items.tolist() == answers[0].items.tolist()
    assert didact.evaluate(LEARNER, TARGET, 0.3, set=answers[0]).excess == pytest.approx(0, abs=1e-12)


def test_learners_can_be_changed_and_compared():
    learner = didact.GaussianMean(variance=1, mean=np.float64(0), prior_variance=1)
    learner.mean = 50
    assert learner.to_dict()["prior"]["mean"] == 50 and "variance" in dir(learner)
    with pytest.raises(AttributeError, match="no parameter 'men'"):
        learner.men = 3
    assert didact.Categorical(beta=np.array([1, 2])) == didact.Categorical(beta=[1, 2]) != didact.Categorical(beta=[2, 1])


def test_sweeps_over_lists_and_texts():
    lists = didact.sweep(LEARNER, TARGET, 0.3, over={"target.pi": [[0.1, 0.3, 0.6], [0.2, 0.2, 0.6]]})
    assert lists["impedance"][1] == pytest.approx(didact.teach(LEARNER, [0.2, 0.2, 0.6], 0.3).impedance)
    shapes = didact.sweep(LEARNER, TARGET, {"of_size": "n"}, over={"effort.of_size": ["0.1*n", "min(0.1*n,3)"]})
    assert len(shapes) == 2
    with pytest.raises(didact.InvalidProblem, match="has no values"):
        didact.sweep(LEARNER, TARGET, 0.3, over={"effort.per_item": []})


def test_no_answer_has_infinity_or_nan():
    impossible = {"learner": {"model": "bernoulli", "prior": {"alpha": 2, "beta": 5}}, "target": {"p": 0},
                  "effort": {"per_item": 0.1}}
    lesson = didact.teach(impossible)
    assert lesson.status == "unteachable" and not np.isnan(lesson.gap)
    answers = [lesson, didact.evaluate(impossible, set=[0, 1]), didact.simulate(impossible, sets=1, set_size=2),
               didact.sweep(impossible, over={"effort.per_item": [0.1, 0.2]})]
    for answer in answers:
        json.dumps(answer.to_dict(), allow_nan=False)
        assert "nan" not in str(answer).lower() and "nan" not in repr(answer)
