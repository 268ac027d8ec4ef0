"""The lab's runs, without a page: Python's numbers, judged by the rule that is printed."""

import gzip
import json
import re

import numpy as np
import pytest

from fivelines import MLP, make_moons, plots
from publishing import Refused, course
from publishing.page import trained
from publishing.record.chapter import chapters
from publishing.record.portable import portable_markdown
from publishing.site import assets
from support.javascript import evaluate, floats
from support.tree import ROOT

USUAL = {"lr": 0.5, "batch": 100, "width": 8, "seed": 1, "forget": False, "flip": False}
# Runs that do not multiply a rounding error: tanh may differ in the last place.
STEADY = [
    {},
    {"lr": 0.001},
    {"lr": 0.07, "width": 16, "seed": 9999},
    {"width": 1, "seed": 0},
    {"width": 2, "batch": 50, "lr": 0.2},
    {"width": 4, "batch": 10, "lr": 0.05, "seed": 7},
    {"batch": 1, "lr": 0.01},
    {"batch": 50, "lr": 0.005, "forget": True, "seed": 3},
    {"batch": 20, "lr": 0.1, "flip": True},
    {"forget": True},
    {"flip": True},
    {"batch": 10},
    {"lr": 10},
]
RUN = """
function run(settings) {
  const run = new Run(settings);
  while (!run.over) run.advance();
  return run;
}
"""


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    """A folder with the files that the page fetches."""
    folder = tmp_path_factory.mktemp("live")
    assets.write(folder, trained.files(ROOT))
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def with_run(live, expression):
    """Return what an expression of the lab's modules gives, for each of the settings in `all`."""
    imports = (
        'import { Run, start } from "./training/run.js";'
        'import { asPython } from "./lab/as-python.js";'
        'import { description, outcome, verdict } from "./lab/judge.js";'
        'import { X, shuffler, targets } from "./training/networks.js";'
        'import { permutations } from "./training/random.js";'
    )
    return evaluate(f"{imports}{RUN}const result = {expression};", live)


def test_moons_parameters_and_the_order_of_the_batches_are_python_s_to_the_bit(live):
    X, labels = make_moons()
    assert floats(with_run(live, "[X, targets]")) == [X.tolist(), (2 * labels - 1).tolist()]
    for seed in (0, 1, 12345, 2**32 - 1):
        for width in (1, 8, 16):
            expected = [p.data for p in MLP(2, [width, 1], seed=seed).parameters()]
            assert floats(with_run(live, f"start({width}, {seed})")) == expected
    rng = np.random.default_rng(0)
    orders = "((next) => Array.from({ length: 6 }, () => next(100)))(permutations(shuffler))"
    assert floats(with_run(live, orders)) == [rng.permutation(100).tolist() for _ in range(6)]


def test_the_python_that_is_shown_gives_the_losses_of_the_lab(live):
    runs = json.dumps([USUAL | settings for settings in STEADY])
    both = with_run(live, f"{runs}.map((s) => [asPython(s), run(s).losses])")
    for settings, (code, losses) in zip(STEADY, both, strict=True):
        namespace = {}
        exec(code, namespace)
        assert len(losses) == 201
        assert floats(losses) == pytest.approx(namespace["losses"], rel=0, abs=1e-9), settings


def test_an_unsteady_run_agrees_until_its_rounding_errors_have_grown(live):
    unsteady = json.dumps(USUAL | {"lr": 2})
    code, losses = with_run(live, f"[asPython({unsteady}), run({unsteady}).losses]")
    namespace = {}
    exec(code, namespace)
    assert floats(losses[:21]) == pytest.approx(namespace["losses"][:21], rel=0, abs=1e-9)


@pytest.mark.parametrize(
    ("settings", "word", "why"),
    [
        ({}, "converges", "ends at 0.0458 and started at 0.5765"),
        ({"width": 1}, "converges", "ends at 0.35"),
        ({"lr": 0.001}, "stays flat", "never further than a tenth from its start, 0.5765"),
        ({"lr": 10}, "climbs", "answers are -1 or +1 to three digits: the gradient is almost zero"),
        ({"flip": True}, "climbs", "started at 0.5765"),
        ({"forget": True}, "converges", "It swung on the way"),
        ({"batch": 10}, "oscillates", "more than a quarter of its start"),
    ],
)
def test_a_run_is_judged_as_the_chapter_says(live, settings, word, why):
    run = f"run({json.dumps(USUAL | settings)})"
    right, wrong = with_run(live, f"[verdict({run}, '{word}'), verdict({run}, 'explodes')]")
    assert right.startswith(f"You expected that the loss {word}, and so it does. ")
    assert wrong.startswith(f"You expected that the loss explodes. It {word}. ")
    assert wrong.endswith("it cannot explode: through tanh, no point costs more than 4.")
    assert why in right


