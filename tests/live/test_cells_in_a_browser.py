"""Cells and exercises run in the page, in a real browser; the site is served under /repo/."""

import gzip
import re

import pytest
from playwright.sync_api import expect

from fivelines import exercises
from publishing.record.chapter import chapters
from support.live_cells import live_cells, needs_prepared, same
from support.reader import Cell, Reader, stayed_home

pytestmark = [pytest.mark.xdist_group("live"), needs_prepared]
LOOP = "i = 0\nwhile True:\n    i += 1"
# Freeing a chain of that many Values overflows the stack of a worker, and with it Pyodide's.
TOO_DEEP = """from fivelines import Value
x = Value(0.0)
for i in range(50_000):
    x = x + 1
del x"""


@pytest.fixture(scope="module")
def opened(browser, site):
    return Reader(browser, site).open("01-gradients")


@pytest.fixture
def gradients(opened):
    """A reader of chapter 01 whose Python has started, if a test before this one needed it."""
    yield opened
    assert stayed_home(opened)
    opened.page.evaluate("document.querySelectorAll('[name=Reset]').forEach((b) => b.click())")


def test_before_the_click_a_page_costs_little_and_nothing_heavy_is_fetched(reader):
    reader.open("01-gradients").page.wait_for_load_state("networkidle")
    own = [url.split("?")[0] for url in reader.asked if re.search("/(live|python)-", url)]
    assert sorted(url.split("/")[-1] for url in own) == ["boot.js", "live.css", "module.js"]
    paths = [reader.files / url.removeprefix(f"{reader.address}/") for url in own]
    assert sum(len(gzip.compress(path.read_bytes())) for path in paths) < 4000
    reader.asked.clear()
    reader.open("index").page.wait_for_load_state("networkidle")
    assert not any("/live-" in url for url in reader.asked)


LIVE = [chapter for chapter in chapters() if live_cells(chapter)]


@pytest.mark.parametrize("chapter", LIVE, ids=lambda path: path.stem)
def test_every_live_cell_prints_what_was_recorded(reader, chapter):
    reader.open(chapter.stem)
    cells = [cell for cell in live_cells(chapter) if not cell.source.startswith("check.")]
    for i, cell in enumerate(cells):
        run = Cell(reader.page.locator(".cell.tag_live").nth(i)).press("Run", "Done|raised")
        assert same(run.output, cell), cell.source
    assert not any("editor.js" in url for url in reader.asked)


def test_an_error_names_the_cells_own_line_and_a_cell_above_is_named(gradients):
    cell = gradients.cell("def nudge_rate(f, x, h):")
    cell.write("def g(x):\n    return 1 / x\n\n\nfor x in [1, 0]:\n    g(x)").press("Run", "raised")
    assert cell.output == (
        "line 6:\n    g(x)\nline 2, in g:\n    return 1 / x\nZeroDivisionError: division by zero\n"
    )
    cell.write("a = (1\nb =").press("Run", "raised")
    assert cell.output.startswith("line 1\n    a = (1\n")
    assert cell.output.endswith("SyntaxError: '(' was never closed\n")
    gradients.cell('print("nudge   rate').press("Run", "raised")
    below = gradients.cell('print("nudge   rate').output
    assert below.startswith('The cell above that begins with "a = (1" raised:\n\nline 1\n')


def test_a_run_does_not_depend_on_what_was_run_before(gradients):
    cell = gradients.cell('print("nudge   rate')
    cell.write("k = globals().get('k', 0) + 1\nprint(k, f(3))")
    for answer in ("1 9\n", "1 9\n"):
        assert cell.press("Run", "Done").output == answer
    gradients.cell("def f(x):").write("def f(x):\n    return -x")
    assert cell.press("Run", "Done").output == "1 -3\n"


def test_a_cell_that_was_edited_may_use_any_name_from_above(gradients):
    cell = gradients.cell("a, b, c = 2, -3, 10")
    cell.write("print(counts)").press("Run", "Done")  # from a cell that is not run for others
    assert cell.output == "[1001, 2000]\n"


def test_an_endless_loop_is_stopped_and_the_cells_above_are_run_again(gradients):
    cell = gradients.cell('print("nudge   rate')
    cell.press("Run", "Done").write(LOOP).press("Run", "Running ...")
    other = gradients.cell("def f(x):").press("Run", "Another cell is running")
    cell.button("Stop").focus()
    gradients.page.keyboard.press("Enter")
    expect(cell.status).to_have_text(re.compile("Stopped"))
    expect(cell.button("Run")).to_be_focused()
    other.press("Run", "Done")
    cell.write("print(nudge_rate(f, 3, 1))").press("Run", "Done")
    assert cell.output == "7.0\n"
    cell.write("while True:\n    print('x' * 1000)").press("Run", "Running ...")
    gradients.page.wait_for_timeout(500)
    cell.press("Stop", "Stopped")
    assert len(cell.output) < 150_000


def test_a_cell_is_edited_run_by_keys_left_by_keys_kept_and_reset(gradients):
    cell = gradients.cell("def f(x):")
    cell.write("")
    # Sphinx's search takes this key from the page, and a theme may switch that on.
    gradients.page.evaluate(
        "document.addEventListener('keydown', (e) => e.key === '/' && e.preventDefault())"
    )
    gradients.page.keyboard.type("a = 6 /")
    gradients.page.keyboard.type(" 2\nprint('a is', a)\na")
    gradients.page.keyboard.press("Shift+Enter")
    expect(cell.cell.locator(".live-output")).to_have_text("a is 3.0\n3.0\n", timeout=60_000)
    expect(cell.editor).to_be_focused()
    gradients.page.keyboard.press("Tab")
    expect(cell.editor).to_be_focused()
    expect(cell.editor).to_have_text(re.compile("    a"))
    gradients.page.keyboard.press("Escape")
    gradients.page.evaluate("() => { const now = Date.now; Date.now = () => now() + 60_000; }")
    gradients.page.keyboard.press("Tab")
    expect(cell.button("Run")).to_be_focused()
    gradients.page.reload()
    expect(cell.editor).to_have_text(re.compile("a = 6 / 2"))
    cell.button("Reset").click()
    expect(cell.editor).to_have_count(0)
    expect(cell.cell.locator("pre").first).to_have_text(re.compile("def f"))
    expect(cell.cell.locator(".cell_output")).to_have_text(re.compile("dial  display"))
    gradients.page.reload()
    expect(cell.button("Run")).to_be_visible()
    expect(cell.editor).to_have_count(0)


