"""Rewrites MyST Markdown as the plain Markdown that Colab, GitHub and JupyterLab show.

Block by block: MyST's own parser says which lines are a directive, a target, a comment or an
equation; every other line is kept as it was written, with its roles and links rewritten. A
directive or role that this file does not know raises Refused, so nothing raw reaches a reader.
"""

import re
from functools import cache

from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.directives import parse_directive_text
from myst_parser.parsers.mdit import create_md_parser

from publishing import Refused
from publishing.record.citations import cite
from publishing.record.glued import ROLE
from publishing.record.settings import settings

ADMONITIONS = {"note", "tip", "hint", "important", "warning", "caution", "attention", "seealso"}
# A role, a code span, inline mathematics, a link's target: whichever comes first is left whole.
INLINE = re.compile(
    r"\{(?P<role>[\w:.-]+)\}`(?P<arg>[^`]+)`"
    r"|(?P<code>(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<math>\$[^$]+\$)"
    r"|\[(?P<text>[^\]]*)\]\((?P<target>[^()\s]+)\)",
    re.DOTALL,
)


class _Anything:
    """Stands for any directive while its options and its body are told apart."""

    option_spec, has_content = {"class": str, "label": str}, True
    required_arguments, optional_arguments, final_argument_whitespace = 0, 1, True


def portable_markdown(text, chapter, glued):
    """Return MyST text as plain Markdown.

    chapter: the path of the chapter that the text is from; its neighbours hold the labels.
    glued: {name: text} of the numbers that the chapter's code glues; None before it has run.
    """
    return _Rewriter(chapter, glued).blocks(text)


