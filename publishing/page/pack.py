"""Python for the page, packed into pieces that arrive one by one.

A slow line is cut off in the middle, and what has come by then must count: each piece is a file of
its own, which the browser keeps. The pieces are compressed here and have an ending that servers
do not compress, so a browser can count their bytes; put together they are one gzip file.
"""

import gzip

PIECE = 256 * 1024  # five seconds at 50 KB/s
IN_PACK = ("pyodide.asm.wasm", "stdlib.zip", "lock.json")


def pieces(files):
    """Return {name: bytes} of the pieces into which those of files, {name: bytes}, are packed.

    What they are made of stands one after another, in the order of IN_PACK.
    """
    packed = gzip.compress(b"".join(files[name] for name in IN_PACK), 6, mtime=0)
    starts = range(0, len(packed), PIECE)
    return {f"pack-{i:02}.bin": packed[at : at + PIECE] for i, at in enumerate(starts)}
