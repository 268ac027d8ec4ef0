"""02.6: one loop, two libraries, one curve."""

from ..judge import Case, mutant, solution
from ..judge.values import draw, show

TITLE = "The loop in PyTorch and in JAX"
SECTION = "Is it the same loop in PyTorch?"
MINUTES = 15
NEEDS = ["torch", "jax"]
TASK = """
Fit a line without a bias, `X @ w`, by descent on the mean squared error, once with
PyTorch and once with JAX. Write `two_curves(X, targets, w, lr, n_steps)`, which returns
two lists of `n_steps` losses, each taken before its update. All numbers come as plain
lists. Use 64-bit numbers in both, so that the curves agree to 1e-9. The targets may
come as `n` numbers or as `n` rows of one number, and both mean the same.
"""
HINTS = [
    "What is the shape of `X @ w`? What does NumPy's broadcasting make of shape (n,) minus shape "
    "(n, 1)?",
    "Flatten the targets once, at the start, with `.reshape(-1)`.",
    "PyTorch: `dtype=torch.float64` for all three, `requires_grad=True` for `w`, and reset "
    "`w.grad` in each step. JAX: `jax.config.update('jax_enable_x64', True)` comes first, then "
    "`jax.value_and_grad`.",
    "In PyTorch, update with `w.data -= lr * w.grad`; in JAX, with `w = w - lr * grad`. The loss "
    "is `((X @ w - targets) ** 2).mean()` in both.",
]


@solution
def two_curves(X, targets, w, lr, n_steps):
    """Return the losses of the two runs, PyTorch's and JAX's, as two lists of n_steps floats.

    X: n rows of d numbers. targets: n numbers, or n rows of one. w: d numbers, the start.
    """
    import jax
    import jax.numpy as jnp
    import torch

    jax.config.update("jax_enable_x64", True)

    def loss_of(w, X, targets):
        return ((X @ w - targets) ** 2).mean()

    start, by_torch, by_jax = w, [], []
    data = [torch.tensor(a, dtype=torch.float64) for a in (X, targets)]
    data[1] = data[1].reshape(-1)
    w = torch.tensor(start, dtype=torch.float64, requires_grad=True)
    for _ in range(n_steps):
        loss = loss_of(w, *data)
        w.grad = None
        loss.backward()
        w.data -= lr * w.grad
        by_torch.append(loss.item())

    data = jnp.array(X), jnp.array(targets).reshape(-1)
    w = jnp.array(start)
    for _ in range(n_steps):
        loss, grad = jax.value_and_grad(loss_of)(w, *data)
        w = w - lr * grad
        by_jax.append(float(loss))
    return by_torch, by_jax


def _curve(X, targets, w, lr, n_steps, total=False, keep=False, after=False, outer=False):
    """The same loop in plain Python, right or with a fault."""
    y = [t[0] if isinstance(t, list) else t for t in targets]
    column = isinstance(targets[0], list)
    n, w, losses, grad = len(X), list(w), [], [0.0] * len(w)
    for step in range(n_steps + after):
        answers = [sum(wi * xi for wi, xi in zip(w, x, strict=True)) for x in X]
        pairs = [(i, t) for i in range(n) for t in (y if outer and column else [y[i]])]
        scale = 1 if total else 1 / len(pairs)
        if step >= after:
            losses.append(scale * sum((answers[i] - t) ** 2 for i, t in pairs))
        now = [scale * sum(2 * (answers[i] - t) * X[i][j] for i, t in pairs) for j in range(len(w))]
        grad = [g + k for g, k in zip(grad, now, strict=True)] if keep else now
        w = [wi - lr * g for wi, g in zip(w, grad, strict=True)]
    return losses


@mutant
def broadcasts(X, targets, w, lr, n_steps):
    """With targets of shape (n, 1), the difference has shape (n, n): every answer is compared with
    every target. Flatten the targets."""
    return (_curve(X, targets, w, lr, n_steps, outer=True),) * 2


@mutant
def float32(X, targets, w, lr, n_steps):
    """The curves agree to a few digits only: somewhere the numbers have 32 bits. Use
    `torch.float64`, and turn on `jax_enable_x64` before the first array is made."""
    import torch

    y = [t[0] if isinstance(t, list) else t for t in targets]
    X, y = torch.tensor(X), torch.tensor(y)
    w, losses = torch.tensor(w, requires_grad=True), []
    for _ in range(n_steps):
        loss = ((X @ w - y) ** 2).mean()
        w.grad = None
        loss.backward()
        w.data -= lr * w.grad
        losses.append(loss.item())
    return losses, losses


@mutant
def no_reset(X, targets, w, lr, n_steps):
    """The loop of PyTorch never resets `w.grad`, so the gradients pile up."""
    return _curve(X, targets, w, lr, n_steps, keep=True), _curve(X, targets, w, lr, n_steps)


@mutant
def sums(X, targets, w, lr, n_steps):
    """This is the sum over the examples. The loss is their mean."""
    return (_curve(X, targets, w, lr, n_steps, total=True),) * 2


@mutant
def after_the_update(X, targets, w, lr, n_steps):
    """Each loss is taken after the update of its step. The first should be that of the start."""
    return (_curve(X, targets, w, lr, n_steps, after=True),) * 2


def check(answer, rng):
    """Try two examples, then three with targets in rows."""
    for n, in_rows in [(2, False), (3, True)]:
        X = [draw(rng, 2) for _ in range(n)]
        targets = [[t] if in_rows else t for t in rng.sample([-1.2, -0.7, -0.4, 0.3, 0.8, 1.1], n)]
        w = draw(rng, 2)
        expected = _curve(X, targets, w, 0.1, 3)
        yield Case(
            f"X = {show(X)}, targets = {show(targets)}, w = {show(w)}, lr = 0.1, 3 steps",
            answer(X, targets, w, 0.1, 3),
            [expected, expected],
            "the same loop in plain Python",
        )
