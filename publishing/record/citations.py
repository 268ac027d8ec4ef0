"""Citations in plain Markdown: authors, year and a link, from book/references.bib."""

from functools import cache

from pybtex.database import parse_file

from publishing import Refused


def cite(keys, textual, bib):
    """Return what {cite:p} or, if textual, {cite:t} prints for comma-separated BibTeX keys.

    Raises Refused for a key that the file bib does not have.
    """
    works = [_work(_entry(key.strip(), bib), textual) for key in keys.split(",")]
    return ", ".join(works) if textual else f"({'; '.join(works)})"


def _entry(key, bib):
    if key not in _entries(bib):
        raise Refused(f"{bib.name} has no entry {key!r}")
    return _entries(bib)[key]


def _work(entry, textual):
    names = [" ".join(person.last_names) for person in entry.persons["author"]]
    who = names[0]
    if len(names) > 3:
        who += " et al."
    elif len(names) > 1:
        who = f"{', '.join(names[:-1])} and {names[-1]}"
    year, doi = entry.fields["year"], entry.fields.get("doi")
    text = f"{who} ({year})" if textual else f"{who}, {year}"
    link = f"https://doi.org/{doi}" if doi else entry.fields.get("url")
    return f"[{text}]({link})" if link else text


@cache
def _entries(bib):
    return parse_file(bib).entries
