"""What is wrong is said, and where."""

import pickle

import didact
import numpy as np
import pytest


def test_invalid_problems_carry_every_path():
    with pytest.raises(didact.InvalidProblem) as caught:
        didact.teach({"learner": {"model": "categorical", "prior": {"beta": [6, -3, 0]}}, "target": {"pi": [0.1, 0.3, 0.6]},
                      "efort": {}})
    paths = [error.path for error in caught.value.errors]
    assert "learner.prior.beta[1]" in paths and "learner.prior.beta[2]" in paths and "efort" in paths
    assert 'did you mean "effort"?' in str(caught.value)
    assert isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.errors == caught.value.errors


def test_unknown_models_and_parameters_are_named():
    with pytest.raises(didact.InvalidProblem, match="categorical"):
        didact.teach({"learner": {"model": "categorial"}, "target": {}})
    with pytest.raises(TypeError, match="no parameter 'gamma'; it takes beta"):
        didact.Categorical(gamma=[1, 2])
    with pytest.raises(TypeError, match="its own target"):
        didact.teach({"learner": {"model": "threshold"}}, 0.3)
    with pytest.raises(TypeError, match="no learner"):
        didact.teach(3.5)


def test_what_json_cannot_hold_is_refused_with_its_path():
    with pytest.raises(TypeError, match=r"learner.prior.beta\[1\]: a object"):
        didact.teach({"learner": {"model": "categorical", "prior": {"beta": [1, object()]}}, "target": {"pi": [0.5, 0.5]}})
    with pytest.raises(TypeError, match="keys must be texts"):
        didact.teach({1: 2})
    with pytest.raises(didact.InvalidProblem, match="target.pi"):
        didact.teach(didact.Categorical(beta=[6, 3, 1]), [0.1, float("nan"), 0.6])


def test_files_are_looked_for_beside_the_problem(tmp_path):
    (tmp_path / "rows.csv").write_text("1\n2\n4\n")
    problem = tmp_path / "problem.json"
    problem.write_text('// a comment\n{"learner": {"model": "poisson", "prior": {"shape": 2, "rate": 1}}, "target": {"rate": 3},'
                       ' "items": {"pool": "rows.csv"}, "effort": {"per_item": 0.1}}')
    assert didact.teach(problem).n > 0 and didact.teach(str(problem)).n > 0
    with pytest.raises(FileNotFoundError):
        didact.teach(tmp_path / "nothing.json")
    (tmp_path / "rows.csv").unlink()
    with pytest.raises(didact.InvalidProblem, match="rows.csv"):
        didact.teach(problem)


def test_options_are_named_as_python_has_them():
    with pytest.raises(didact.InvalidProblem) as caught:
        didact.simulate(didact.Categorical(beta=[1, 1]), [0.5, 0.5], 0.3, set_size="many")
    assert not caught.value.errors[0].path.startswith("-")


def test_mistakes_in_arrays_name_the_row():
    learner = didact.GaussianMean(variance=1, mean=0, prior_variance=1)
    with pytest.raises(didact.InvalidProblem, match="row 2: column 1 must be a finite number, got nan"):
        didact.teach(learner, 1, pool=np.array([1.0, np.nan, 2.0]))
    with pytest.raises(didact.InvalidProblem, match="must have 1 numbers, but it has 2 columns"):
        didact.teach(learner, 1, pool=np.ones((3, 2)))
    with pytest.raises(didact.InvalidProblem, match="no rows"):
        didact.teach(learner, 1, pool=np.ones((0, 1)))
    with pytest.raises(ValueError, match="as long as the pool"):
        didact.teach(learner, 1, items={"pool": np.ones(3), "cost": np.ones(2)})


def test_values_that_contain_themselves_are_refused():
    endless = []
    endless.append(endless)
    with pytest.raises(ValueError, match="nested deeper"):
        didact.teach(didact.Categorical(beta=endless), [0.5, 0.5])


def test_data_that_is_no_numbers_is_refused():
    learner = didact.GaussianMean(variance=1, mean=0, prior_variance=1)
    with pytest.raises(ValueError, match="masked"):
        didact.teach(learner, 1, pool=np.ma.masked_array([1.0, 2, 3], [1, 0, 0]))
    with pytest.raises(TypeError, match="complex"):
        didact.teach(learner, 1, pool=np.array([1j, 2]))
    with pytest.raises(TypeError, match="one dimension"):
        didact.teach(didact.Ridge(lambda_=1), {"weights": [1]}, pool=np.ones((3, 1)), y=np.ones((3, 2)))
    with pytest.raises(didact.InvalidProblem, match="several rows are called"):
        didact.teach(learner, 1, items={"pool": np.arange(3.0), "names": ["a", "b", "b"], "must_include": ["b"]})
    pandas = pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="two columns are called 'a'"):
        didact.teach(learner, 1, pool=pandas.DataFrame(np.ones((2, 2)), columns=["a", "a"]))


def test_options_are_checked():
    learner = didact.Categorical(beta=[1, 1])
    for wrong in ({"seed": -1}, {"seed": 1.5}, {"gap": float("nan")}, {"gap": -1}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            didact.teach(learner, [0.5, 0.5], 0.3, **wrong)
    for wrong in ({"sets": 0}, {"sets": 1e4}, {"threads": -1}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            didact.simulate(learner, [0.5, 0.5], 0.3, **wrong)
