"""What is wrong with a problem."""

from __future__ import annotations

from typing import Iterable, NamedTuple, Tuple

from didact import _core


class Mistake(NamedTuple):
    """One mistake: where it stands (`path`, such as "learner.prior.beta[2]") and what is wrong (`message`)."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class InvalidProblem(ValueError):
    """A problem that cannot be solved as it is written. `errors` has all of its mistakes.

    >>> import didact
    >>> try:
    ...     didact.teach(didact.Categorical(beta=[6, -3, 1]), [0.1, 0.3, 0.6])
    ... except didact.InvalidProblem as problem:
    ...     print(problem.errors[0].path)
    ...     print(problem)
    learner.prior.beta[1]
    learner.prior.beta[1]: must be > 0, got -3
    """

    def __init__(self, errors: Iterable[Tuple[str, str]]):
        self.errors = [Mistake(*error) for error in errors]
        super().__init__(self.errors)

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))


_core.raise_as(InvalidProblem)
