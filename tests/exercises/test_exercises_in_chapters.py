"""The exercises in the chapters: derived from their files, not attempted, right when solved."""

import ast
import os

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from fivelines import exercises
from publishing import ROOT, Refused
from publishing.course import exercise as as_myst
from publishing.record.chapter import chapters, code_cells, load_record, parse
from publishing.record.portable import portable_markdown
from publishing.record.run import record

every_chapter = pytest.mark.parametrize("chapter", chapters(), ids=lambda path: path.stem)
HEADING = "\n## Exercises\n"


def of(chapter):
    """Return the exercises of a chapter."""
    return [exercises.find(id) for id in exercises.ids() if chapter.name.startswith(id[:2])]


def differences(chapter, text):
    """Return how the exercises in a chapter's text differ from what their files say."""
    found = []
    body, _, end = text.partition(HEADING)
    for exercise in of(chapter):
        head = f":::{{exercise}} {exercise.id}\n:::\n\n"
        cells = "\n\n".join(f"```{{code-cell}} ipython3\n{cell}\n```" for cell in exercise.cells)
        if end.count(head) != 1 or body.count(head):
            found.append(f"{exercise.id} is not once among the exercises")
        elif head + cells + "\n\n" not in end:
            found.append(f"the cells below {exercise.id} are not:\n{cells}")
        if body.count(f"\n## {exercise.module.SECTION}\n") != 1:
            found.append(f"{exercise.id} sends the reader to no section of the chapter")
    return found


@every_chapter
def test_boxes_stubs_and_checks_are_those_of_the_exercises(chapter):
    found = differences(chapter, chapter.read_text("utf8"))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("return ...  # your code here", "return 0", "the cells below 00.1 are not"),
        ("check.ex_00_1(neuron)", "check.ex_00_1(...)", "the cells below 00.1 are not"),
        (":::{exercise} 00.1\n", ":::{exercise} 00.2\n", "00.1 is not once among the exercises"),
        ("## What does one neuron do?", "## What is a neuron?", "00.1 sends the reader to no sec"),
    ],
)
def test_a_planted_difference_is_found(old, new, said):
    chapter = chapters()[0]
    text = chapter.read_text("utf8")
    assert old in text
    assert any(said in found for found in differences(chapter, text.replace(old, new)))


@pytest.mark.parametrize("id", exercises.ids())
def test_a_box_holds_the_title_the_task_and_the_hints(id):
    exercise, box = exercises.find(id), as_myst(id, ROOT)
    for part in (f"Exercise {id}: {exercise.title}", exercise.task, *exercise.hints):
        assert part in box
    plain = portable_markdown(f":::{{exercise}} {id}\n:::", chapters()[0], {})
    assert plain.startswith(f"> **Exercise {id}: {exercise.title}**\n>\n> ")
    assert f"<summary>Hints for {id}</summary>" in plain
    assert ":::" not in plain


def test_an_unknown_exercise_is_refused():
    with pytest.raises(Refused, match=r"there is no exercise '09\.9' in src"):
        portable_markdown(":::{exercise} 09.9\n:::", chapters()[0], {})


@pytest.mark.slow
def test_page_and_notebook_print_the_box_and_refuse_an_unknown_one(small):
    small.edit("The sum", ":::{exercise} 00.1\n:::\n\nThe sum")
    small.give("00 00.1")
    assert small.record().returncode == 0
    assert "Exercise 00.1: One neuron" in small.notebook.read_text()
    done = small.build()
    assert done.returncode == 0, done.stdout + done.stderr
    page = (small.root / "_build" / "html" / "00-small.html").read_text()
    assert "Exercise 00.1: One neuron" in page
    assert "Hints for 00.1" in page
    small.edit("see {ref}", "\n\n:::{exercise} 09.9\n:::\n\nsee {ref}")
    with pytest.raises(Refused, match=r"00-small\.md: there is no exercise '09\.9'"):
        record(small.chapter, small.root)


@every_chapter
def test_untouched_every_exercise_is_recorded_as_not_attempted(chapter):
    cells = code_cells(load_record(chapter))
    for exercise in of(chapter):
        (cell,) = (cell for cell in cells if cell.source == exercise.cells[-1])
        (output,) = cell.outputs
        assert output.text.startswith(f"{exercise.id} {exercise.title}: not attempted yet.\n")


def imports(source):
    """Return the import statements of a cell."""
    statements = (
        node for node in ast.parse(source).body if isinstance(node, ast.Import | ast.ImportFrom)
    )
    return "\n".join(map(ast.unparse, statements))


def told(chapter, solutions, folder, whole=False):
    """Run a chapter's exercises with solutions for stubs, and return all that was printed.

    In a kernel; after the whole chapter, or, in a tenth of the time, after its imports.
    """
    text = chapter.read_text("utf8")
    n_before = len(code_cells(parse(text.partition(HEADING)[0], chapter)))
    sources = [cell.source for cell in code_cells(parse(text, chapter))]
    before = sources[:n_before] if whole else map(imports, sources[:n_before])
    after = [solutions.get(source, source) for source in sources[n_before:]]
    notebook = new_notebook(cells=[new_code_cell(source) for source in [*before, *after]])
    place = {"metadata": {"path": folder}}
    NotebookClient(notebook, timeout=600, kernel_name="python3", resources=place).execute()
    return "".join(output.get("text", "") for cell in notebook.cells for output in cell.outputs)


@pytest.mark.parametrize("whole", [False, *([True] if "FIVELINES_THOROUGH" in os.environ else [])])
@every_chapter
def test_solved_every_exercise_is_right(chapter, whole, tmp_path):
    solutions = {exercise.stub.rstrip(): exercise.solution_text for exercise in of(chapter)}
    text = told(chapter, solutions, tmp_path, whole)
    for exercise in of(chapter):
        assert f"{exercise.id} {exercise.title}: right, on " in text, text


def test_one_wrong_answer_among_solved_exercises_shows(tmp_path):
    one, *others = of(chapters()[0])
    solutions = {exercise.stub.rstrip(): exercise.solution_text for exercise in others}
    solutions[one.stub.rstrip()] = one.solution_text.replace("math.tanh", "")
    text = told(chapters()[0], solutions, tmp_path)
    assert text.count(": right, on ") == len(others)
    assert f"{one.id} {one.title}: not right yet" in text
