"""The command `fivelines`: exercises in a terminal and an editor, and chapters to write in."""

import linecache
import random
import sys
import traceback
from pathlib import Path
from types import ModuleType

from .. import find, ids
from ..judge import limits
from ..judge.judging import Verdict, judge
from ..judge.words import next_hint, report
from ..progress import Progress
from .copies import copy_notebooks

try:
    import click
    import watchfiles
    from rich.console import Console
except ImportError as error:
    sys.exit(
        f"The command fivelines needs {error.name}, which is not here: "
        "pip install click rich watchfiles"
    )

README = """Exercises of the course Five Lines

One file for each exercise. Open one in your editor, replace the dots by your code, and save it.

fivelines watch            checks the exercise that you saved, and names the next one
fivelines check 01.4       checks one exercise; without a number, all of them
fivelines hint 01.4        gives the next hint
fivelines solution 01.4    shows the solution
fivelines reset 01.4       starts afresh, and keeps your version beside it
fivelines progress         shows how far you are

Type these in this folder.
"""


class Work:
    """The folder with the learner's files, and what is known of them."""

    def __init__(self, folder="."):
        self.folder = Path(folder)
        self.progress = Progress(self.folder)
        self.console = Console(highlight=False, markup=False, soft_wrap=True)

    def say(self, *lines, style=None):
        """Print lines; a console that lacks a character prints `?` for it."""
        encoding = self.console.encoding
        for line in lines:
            self.console.print(line.encode(encoding, "replace").decode(encoding), style=style)

    def file(self, id):
        """Return the path of the file of an exercise."""
        return self.folder / f"ex_{id.replace('.', '_')}.py"

    def find(self, id):
        """Return an Exercise. Raises click.ClickException with a sentence where there is none."""
        try:
            return find(id)
        except LookupError as error:
            raise click.ClickException(str(error)) from None

    def check(self, exercise, seed):
        """Check the learner's file for an exercise and say what came out; return whether right."""
        id, path = exercise.id, self.file(exercise.id)
        try:
            verdict = judge(exercise, _function(path, exercise.name), seed)
        except _Broken as broken:
            verdict = Verdict("wrong", seed, trouble=str(broken))
        again = f"Put your code where the dots are in {path.name}, and save it."
        styles = {"right": "green", "wrong": "yellow"}
        how = {"hint": f"fivelines hint {id}", "again": again}
        first, *rest = report(exercise, verdict, how)
        self.say(first, style=styles.get(verdict.state))
        self.say(*rest)
        if verdict.state == "right":
            self.progress.mark(id, "right")
        return verdict.state == "right"

    def close(self):
        """Say what went wrong with the progress file, if anything did."""
        if self.progress.note:
            self.say(self.progress.note)


class _Broken(Exception):
    """The learner's file does not get as far as defining its function; the message says why."""


def _function(path, name):
    """Return the function that a learner's file defines. Raises _Broken with a sentence."""
    if not path.exists():
        raise _Broken(f"There is no {path.name} here. Type `fivelines start` for the files.")
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    linecache.checkcache(str(path))
    try:
        code = compile(path.read_text("utf8"), str(path), "exec")
        with limits.time_limit(limits.SECONDS):
            exec(code, vars(module))
    except KeyboardInterrupt:
        raise
    except limits.TimeUp:
        raise _Broken(
            f"{path.name} was stopped after {limits.SECONDS} seconds: is there a loop that "
            "never ends?"
        ) from None
    except BaseException as error:
        what = traceback.format_exception_only(error)[-1].strip()
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame.lineno for frame in frames if frame.filename == str(path)]
        line = getattr(error, "lineno", None) or (own[-1] if own else None)
        where = f"\nin line {line}: {linecache.getline(str(path), line).strip()}" if line else ""
        raise _Broken(f"{path.name} raised {what}{where}") from None
    if name not in vars(module):
        raise _Broken(f"{path.name} has no function {name}. Did its name change?")
    return vars(module)[name]


def _random_seed():
    return random.SystemRandom().randrange(10_000)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
def main():
    """The course Five Lines, in your editor and your terminal."""


@main.command()
@click.argument("folder", default="fivelines-exercises", type=click.Path(file_okay=False))
def start(folder):
    """Write the exercise files; none that exists is touched."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    work = Work(folder)
    texts = {work.folder / "README.txt": README}
    texts |= {work.file(id): find(id).file_text for id in ids()}
    new = [path for path in texts if not path.exists()]
    for path in new:
        path.write_text(texts[path], "utf8")
    work.say(
        f"{len(new)} files written to {folder}, {len(texts) - len(new)} were there and are as "
        "they were.",
        f"Next:  cd {folder}",
        "       fivelines watch",
    )
    work.close()


@main.command()
def watch():
    """Check each exercise when you save it, and move on."""
    work = Work()
    _say_next(work)
    work.say("Waiting for you to save a file. Ctrl-C ends this.")
    for changes in watchfiles.watch(work.folder, raise_interrupt=False):
        work = Work()  # another terminal may have asked for a hint
        for name in sorted({Path(path).name for _, path in changes}):
            id = name.removeprefix("ex_").removesuffix(".py").replace("_", ".")
            if id not in ids() or name != work.file(id).name:
                continue
            if work.file(id).exists() and work.check(work.find(id), _random_seed()):
                _say_next(work)
    work.close()


def _say_next(work):
    id = work.progress.next()
    if id is None:
        work.say("All exercises are right.", style="green")
    else:
        work.say(f"Next: {id} {find(id).title}, in {work.file(id).name}")


@main.command()
@click.argument("id", required=False)
@click.option("--seed", type=int, help="Repeat the inputs of an earlier run.")
def check(id, seed):
    """Check one exercise, or all of them."""
    work = Work()
    seed = _random_seed() if seed is None else seed
    chosen = [work.find(id)] if id else map(find, ids())
    right = [work.check(exercise, seed) for exercise in chosen]
    work.close()
    sys.exit(not all(right))


@main.command()
@click.argument("id")
def hint(id):
    """Give the next hint for an exercise."""
    work = Work()
    work.say(*next_hint(work.find(id), work.progress, {"solution": f"fivelines solution {id}"}))
    work.close()


@main.command()
@click.argument("id")
def solution(id):
    """Show the solution; the progress says so."""
    work = Work()
    work.say(work.find(id).solution_text)
    work.progress.mark(id, "shown")
    work.close()


@main.command()
@click.argument("id")
def reset(id):
    """Start an exercise afresh; your version is kept."""
    work = Work()
    text, path = work.find(id).file_text, work.file(id)
    if path.exists():
        n = 1
        while (kept := path.with_name(f"{path.stem}.mine-{n}.py")).exists():
            n += 1
        path.rename(kept)
        work.say(f"Your version is now {kept.name}.")
    path.write_text(text, "utf8")
    work.say(f"{path.name} is as it was at the start.")
    work.close()


@main.command()
@click.argument("code", required=False)
def progress(code):
    """Show how far you are, or restore it from a code."""
    work = Work()
    if code:
        try:
            work.progress.restore(code)
        except ValueError as error:
            raise click.ClickException(str(error)) from None
    work.say(*work.progress.bars())
    work.say(f"To go on in another place: fivelines progress {work.progress.code()}")
    work.close()


@main.command()
@click.argument("folder", default="my-notebooks")
def notebooks(folder):
    """Copy the chapters to a folder, to write in them."""
    try:
        for name, done in copy_notebooks(folder):
            click.echo(f"{folder}/{name}: {done}")
    except OSError as error:
        raise click.ClickException(str(error)) from None
