"""Reads an exercise from its file in tasks/, for whoever shows or checks it."""

import ast
import inspect
from functools import cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from textwrap import indent

TASKS = f"{__package__}.tasks"
PLACEHOLDER = "    return ...  # your code here\n"


class Exercise:
    """One exercise, as read from its file.

    id: "01.4", the chapter and the number within it.
    """

    def __init__(self, id):
        self.id = id
        self.module = import_module(f"{TASKS}.{name_of(id)}")
        functions = [f for f in vars(self.module).values() if inspect.isfunction(f)]
        (self.solution,) = (f for f in functions if hasattr(f, "is_solution"))
        self.mutants = [f for f in functions if hasattr(f, "is_mutant")]

    @property
    def name(self):
        """The name of the function that the learner writes."""
        return self.solution.__name__

    @property
    def file(self):
        """The name of the file that the learner edits in the terminal."""
        return f"{name_of(self.id)}.py"

    @property
    def chapter(self):
        """The number of the chapter, such as "01"."""
        return self.id[:2]

    @property
    def title(self):
        """What the exercise is about, in a few words."""
        return self.module.TITLE

    @property
    def task(self):
        """The task, as MyST Markdown that also reads well as plain text."""
        return self.module.TASK.strip()

    @property
    def hints(self):
        """The ladder of hints."""
        return self.module.HINTS

    @property
    def needs(self):
        """The libraries that the check needs besides the standard one."""
        return getattr(self.module, "NEEDS", ())

    @property
    def slow(self):
        """Whether the check may take seconds: JAX compiles each operation when it is first used."""
        return not {"torch", "jax"}.isdisjoint(self.needs)

    def check(self, answer, rng):
        """Yield a Case for each input on which the answer is tried, small inputs first."""
        return self.module.check(answer, rng)

    @property
    def stub(self):
        """What the learner starts from: the solution's imports, signature and docstring."""
        return f"{self._imports}{self._lines(self._node.body[0])}{PLACEHOLDER}"

    @property
    def solution_text(self):
        """The solution, as the learner would have written it."""
        return f"{self._imports}{self._lines(self._node)}"

    @property
    def cells(self):
        """The code cells that a chapter has for this exercise, below its box."""
        call = f"check.{name_of(self.id)}({self.name})"
        cases = "".join(f"    {case}=...,\n" for case in getattr(self.module, "CASES", ()))
        predict = [f'check.predict(\n    "{self.id}",\n{cases})', f'check.reveal("{self.id}")']
        return [*(predict if cases else ()), self.stub.rstrip(), call]

    @property
    def file_text(self):
        """The file that the learner edits in the terminal: the task as a comment, then the stub."""
        head = f"{self.id} {self.title}\n\n{self.task}\n\n"
        head += f'Chapter {self.chapter}, "{self.module.SECTION}"\n'
        head += f"Check it:  fivelines check {self.id}     A hint:  fivelines hint {self.id}\n"
        comment = indent(head, "# ", lambda line: True).replace("# \n", "#\n")
        return f"{comment}\n{self.stub}"

    @cached_property
    def _source(self):
        return inspect.getsource(self.module)

    @cached_property
    def _tree(self):
        return ast.parse(self._source)

    @property
    def _node(self):
        return next(
            node
            for node in self._tree.body
            if isinstance(node, ast.FunctionDef) and node.name == self.name
        )

    @property
    def _imports(self):
        """The file's imports that the solution uses."""
        body = ast.Module(self._node.body, [])
        used = {node.id for node in ast.walk(body) if isinstance(node, ast.Name)}
        lines = [
            ast.unparse(node)
            for node in self._tree.body
            if isinstance(node, ast.Import | ast.ImportFrom)
            and used & {alias.asname or alias.name for alias in node.names}
        ]
        return "\n".join(lines) + "\n\n\n" if lines else ""

    def _lines(self, last):
        """Return the source from the solution's `def` to the end of the node `last`."""
        lines = self._source.splitlines(keepends=True)
        return "".join(lines[self._node.lineno - 1 : last.end_lineno])


def name_of(id):
    """Return the name that stands for an exercise where a dot cannot: "ex_01_4" for "01.4"."""
    return f"ex_{id.replace('.', '_')}"


def id_of(name):
    """Return the id that `name_of` made a name of; None for the name of no exercise."""
    return next((id for id in ids() if name_of(id) == name), None)


def ids():
    """Return the ids of all exercises, in the order of the course."""
    names = (module.name for module in iter_modules([str(Path(__file__).parent / "tasks")]))
    return sorted(name[3:].replace("_", ".") for name in names if name.startswith("ex_"))


def find(id):
    """Return the Exercise with this id. Raises LookupError with a sentence where there is none."""
    if id not in ids():
        raise LookupError(f"There is no exercise {id!r}; there are {', '.join(ids())}.")
    return Exercise(id)
