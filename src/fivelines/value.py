"""Value: a number that remembers how it was made, so that a derivative can be read back.

Every operation makes a new Value that keeps its parents and, for each parent, the local derivative
(the *slope*) of the result with respect to it. `backward` multiplies the slopes along every path
from the result to each leaf and adds the paths up: the chain rule, in reverse (Linnainmaa 1970).
Values and gradients mean what they mean for `torch.float64`, at 0, inf and nan too.
"""

import math
from numbers import Real
from threading import get_ident

from . import ieee

STAND_INS = {}  # in a thread that traces a function, the class whose sum and dot it gets instead


class Value:
    """A real number in a graph of operations.

    data: the number, a float.
    grad: d(root)/d(this) after `root.backward()`. On a leaf it accumulates until it is reset.
    parents, slopes: the Values this one was made from, and its derivative toward each.
    op: the name of the operation; "" for a leaf.

    `==` and `<` compare by value but `hash` goes by identity, as for torch tensors: two weights of
    0.5 are equal, and still two keys in a dict.

    Raises TypeError for anything but a real number.
    """

    __slots__ = ("data", "grad", "op", "parents", "slopes")
    __array_ufunc__ = None  # numpy leaves `array * value` to us, so no object array is ever built

    def __init__(self, data, op="", parents=(), slopes=()):
        self.data = data if type(data) is float else number(data)
        self.grad = 0.0
        self.op = op
        self.parents = parents
        self.slopes = slopes

    # -- arithmetic ------------------------------------------------------------------------------

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, "+", (self, other), (1.0, 1.0))
        return Value(self.data + number(other), "+", (self,), (1.0,))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, "*", (self, other), (other.data, self.data))
        k = number(other)
        return Value(self.data * k, "*", (self,), (k,))

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, "-", (self, other), (1.0, -1.0))
        return Value(self.data - number(other), "-", (self,), (1.0,))

    def __truediv__(self, other):
        x = self.data
        if not isinstance(other, Value):
            k = number(other)
            return Value(ieee.divide(x, k), "/", (self,), (ieee.divide(1.0, k),))
        y = other.data
        ratio = ieee.divide(x, y)
        return Value(ratio, "/", (self, other), (ieee.divide(1.0, y), -ieee.divide(ratio, y)))

    def __pow__(self, other):
        x, y = self.data, other.data if isinstance(other, Value) else number(other)
        result = ieee.power(x, y)
        by_base = ieee.FLAT if y == 0 else y * ieee.power(x, y - 1)
        if not isinstance(other, Value):
            return Value(result, "**", (self,), (by_base,))
        by_exponent = 0.0 if x == 0 and y >= 0 else result * ieee.log(x)
        return Value(result, "**", (self, other), (by_base, by_exponent))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __rpow__(self, other):
        return Value(other) ** self

    def __neg__(self):
        return Value(-self.data, "neg", (self,), (-1.0,))

    def __abs__(self):
        x = self.data
        return Value(abs(x), "abs", (self,), (float((x > 0) - (x < 0)),))

    # -- functions of one number -----------------------------------------------------------------

    def tanh(self):
        """Return the hyperbolic tangent; its slope is 1 - tanh^2."""
        t = math.tanh(self.data)
        return Value(t, "tanh", (self,), (1.0 - t * t,))

    def sigmoid(self):
        """Return 1 / (1 + exp(-x)); its slope is s (1 - s)."""
        s = ieee.sigmoid(self.data)
        return Value(s, "sigmoid", (self,), ((1.0 - s) * s,))

    def relu(self):
        """Return max(x, 0). At 0 the slope is 0, as in torch."""
        y = 0.0 if self.data < 0 else self.data  # nan stays nan, and -0.0 stays -0.0
        return Value(y, "relu", (self,), (ieee.FLAT if y == 0 else 1.0,))

    def exp(self):
        """Return e to the power x, which is its own slope."""
        y = ieee.exp(self.data)
        return Value(y, "exp", (self,), (y,))

    def log(self):
        """Return the natural logarithm; its slope is 1 / x."""
        return Value(ieee.log(self.data), "log", (self,), (ieee.divide(1.0, self.data),))

    def sqrt(self):
        """Return the square root; its slope is 1 / (2 sqrt(x))."""
        root = ieee.sqrt(self.data)
        return Value(root, "sqrt", (self,), (ieee.divide(1.0, 2.0 * root),))

    # -- many numbers at once --------------------------------------------------------------------

    @staticmethod
    def sum(values):
        """Return the sum of an iterable of Values and numbers as one node, not as a chain."""
        if STAND_INS and get_ident() in STAND_INS:
            return STAND_INS[get_ident()].sum(values)
        values = [v if isinstance(v, Value) else Value(v) for v in values]
        total = 0.0
        for v in values:
            total += v.data
        return Value(total, "sum", tuple(values), (1.0,) * len(values))

    @staticmethod
    def dot(w, x, b):
        """Return w[0] x[0] + w[1] x[1] + ... + b as one node.

        w: sequence of n Values. x: sequence of n Values or numbers. b: a Value.
        A neuron does nothing else so often; one node for all of it is what makes it fast.
        """
        if len(w) != len(x):
            raise ValueError(f"dot takes a number for each weight: {len(x)} for {len(w)} weights")
        if STAND_INS and get_ident() in STAND_INS:
            return STAND_INS[get_ident()].dot(w, x, b)
        total, parents, slopes = b.data, [b], [1.0]
        for wi, xi in zip(w, x):  # noqa: B905 strict=True would be slower than a product
            if isinstance(xi, Value):
                parents.append(xi)
                slopes.append(wi.data)
                xi = xi.data
            elif type(xi) is not float:
                xi = number(xi)
            parents.append(wi)
            slopes.append(xi)
            total += wi.data * xi
        return Value(total, "dot", parents, slopes)

    # -- the chain rule --------------------------------------------------------------------------

    def backward(self):
        """Add d(self)/d(leaf) to the `grad` of every leaf that self was made from.

        Gradients of the nodes in between are set afresh, so a second sweep doubles the leaves
        and nothing else. Time and memory are linear in the size of the graph.
        """
        order = topological(self)
        for node in order:
            if node.op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            grad = node.grad
            for parent, slope in zip(node.parents, node.slopes):  # noqa: B905 for speed, as in dot
                parent.grad += grad * slope

    # -- comparing and showing -------------------------------------------------------------------

    __hash__ = object.__hash__

    def __eq__(self, other):
        return self.data == other if isinstance(other, Real | Value) else NotImplemented

    def __lt__(self, other):
        return self.data < other

    def __le__(self, other):
        return self.data <= other

    def __gt__(self, other):
        return self.data > other

    def __ge__(self, other):
        return self.data >= other

    def __float__(self):
        return self.data

    def __bool__(self):
        return self.data != 0

    def __repr__(self):
        return f"Value({self.data:.6g}, grad={self.grad:.6g})"


def number(x):
    """Return x, a real number of Python's or numpy's, as a float.

    Raises TypeError for anything else, a Value included.
    """
    if isinstance(x, (float, int, Real)):  # Real knows numpy's scalars too, but is slow to ask
        return float(x)
    raise TypeError(
        f"a Value holds one real number (int, float or numpy scalar), not {type(x).__name__}: {x!r}"
    )


def topological(root):
    """Return the list of every Value that root was made from, each after all of its parents.

    root comes last. The search is depth-first (Tarjan 1976) with a stack of its own, so that a
    long chain meets no recursion limit; its time is linear in the size of the graph.
    """
    order, seen, stack = [], {root}, [(root, iter(root.parents))]
    while stack:
        node, parents = stack[-1]
        for parent in parents:
            if parent not in seen:
                seen.add(parent)
                stack.append((parent, iter(parent.parents)))
                break
        else:
            order.append(node)
            stack.pop()
    return order
