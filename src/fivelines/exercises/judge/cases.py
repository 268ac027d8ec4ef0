"""What a task is written with: the marks of its functions, and a Case for each input."""

from dataclasses import dataclass

from .values import agree, plain, shape, show


def solution(function):
    """Mark the function that solves the exercise."""
    function.is_solution = True
    return function


def mutant(function):
    """Mark a wrong answer that people really give; its docstring names the mistake."""
    function.is_mutant = True
    return function


def sentence(mutant):
    """Return what a mutant's docstring says, on one line."""
    return " ".join(mutant.__doc__.split())


@dataclass
class Case:
    """What an answer did with one input.

    given: the input, in words. got, expected: numbers, text or nested lists of them; an array may
    stand for a list. by: the oracle, who says so. tol: by how much two numbers may differ, as a
    share of the expected one where that is above 1. right: decides instead of a comparison.
    """

    given: str
    got: object
    expected: object
    by: str
    tol: float = 1e-9
    right: bool | None = None

    def __post_init__(self):
        self.got, self.expected = plain(self.got), plain(self.expected)
        if self.right is None:
            self.right = agree(self.got, self.expected, self.tol)

    def told(self):
        """Return how to print the expected thing and the one that was got: shapes come first."""
        if isinstance(self.expected, str):
            return self.expected, self.got if isinstance(self.got, str) else show(self.got)
        if shape(self.got) != shape(self.expected):
            return shape(self.expected), shape(self.got)
        expected, got = show(self.expected), show(self.got)
        if expected == got:  # they differ beyond the digits that are usually shown
            return repr(self.expected), repr(self.got)
        return expected, got
