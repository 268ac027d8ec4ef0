"""02.1: the line that descends."""

from fivelines import Value

from ..judge import Case, mutant, solution
from ..judge.values import draw

TITLE = "One step down"
SECTION = "Can one weight find its number?"
MINUTES = 5
TASK = """
Write `sgd_step(parameters, lr)`, the last of the five lines. It moves every
parameter's `data` against its `grad`, in place. The gradients stay as they are.
"""
HINTS = [
    "The gradient says in which direction the loss grows. Which way should `data` move?",
    "`p = p - lr * p.grad` gives the name `p` to another object. What has to stand on the left, "
    "so that the parameter itself changes?",
    "For each `p` in `parameters`: `p.data -= lr * p.grad`.",
]


@solution
def sgd_step(parameters, lr):
    """Move the data of each parameter by lr times its gradient, downhill.

    parameters: list of Values. lr: a number. Returns nothing.
    """
    for p in parameters:
        p.data -= lr * p.grad


@mutant
def climbs(parameters, lr):
    """This goes along the gradient, uphill. Descending goes against it: `-=`."""
    for p in parameters:
        p.data += lr * p.grad


@mutant
def moves_a_copy(parameters, lr):
    """No parameter has moved. `p = p - ...` only gives the name `p` to a new number; it is `p.data`
    that has to change."""
    for p in parameters:
        p = p.data - lr * p.grad


@mutant
def forgets_where_it_was(parameters, lr):
    """This puts the step in place of the number. The step is taken from where `data` was: `-=`."""
    for p in parameters:
        p.data = -lr * p.grad


@mutant
def no_rate(parameters, lr):
    """The learning rate is left out."""
    for p in parameters:
        p.data -= p.grad


@mutant
def resets_too(parameters, lr):
    """The data are right, but the gradients were changed. Resetting is the work of another line."""
    for p in parameters:
        p.data -= lr * p.grad
        p.grad = 0.0


@mutant
def sign_only(parameters, lr):
    """Every parameter moves by the same distance. A steep slope should make a longer step."""
    for p in parameters:
        p.data -= lr if p.grad > 0 else -lr


@mutant
def first_only(parameters, lr):
    """Only the first parameter moves."""
    sgd_step(parameters[:1], lr)


def check(answer, rng):
    """Try one parameter, then two, then five."""
    for n in (1, 2, 5):
        lr = rng.choice([0.1, 0.3, 0.5])
        parameters = [Value(x) for x in draw(rng, n)]
        for p, slope in zip(parameters, draw(rng, n), strict=True):
            p.grad = slope
        data, grads = [p.data for p in parameters], [p.grad for p in parameters]
        answer(parameters, lr)
        yield Case(
            f"data = {data}, grad = {grads}, lr = {lr}; data and grad afterwards",
            [[p.data for p in parameters], [p.grad for p in parameters]],
            [[x - lr * g for x, g in zip(data, grads, strict=True)], grads],
            "data - lr * grad, one by one",
        )
