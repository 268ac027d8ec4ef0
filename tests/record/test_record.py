"""Recording: what is executed, what is written, and what is refused."""

import errno
import json
import platform
import tempfile
from pathlib import Path

import nbformat
import pytest

from publishing import Refused
from publishing.record import execute, run
from publishing.record.portable import portable_markdown
from publishing.record.traces import trace


def test_the_record_is_plain_markdown_code_and_outputs(small):
    notebook = nbformat.read(small.notebook, as_version=4)
    nbformat.validate(notebook)
    kinds = [cell.cell_type for cell in notebook.cells]
    assert kinds == ["markdown", "code", "markdown", "code", "code", "code"]
    assert notebook.cells[0].source == (
        "# 00 A small chapter\n\nThe sum is 1.500, see *00 A small chapter*."
    )
    assert notebook.cells[1].outputs[1].text == "gradient 2.0\n"
    assert "image/svg+xml" in notebook.cells[5].outputs[0].data
    assert str(small.root) not in small.notebook.read_text()


@pytest.mark.slow
def test_recording_again_changes_nothing(small):
    before = small.notebook.read_bytes()
    assert "00-small: unchanged" in small.record().stdout
    assert "00-small: executed" in small.record("--all").stdout
    assert small.notebook.read_bytes() == before


def test_prose_is_rewritten_without_execution_and_keeps_the_ids(small):
    before = nbformat.read(small.notebook, as_version=4)
    small.edit("see {ref}", "now see {ref}")
    assert "00-small: rewritten" in small.record().stdout
    after = nbformat.read(small.notebook, as_version=4)
    assert "now see" in after.cells[0].source
    assert [c.id for c in after.cells[1:]] == [c.id for c in before.cells[1:]]
    assert after.cells[1:] == before.cells[1:]


def append(tree, file, text):
    with (tree.root / "src" / "fivelines" / file).open("a") as package:
        package.write(text)


@pytest.mark.slow
def test_a_change_of_the_code_executes(small):
    small.edit('"gradient"', '"slope"')
    assert "00-small: executed twice, since its code is not" in small.record().stdout
    assert "slope 2.0" in small.notebook.read_text()


@pytest.mark.slow
def test_a_change_of_what_the_kernel_loaded_executes_and_of_nothing_else(small):
    append(small, "exercises/terminal/commands.py", "# a comment\n")
    append(small, "exercises/tasks/ex_01_4.py", "# another hint\n")
    append(small, "data/ladder.json", "\n")
    assert "00-small: unchanged" in small.record().stdout
    append(small, "value.py", "# a comment\n")
    assert "executed twice, since src/fivelines/value.py changed" in small.record().stdout


@pytest.mark.slow
def test_data_that_a_cell_reads_is_something_that_the_kernel_loaded(small):
    small.edit("plt.plot([1, 2, 3], [x.grad, 1, 2])", "plots.speed_ladder()")
    assert "00-small: executed" in small.record().stdout
    append(small, "data/ladder.json", "\n")
    assert "executed twice, since src/fivelines/data/ladder.json changed" in small.record().stdout


@pytest.mark.slow
def test_a_loaded_file_that_is_gone_executes(small):
    notebook = json.loads(small.notebook.read_text())
    notebook["metadata"]["record"]["loaded"]["src/fivelines/gone.py"] = "0" * 16
    small.notebook.write_text(json.dumps(notebook))
    assert "executed twice, since src/fivelines/gone.py changed" in small.record().stdout


