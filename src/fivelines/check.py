"""Checks the exercises of the chapters in a notebook.

    from fivelines import check
    check.ex_01_4(backward)      # the function itself
    check.hint("01.4")           # the next hint
    check.solution("01.4")       # shows the solution, and remembers that
    check.progress()             # what is right so far, and a code that restores it elsewhere

Nothing here raises: what there is to say is printed, so that "Run all" goes on to the end.
"""

from . import exercises
from .exercises.progress import Progress
from .exercises.session import Session

COMMANDS = {
    "hint": 'check.hint("{0.id}")',
    "solution": 'check.solution("{0.id}")',
    "again": "Put your code where the dots are in {0.name}, and run both cells again.",
    "restore": 'check.progress("{0}")',
}


def __getattr__(name):
    """Return the check of an exercise: `ex_01_4` is that of 01.4."""
    if not (id := exercises.id_of(name)):
        raise AttributeError(f"module 'fivelines.check' has no attribute {name!r}")

    def check(answer=..., seed=None):
        _, lines = Session(COMMANDS).check(exercises.find(id), answer, seed)
        _say(*lines)

    check.__name__ = name
    check.__doc__ = f"Check an answer for exercise {id}; a seed repeats the inputs of a run."
    return check


def __dir__():
    return sorted([*globals(), *map(exercises.name_of, exercises.ids())])


def hint(id):
    """Print the next hint for an exercise, such as "01.4"."""
    _tell(Session.hint, id)


def solution(id):
    """Print the solution of an exercise; the progress says that it was shown."""
    _tell(Session.solution, id)


def progress(code=None):
    """Print how many exercises of each chapter are right, and a code that restores this elsewhere.

    code: such a code from another place, whose exercises are added.
    """
    _tell(Session.overview, code if code is None else str(code))


def _tell(method, argument):
    """Print what a method of a new Session returns, or the sentence with which it refuses."""
    try:
        _say(*method(Session(COMMANDS), argument))
    except (LookupError, ValueError) as refusal:
        _say(*refusal.args)


def predict(id, **outcomes):
    """Commit to a prediction for each case of an exercise; the first one is kept."""
    if not (exercise := _find(id)) or not (cases := _cases(exercise)):
        return
    words = ", ".join(exercise.module.OUTCOMES)
    if all(said is ... for said in outcomes.values()):
        _say(f"{id}: nothing predicted yet. Put one of these for each ...:", words)
    elif wrong := set(outcomes) ^ set(cases):
        _say(f"{id}: {sorted(wrong)[0]!r} is missing or is none of the cases:", ", ".join(cases))
    elif wrong := [said for said in outcomes.values() if said not in exercise.module.OUTCOMES]:
        _say(f"{id}: {wrong[0]!r} is none of the outcomes:", words)
    else:
        _keep(lambda progress: _commit(progress, id, outcomes))


def _commit(progress, id, outcomes):
    if id in progress.predictions:
        return _say(f'{id}: your first prediction is kept. Now check.reveal("{id}")')
    progress.predictions[id] = outcomes
    progress.save()
    return _say(f'{id}: your prediction is kept. Now check.reveal("{id}")')


def reveal(id):
    """Run the cases that were predicted, draw their curves, and print which predictions held."""
    if (exercise := _find(id)) and _cases(exercise):
        _keep(lambda progress: _reveal(exercise, progress))


def _reveal(exercise, progress):
    id, said = exercise.id, progress.predictions.get(exercise.id)
    if not said:
        return _say(f"{id}: predict first, with check.predict; then you will see.")
    runs = exercise.module.reveal()
    held = sum(said.get(name) == outcome for name, (_, outcome) in runs.items())
    for name, (_, outcome) in runs.items():
        verdict = "as predicted" if said.get(name) == outcome else f"you said: {said.get(name)}"
        _say(f"{name:16} {outcome:14} {verdict}")
    _say(f"{held} of {len(runs)} predictions held.", exercise.module.AFTERWARDS)
    try:
        import matplotlib.pyplot as plt
    except ImportError:  # in a browser: the table has said it all
        return None
    styles = ["-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1))]
    for style, (name, (curve, _)) in zip(styles, runs.items(), strict=False):
        shown = [min(max(loss, 1e-12), 1e12) for loss in curve]
        plt.plot(shown, linestyle=style, label=name)
    plt.yscale("log")
    plt.gca().set(
        xlabel="step",
        ylabel="loss",
    )
    plt.legend()
    plt.show()
    return None


def _cases(exercise):
    cases = getattr(exercise.module, "CASES", ())
    if not cases:
        _say(f"{exercise.id}: there is nothing to predict here.")
    return cases


def _find(id):
    try:
        return exercises.find(id)
    except LookupError as error:
        _say(*error.args)
        return None


def _keep(act):
    """Do something with the progress of this folder, and print what went wrong with its file."""
    progress = Progress()
    act(progress)
    if progress.note:
        _say(progress.note)


def _say(*lines):
    for line in lines:
        print(line)
