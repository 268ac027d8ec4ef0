"""What the learner has done so far: one small file beside the work, and a code to carry it away."""

import json
import sys
import zlib
from pathlib import Path

from .aside import set_aside
from .reader import ids

FILE = "fivelines-progress.json"
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no letter looks like a digit
SLOTS = 12  # exercises for which a chapter has room in the code


class Progress:
    """Which exercises are right, and for which the solution or hints were shown.

    folder: where the file is or will be. Nothing is written until something is worth keeping. A
    file that cannot be read is set aside under another name; `note` then says so.
    """

    def __init__(self, folder="."):
        self.path = Path(folder) / FILE
        self.right, self.shown, self.hints, self.predictions = set(), set(), {}, {}
        self.note = ""
        if not self.path.exists():
            return
        try:
            self._read(json.loads(self.path.read_text("utf8")))
        except (ValueError, TypeError, AttributeError, KeyError, OSError):
            self._set_aside()

    def _read(self, state):
        right, shown = set(state["right"]), set(state["shown"])
        hints = {str(id): int(n) for id, n in state["hints"].items()}
        predictions = {str(id): dict(said) for id, said in state["predictions"].items()}
        self.right, self.shown, self.hints, self.predictions = right, shown, hints, predictions

    def _set_aside(self):
        try:
            aside = set_aside(self.path, "fivelines-progress-damaged-{0}.json")
        except OSError as error:
            self.note = f"{self.path.name} cannot be read ({error.strerror}); starting afresh."
        else:
            self.note = f"{self.path.name} was damaged. It is now {aside.name}; starting afresh."

    def save(self):
        """Write the file, at once or not at all. Where that is not allowed, `note` says so."""
        state = {
            "right": sorted(self.right),
            "shown": sorted(self.shown),
            "hints": self.hints,
            "predictions": self.predictions,
        }
        new = self.path.with_suffix(".new")
        try:
            new.write_text(json.dumps(state, indent=1) + "\n", "utf8")
            new.replace(self.path)
        except OSError as error:
            self.note = f"The progress could not be written to {self.path} ({error.strerror})."

    def mark(self, id, kind):
        """Add an exercise to a set, "right" or "shown", and save if that is new."""
        if id not in getattr(self, kind):
            getattr(self, kind).add(id)
            self.save()

    def next(self):
        """Return the id of the first exercise that is not right yet, or None."""
        return next((id for id in ids() if id not in self.right), None)

    def bars(self):
        """Return a line for each chapter: how many of its exercises are right."""
        stream = (getattr(sys.stdout, "encoding", "") or "").lower().replace("-", "")
        full, empty = ("█", "░") if stream == "utf8" else ("#", ".")
        lines = []
        for chapter in sorted({id[:2] for id in ids()}):
            mine = [id for id in ids() if id[:2] == chapter]
            right = sum(id in self.right for id in mine)
            line = f"chapter {chapter}  "
            line += "".join(full if id in self.right else empty for id in mine).ljust(SLOTS)
            line += f"{right} of {len(mine)}"
            if seen := [id for id in mine if id in self.shown]:
                line += f"  (solution shown: {', '.join(seen)})"
            lines.append(line)
        return lines

    # -- the code --------------------------------------------------------------------------------

    def code(self):
        """Return a short text from which `restore` knows what is right and what was shown."""
        bits = 0
        for kind, offset in ((self.right, 0), (self.shown, 1)):
            for id in kind & set(ids()):
                bits |= 1 << (2 * _slot(id) + offset)
        digits = ""
        while bits:
            bits, digit = divmod(bits, 32)
            digits = ALPHABET[digit] + digits
        digits = digits or "0"
        return f"{digits}-{_check(digits)}"

    def restore(self, code):
        """Add what a code from elsewhere holds. Raises ValueError with a sentence if it is none."""
        text = code.strip().upper().translate(str.maketrans("OIL", "011"))
        digits, _, check = text.partition("-")
        if not digits or not set(digits) <= set(ALPHABET) or check != _check(digits):
            raise ValueError(f"{code!r} is not a progress code: copy it again, with the dash.")
        bits = 0
        for digit in digits:
            bits = 32 * bits + ALPHABET.index(digit)
        for id in ids():
            if bits >> 2 * _slot(id) & 1:
                self.right.add(id)
            if bits >> 2 * _slot(id) & 2:
                self.shown.add(id)
        self.save()


def _slot(id):
    chapter, number = map(int, id.split("."))
    return chapter * SLOTS + number - 1


def _check(digits):
    n = zlib.crc32(digits.encode()) % 32**2
    return ALPHABET[n // 32] + ALPHABET[n % 32]