def test_a_record_without_a_chapter_is_removed(small):
    orphan = small.notebook.with_name("07-renamed.ipynb")
    orphan.write_text("{}")
    assert "07-renamed: removed" in small.record().stdout
    assert not orphan.exists()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "(x * x",
            "(x / None * x",
            "00-small.md, code cell 0 (from fivelines import Value, glue, glue_ratio",
        ),
        ("(x * x", "(x / None * x", "raised TypeError: a Value holds one real number"),
        ("x = Value", "import warnings; warnings.warn('!')\nx = Value", "wrote to stderr"),
        ("x.grad)", "object())", "shows a memory address"),
        ('"gradient"', "__import__('os').path.expanduser('~/')", "shows a path of this machine"),
        ("x = Value", "# NBVAL_SKIP\nx = Value", "switching the comparison off"),
        ("x = Value", "import os; os._exit(3)\nx = Value", "ended Python itself"),
        (
            "x.grad)",
            "__import__('time').perf_counter())",
            "ran twice, and differs: output 2, line 1",
        ),
        ("x.grad)", "__import__('random').random())", "ran twice, and differs"),
        ("x.grad)", "'x' * 20_001)", "shows 20,011 characters, and a text may have 20,000"),
        (
            "x.grad)",
            "__import__('os').environ['SECRET_TOKEN'])",
            "the environment variable SECRET_TOKEN",
        ),
        ("x.grad)", "__import__('platform').node())", "shows the name of this machine"),
        ("x.grad)", "); glue('unused', 3)", "glues 'unused', which no sentence"),
        ("x.grad)", "); glue('sum', 3)", "glues 'sum' twice"),
        (
            "x.grad)",
            "); from IPython.display import clear_output, display; clear_output()",
            "clears its output, which a replay cannot follow",
        ),
        (
            "x.grad)",
            "); d = display('a', display_id=True); d.update('b')",
            "changes what it has displayed, which a replay cannot follow",
        ),
        (
            "8.0, 2.0)",
            "2.0, 8.0)\nshow_times({'fast': 3, 'slow': 2}, fastest_first=['fast', 'slow'])",
            "the chapter says that 'fast' is the faster one",
        ),
        ("see {ref}", "see {numref}", "does not know the role {numref}"),
        ("see {ref}`small`", "see {ref}`smal`", "no heading has the label 'smal'"),
        ("{glue:text}`sum`", "{glue:text}`summ`", "glues 'sum', which no sentence"),
        ("{glue:text}`sum`", "${glue:text}`summ`$", "glues 'sum', which no sentence"),
        ("The sum", "```{epigraph}\n```\nThe sum", "does not know the directive {epigraph}"),
        ("The sum", "- ```{note}\n  ```\n\nThe sum", "inside a list"),
        ("The sum", "{cite:p}`nobody1900` The sum", "has no entry 'nobody1900'"),
    ],
)
def test_what_cannot_be_recorded_is_refused_and_the_old_record_kept(
    small, old, new, sentence, monkeypatch
):
    monkeypatch.setenv("SECRET_TOKEN", "not-to-be-told")
    before = small.notebook.read_bytes()
    (small.root / "book" / "references.bib").write_text("")
    small.edit(old, new)
    # The cells below cost time, and what is above them is refused without them.
    small.chapter.write_text(small.chapter.read_text().split("```{code-cell} ipython3\nprint(")[0])
    with pytest.raises(Refused) as reason:
        run.record(small.chapter, small.root)
    assert sentence in str(reason.value)
    assert small.notebook.read_bytes() == before
    assert list(small.notebook.parent.iterdir()) == [small.notebook]


def test_a_refusal_is_one_sentence_and_the_exit_says_so(small):
    small.edit("see {ref}", "see {numref}")
    done = small.record()
    assert done.returncode == 1
    assert done.stderr.startswith("not recorded: ")
    assert done.stderr.endswith("the role {numref}; the old record is kept\n")
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_ctrl_c_is_answered_with_a_sentence_and_leaves_nothing(small, monkeypatch):
    temporary = small.root.parent / "t"
    temporary.mkdir()
    before = small.notebook.read_bytes()
    small.edit("x = Value", "import os, signal; os.kill(os.getppid(), signal.SIGINT)\nx = Value")
    monkeypatch.setenv("TMPDIR", str(temporary))
    done = small.record()
    assert done.returncode == 1
    assert done.stderr.endswith("00-small: stopped; the old record is kept\n")
    assert "Traceback" not in done.stderr
    assert small.notebook.read_bytes() == before
    assert list(temporary.iterdir()) == []


def test_a_temporary_folder_with_too_long_a_name_is_named(monkeypatch, tmp_path):
    (tmp_path / ("x" * 100)).mkdir()
    monkeypatch.setattr(execute.tempfile, "tempdir", str(tmp_path / ("x" * 100)))
    with pytest.raises(Refused, match="set TMPDIR=/tmp"), execute.sockets():
        pass
    assert list((tmp_path / ("x" * 100)).iterdir()) == []


@pytest.mark.parametrize("fails", ["write", "replace"])
def test_a_full_disk_leaves_the_old_record_and_nothing_beside_it(tmp_path, monkeypatch, fails):
    path = tmp_path / "00-a.ipynb"
    path.write_text("old")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    if fails == "replace":
        monkeypatch.setattr(run.Path, "replace", full)
    else:
        monkeypatch.setattr(run.Path, "write_text", full)
    with pytest.raises(Refused, match=r"00-a\.ipynb could not be written: No space left"):
        run.write(path, "new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<object at 0x7f5fda0d7410>", "a memory address"),
        ("in /srv/book/src", "a path of this machine (/srv/book)"),
        (f"in {Path.home()}, there", "a path of this machine"),
        (f"in {tempfile.gettempdir()}/x", "a path of this machine"),
        (f"on {platform.node()}.", "the name of this machine"),
        ("the token abcdefgh1.", "the value of the environment variable TOKEN"),
    ],
)
def test_what_tells_of_the_machine_is_found(text, why):
    told = {"TOKEN": "abcdefgh1", "TERM": "xterm"}
    assert why in trace(text, Path("/srv/book"), told)
    assert trace("a path such as /srv/books, an xterm, loss 0.5", Path("/srv/book"), told) is None


