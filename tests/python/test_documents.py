"""What the documents show is what happens."""

import doctest
import re

import pytest
from conftest import ROOT

OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", ["README.md", "docs/python.md"])
def test_the_document_shows_what_happens(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```pycon\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    assert blocks
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    failures = []
    runner = doctest.DocTestRunner(optionflags=OPTIONS)
    runner.run(examples, out=failures.append)
    assert not failures, "".join(failures)
