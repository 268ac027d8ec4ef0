"""The training run that every engine makes, and what an engine is."""

from dataclasses import dataclass

from fivelines import MLP, make_moons


@dataclass(frozen=True)
class Run:
    """Full-batch descent on the moons: what is trained, on what, from where.

    X: n rows of two floats. targets: n floats, -1 or +1. width: neurons in the hidden layer.
    parameters: 4 * width + 1 floats in the order of MLP.parameters(): for each hidden neuron two
    weights and a bias, then the output neuron's weights and its bias. lr: the learning rate.
    """

    X: list
    targets: list
    width: int
    parameters: list
    lr: float = 0.5

    @property
    def layers(self):
        """Return (rows of hidden weights, hidden biases, output weights, output bias)."""
        split = 3 * self.width
        hidden = [self.parameters[i : i + 3] for i in range(0, split, 3)]
        return (
            [neuron[:2] for neuron in hidden],
            [neuron[2] for neuron in hidden],
            self.parameters[split:-1],
            self.parameters[-1],
        )


def moons_run(examples=100, width=8):
    """Return the course's run: by default 100 points and MLP(2, [8, 1], seed=1)."""
    X, labels = make_moons(examples)
    model = MLP(2, [width, 1], seed=1)
    targets = (2.0 * labels - 1).tolist()
    return Run(X.tolist(), targets, width, [p.data for p in model.parameters()])


class Engine:
    """One way to make the run. A subclass keeps the data in the form that suits it best."""

    name = ""

    def __init__(self, run):
        self.run = run

    def reset(self):
        """Put the run's first parameters back."""
        raise NotImplementedError

    def step(self):
        """Make one update; return the loss before it, a float, once it has been computed.

        Every engine is asked for the number, as a learner who watches the loss does. So an engine
        that returns early and works on behind the scenes (JAX) is waited for.
        """
        raise NotImplementedError

    def losses(self, n):
        """Return the losses after 0, 1, ..., n updates."""
        self.reset()
        return [self.step() for _ in range(n + 1)]
