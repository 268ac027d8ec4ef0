"""Files that the build puts on the site beside its pages."""

import io
import zipfile
from hashlib import sha256
from pathlib import Path


def folder(name, files):
    """Return where files, {name: bytes}, lie on the site: a path that changes with any byte.

    So no browser mixes the files of two builds.
    """
    whole = sha256()
    for file, data in sorted(files.items()):
        whole.update(f"{file} {len(data)}\n".encode() + data)
    return f"_static/{name}-{whole.hexdigest()[:12]}"


def zipped(files):
    """Return the bytes of a zip of files, {path: bytes or text}.

    The same files give the same bytes: each has the date at which zip's calendar begins.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, data in files.items():
            archive.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def write(site, files):
    """Write files, {path: bytes}, into the folder of the site."""
    for file, data in files.items():
        path = Path(site) / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
