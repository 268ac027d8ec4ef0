"""What the recorder has to know of the book that it records: [tool.record] in pyproject.toml."""

import tomllib
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import NamedTuple

from publishing import Refused


class Settings(NamedTuple):
    """The few facts; nothing else in publishing/record/ is about one book."""

    package: Path  # the folder of the code that chapters import
    lock: Path  # the file that pins the environment
    versions: dict  # {distribution: the name by which the pages call it}
    tags: frozenset  # those that a cell may have
    directives: dict  # {name: function of (argument, root) that returns MyST Markdown}
    words: object  # function of root: {name: text} of what a reader is told from elsewhere


@cache
def settings(root):
    """Return the Settings of the book in root. Raises Refused where they cannot be read."""
    file = Path(root) / "pyproject.toml"
    try:
        told = tomllib.loads(file.read_text("utf8"))["tool"]["record"]
        directives, words = told.get("directives"), told.get("words")
        if not (Path(root) / told["lock"]).is_file():
            raise Refused(f"there is no {told['lock']}, the lock that [tool.record] names")
        return Settings(
            package=Path(root) / told["package"],
            lock=Path(root) / told["lock"],
            versions=dict(told["versions"]),
            tags=frozenset(told["tags"]),
            directives=resolve_name(directives) if directives else {},
            words=resolve_name(words) if words else lambda root: {},
        )
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise Refused(f"{file.name} cannot be read: {error}") from error
    except KeyError as error:
        raise Refused(f"{file.name} lacks {error} of the table [tool.record]") from error
    except (ImportError, AttributeError, ValueError) as error:
        raise Refused(f"directives or words in [tool.record]: {error}") from error
