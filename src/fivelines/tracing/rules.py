"""The rules of differentiation, as source: what a traced operation computes and sends back."""

from math import inf, nan, tanh

from .. import ieee

# operation: (forward, backward toward a, toward b) with operands a and b, result v, derivative d.
RULES = {
    "+": ("{a} + {b}", "{d}", "{d}"),
    "-": ("{a} - {b}", "{d}", "-{d}"),
    "*": ("{a} * {b}", "{d} * {b}", "{d} * {a}"),
    "/": ("divide({a}, {b})", "{d} * divide(1.0, {b})", "{d} * -divide({v}, {b})"),
    "square": ("{a} * {a}", "{d} * 2.0 * {a}"),
    "**": (
        "power({a}, {b})",
        "({d} * ({b} * power({a}, {b} - 1.0)) if {b} != 0 else 0.0)",
        "{d} * (0.0 if {a} == 0 and {b} >= 0 else {v} * log({a}))",
    ),
    "neg": ("-{a}", "-{d}"),
    "abs": ("abs({a})", "{d} * (({a} > 0) - ({a} < 0))"),
    "tanh": ("tanh({a})", "{d} * (1.0 - {v} * {v})"),
    "sigmoid": ("sigmoid({a})", "{d} * ((1.0 - {v}) * {v})"),
    "relu": ("0.0 if {a} < 0 else {a}", "(0.0 if {a} <= 0 else {d})"),
    "exp": ("exp({a})", "{d} * {v}"),
    "log": ("log({a})", "{d} * divide(1.0, {a})"),
    "sqrt": ("sqrt({a})", "{d} * divide(1.0, 2.0 * {v})"),
}
FUNCTIONS = {"tanh": tanh, "inf": inf, "nan": nan} | {
    name: getattr(ieee, name) for name in ("divide", "power", "exp", "log", "sqrt", "sigmoid")
}
