"""02.2: the five lines, out of order."""

from fivelines import MLP, Value

from ..judge import Case, mutant, solution
from ..judge.values import draw

TITLE = "Put the five lines in order"
SECTION = "What are the five lines?"
MINUTES = 5
TASK = """
These lines go into the loop `for step in range(n_steps):`, but their order is
lost, and three of them do not belong there. `D`, `E` and `F` are two lines each.

- `A`: `loss.backward()`
- `B`: `model.backward()`
- `C`: `model.zero_grad()`
- `D`: `for p in model.parameters(): p.data += lr * p.grad`
- `E`: `for p in model.parameters(): p.data -= lr * p.grad`
- `F`: `for p in model.parameters(): p.grad -= lr * p.data`
- `G`: `loss = compute_loss(model, batch)`

Write `five_lines()`, which returns the letters of the right lines in a right
order, as one text such as `"FAB"`. The check runs your loop. Every order that
trains the model in the same way is right.
"""
HINTS = [
    "Which line makes the name `loss`? Which lines use it?",
    "`backward` adds to what is in `grad`. Where must the reset not stand, so that the update "
    "sees the gradient of this step and of no other?",
    "Forward, reset, backprop, descend. And descending goes against the gradient.",
    "It begins with `G`, and ends with `A` and then `E`.",
]
LINES = {
    "A": "loss.backward()",
    "B": "model.backward()",
    "C": "model.zero_grad()",
    "D": "for p in model.parameters(): p.data += lr * p.grad",
    "E": "for p in model.parameters(): p.data -= lr * p.grad",
    "F": "for p in model.parameters(): p.grad -= lr * p.data",
    "G": "loss = compute_loss(model, batch)",
}
CODE = {letter: compile(line, letter, "exec") for letter, line in LINES.items()}


@solution
def five_lines():
    """Return the letters of the lines, in order, as one text."""
    return "GCAE"


@mutant
def reset_too_late():
    """The reset stands between `backward` and the update, which then moves nothing."""
    return "GACE"


@mutant
def no_reset():
    """There is no reset, so the gradients of all steps pile up."""
    return "GAE"


@mutant
def climbs():
    """`D` goes along the gradient, so the loss climbs. Descending goes against it."""
    return "GCAD"


@mutant
def changes_gradients():
    """`F` changes the gradients and leaves the parameters alone. It is the parameters that have to
    move."""
    return "GCAF"


@mutant
def no_loss_yet():
    """`backward` is called before there is a loss. The forward pass comes first."""
    return "CAGE"


@mutant
def model_backward():
    """A model has no `backward`. It is the loss that knows how it was made."""
    return "GCBE"


def _loss(model, batch):
    errors = [(model([x]) - y) ** 2 for x, y in batch]
    return Value.sum(errors) / len(errors)


def _trained(order, batch, lr, n_steps):
    """Return the two parameters after n_steps runs through the lines, or what stopped them."""
    model = MLP(1, [1], seed=1)
    names = {"model": model, "batch": batch, "lr": lr, "compute_loss": _loss}
    try:
        for _ in range(n_steps):
            for letter in order:
                exec(CODE[letter], names)
    except Exception as error:
        return f"{LINES[letter]} raised {type(error).__name__}: {error}"
    return [p.data for p in model.parameters()]


def check(answer, rng):
    """Train a line through three points for one step, then for three, with the answer's loop."""
    order = answer()
    known = isinstance(order, str) and set(order) <= set(LINES)
    wanted = "one text of the letters A to G, such as 'FAB'"
    yield Case("what five_lines() returns", order, wanted, "the task", right=known)
    for n_steps in (1, 3):
        batch = list(zip((-1.0, 0.5, 1.0), draw(rng, 3), strict=True))
        yield Case(
            f"{order} run {n_steps} times, lr = 0.1, on the points {batch}; w and b afterwards",
            _trained(order, batch, 0.1, n_steps),
            _trained(five_lines(), batch, 0.1, n_steps),
            "the five lines",
        )