class _Rewriter:
    def __init__(self, chapter, glued):
        self.chapter, self.glued = chapter, glued

    # -- blocks ----------------------------------------------------------------------------------

    def blocks(self, text):
        lines, out, done = text.split("\n"), [], 0
        for token in _parse(text):
            if token.map is None or token.map[0] < done:
                continue
            start, end = token.map
            new = self.block(token)
            if new is None:  # kept, roles and links apart; its children may be directives
                continue
            out += [self.inline("\n".join(lines[done:start])), new]
            done = end
        out.append(self.inline("\n".join(lines[done:])))
        return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip("\n")

    def block(self, token):
        """Return what a block becomes, or None for one that stays as it is."""
        directive = re.match(r"\{([\w:.-]+)\}\s*(.*)", token.info)
        if token.type in ("fence", "colon_fence") and directive:
            if token.level:
                raise self.refused(
                    f"the directive {{{directive[1]}}} stands inside a list or quote"
                )
            return self.directive(directive[1], directive[2], token.content)
        if token.type in ("fence", "code_block"):
            return f"{token.markup}{token.info}\n{token.content}{token.markup}"
        if token.type in ("myst_target", "myst_line_comment", "myst_block_break"):
            return ""
        if token.type == "math_block_label":
            tag = f" \\tag{{{self.equation(token.info)}}}"
            return f"$$\n{self.formula(token.content.strip())}{tag}\n$$"
        if token.type == "math_block":
            return f"$$\n{self.formula(token.content.strip())}\n$$"
        return None

    def directive(self, name, argument, content):
        parsed = parse_directive_text(_Anything, argument, content)
        if parsed.warnings:
            raise self.refused(
                f"the directive {{{name}}} could not be read: {parsed.warnings[0].msg}"
            )
        body = "\n".join(parsed.body)
        title = self.inline(" ".join(parsed.arguments))
        if name == "math":
            label = parsed.options.get("label")
            tag = f" \\tag{{{self.equation(label)}}}" if label else ""
            return f"$$\n{body.strip()}{tag}\n$$"
        if name == "code-block":
            return f"```{title}\n{body}\n```"
        if name == "dropdown":
            return f"<details>\n<summary>{title}</summary>\n\n{self.blocks(body)}\n\n</details>"
        root = self.chapter.parent.parent
        if own := settings(root).directives.get(name):
            try:
                return self.blocks(own(title, root))
            except Refused as reason:
                raise self.refused(str(reason)) from None
        if name == "admonition" or name in ADMONITIONS:
            title = title or {"seealso": "See also"}.get(name, name.capitalize())
            quoted = f"**{title}**\n\n{self.blocks(body)}".split("\n")
            return "\n".join(f"> {line}".rstrip() for line in quoted)
        raise self.refused(f"publishing/record/portable.py does not know the directive {{{name}}}")

    # -- inline ----------------------------------------------------------------------------------

    def inline(self, text):
        return INLINE.sub(self.span, text)

    def span(self, match):
        if match["role"]:
            return self.role(match["role"], match["arg"])
        if match["target"] is not None:
            return self.link(match["text"], match["target"])
        return self.formula(match[0]) if match["math"] else match[0]

    def formula(self, text):
        """Return mathematics with the numbers that are glued into it."""
        return ROLE.sub(lambda role: self.role("glue:text", role[1]), text)

    def role(self, name, argument):
        if name == "glue:text":
            if self.glued is None:
                return "..."
            if argument not in self.glued:
                raise self.refused(f"no cell glues {argument!r}")
            return self.glued[argument]
        if name == "math":
            return f"${argument}$"
        if name in ("cite:p", "cite:t"):
            return cite(argument, name == "cite:t", self.chapter.parent / "references.bib")
        if name == "eq":
            return f"({self.equation(argument)})"
        if name in ("ref", "doc", "term"):
            text, target = re.fullmatch(r"(?:(.*\S)\s*<)?([^<>]+)>?", argument, re.DOTALL).groups()
            if name == "term":
                return self.term(text or target, " ".join(target.split()))
            return self.link(text or "", f"{target}.md" if name == "doc" else f"#{target}")
        raise self.refused(f"publishing/record/portable.py does not know the role {{{name}}}")

    def term(self, text, entry):
        """Return the bare text of a link to the glossary, which no notebook can follow."""
        if entry not in glossary_terms(self.chapter.parent):
            raise self.refused(f"the glossary has no entry {entry!r}")
        return text

    def link(self, text, target):
        """Return a link as a link where it leads to a site or another notebook, else as text."""
        if ":" in target:
            return f"[{text}]({target})"
        name, _, label = target.partition("#")
        labels = _labels(self.chapter.parent)
        if label and label not in labels:
            raise self.refused(f"no heading has the label {label!r}")
        page, title = labels[label] if label else (name, "")
        text = text or title or page
        if page == self.chapter.name or not re.match(r"\d\d-", page):
            return f"*{text}*"
        return f"[{text}]({page.removesuffix('.md')}.ipynb)"

    def equation(self, label):
        """Return the number of an equation, counted in the order of the chapter."""
        labels = [
            t.info for t in _parse(self.chapter.read_text("utf8")) if t.type == "math_block_label"
        ]
        if label not in labels:
            raise self.refused(f"no equation has the label {label!r}")
        return labels.index(label) + 1

    def refused(self, why):
        return Refused(f"{self.chapter.name}: {why}")


def _parse(text):
    config = MdParserConfig(enable_extensions={"colon_fence", "dollarmath"})
    return create_md_parser(config, RendererHTML).parse(text + "\n")


@cache
def glossary_terms(book):
    """Return the terms that the glossary of a book explains."""
    return [
        line
        for page in sorted(book.glob("*.md"))
        for token in _parse(page.read_text("utf8"))
        if token.info.startswith("{glossary}")
        for line in token.content.splitlines()
        if re.match(r"[^\s:]", line)
    ]


@cache
def _labels(book):
    """Return {label: (file name, title)} for every labelled heading of the book."""
    labels = {}
    for page in sorted(book.glob("*.md")):
        waiting = []
        for token in _parse(page.read_text("utf8")):
            if token.type == "myst_target":
                waiting.append(token.content)
            elif token.type == "inline":
                labels.update({label: (page.name, token.content) for label in waiting})
                waiting = []
    return labels