def test_an_exercise_is_checked_hinted_solved_and_remembered(gradients):
    one = gradients.exercise("01.1")
    one.press("Check", "See below")
    assert "not attempted yet" in one.output
    solution = exercises.find("01.1").solution_text
    one.write(solution.replace("(2 * h)", "h")).press("Check", "Not right yet")
    for part in ("expected", "got", "twice too large", "the button Hint"):
        assert part in one.output
    n = len(exercises.find("01.1").hints)
    for i in range(1, n + 1):
        one.press("Hint", "Done")
        assert f"Hint {i} of {n} for 01.1" in one.output
    one.press("Solution", "Done")
    assert solution in one.output
    one.write(solution).press("Check", "^Right")
    assert ": right, on " in one.output
    gradients.page.reload()
    expect(one.editor).to_have_text(re.compile("def central_difference"))
    tell = gradients.cell("from fivelines import check")
    tell.write("from fivelines import check\ncheck.progress()").press("Run", "Done")
    assert re.search(r"chapter 01 .*1 of \d+ .*solution shown: 01\.1", tell.output)


def test_a_prediction_is_kept_and_revealed(reader):
    predict = reader.open("02-training-loop").cell("check.predict(")
    source = predict.cell.locator("pre").first.text_content()
    predict.write(source.replace("=...", '="climbs"')).press("Run", "Done")
    assert "your prediction is kept" in predict.output
    reveal = reader.cell('check.reveal("02.3")').press("Run", "Done")
    assert "1 of 6 predictions held" in reveal.output


def test_when_python_breaks_down_the_page_says_so_and_starts_another(reader):
    cell = reader.open("01-gradients").cell("def f(x):")
    cell.write(TOO_DEEP).press("Run", r"Python broke down \(.+\)\. The next run starts a new one")
    cell.button("Reset").click()
    cell.press("Run", "Done")
    reader.page.clock.install()
    (worker,) = reader.page.workers
    worker.evaluate("close()")
    cell.button("Run").click()
    expect(cell.status).to_have_text(re.compile("Running"))
    reader.page.clock.run_for(11_000)
    expect(cell.status).to_have_text(re.compile("Python broke down .its worker was ended"))
    cell.press("Run", "Done")


def forbid(route):
    """Answer with a worker in which WebAssembly may not be compiled."""
    response = route.fetch()
    policy = {"content-security-policy": "script-src 'self'"}
    route.fulfill(response=response, headers={**response.headers, **policy})


def status(code):
    return lambda route: route.fulfill(status=code)


@pytest.mark.parametrize(
    ("address", "answer", "sentence"),
    [
        ("**/pack-03.bin", status(404), r"pack-03.bin is missing on the server \(404\)"),
        (
            "**/pack-04.bin",
            lambda route: route.abort(),
            "pack-04.bin did not come over the network",
        ),
        ("**/fivelines.zip", status(503), r"fivelines.zip is missing on the server \(503\)"),
        ("**/pyodide.mjs", status(404), "pyodide.mjs is missing on the server"),
        ("**/worker.js", status(404), "The script that runs Python could not be loaded"),
        ("**/cells.js", status(404), "A part of this page did not come over the network"),
        ("**/worker.js", forbid, "does not allow WebAssembly"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(reader, address, answer, sentence):
    reader.context.route(address, answer)
    cell = reader.open("01-gradients").cell("def f(x):").press("Run", sentence)
    expect(cell.button("Stop")).to_have_count(0)


def test_without_webassembly_the_page_says_so(reader):
    reader.page.add_init_script("delete window.WebAssembly")
    reader.open("01-gradients").cell("def f(x):").press("Run", "This browser has no WebAssembly")


def test_a_server_that_never_answers_is_given_up_after_a_minute(reader):
    reader.context.route("**/pack-*.bin", lambda route: None)
    reader.page.clock.install()
    cell = reader.open("01-gradients").cell("def f(x):").press("Run", "Fetching Python")
    reader.page.wait_for_timeout(1500)
    reader.page.clock.run_for(61_000)
    expect(cell.status).to_have_text(re.compile("Nothing more of Python came within a minute"))


def test_what_the_browser_will_not_keep_is_kept_while_the_page_lives(reader):
    reader.page.add_init_script(
        "Storage.prototype.setItem = Storage.prototype.getItem = () => { throw new Error(); }"
    )
    cell = reader.open("01-gradients").cell("def f(x):")
    cell.write("print(1 + 1)").press("Run", "Done")
    assert cell.output == "2\n"


def test_without_scripts_the_page_is_whole_and_has_no_buttons(browser, site):
    reader = Reader(browser, site, java_script_enabled=False).open("01-gradients")
    shown = reader.page.locator("main").text_content()
    for cell in live_cells(chapters()[1])[1:5]:
        assert cell.source.split("\n")[0] in shown
        assert cell.outputs[0].text in shown
    expect(reader.page.locator(".live-bar")).to_have_count(0)
    reader.context.close()
