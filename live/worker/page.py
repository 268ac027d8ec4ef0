"""What the worker does in Python: runs cells, checks exercises. Lives in the page's fivelines.zip.

One namespace is kept from task to task. Nothing here raises: what went wrong is told in the result.
"""

import ast
import json
import sys
from contextlib import suppress
from pathlib import Path

import trouble

from fivelines import exercises
from fivelines.exercises.progress import FILE
from fivelines.exercises.session import Session

COMMANDS = {
    "hint": "the button Hint",
    "again": "Press Edit, put your code where the dots are, and press Check.",
    "solution": "the button Solution",
}
_cells = {}
_shown = sys.stdout
_recursion = sys.getrecursionlimit()
trouble.watch()


def do(task):
    """Do a task, and return what came of it; both are JSON. What it prints goes to stdout.

    progress: what the browser knows of it by now, another tab's included, or None.
    """
    task = json.loads(task)
    trouble.elsewhere = task.pop("elsewhere", trouble.elsewhere)
    if progress := task.pop("progress", None):
        Path(FILE).write_text(progress, "utf8")
    _as_new()
    trouble.at_work = True
    try:
        result = globals()[f"do_{task.pop('do')}"](**task)
    except BaseException as error:  # such as the KeyboardInterrupt that a check lets through
        result = {"error": trouble.told(error, f"<{task.get('id')}>")}
    sys.settrace(None)  # before anything else of ours is called
    trouble.at_work = False
    _as_new()
    _shown.flush()
    with suppress(OSError):
        result["progress"] = Path(FILE).read_text("utf8")
    return json.dumps(result)


def _as_new():
    """Put back of Python what a cell may have changed for those after it."""
    # The worker shows stdout. What Pyodide says on stderr as it breaks down is for the console.
    sys.stdout = sys.stderr = _shown
    sys.stdin = trouble.Nobody()
    sys.setrecursionlimit(_recursion)


def do_run(id, source, fresh):
    """Run a cell. fresh: with nothing but Python's own names."""
    if fresh:
        _cells.clear()
        _cells.update(_namespace())
    return run(id, source, _cells)


def do_light(id, source, above):
    """Run a cell for which the cells above are only defined."""
    return run(id, source, _defined(above))


def do_check(id, source, above, exercise):
    """Check the answer to an exercise."""
    names = _defined(above)
    result = run(id, source, names)
    if not result["error"]:
        exercise = exercises.find(exercise)
        answer = names.get(exercise.name, ...)
        verdict, lines = Session(COMMANDS).check(exercise, answer)
        print(*lines, sep="\n")
        if "ModuleNotFoundError" in verdict.trouble:
            print(trouble.lacking(ModuleNotFoundError()))
        result["state"] = verdict.state
    return result


def do_hint(exercise):
    """Print the next hint, and say whether it was the last."""
    session = Session(COMMANDS)
    print(*session.hint(exercise), sep="\n")
    return {"last": session.progress.hints[exercise] == len(exercises.find(exercise).hints)}


def do_solution(exercise):
    """Print the solution; the progress says that it was shown."""
    print(*Session(COMMANDS).solution(exercise), sep="\n")
    return {}


def run(id, source, names):
    """Run a cell's source; print its last expression, as a notebook does; tell what it raised."""
    file = trouble.register(id, source)
    try:
        tree = ast.parse(source, file)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, file, "exec"), names)
        if last:
            value = eval(compile(ast.Expression(last.value), file, "eval"), names)
            if value is not None:
                print(repr(value))
    except BaseException as error:
        return {"error": trouble.told(error, file), "kind": type(error).__name__}
    return {"error": ""}


def _namespace():
    return {"__name__": "__main__", "__builtins__": __builtins__}


def _defined(sources):
    """Return the names that cells define: functions, classes, imports and plain numbers.

    Nothing is called, so that it takes no time.
    """
    names = _namespace()
    for number, source in enumerate(sources, 1):
        file = trouble.register(f"cell {number}", source)
        with suppress(Exception):  # an edited cell may be wrong; it says so where it is run
            tree = ast.parse(source)
            tree.body = [statement for statement in tree.body if _defines(statement)]
            exec(compile(tree, file, "exec"), names)
    return names


def _defines(statement):
    if isinstance(statement, ast.Assign):
        return not any(isinstance(node, ast.Call) for node in ast.walk(statement))
    kinds = ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom
    return isinstance(statement, kinds)


def warm_up():
    """Import what a page will need, so that prepare.mjs can compile it beforehand."""
    exercise = exercises.find(exercises.ids()[0])
    do_check("cell", exercise.stub, [exercise.solution_text], exercise.id)
    do_run("cell", "1 / 0", True)
    do_run("cell", "1 +", True)
