"""Random expressions: one description, evaluated with Value and with torch, and compared.

An expression is a list of steps `(operation, i, j, k)`. Each makes one more node: "leaf" makes the
number k a leaf; any other operation takes a = the node i places back, b = the node j places back,
and k = a plain number. The root is the sum of all nodes that nothing else used.
"""

import math
import os
import random
import re
import struct
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from types import SimpleNamespace
from typing import NamedTuple

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from fivelines import Value, ieee, value

settings.register_profile("quick", max_examples=300, derandomize=True, deadline=None, database=None)
settings.register_profile("nightly", settings.get_profile("quick"), max_examples=10_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# Each text is evaluated with Values and with tensors. m is the home of what tensors have not, such
# as sum and dot: Value, or Torch below.
OPERATIONS = [
    *("-a", "abs(a)", "a.tanh()", "a.relu()", "a.sigmoid()", "a.exp()", "a.log()", "a.sqrt()"),
    *("a + b", "a - b", "a * b", "a / b", "a ** b"),
    *("a + k", "a - k", "a * k", "a / k", "a ** k"),
    *("k + a", "k - a", "k * a", "k / a", "k ** a"),
    *("m.sum([a, k, b, a])", "m.sum([b])", "m.dot([a, b], [b, k], a)", "m.dot([a], [k], b)"),
]
CHOICES = ["leaf"] * 4 + OPERATIONS
OPERANDS = {text: set(re.findall(r"\b[ab]\b", text)) for text in CHOICES}
FUNCTIONS = {text: eval(f"lambda m, a, b, k: {text}") for text in OPERATIONS}
EDGES = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -1.5, 2.0, -2.0, 3.0, -3.0, 1000.0, -1000.0]
EDGES += [math.inf, -math.inf, math.nan]


class Torch:
    """`sum` and `dot` as Value has them, from left to right: another order rounds differently."""

    @staticmethod
    def sum(values):
        return sum(values, column([0.0]))

    @staticmethod
    def dot(w, x, b):
        return sum((wi * xi for wi, xi in zip(w, x, strict=True)), b)


def column(numbers, **kind):
    return torch.tensor(numbers, dtype=torch.float64, **kind)


def refused_by_torch(text):
    """Return what is wrong with an operation that torch's tensors have not, or None."""
    try:
        FUNCTIONS[text](Torch, column([0.5]), column([0.25]), column([0.5]))
    except AttributeError as missing:
        return f"{text}: {missing}: write m.name(a), and give Torch in {__name__} a method name(a)"


if found := [*filter(None, map(refused_by_torch, OPERATIONS))]:
    raise AttributeError("; ".join(found))  # once, and not in each test that draws it


# -- evaluating ----------------------------------------------------------------------------------


def build(steps, m, leaf, number):
    """Return every node in the order in which it is made; the root comes last.

    leaf and number turn a float into a leaf and into a plain number.
    """
    nodes = []
    for step in steps:
        nodes.append(made(step, nodes, m, leaf, number))
    unused = [nodes[i] for i in sorted(set(range(len(nodes))) - used(steps))]
    return nodes if len(unused) == 1 else [*nodes, m.sum(unused)]


def made(step, nodes, m, leaf, number):
    operation, i, j, k = step
    if operation == "leaf":
        return leaf(k)
    a, b = nodes[-1 - i % len(nodes)], nodes[-1 - j % len(nodes)]
    return FUNCTIONS[operation](m, a, b, number(k))


def used(steps):
    """Return the places of the nodes that other nodes are made from."""
    return {
        n - 1 - back % n
        for n, (operation, i, j, _) in enumerate(steps)
        for name, back in (("a", i), ("b", j))
        if name in OPERANDS[operation]
    }


def with_values(steps, engine=Value):
    """Return the data of every node, its gradient, and its gradient after a second sweep."""
    nodes = build(steps, engine, engine, float)
    nodes[-1].backward()
    first = [node.grad for node in nodes]
    nodes[-1].backward()
    return [node.data for node in nodes] + first + [node.grad for node in nodes]


def with_torch(steps):
    """Return what with_values should return.

    A plain number becomes a tensor, because for a Python number torch computes k / x as
    k * (1 / x) and x ** 0.5 as sqrt(x), which at the edges are not what it computes for tensors.
    """
    nodes = build(steps, Torch, lambda k: column([k], requires_grad=True), lambda k: column([k]))
    gradients = torch.autograd.grad(nodes[-1], nodes, allow_unused=True)
    first = [0.0 if g is None else g.item() for g in gradients]
    second = [2 * g if node.is_leaf else g for node, g in zip(nodes, first, strict=True)]
    return [node.item() for node in nodes] + first + second


# -- engines to compare --------------------------------------------------------------------------


def fresh():
    """Return the module fivelines.value, run once more: a Value of its own, to be changed."""
    spec = spec_from_file_location("fivelines.fresh", value.__file__)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


