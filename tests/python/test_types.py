"""The types that are shipped: complete, true, and as mypy sees them."""

import inspect
import subprocess
import sys
from pathlib import Path

import didact
import pytest

PACKAGE = Path(didact.__file__).parent
USE = """
import numpy as np
import didact

lesson: didact.Lesson = didact.teach(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], effort=0.3)
gap: float = lesson.gap
rows: np.ndarray = lesson.rows
didact.GaussianMean(variance=1.0, mean=0.5, prior_variance=2)
"""
WRONG = {"didact.Categorical(gamma=[1, 2])": "Unexpected keyword argument",
         "didact.Categorical(beta='six')": "Argument \"beta\"",
         "x: int = didact.teach('file.json')": "Incompatible types",
         "didact.teach('file.json').gapp": "has no attribute"}


def mypy(text, folder):
    file = folder / "use.py"
    file.write_text(text)
    return subprocess.run([sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(folder / "cache"),
                           "--ignore-missing-imports", "--allow-any-generics", str(file)], capture_output=True, text=True, env={"MYPYPATH": "", "PATH": "/usr/bin:/bin", "PYTHONPATH": str(PACKAGE.parent)})


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    pytest.importorskip("mypy")
    return tmp_path_factory.mktemp("mypy")


def test_mypy_accepts_the_package(folder):
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--allow-any-generics", "--ignore-missing-imports", "--cache-dir", str(folder / "cache"),
                           "-p", "didact"], capture_output=True, text=True, cwd=PACKAGE.parent)
    assert done.returncode == 0, done.stdout


def test_mypy_sees_the_types(folder):
    done = mypy(USE, folder)
    assert done.returncode == 0, done.stdout
    for line, why in WRONG.items():
        found = mypy("import didact\n" + line + "\n", folder)
        assert why in found.stdout, (line, found.stdout)


def test_the_engine_s_types_are_complete():
    """_core.pyi names what the module has, and nothing else."""
    import ast

    from didact import _core

    tree = ast.parse((PACKAGE / "_core.pyi").read_text())
    stubs = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert stubs - {"_Answer"} == {name for name in dir(_core) if not name.startswith("_") and name != "version"}
    members = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    taught = {entry.target.id for entry in members["Taught"].body if isinstance(entry, ast.AnnAssign)}
    assert taught <= set(dir(_core.Taught))


def test_everything_public_is_documented():
    for name in didact.__all__:
        thing = getattr(didact, name)
        assert inspect.getdoc(thing), name
