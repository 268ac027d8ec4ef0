"""Tracing: a function of Values run once on stand-ins that write down what is done to them."""

from threading import RLock, get_ident

from ..value import STAND_INS, Value, number
from .rules import RULES

ONE_AT_A_TIME = RLock()


class Traced(Value):
    """A Value that writes down what is done to it, and whose number cannot be looked at."""

    __slots__ = ()
    __hash__ = object.__hash__

    def _look(self, *_):
        raise TypeError(
            "fuse traces this loss once for all examples, so the loss cannot look at a number "
            "while it runs: no .data, float(), if, max or comparison of a Value; "
            "use operations of Value such as relu or abs instead"
        )

    data = grad = property(_look)
    __float__ = __bool__ = __int__ = __eq__ = __lt__ = __le__ = __gt__ = __ge__ = _look

    @staticmethod
    def sum(values):
        """Write down a sum of Values and numbers."""
        return _traced("sum", *values)

    @staticmethod
    def dot(w, x, b):
        """Write down a dot product and a bias."""
        return _traced("dot", *w, b, *x)

    def __repr__(self):
        return "a traced Value"  # not its number, which the inherited one would show


def _methods(op, rule):
    """Yield the names and functions under which a tracer has an operation."""
    if rule.by_b:
        yield rule.method, lambda self, other: _traced(op, self, other)
    else:
        yield rule.method, lambda self: _traced(op, self)
    if rule.by_b and rule.method.startswith("__"):  # 1 - a comes as a.__rsub__(1)
        yield rule.method.replace("__", "__r", 1), lambda self, other: _traced(op, other, self)


for _op, _rule in RULES.items():
    if _rule.method:
        for _name, _function in _methods(_op, _rule):
            setattr(Traced, _name, _function)


def _traced(op, *operands):
    parents = tuple(map(_operand, operands))
    if op == "**" and parents[1].op == "constant" and parents[1].slopes == (2.0,):
        return _traced_node("square", parents[:1], ())
    return _traced_node(op, parents, ())


def _traced_node(op, parents, slopes):
    node = Traced.__new__(Traced)
    node.op, node.parents, node.slopes = op, parents, slopes
    return node


def _operand(x):
    if not isinstance(x, Value):
        return _traced_node("constant", (), (number(x),))
    if x.op and not isinstance(x, Traced):
        raise TypeError("a fused loss cannot use a Value that was computed outside of it")
    return x


def inputs(name, width):
    """Return a traced number, or a list of them, that stands for one example."""
    if width is None:
        return _traced_node("input", (), (name,))
    return [_traced_node("input", (), (f"{name}{i}",)) for i in range(width)]


def trace(function, parameters, *arguments):
    """Return what function(*arguments) gives while each of the parameters is traced.

    Afterwards the parameters are what they were, whatever the function did. Meanwhile other
    threads may use any Values but these.
    """
    thread = get_ident()
    with ONE_AT_A_TIME:  # or a second trace would take the tracers of the first for what they were
        kinds = [type(p) for p in parameters]
        try:
            STAND_INS[thread] = Traced
            for p, kind in zip(parameters, kinds, strict=True):
                p.__class__ = _tracing(kind)
            return function(*arguments)
        finally:
            STAND_INS.pop(thread, None)
            for p, kind in zip(parameters, kinds, strict=True):
                p.__class__ = kind


def _tracing(kind):
    """Return the class of tracers that stands for a kind of Value."""
    if kind is Value or issubclass(kind, Traced):
        return Traced
    return type("Traced", (kind, Traced), {"__slots__": ()})
