"""How long a chapter takes, under its title."""

from docutils import nodes

WORDS_A_MINUTE = 200
CELLS_A_MINUTE = 2  # to read the code, to predict, to look at the output


def reading(doctree):
    """Return the minutes that a chapter's text and code take, without exercises and answers."""
    words = sum(
        len(paragraph.astext().split())
        for paragraph in doctree.findall(nodes.paragraph)
        if not _is_apart(paragraph)
    )
    cells = sum(c.get("nb_element") == "cell_code" for c in doctree.findall(nodes.container))
    return words / WORDS_A_MINUTE + cells / CELLS_A_MINUTE


def _is_apart(node):
    while node := node.parent:
        if "exercise" in node.get("classes", []) or node.get("design_component") == "dropdown":
            return True
    return False


def say(app, doctree):
    """Put the minutes under the title of a page that has cells."""
    if not any(c.get("nb_element") == "cell_code" for c in doctree.findall(nodes.container)):
        return
    text = f"About {_to_five(reading(doctree))} minutes to read"
    if boxes := [box for box in doctree.findall(nodes.admonition) if "minutes" in box]:
        text += f", and {sum(box['minutes'] for box in boxes)} more for its {len(boxes)} exercise"
        text += "s" if len(boxes) > 1 else ""
    text += "."
    title = next(doctree.findall(nodes.title))
    title.parent.insert(1, nodes.paragraph(text, text, classes=["minutes"]))


def _to_five(minutes):
    return max(5, 5 * round(minutes / 5))
