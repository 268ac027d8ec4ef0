"""02.7: a timer that tells the truth."""

from ..judge import Case, mutant, solution

TITLE = "An honest timer"
SECTION = "How do you time code that returns before it is done?"
MINUTES = 10
TASK = """
`f(x)` behaves like a compiled function of JAX. It returns a promise at once, and the
numbers arrive later; `.block_until_ready()` on the promise waits for them. For the
first `x` of a new shape it also compiles. Write `seconds_per_call(f, x, clock, calls)`:
the time that one call takes from the order to the numbers, once everything is compiled,
measured over `calls` calls. `clock()` returns the time in seconds. It is a pretended
clock, so the answer is exact.
"""
HINTS = [
    "What does the first call do that later calls do not? Should the clock run during it?",
    "A promise is not a result. What has to happen before you may read the clock for the second "
    "time? And what before the first time?",
    "Warm up with `f(x).block_until_ready()`. Then read the clock, make the calls and wait for "
    "each, read the clock again, and divide by `calls`.",
]


@solution
def seconds_per_call(f, x, clock, calls):
    """Return the seconds that one call of f takes, without compiling and with waiting.

    f: function whose result has block_until_ready(). x: its argument. clock: returns seconds.
    """
    f(x).block_until_ready()
    start = clock()
    for _ in range(calls):
        f(x).block_until_ready()
    return (clock() - start) / calls


@mutant
def no_warm_up(f, x, clock, calls):
    """The first call compiles, and its time is counted. Warm up before the clock starts."""
    start = clock()
    for _ in range(calls):
        f(x).block_until_ready()
    return (clock() - start) / calls


@mutant
def never_waits(f, x, clock, calls):
    """This is the time for ordering the work. Wait for the numbers with `.block_until_ready()`."""
    f(x).block_until_ready()
    start = clock()
    for _ in range(calls):
        f(x)
    return (clock() - start) / calls


@mutant
def warm_up_without_waiting(f, x, clock, calls):
    """The warm-up was ordered but not waited for, so its own work is still going on when the clock
    starts."""
    f(x)
    start = clock()
    for _ in range(calls):
        f(x).block_until_ready()
    return (clock() - start) / calls


@mutant
def not_divided(f, x, clock, calls):
    """This is the time of all calls together. Divide by `calls`."""
    return seconds_per_call(f, x, clock, calls) * calls


@mutant
def counts_the_warm_up(f, x, clock, calls):
    """The clock starts before the warm-up, so compiling is counted after all."""
    start = clock()
    f(x).block_until_ready()
    for _ in range(calls):
        f(x).block_until_ready()
    return (clock() - start) / calls


@mutant
def neither(f, x, clock, calls):
    """There is no warm-up and no waiting. One makes the time too long, the other too short, and the
    number means nothing."""
    start = clock()
    for _ in range(calls):
        f(x)
    return (clock() - start) / calls


class _Machine:
    """A processor with a clock that only moves when work is ordered or waited for."""

    def __init__(self, order, work, compiling):
        self.order, self.work, self.compiling = order, work, compiling
        self.now = self.busy_until = 0.0
        self.compiled = set()

    def clock(self):
        return self.now

    def f(self, x):
        if len(x) not in self.compiled:
            self.compiled.add(len(x))
            self.now += self.compiling
        self.now += self.order
        self.busy_until = max(self.now, self.busy_until) + self.work
        return _Promise(self, self.busy_until)


class _Promise:
    def __init__(self, machine, ready):
        self.machine, self.ready = machine, ready

    def block_until_ready(self):
        self.machine.now = max(self.machine.now, self.ready)
        return self


def check(answer, rng):
    """Time machines of different speeds, each with a shape that it has not seen."""
    for calls in (1, 2, 10):
        work, compiling = rng.choice([0.02, 0.03, 0.05]), rng.choice([0.5, 1.0, 2.0])
        machine = _Machine(0.0001, work, compiling)
        x = [1.0] * rng.choice([3, 10, 100])
        yield Case(
            f"a call takes {work} s, ordering it 0.0001 s, compiling {compiling} s; {calls} calls",
            answer(machine.f, x, machine.clock, calls),
            work,
            "the machine's own books",
            tol=0.001,  # ordering may be counted or overlap
        )
