"""plot() draws every example's picture with Matplotlib."""

import didact
import pytest
from conftest import EXAMPLES

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.json")), ids=lambda file: file.stem)
def test_every_lesson_can_be_drawn(file, tmp_path):
    lesson = didact.teach(file)
    figure = lesson.plot()
    panels = [panel for row in lesson._engine.drawing()["rows"] for panel in row]
    assert len(figure.axes) == len(panels) > 0
    figure.savefig(tmp_path / "figure.png")
    assert (tmp_path / "figure.png").stat().st_size > 5000
    pyplot.close(figure)


def test_the_other_answers_too(tmp_path):
    learner = didact.Categorical(beta=[6, 3, 1])
    answers = [didact.evaluate(learner, [0.1, 0.3, 0.6], 0.3, set=[1, 2, 3]),
               didact.simulate(learner, [0.1, 0.3, 0.6], 0.3, sets=1000, set=[1, 2, 3]),
               didact.sweep(learner, [0.1, 0.3, 0.6], 0.3, over={"effort.per_item": "0.05:1:log:9"}),
               didact.dimension("intervals:4")]
    for answer in answers:
        figure = answer.plot()
        figure.savefig(tmp_path / "figure.png")
        pyplot.close(figure)
        assert answer.to_svg().startswith("<svg") and answer._repr_html_()


def test_a_figure_may_be_given():
    figure = pyplot.figure(figsize=(4, 3))
    assert didact.teach(didact.Bernoulli(alpha=2, beta=5), 0.8, 0.3).plot(figure) is figure and figure.axes
    pyplot.close(figure)
