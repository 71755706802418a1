"""What the tests of the Python package share. PYTHONPATH has the package, DIDACT_PROGRAM is the command line."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


def answer_of(program, *arguments, text=None):
    """What the command line answers, as JSON."""
    done = subprocess.run([program, *map(str, arguments), "--format", "json"], input=text, capture_output=True, text=True)
    return json.loads(done.stdout)


@pytest.fixture
def program():
    return os.environ["DIDACT_PROGRAM"]


def without_time(answer):
    """The same at any time: seconds differ from run to run."""
    if isinstance(answer, dict):
        return {key: without_time(value) for key, value in answer.items() if key != "seconds"}
    return [without_time(value) for value in answer] if isinstance(answer, list) else answer
