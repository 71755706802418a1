"""Optimal teaching, exact and certified.

A learner is about to learn from examples, and you choose them. `teach` finds the teaching set that leaves the learner closest
to what you want it to believe, for the least effort, and proves that no set is better.

>>> import didact
>>> lesson = didact.teach(didact.Categorical(beta=[6, 3, 1]), [0.1, 0.3, 0.6], effort=0.3)
>>> lesson
Lesson: 10 items, impedance 2.6457 (loss -0.35431 + effort 3), proven optimal
>>> lesson.counts
array([0, 2, 8])
"""

from didact import _core
from didact import models as models
from didact._answers import Bounds, Dimension, Evaluation, Lesson, Simulation, Sweep
from didact._errors import InvalidProblem, Mistake
from didact._estimators import EstimatorLesson, teach_estimator
from didact._own import FromLoss
from didact._tasks import baselines, dimension, evaluate, learners, schema, simulate, sweep, teach
from didact.models import *  # noqa: F403

__version__ = _core.version
__all__ = ["Bounds", "Dimension", "EstimatorLesson", "Evaluation", "FromLoss", "InvalidProblem", "Lesson", "Mistake", "Simulation",
           "Sweep", "baselines", "dimension", "evaluate", "learners", "schema", "simulate", "sweep", "teach", "teach_estimator"]
__all__ += models.__all__