NOISE = random.Random()


def shaken(x):
    return x * (1 + NOISE.uniform(-1e-9, 1e-9)) if x else x


def noisy(module):
    """Return the public names of a module, the results of its functions shaken."""
    return SimpleNamespace(
        **{
            name: (lambda *x, f=thing: shaken(f(*x))) if callable(thing) else thing
            for name, thing in vars(module).items()
            if not name.startswith("_")
        }
    )


def noisy_engine():
    """Return a Value whose functions, and the slopes of its nodes, are off by up to 1e-9."""
    module = fresh()
    assert (module.math, module.ieee) == (math, ieee)
    module.math, module.ieee = noisy(math), noisy(ieee)
    exact = module.Value.__init__

    def init(self, data, op="", parents=(), slopes=()):
        exact(self, data, op, parents, tuple(map(shaken, slopes)))

    module.Value.__init__ = init
    return module.Value


Noisy = noisy_engine()


# -- comparing -----------------------------------------------------------------------------------


class Comparison(NamedTuple):
    """wrong: a sentence for each disagreement. compared, skipped: how many numbers."""

    wrong: list
    compared: int
    skipped: int


def compare(steps, engine=Value):
    """Compare the data and the gradients of every node with torch's.

    `+ - * /` and sqrt are correctly rounded everywhere, but exp, log, tanh and pow are libm's here
    and SLEEF's in torch, which differ in the last bit, and gradients are added in another order.
    So 1e-12 is allowed, and more where the last bits of one number are the first of another: Value
    runs three more times with noise of 1e-9, and 1e-5 of what this moves is allowed (the last bits
    are 1e-7 of it). Where noise makes inf or nan of a number, or the reverse, it is skipped.
    Near the ends of the range, where one rounding decides about an overflow, all of it is.
    """
    theirs = with_torch(steps)
    if any(0 < abs(x) < 1e-290 or 1e290 < abs(x) < math.inf for x in theirs):
        return Comparison([], 0, len(theirs))
    ours, exact, shaken = with_values(steps, engine), with_values(steps), []
    for seed in range(3):
        NOISE.seed(seed)
        shaken.append(with_values(steps, Noisy))
    n, wrong, skipped = len(theirs) // 3, [], 0
    for i, (x, y) in enumerate(zip(ours, theirs, strict=True)):
        moved = max(distance(run[i], exact[i]) for run in shaken)
        if moved == math.inf:
            skipped += 1
        elif not agree(x, y, 1e-5 * moved) or (i < n and moved == 0 and not same_sign(x, y)):
            what = ("data", "gradient", "gradient after two sweeps")[i // n]
            wrong.append(f"{what} of node {i % n} is {x!r}, in torch {y!r}")
    return Comparison(wrong, len(theirs) - skipped, skipped)


def assert_agrees_with_torch(expressions, engine=Value, **how):
    """Compare an engine with torch on random expressions; return how many numbers were compared."""
    seen = Counter()

    @settings(**how)
    @given(expressions)
    def agrees(steps):
        wrong, compared, skipped = compare(steps, engine)
        seen.update(compared=compared, skipped=skipped)
        assert not wrong, wrong[:3]

    agrees()
    return seen


def agree(x, y, slack=0.0):
    """Tell whether x is y to 1e-12 and the slack; nan agrees with nan, inf with inf."""
    d = distance(x, y)
    return d == 0 or (d < math.inf and d <= 1e-12 * abs(y) + slack)


def distance(x, y):
    """Return |x - y|, which is 0 from nan to nan, and inf from nan or inf to anything else."""
    if x == y or (x != x and y != y):
        return 0.0
    return abs(x - y) if math.isfinite(x - y) else math.inf


def same_sign(x, y):
    """Tell whether x and y are not two zeros of opposite sign."""
    return x != 0 or y != 0 or math.copysign(1, x) == math.copysign(1, y)


# -- drawing -------------------------------------------------------------------------------------

WHOLE = [float(n) for n in range(-3, 4)]
WILD = [*EDGES, 1e100, -1e100, 1e-100, -1e-100]


def graphs(special, most=200):
    """Draw expressions of 1 to so many steps; a quarter of their numbers are special ones.

    Five bytes make a step: drawn number by number, large expressions would take ten times as long.
    """

    def decode(code):
        steps = [step(*numbers) for numbers in struct.iter_unpack(">BBBh", code)]
        return [("leaf", *steps[0][1:]), *steps[1:]]

    def step(operation, i, j, k):
        kind, operation = divmod(operation, len(CHOICES))
        return CHOICES[operation], i, j, special[k % len(special)] if kind < 2 else k / 8192

    sizes = st.integers(1, min(most, 12)) | st.integers(1, most)
    return sizes.flatmap(lambda n: st.binary(min_size=5 * n, max_size=5 * n)).map(decode)