@pytest.fixture
def chapter(tmp_path):
    book = tmp_path / "book"
    book.mkdir()
    (tmp_path / "lock.txt").touch()
    (tmp_path / "pyproject.toml").write_text(
        '[tool.record]\npackage = "src"\nlock = "lock.txt"\nversions = {}\ntags = []\n'
    )
    (book / "00-one.md").write_text(
        "(one)=\n# 00 One\n\n$$\nx\n$$ (first)\n\n$$\ny\n$$ (second)\n\n(part)=\n## A part\n"
    )
    (book / "01-two.md").write_text("(two)=\n# 01 Two\n")
    (book / "glossary.md").write_text(
        "(glossary)=\n# Glossary\n\n"
        ":::{glossary}\n:sorted:\n\nneuron\n  A squash.\n\nhidden layer\n  Two neurons.\n:::\n"
    )
    (book / "references.bib").write_text(
        "@book{solo, author={Ada Lovelace}, title={N}, year={1843}, doi={10.1/x}}\n"
        "@book{trio, author={A One and B Two and C Three}, title={N}, year={1999}}\n"
        "@book{many, author={A One and B Two and C Three and D Four}, title={N}, year={2001}}\n"
    )
    return book / "00-one.md"


@pytest.mark.parametrize(
    ("myst", "plain"),
    [
        ("Plain *text* with `code` and $x_1$.", "Plain *text* with `code` and $x_1$."),
        ("`{ref}` and ``{ref}`x` `` stay", "`{ref}` and ``{ref}`x` `` stay"),
        ("got {glue:text}`n`", "got 0.1250"),
        ("{math}`x^2`", "$x^2$"),
        ("$10^{{glue:text}`n`}$", "$10^{0.1250}$"),
        ("$$\n{glue:text}`n`\n$$", "$$\n0.1250\n$$"),
        ("$$\n{glue:text}`n`\n$$ (first)", "$$\n0.1250 \\tag{1}\n$$"),
        ("{ref}`part` {ref}`the part <part>`", "*A part* *the part*"),
        ("{ref}`two` [it](#two)", "[01 Two](01-two.ipynb) [it](01-two.ipynb)"),
        ("{doc}`two <01-two>` [two](01-two.md)", "[two](01-two.ipynb) [two](01-two.ipynb)"),
        ("[words](glossary.md)", "*words*"),
        ("[away](https://example.org/x)", "[away](https://example.org/x)"),
        ("a *{term}`neuron`* and {term}`neurons <neuron>`", "a *neuron* and neurons"),
        ("{term}`hidden\nlayer` {term}`the\nones <hidden layer>`", "hidden\nlayer the\nones"),
        ("{cite:p}`solo`", "([Lovelace, 1843](https://doi.org/10.1/x))"),
        ("{cite:p}`trio,trio`", "(One, Two and Three, 1999; One, Two and Three, 1999)"),
        ("{cite:t}`many`", "One et al. (2001)"),
        ("by {eq}`second`", "by (2)"),
        ("$$\nx\n$$ (first)", "$$\nx \\tag{1}\n$$"),
        ("$$\nx\n$$", "$$\nx\n$$"),
        ("```{math}\n:label: second\ny\n```", "$$\ny \\tag{2}\n$$"),
        ("% a comment\ntext", "text"),
        ("(label)=\n# Title", "# Title"),
        (":::{note}\nOne {glue:text}`n`.\n\nTwo.\n:::", "> **Note**\n>\n> One 0.1250.\n>\n> Two."),
        ("```{admonition} My *title*\n:class: tip\nText.\n```", "> **My *title***\n>\n> Text."),
        (":::{seealso}\nText.\n:::", "> **See also**\n>\n> Text."),
        (
            "::::{dropdown} Answer\n\n:::{tip}\n$x$\n:::\n::::",
            "<details>\n<summary>Answer</summary>\n\n> **Tip**\n>\n> $x$\n\n</details>",
        ),
        ("```{code-block} python\nx = {1: `2`}\n```", "```python\nx = {1: `2`}\n```"),
        ("```python\n{ref}`not a role`\n```", "```python\n{ref}`not a role`\n```"),
        ("| a | b |\n|---|---|\n| {glue:text}`n` | 1 |", "| a | b |\n|---|---|\n| 0.1250 | 1 |"),
        ("- one\n- {math}`x`", "- one\n- $x$"),
    ],
)  # fmt: skip
def test_myst_becomes_plain_markdown(chapter, myst, plain):
    assert portable_markdown(myst, chapter, {"n": "0.1250"}) == plain


@pytest.mark.parametrize(
    "myst",
    ["{eq}`third`", "{ref}`nowhere`", "{term}`synapse`", "{term}`:sorted:`", "```{tabs}\n```"],
)
def test_what_it_does_not_know_is_refused_by_name(chapter, myst):
    with pytest.raises(Refused, match=r"third|nowhere|entry '(synapse|:sorted:)'|tabs"):
        portable_markdown(myst, chapter, {})
