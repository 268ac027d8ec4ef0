"""What the receipts say, as the page says it: a chapter's foot, a mark an output, a table."""

from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from publishing.record import receipt
from publishing.record.chapter import chapters, code_cells, load_record
from publishing.record.compare import SVG, TIMING

NOT_REPLAYED = "recorded, not replayed"


def foot(chapter):
    """Return the line of Markdown that stands at the foot of a chapter."""
    told = receipt.of(chapter)
    if not told:
        return (
            f"*The outputs above were {NOT_REPLAYED} before this copy was built: "
            "[how this book is checked](how-checked.md).*"
        )
    said = [f"{_compared(told)} outputs of {len(told['cells'])} cells agreed with the record"]
    if timings := _timings(told):
        said.append(
            f"{len(timings)} show times, which were measured again, at most "
            f"{receipt.furthest(timings):.1f} times apart"
        )
    if missing := len(receipt.verdicts(told)) - _compared(told) - len(timings):
        said.append(f"{missing} were {NOT_REPLAYED}")
    return (
        f"*Replayed before this page was built, on {told['date']}, on {_machine(told)}: "
        f"{'; '.join(said)}. [How this book is checked](how-checked.md).*"
    )


def word(verdicts):
    """Return what stands under the outputs of a cell."""
    timings = [verdict for verdict in verdicts if verdict["verdict"] == TIMING]
    if any(verdict["verdict"] == receipt.NOT_COMPARED for verdict in verdicts):
        return NOT_REPLAYED
    if timings:
        return f"timing, measured again: at most {receipt.furthest(timings):.1f} times apart"
    return "replayed"


def _compared(told):
    """Return how many outputs of a receipt were compared and are not timings."""
    return sum(verdict["verdict"] == "compared" for verdict in receipt.verdicts(told))


def _timings(told):
    return [verdict for verdict in receipt.verdicts(told) if verdict["verdict"] == TIMING]


def _machine(told):
    *most, last = [told["platform"], *(f"{name} {n}" for name, n in told["versions"].items())]
    return f"{', '.join(most)} and {last}" if most else last


class Table(SphinxDirective):
    """The table of what was replayed for this build."""

    def run(self):
        """Return the table, or a sentence where nothing was replayed."""
        rows, last = [], None
        for chapter in chapters(Path(self.env.srcdir).parent):
            told = receipt.of(chapter)
            row = NOT_REPLAYED, "", "", "", ""
            if told:
                last, timings = told, _timings(told)
                figures = sum(
                    SVG in output.get("data", {})
                    for cell in code_cells(load_record(chapter))
                    for output in cell.outputs
                )
                again = f"{receipt.furthest(timings):.1f} times" if timings else ""
                row = (
                    f"{_compared(told)} of {len(receipt.verdicts(told))}", figures,
                    len(timings), again, f"{told['seconds']:.0f} s",
                )  # fmt: skip
            rows.append(f"| {chapter.stem} | {' | '.join(map(str, row))} |")
        text = ["For this copy, nothing was replayed before the build."]
        if last:
            text = [
                f"On {last['date']}, on {_machine(last)}:",
                "",
                "| chapter | compared | figures | timings | apart | time |",
                "|---|---|---|---|---|---|",
                *rows,
            ]
        return self.parse_text_to_nodes("\n".join(text))


class Marks(SphinxPostTransform):
    """With the outputs of a cell, a word that says what the receipt says of them.

    It comes first, so that it can float beside them; a narrow page shows it below.
    """

    default_priority = 900

    def run(self):
        """Add the marks to a chapter that has a record."""
        chapter = Path(self.env.doc2path(self.env.docname))
        if chapter not in chapters(chapter.parent.parent):
            return
        told = receipt.of(chapter)
        # A cell has a container of outputs where it has any, and the order is the record's.
        cells = [i for i, c in enumerate(code_cells(load_record(chapter))) if c.outputs]
        containers = [
            node
            for node in self.document.findall(nodes.container)
            if node.get("nb_element") == "cell_code_output"
        ]
        for i, container in zip(cells, containers, strict=True):
            said = word(told["cells"][i]) if told else NOT_REPLAYED
            container.insert(0, nodes.paragraph("", said, classes=["replayed"]))
