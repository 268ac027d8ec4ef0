"""01.5: a check that can fail."""

import math

from ..judge import Case, mutant, solution

TITLE = "Write gradcheck"
SECTION = "When is agreement worth nothing?"
MINUTES = 15
TASK = """
Write `gradcheck(f, rule, point)`. `f` takes a list of numbers and returns a number.
`rule` takes the same list and returns what it claims to be the gradient, one
number for each in the list. Return `True` if the claim agrees with central
differences, and `False` if not. The check has right rules, which you must accept,
and six wrong ones, which you must reject. Some gradients are in the thousands,
others in the thousandths: judge an error by the size of the gradient.
"""
HINTS = [
    "How do you nudge one number of the list and hold the others still?",
    "Make two copies of `point`, add `h` to entry `i` of one and take it from the other. With "
    "`h = 1e-5` the rate is good to about ten digits.",
    "An error of 0.001 is nothing beside 5000 and everything beside 0.001. Divide by the size.",
    "Reject as soon as one entry has `abs(claim - rate) > 1e-4 * max(abs(rate), abs(claim))`.",
]


@solution
def gradcheck(f, rule, point):
    """Return whether rule(point) is the gradient of f at point, up to rounding.

    f: function of a list of n numbers. rule: function of the same list, which returns n numbers.
    """
    claims = rule(point)
    for i, claim in enumerate(claims):
        up, down = list(point), list(point)
        up[i] += 1e-5
        down[i] -= 1e-5
        rate = (f(up) - f(down)) / 2e-5
        if abs(claim - rate) > 1e-4 * max(abs(claim), abs(rate)):
            return False
    return True


def _rates(f, point, h=1e-5):
    for i in range(len(point)):
        up, down = list(point), list(point)
        up[i] += h
        down[i] -= h
        yield (f(up) - f(down)) / (2 * h)


def _off(claim, rate):
    return (claim - rate) / max(abs(claim), abs(rate))


def _pairs(f, rule, point):
    return list(zip(rule(point), _rates(f, point), strict=True))


@mutant
def accepts_all(f, rule, point):
    """This accepts every rule, so it checks nothing."""
    return True


@mutant
def rejects_all(f, rule, point):
    """This rejects right rules as well."""
    return False


@mutant
def first_entry_only(f, rule, point):
    """Only the first entry of the gradient is compared. A rule may be wrong in the second."""
    return all(abs(_off(c, r)) < 1e-4 for c, r in _pairs(f, rule, point)[:1])


@mutant
def last_entry_only(f, rule, point):
    """Only the last entry of the gradient decides. Return False as soon as one entry is wrong."""
    return all(abs(_off(c, r)) < 1e-4 for c, r in _pairs(f, rule, point)[-1:])


@mutant
def any_entry(f, rule, point):
    """One entry that agrees is enough here. All entries must agree."""
    return any(abs(_off(c, r)) < 1e-4 for c, r in _pairs(f, rule, point))


@mutant
def sums(f, rule, point):
    """The sums over all entries are compared, and two mistakes can cancel. Compare the entries."""
    claim, rate = map(sum, zip(*_pairs(f, rule, point), strict=True))
    return abs(_off(claim, rate)) < 1e-4


@mutant
def no_abs(f, rule, point):
    """A claim that is too low passes: the size of the difference counts, `abs(...)`."""
    return all(_off(c, r) < 1e-4 for c, r in _pairs(f, rule, point))


@mutant
def fixed_tolerance(f, rule, point):
    """The tolerance is a fixed number. Where the gradient itself is smaller, any claim passes."""
    return all(abs(c - r) < 1e-2 for c, r in _pairs(f, rule, point))


@mutant
def tight_tolerance(f, rule, point):
    """The tolerance is fixed and tight. Where the gradient is in the thousands, rounding alone is
    larger, and a right rule is rejected."""
    return all(abs(c - r) < 1e-8 for c, r in _pairs(f, rule, point))


RIGHT = {
    "a * b": (lambda p: p[0] * p[1], lambda p: [p[1], p[0]]),
    "tanh(a)": (lambda p: math.tanh(p[0]), lambda p: [1 - math.tanh(p[0]) ** 2]),
    "a / b": (lambda p: p[0] / p[1], lambda p: [1 / p[1], -p[0] / p[1] ** 2]),
    "5000 * a ** 3": (lambda p: 5000 * p[0] ** 3, lambda p: [15000 * p[0] ** 2]),
    "0.001 * a * a": (lambda p: 0.001 * p[0] ** 2, lambda p: [0.002 * p[0]]),
}
WRONG = {
    "tanh(a), with 1 - t": (RIGHT["tanh(a)"][0], lambda p: [1 - math.tanh(p[0])]),
    "0.001 * a * a, with one path": (RIGHT["0.001 * a * a"][0], lambda p: [0.001 * p[0]]),
    "a * b, with the factors exchanged": (RIGHT["a * b"][0], lambda p: [p[0], p[1]]),
    "a - b, with 1 for both": (lambda p: p[0] - p[1], lambda p: [1.0, 1.0]),
    "a * b, without the first": (RIGHT["a * b"][0], lambda p: [0.0, p[0]]),
    "a ** 3, with 3 * a ** 3": (lambda p: p[0] ** 3, lambda p: [3 * p[0] ** 3]),
}


def check(answer, rng):
    """Try the right rules, then the six wrong ones."""
    for rules, expected in [(RIGHT, True), (WRONG, False)]:
        for words, (f, rule) in rules.items():
            a, b = rng.choice([0.3, 0.4, 0.6, 1.3]), rng.choice([-0.7, -0.5, 0.8, 1.2])
            point = [a, b][: len(rule([a, b]))]
            yield Case(
                f"the {'right' if expected else 'wrong'} rule of {words}, at {point}",
                answer(f, rule, point),
                expected,
                "the rules of calculus",
            )
