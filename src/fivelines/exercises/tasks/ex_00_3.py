"""00.3: XOR, with a margin."""

from ..judge import Case, mutant, solution
from ..judge.values import agree, plain, shape

TITLE = "XOR with a margin"
SECTION = "How do two neurons solve it?"
MINUTES = 10
TASK = """
Choose the weights of a network that answers XOR: `h = relu(W @ x + b)` with two
hidden neurons, then `score = v @ h + c`. The chapter's network has scores of
one half at the corners. Yours shall be sure: the score must be at least 1 at
(0, 1) and (1, 0), and at most -1 at (0, 0) and (1, 1). Write `xor_network()`,
which returns `W, b, v, c`.
"""
HINTS = [
    "Which scores does the network of the chapter have at the four corners? Are the signs right?",
    "What happens to all scores if `v` and `c` are multiplied by the same number?",
    "Keep `W = [[1, 1], [1, 1]]` and `b = [0, -1]` of the chapter. Its `v` is `[1, -2]` and its "
    "`c` is -0.5.",
]
CORNERS = {(0, 0): -1, (0, 1): 1, (1, 0): 1, (1, 1): -1}


@solution
def xor_network():
    """Return W (two rows of two numbers), b (two numbers), v (two numbers) and c (a number)."""
    return [[1, 1], [1, 1]], [0, -1], [2, -4], -1


@mutant
def small_margin():
    """The signs are right, but this is the chapter's network, and its margin is one half. Make the
    scores larger without changing their signs."""
    return [[1, 1], [1, 1]], [0, -1], [1, -2], -0.5


@mutant
def inclusive_or():
    """This answers OR: at (1, 1) it says yes as well. The second hidden neuron has to pay back."""
    return [[1, 1], [1, 1]], [0, -1], [2, 0], -1


@mutant
def exact_payback():
    """At (1, 1) the second neuron pays back exactly what the first has counted too much for a one.
    It has to pay back twice as much as the first weight gives, to arrive below zero."""
    return [[1, 1], [1, 1]], [0, -1], [2, -2], -1


@mutant
def same_neurons():
    """Both hidden neurons see the same half-plane. The second one has to stay silent until both
    inputs are on: give it a bias of -1."""
    return [[1, 1], [1, 1]], [0, 0], [2, -4], -1


@mutant
def no_output_bias():
    """The output has no bias, so the score at (0, 0) cannot be below 0."""
    return [[1, 1], [1, 1]], [0, -1], [2, -4], 0


def _score(network, x):
    W, b, v, c = network
    hidden = [max(0, w[0] * x[0] + w[1] * x[1] + bias) for w, bias in zip(W, b, strict=True)]
    return sum(vi * hi for vi, hi in zip(v, hidden, strict=True)) + c


def check(answer, rng):
    """Look at the shapes, then at the four corners, in an order drawn from rng."""
    network = plain(answer())
    wanted = plain(xor_network())
    fits = shape(network) == shape(wanted)
    yield Case("what xor_network() returns", network, wanted, "the task", right=fits)
    if not fits:
        return
    for x, sign in rng.sample(sorted(CORNERS.items()), 4):
        score = _score(network, x)
        margin = "at least 1" if sign > 0 else "at most -1"
        right = sign * score >= 1 or agree(score, sign, 1e-9)
        yield Case(f"the score at {x}", score, margin, "the table of XOR", right=right)
