"""The table of operations: how each is computed, and the rules by which it is differentiated.

A row serves every language that a traced loss is written in. Its expressions are Python's, in the
operands a and b and the result v. `x if test else y` stands for a whole expression only, and the
slope `flat` is ieee.FLAT: it sends back 0 whatever comes in. A function is that of `ieee`, or else
of `math`; in JavaScript it is a helper of javascript.py, or else of `Math`.

A new operation is a method of Value and a row here. `sum` and `dot`, which take any number of
operands, are in lines.py.
"""

import math
from typing import NamedTuple

from .. import ieee


class Rule(NamedTuple):
    """An operation.

    method: the name under which Value has it. value: the result v. by_a, by_b: the slopes dv/da
    and dv/db; an operation on one number has no by_b.
    """

    method: str
    value: str
    by_a: str
    by_b: str = ""


# fmt: off
RULES = {
    "+":       Rule("__add__",     "a + b",                  "1.0",               "1.0"),
    "-":       Rule("__sub__",     "a - b",                  "1.0",               "-1.0"),
    "*":       Rule("__mul__",     "a * b",                  "b",                 "a"),
    "/":       Rule("__truediv__", "divide(a, b)",           "divide(1.0, b)",    "-divide(v, b)"),
    "**":      Rule("__pow__",     "power(a, b)",
                    "flat if b == 0 else b * power(a, b - 1.0)",
                    "0.0 if a == 0 and b >= 0 else v * log(a)"),
    "square":  Rule("",            "a * a",                  "2.0 * a"),  # a ** 2, once traced
    "neg":     Rule("__neg__",     "-a",                     "-1.0"),
    "abs":     Rule("__abs__",     "abs(a)",                 "(a > 0) - (a < 0)"),
    "tanh":    Rule("tanh",        "tanh(a)",                "1.0 - v * v"),
    "sigmoid": Rule("sigmoid",     "sigmoid(a)",             "(1.0 - v) * v"),
    "relu":    Rule("relu",        "0.0 if a < 0 else a",    "flat if a <= 0 else 1.0"),
    "exp":     Rule("exp",         "exp(a)",                 "v"),
    "log":     Rule("log",         "log(a)",                 "divide(1.0, a)"),
    "sqrt":    Rule("sqrt",        "sqrt(a)",                "divide(1.0, 2.0 * v)"),
}
# fmt: on

# What the expressions may call in Python, and inf and nan, as constants are written.
FUNCTIONS = {
    name: thing
    for module in (math, ieee)
    for name, thing in vars(module).items()
    if not name.startswith("_")
}
