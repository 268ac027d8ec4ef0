"""What a learner types that a page cannot do, or that is wrong: each answer speaks of the page."""

import re
import sys

import pytest

# Places in our own files, in Python's, in Pyodide's; numbers of errors that only Pyodide gives.
OURS = re.compile(r"\.zip|/lib|page\.py|trouble|pyodide|emscripten|\[Errno|<exec>|fivelines/")
ELSEWHERE = "run the chapter in Colab or Binder"
TRACE = re.compile(r"(line \d+( of cell 4)?(, in \w+)?:\n    .*\n)+(?=\S)")

LACKING = {
    "import numpy as np": "only its standard library and the engine of this course",
    "import torch.nn": "only its standard library and the engine of this course",
    "import matplotlib.pyplot as plt": "only its standard library and the engine",
    "def f():\n    import jax\n\n\nf()": "only its standard library and the engine",
    "__import__('pandas')": "only its standard library and the engine",
    "from fivelines import plots": "only its standard library and the engine",
    "from fivelines.plots import BLUE": "only its standard library and the engine",
    "!pip install numpy": "% and ! are a notebook's",
    "x = 1\n%timeit x": "% and ! are a notebook's",
    "pip install numpy": "nothing can be installed here",
    "name = input('name? ')": "cannot ask you: write the answer into the code",
    "breakpoint()": "cannot ask you",
    "import urllib.request\nurllib.request.urlopen('https://example.org')": "reach the network",
    "import socket\nsocket.create_connection(('example.org', 80))": "reach the network",
    "import ftplib\nftplib.FTP('example.org')": "reach the network",
    "import subprocess\nsubprocess.run(['ls'])": "cannot start or end other programs",
    "import os\nos.system('ls')": "cannot start or end other programs",
    "import os\nos.kill(os.getpid(), 9)": "cannot start or end other programs",
}


@pytest.mark.parametrize("source", LACKING)
def test_what_a_page_cannot_do_is_said_in_one_sentence_with_where_it_runs(worker, source):
    text, result = worker(
        do="run", id="cell 4", source=source, fresh=True, elsewhere="in Colab or Binder"
    )
    sentence = next(line for line in result["error"].splitlines() if LACKING[source] in line)
    assert sentence.endswith(f"{ELSEWHERE}.")
    assert sentence.count(". ") == 0
    assert not OURS.search(text + result["error"])


def test_a_module_of_python_that_a_page_lacks_is_named(worker):
    _, result = worker(do="run", id="cell 4", source="raise ModuleNotFoundError(name='tkinter')",
                       fresh=True)  # fmt: skip
    assert "tkinter does not work in a page" in result["error"]
    _, result = worker(do="run", id="cell 4", source="from typing import Foo", fresh=True)
    assert "page" not in result["error"]


WRONG = {
    "def f(n):\n    return f(n + 1)\n\n\nf(0)": "RecursionError: maximum recursion depth exceeded",
    "exec('1 / 0')": "ZeroDivisionError: division by zero",
    "exec('a = (')": "line 1 of the text that was to be run",
    "from fivelines import Value\nValue(2.0) + 'a'": "TypeError: a Value holds one real number",
    "from fivelines import MLP\nMLP(2, [3, 1])([1.0])": "this neuron takes 2 inputs, but got 1",
    "from fivelines import nothing": "cannot import name 'nothing' from 'fivelines'",
    "open('data.csv')": "A page does not see the files of your machine",
    "import sys\nsys.stdin.read()": "cannot ask you",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "import sys\nsys.exit(1)": "In a page this ends the cell, and nothing else.",
    "raise GeneratorExit": "GeneratorExit",
    "raise ValueError('not mine (/a)')": "ValueError: not mine (/a)",
    "class A:\n    def __repr__(self):\n        return 1 / 0\n\n\nA()": "ZeroDivisionError",
    "raise ValueError('x' * 100_000)": "xxx ...",
}


