"""What a reader typed is kept, or it is said at the cell that it is not; nothing is lost."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.live_cells import needs_prepared
from support.reader import EMPTY, FULL

pytestmark = [pytest.mark.xdist_group("live"), needs_prepared]
BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { %s } })"
# Whether the browser would ask before it leaves the page.
ASKS = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))"
KEPT = "JSON.stringify(localStorage)"


@pytest.fixture
def f(reader):
    """The cell in which chapter 01 defines f, for a new reader."""
    return reader.open("01-gradients").cell("def f(x):")


def note(cell, says=""):
    return cell.cell.locator(".live-note").filter(has_text=says)


def test_a_full_storage_is_said_at_the_cell_until_there_is_room(reader, f):
    reader.page.evaluate(FULL)
    f.write("a = 1")
    expect(note(f, "is not kept, because the storage of this browser is full")).to_be_visible()
    assert note(f).get_by_role("alert").text_content().count(".") == 1  # one sentence
    assert reader.page.evaluate(ASKS)
    with reader.page.expect_download() as download:
        note(f).get_by_role("button", name="Save as a file").click()
    assert "a = 1" in download.value.path().read_text()
    reader.page.evaluate(EMPTY)
    f.editor.press("ControlOrMeta+End")
    reader.page.keyboard.type("2")
    expect(note(f)).to_have_count(0)
    assert not reader.page.evaluate(ASKS)
    reader.page.reload()
    expect(f.editor).to_have_text("a = 12")


@pytest.mark.parametrize("how", ["throw new DOMException('', 'SecurityError')", "return null"])
def test_a_blocked_storage_is_said_before_anything_is_typed(reader, how):
    reader.page.add_init_script(BLOCKED % how)
    f = reader.open("01-gradients").cell("def f(x):")
    f.button("Edit").click()
    expect(note(f, "because this browser stores nothing for this page")).to_be_visible()
    assert not reader.page.evaluate(ASKS)
    f.write("a = 1")
    assert reader.page.evaluate(ASKS)
    reader.page.locator(".live-own summary").click()
    with reader.page.expect_download() as download:
        reader.page.locator(".live-own").get_by_role("button", name="Save as a file").click()
    assert "a = 1" in download.value.path().read_text()


@pytest.fixture
def tabs(reader, f):
    """The same cell in two tabs, edited in neither."""
    here, page = f, reader.page
    reader.page = reader.context.new_page()
    there = reader.open("01-gradients").cell("def f(x):")
    here.button("Edit").click()
    there.button("Edit").click()
    expect(there.editor).to_be_focused()
    reader.page = page
    return here, there


def test_two_tabs_overwrite_nothing_and_offer_both(tabs):
    here, there = tabs
    there.write("there = 1")
    expect(note(here, "This cell was changed in another tab.")).to_be_visible()
    expect(here.editor).to_have_text(re.compile("def f"))
    here.write("here = 2")
    expect(note(there, "This cell was changed in another tab.")).to_be_visible()
    expect(there.editor).to_have_text("there = 1")
    kept = here.page.evaluate(KEPT)
    assert "here = 2" in kept
    assert "there = 1" in kept  # whichever tab is closed now
    here.page.reload()
    expect(here.editor).to_have_text("here = 2")
    expect(note(here, "There is another text of this cell").locator("pre")).to_have_text(
        "there = 1"
    )
    note(here).get_by_role("button", name="Take that text").click()
    expect(here.editor).to_have_text("there = 1")
    expect(note(here)).to_have_count(0)
    expect(note(there)).to_have_count(0)  # they agree
    here.button("Undo").click()
    expect(here.editor).to_have_text("here = 2")


def test_the_text_of_this_tab_can_be_kept(tabs):
    here, there = tabs
    there.write("there = 1")
    note(here).get_by_role("button", name="Keep this one").click()
    expect(note(here)).to_have_count(0)
    expect(note(there).locator("pre")).to_have_text(re.compile("def f"))
    note(there).get_by_role("button", name="Keep this one").click()
    here.page.reload()
    expect(here.editor).to_have_text("there = 1")


def test_the_colours_are_those_of_the_other_tab(tabs):
    here, there = tabs
    there.page.locator("#theme").click()
    expect(here.page.locator("html")).to_have_attribute("data-theme", "dark")
    there.page.locator("#theme").click()
    expect(here.page.locator("html")).to_have_attribute("data-theme", "light")


def test_a_reset_is_undone_until_the_next_edit(reader, f):
    f.write("a = 1").button("Reset").click()
    expect(f.status).to_have_text("As in the book.")
    expect(f.editor).to_have_count(0)
    reader.page.reload()
    f.button("Undo").click()
    expect(f.editor).to_have_text("a = 1")
    expect(f.button("Undo")).to_have_count(0)
    f.button("Reset").click()
    f.write("b = 2")
    expect(f.button("Undo")).to_have_count(0)
    assert "a = 1" not in reader.page.evaluate(KEPT)


def test_a_text_for_a_cell_that_the_book_has_changed_is_offered_at_the_one_like_it(reader, f):
    old = "def f(x):\n    return x**2  # mine\n\n\nprint(f(3))"
    shown = f.cell.locator("pre").first.text_content()
    line = next(line for line in shown.splitlines() if line.startswith("print"))
    reader.page.evaluate(
        "texts => Object.assign(localStorage, texts)",
        {
            "five-lines:01-gradients:1": f"def f(x):\n{line}\nmine = 1",
            "five-lines:01-gradients:2": old.replace("f", "nothing_like_it"),
        },
    )
    reader.page.reload()
    expect(note(f, "There is another text of this cell")).to_be_visible()
    own = reader.page.locator(".live-own")
    expect(own.locator("pre")).to_have_text(re.compile("nothing_like_it"))
    note(f).get_by_role("button", name="Take that text").click()
    expect(f.editor).to_have_text(re.compile("mine = 1"))
    own.get_by_role("button", name="Forget it").click()
    reader.page.reload()
    expect(f.editor).to_have_text(re.compile("mine = 1"))
    expect(note(f)).to_have_count(0)
    expect(own).not_to_have_attribute("open", "")


def test_the_same_code_twice_on_a_page_is_two_cells(reader):
    twin = "{ const [one] = document.querySelectorAll('.cell.live'); one.after(one.cloneNode(1)); }"

    def double(route):
        response = route.fetch()
        route.fulfill(response=response, body=f"{twin}\n{response.text()}")

    reader.context.route("**/boot.js*", double)
    page = reader.open("01-gradients").page
    one, two = (page.locator(".cell.live").nth(i) for i in (0, 1))
    two.locator("[name=Edit]").click()
    expect(two.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("mine = 1\n")
    page.reload()
    expect(two.get_by_role("textbox")).to_have_text(re.compile("mine = 1"))
    expect(one.get_by_role("textbox")).to_have_count(0)


PROGRESS = '{"right": ["01.1"], "shown": [], "hints": {"01.2": 2}, "predictions": {}}'
HERE = '{"right": ["00.1"], "shown": ["01.2"], "hints": {"01.2": 1}, "predictions": {}}'


def test_all_that_was_written_is_saved_as_a_file_and_brought_back(reader, f, tmp_path):
    page, own = reader.page, reader.page.locator(".live-own")
    odd = "# %% five-lines:progress\n## %% five-lines:x\na = 1\n\n"
    f.write(odd)
    page.evaluate(
        "texts => Object.assign(localStorage, texts)",
        {
            "five-lines:02.1": "an answer\n",
            "five-lines:00-neurons:5": "elsewhere",
            "five-lines:progress": PROGRESS,
            "theme": "dark",
        },
    )
    before = page.evaluate("({ ...localStorage })")
    own.locator("summary").click()
    with page.expect_download() as download:
        own.get_by_role("button", name="Save as a file").click()
    expect(own.get_by_role("status")).to_have_text("Saved as my-five-lines.py.")
    file = tmp_path / download.value.suggested_filename
    file.write_bytes(download.value.path().read_bytes().replace(b"\n", b"\r\n"))
    page.evaluate("localStorage.clear()")
    page.reload()
    own.locator("summary").click()
    own.locator("input").set_input_files(file)
    expect(own.get_by_role("status")).to_have_text("3 brought back, 0 were here already.")
    expect(f.editor).to_have_text(re.compile("a = 1"))
    after = page.evaluate("({ ...localStorage })")
    assert json.loads(after.pop("five-lines:progress")) == json.loads(PROGRESS)
    before.pop("five-lines:progress"), before.pop("theme")
    assert after == before


def test_what_is_here_is_not_overwritten_by_a_file(reader, f, tmp_path):
    page, own = reader.page, reader.page.locator(".live-own")
    f.write("newer = 1")
    (key,) = page.evaluate("Object.keys(localStorage)")
    file = tmp_path / "x.py"
    file.write_text(f"# %% {key}\nolder = 1\n\n# %% five-lines:progress\n{PROGRESS}\n")
    page.evaluate("text => (localStorage['five-lines:progress'] = text)", HERE)
    own.locator("summary").click()
    own.locator("input").set_input_files(file)
    expect(own.get_by_role("status")).to_have_text(re.compile("the cell asks: 01-gradients"))
    expect(f.editor).to_have_text("newer = 1")
    expect(note(f, "There is another text").locator("pre")).to_have_text("older = 1")
    known = page.evaluate("JSON.parse(localStorage['five-lines:progress'])")
    assert (known["right"], known["shown"], known["hints"]) == (
        ["00.1", "01.1"], ["01.2"], {"01.2": 2},
    )  # fmt: skip
    file.write_text("print(1)\n")
    own.locator("input").set_input_files(file)
    expect(own.get_by_role("status")).to_have_text(re.compile("x.py was not saved here"))


def test_an_edit_that_failed_and_then_succeeds_takes_its_sentence_away(reader):
    reader.context.route("**/editor.js", lambda route: route.abort())
    f = reader.open("01-gradients").cell("def f(x):").press("Edit", "did not come over the network")
    reader.context.unroute("**/editor.js")
    f.button("Edit").click()
    expect(f.editor).to_be_focused()
    expect(f.status).to_have_text("")