def test_the_room_for_a_text_that_changes_is_that_of_the_longest(live):
    """So the page leaves room for it, see .lab-room in lab.css."""
    html = (ROOT / "live" / "lab" / "lab.html").read_text()
    _, description, verdict = re.findall(r'data-longest="([^"]+)"', html)
    settings = [USUAL | each for each in (*STEADY, {"lr": 100}, {"lr": 100, "flip": True})]
    words = ["converges", "oscillates", "stays flat", "climbs", "explodes"]
    texts = f"{json.dumps(settings)}.map((s) => run(s)).map((r) => [description(r), "
    texts += (
        f"...{json.dumps(words)}.map((word) => `${{verdict(r, word)}} Reset begins a new run.`)])"
    )
    said = with_run(live, texts)
    assert max(len(each[0]) for each in said) <= len(description)
    assert max(len(text) for each in said for text in each[1:]) == len(verdict)


def curve(*losses):
    """Return the JavaScript of a run with these losses at even distances, and lines between."""
    steps = np.interp(range(201), range(0, 201, 200 // (len(losses) - 1)), losses).tolist()
    return (
        f"({{ losses: {steps}, step: 200, loss: {steps[-1]}, broken: false, right: 9, "
        "saturated: 0 })"
    )


@pytest.mark.parametrize(
    ("losses", "word", "trend"),
    [
        ([1, 0.91], "stays flat", "hardly moved"),
        ([1, 0.89], "converges", "fell"),
        ([1, 1.2], "climbs", "rose"),
        ([1, 3, 0.5, 0.4, 0.3], "converges", "fell"),
        ([1, 0.5, 0.74, 0.5, 0.5], "converges", "hardly moved"),
        ([1, 0.5, 0.5, 0.4, 0.64], "converges", "rose"),
        ([1, 0.5, 0.5, 0.4, 0.66], "oscillates", "rose"),
        ([1, 0.5, 0.5, 0.8, 0.2], "oscillates", "fell"),
        ([1, 2] * 10 + [1.1], "oscillates", "went up and down"),
    ],
)
def test_the_rule_and_the_description(live, losses, word, trend):
    run = curve(*losses)
    judged, described = with_run(live, f"[outcome({run})[0], description({run})]")
    assert judged == word
    assert described.endswith(f"Over the last 20 steps the loss {trend}.")


@pytest.mark.parametrize("number", ["Infinity", "NaN"])
def test_a_run_that_breaks_is_over_and_said_to_explode(live, number):
    broken = f"new Run({json.dumps(USUAL)})"
    code = (
        f"(() => {{ const run = {broken}; run.advance(); run.parameters[3] = {number};"
        "run.advance(); return [run.over, verdict(run, 'explodes'), description(run)]; })()"
    )
    over, judged, described = with_run(live, code)
    assert over is True
    assert judged == (
        "You expected that the loss explodes, and so it does. "
        "At step 2 the numbers are no longer finite."
    )
    assert "The numbers have left the range of a float" in described


def test_what_is_downloaded_is_small():
    def compressed(data):
        return len(gzip.compress(data))

    files = {name: compressed(data) for name, data in trained.files(ROOT).items()}
    page = compressed(trained.lab(ROOT, "_static/figures-0123456789ab").encode())
    at_once = ["lab/lab.css", "lab/controls.css", "lab/loader.js", "training/module.js"]
    assert page + sum(files[name] for name in at_once) < 5600
    assert page + sum(n for name, n in files.items() if "home" not in name) < 21_500


def test_a_changed_byte_changes_the_folder():
    files = {"a.js": b"12", "b.js": b"3"}
    folders = {
        assets.folder("lab", changed)
        for changed in (files, {"a.js": b"1", "b.js": b"23"}, {"a.js": b"12", "c.js": b"3"})
    }
    assert len(folders) == 3
    assert assets.folder("lab", dict(reversed(files.items()))) in folders


def test_networks_that_cannot_be_written_are_refused(whole):
    (whole.root / "src" / "fivelines" / "tracing" / "javascript.py").unlink()
    with pytest.raises(Refused, match=r"networks\.py failed: ModuleNotFoundError: No mod"):
        trained.files(whole.root)


def test_in_a_notebook_the_lab_is_a_sentence():
    plain = portable_markdown("Before.\n\n:::{lab}\n:::\n\nAfter.", chapters()[0], {})
    assert plain == f"Before.\n\n{course.LAB}\n\nAfter."


def test_the_colours_are_those_of_the_figures():
    css = (ROOT / "book" / "_static" / "text.css").read_text()
    moons = dict(upper=[plots.BLUE, plots.SKY], lower=[plots.ORANGE, plots.ORANGE])
    for name, colours in moons.items():  # in the light and in the dark
        assert re.findall(rf"--{name}: (#\w+);", css) == [c.lower() for c in colours]