@pytest.mark.parametrize("source", WRONG)
def test_an_error_shows_the_learners_lines_and_the_last_sentence(worker, source):
    _, result = worker(do="run", id="cell 4", source=source, fresh=True)
    assert WRONG[source] in result["error"]
    assert TRACE.match(result["error"])
    assert not OURS.search(result["error"])
    assert len(result["error"]) < 6000


@pytest.mark.parametrize(("source", "place"), [
    ("a = 1\nb = = 2", "line 2\n    b = = 2\n        ^\n"),
    ("if True:\nprint(1)", "line 2\n    print(1)\n    ^^^^^\n"),
    ("s = 'abc", "line 1\n    s = 'abc\n        ^\n"),
])  # fmt: skip
def test_a_syntax_error_points_at_its_place(worker, source, place):
    _, result = worker(do="run", id="cell 4", source=source, fresh=True)
    assert result["error"].startswith(place)


WARNS = {
    "import warnings\nwarnings.warn('careful')": "line 2 of cell 4: UserWarning: careful\n",
    "async def f():\n    pass\n\n\nf()\nNone": "RuntimeWarning: coroutine 'f' was never awaited\n",
    "import traceback\ntraceback.print_stack()": '  File "<cell 4>", line 2, in <module>\n',
}


@pytest.mark.parametrize("source", WARNS)
def test_what_python_prints_by_itself_has_no_places_of_ours(worker, source):
    text, _ = worker(do="run", id="cell 4", source=source, fresh=True)
    assert WARNS[source] in text
    assert not OURS.search(text)


def test_a_line_of_another_cell_says_where_it_stands(worker):
    worker(do="run", id="cell 2", source="def f(x):\n    return 1 / x", fresh=True)
    _, result = worker(do="run", id="cell 4", source="f(0)", fresh=False)
    assert result["error"].startswith(
        "line 1:\n    f(0)\nline 2 of cell 2, in f:\n    return 1 / x"
    )


@pytest.mark.parametrize("change", [
    "import sys\nsys.stdout = sys.stderr = None",
    "import sys\nsys.stdin.close()\nsys.stdin = None",
    "import sys\nsys.setrecursionlimit(60)",
    "import sys\nsys.settrace(lambda *a: 1 / 0)",
    "import os\nos.chdir('/')",
])  # fmt: skip
def test_what_a_cell_changed_of_python_is_put_back(worker, change):
    worker(do="run", id="cell 1", source=change, fresh=True)
    assert worker(do="run", id="cell 2", source="print(1)", fresh=True)[0] == "1\n"
    _, result = worker(do="run", id="cell 2", source="input()", fresh=True)
    assert "cannot ask you" in result["error"]


ANSWERS = {
    "def neuron(x, w, b):\n    import numpy": "only its standard library and the engine",
    "def neuron(x, w, b):\n    return input()": "cannot ask you",
    "def neuron(x, w, b):\n    raise KeyboardInterrupt": "KeyboardInterrupt",
    "import numpy\n\n\ndef neuron(x, w, b):\n    return x": "only its standard library",
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_that_is_checked_is_told_the_same(worker, answer):
    text, result = worker(do="check", id="exercise 00.1", source=answer, above=[], exercise="00.1")
    assert ANSWERS[answer] in text + result.get("error", "")
    assert not OURS.search(text + result.get("error", ""))


def test_the_progress_of_another_tab_is_known_to_the_next_task(worker):
    tell = {"do": "run", "id": "cell 1", "fresh": True}
    tell["source"] = "from fivelines import check\ncheck.progress()"
    progress = '{"right": ["%s"], "shown": [], "hints": {}, "predictions": {}}'
    for id in ("00.1", "01.2"):
        text, result = worker(**tell, progress=progress % id)
        assert re.search(rf"chapter {id[:2]} .* 1 of", text)
        assert id in result["progress"]


def test_places_of_ours_would_be_found():
    for planted in ('File "/fivelines.zip/page.py"', f'File "{sys.prefix}/lib/x"', "[Errno 44]"):
        assert OURS.search(planted)
    assert not TRACE.match("NameError: x")
