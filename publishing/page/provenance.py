"""What was replayed, when and on what: written by the replay, printed by the build.

Also a Sphinx extension: the directive {replayed} makes the table of all chapters, and each output
carries its mark.
"""

import datetime
import json
import platform
from importlib.metadata import version
from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from publishing.record.chapter import chapters, load_record

PACKAGES = {"numpy": "NumPy", "matplotlib": "Matplotlib", "torch": "PyTorch", "jax": "JAX"}


def write(root, replayed):
    """Keep what was replayed for the build that follows.

    replayed: {chapter name: {"cells": ..., "figures": ..., "seconds": ...}}, for those chapters of
    which every cell agreed with its record.
    """
    for chapter in chapters(root):
        if chapter.stem in replayed:
            replayed[chapter.stem]["outputs"] = load_record(chapter).metadata.fivelines.outputs
    system = {"Darwin": "macOS"}.get(platform.system(), platform.system())
    run = {
        "date": datetime.datetime.now(datetime.UTC).strftime("%-d %B %Y"),
        "platform": f"{system} ({platform.machine()}), Python {platform.python_version()}",
        "versions": {name: version(package) for package, name in PACKAGES.items()},
        "chapters": replayed,
    }
    path = root / "_build" / "replay.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(run, indent=1) + "\n")


def replay_of(chapter):
    """Return (run, part): the last replay and what it says of this record; part None if nothing."""
    path = chapter.parent.parent / "_build" / "replay.json"
    run = json.loads(path.read_text()) if path.exists() else {"chapters": {}}
    part = run["chapters"].get(chapter.stem)
    if part and part["outputs"] != load_record(chapter).metadata.fivelines.outputs:
        part = None  # recorded anew since
    return run, part


def foot(chapter):
    """Return the line of Markdown that stands at the foot of a chapter."""
    run, part = replay_of(chapter)
    if not part:
        return (
            "*The outputs above were recorded from this code. They were not replayed before this "
            "copy was built: [how this book is checked](how-checked.md).*"
        )
    return (
        f"*Replayed and compared before this page was built: {part['cells']} cells and "
        f"{part['figures']} figures, on {run['date']}, on {_machine(run)}. "
        "[How this book is checked](how-checked.md).*"
    )


def _machine(run):
    versions = [f"{name} {number}" for name, number in run["versions"].items()]
    return f"{run['platform']}, with {', '.join(versions[:-1])} and {versions[-1]}"


class Replayed(SphinxDirective):
    """The table of what was replayed for this build."""

    def run(self):
        """Return the table, or a sentence where nothing was replayed."""
        rows, last = [], None
        for chapter in chapters(Path(self.env.srcdir).parent):
            run, part = replay_of(chapter)
            if part:
                last = run
                cells = f"{part['cells']} | {part['figures']} | {part['seconds']:.0f} s"
                rows.append(f"| {chapter.stem} | {cells} |")
        text = ["For this copy, nothing was replayed before the build."]
        if last:
            text = [
                f"On {last['date']}, on {_machine(last)}:",
                "",
                "| chapter | cells | figures | time |",
                "|---|---|---|---|",
                *rows,
            ]
        return self.parse_text_to_nodes("\n".join(text))


class Marks(SphinxPostTransform):
    """Under each output, a word that says whether it was replayed, and leads to what that means."""

    default_priority = 900

    def run(self):
        """Add the marks to a chapter that has a record."""
        chapter = Path(self.env.doc2path(self.env.docname))
        if chapter not in chapters(chapter.parent.parent):
            return
        _, part = replay_of(chapter)
        word = "replayed" if part else "recorded"
        for output in self.document.findall(nodes.container):
            if output.get("nb_element") == "cell_code_output":
                uri = self.app.builder.get_relative_uri(self.env.docname, "how-checked")
                mark = nodes.reference(word, word, refuri=uri, classes=["replayed"], internal=True)
                output.append(nodes.paragraph("", "", mark))


def setup(app):
    """Register with Sphinx."""
    app.add_directive("replayed", Replayed)
    app.add_post_transform(Marks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
