"""The command `fivelines`: exercises in a terminal and an editor, and chapters to write in."""

import sys
from contextlib import contextmanager
from pathlib import Path

from .. import find, id_of, ids
from ..aside import set_aside
from .copies import copy_notebooks

try:
    import click
    import watchfiles

    from .work import Work
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


@contextmanager
def refusals(*kinds):
    """Show a refusal, an exception of these kinds, as one sentence."""
    try:
        yield
    except kinds as refusal:
        raise click.ClickException(str(refusal)) from None


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
    exercises = map(find, ids())
    texts |= {work.folder / exercise.file: exercise.file_text for exercise in exercises}
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
        for path in sorted({Path(path) for _, path in changes}):
            if not (id := id_of(path.stem)) or path.suffix != ".py" or not path.exists():
                continue
            if work.check(find(id)):
                _say_next(work)
    work.close()


def _say_next(work):
    id = work.session.progress.next()
    if id is None:
        work.say("All exercises are right.", style="green")
    else:
        work.say(f"Next: {id} {find(id).title}, in {find(id).file}")


@main.command()
@click.argument("id", required=False)
@click.option("--seed", type=int, help="Repeat the inputs of an earlier run.")
def check(id, seed):
    """Check one exercise, or all of them."""
    with refusals(LookupError):
        chosen = [find(id)] if id else list(map(find, ids()))
    work = Work()
    sys.exit(not all([work.check(exercise, seed) for exercise in chosen]))


@main.command()
@click.argument("id")
def hint(id):
    """Give the next hint for an exercise."""
    work = Work()
    with refusals(LookupError):
        work.say(*work.session.hint(id))


@main.command()
@click.argument("id")
def solution(id):
    """Show the solution; the progress says so."""
    work = Work()
    with refusals(LookupError):
        work.say(*work.session.solution(id))


@main.command()
@click.argument("id")
def reset(id):
    """Start an exercise afresh; your version is kept."""
    with refusals(LookupError):
        exercise = find(id)
    work = Work()
    path = work.folder / exercise.file
    if path.exists():
        kept = set_aside(path, f"{path.stem}.mine-{{0}}.py")
        work.say(f"Your version is now {kept.name}.")
    path.write_text(exercise.file_text, "utf8")
    work.say(f"{path.name} is as it was at the start.")
    work.close()


@main.command()
@click.argument("code", required=False)
def progress(code):
    """Show how far you are, or restore it from a code."""
    work = Work()
    with refusals(ValueError):
        work.say(*work.session.overview(code or None))


@main.command()
@click.argument("folder", default="my-notebooks")
def notebooks(folder):
    """Copy the chapters to a folder, to write in them."""
    with refusals(OSError):
        for name, done in copy_notebooks(folder):
            click.echo(f"{folder}/{name}: {done}")
