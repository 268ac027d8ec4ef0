"""What the replay found out, as the page says it: a chapter's foot, a mark an output, a table."""

from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from publishing import ROOT
from publishing.record import receipt
from publishing.record.chapter import chapters


def foot(chapter):
    """Return the line of Markdown that stands at the foot of a chapter."""
    run, part = receipt.of(chapter)
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


class Table(SphinxDirective):
    """The table of what was replayed for this build."""

    def run(self):
        """Return the table, or a sentence where nothing was replayed."""
        rows, last = [], None
        for chapter in chapters(ROOT):
            run, part = receipt.of(chapter)
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
        _, part = receipt.of(chapter)
        word = "replayed" if part else "recorded"
        for output in self.document.findall(nodes.container):
            if output.get("nb_element") == "cell_code_output":
                uri = self.app.builder.get_relative_uri(self.env.docname, "how-checked")
                mark = nodes.reference(word, word, refuri=uri, classes=["replayed"], internal=True)
                output.append(nodes.paragraph("", "", mark))
