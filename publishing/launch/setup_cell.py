# @title Setup: finds the package of this course, or installs it. Run this cell first.
def _fingerprint(folder):
    """Return what tells one state of a package's files from another, whatever ends their lines."""
    import hashlib

    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).parts):
        name = path.relative_to(folder).as_posix()
        if path.suffix in (".py", ".json") and not name.startswith(".") and "/." not in name:
            digest.update(f"{name}\n".encode() + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return digest.hexdigest()[:16]


def _setup(source, wanted, fingerprint):
    import importlib
    import importlib.metadata as metadata
    import platform
    import socket
    import subprocess
    import sys
    import tomllib
    from pathlib import Path
    from urllib.parse import urlsplit

    class Stop(Exception):  # shown by IPython as its sentence alone; ends "Run All"
        def _render_traceback_(self):
            return [str(self)]

    def version(package):
        try:
            return f"{package} {metadata.version(package)}"
        except metadata.PackageNotFoundError:
            return f"no {package}"

    def course(folder):
        """Return what a checkout of the course says of itself, or None where folder is none."""
        try:
            project = tomllib.loads((folder / "pyproject.toml").read_text("utf8"))["project"]
        except (OSError, ValueError, KeyError):
            return None
        there = (folder / "src" / "fivelines" / "__init__.py").is_file()
        return project if there and project.get("name") == "fivelines" else None

    def find():
        """Return what `import fivelines` will find, and the checkout that it lies in, or None."""
        importlib.invalidate_caches()
        asked = (finder.find_spec("fivelines", None) for finder in sys.meta_path)
        spec = next((spec for spec in asked if spec and spec.origin), None)
        if not spec:  # nothing, or a folder of that name without a package
            return None, None
        place = Path(spec.origin).resolve()
        place = place.parent if place.name == "__init__.py" else place
        checkout = place.parent.parent
        return place, checkout if checkout / "src" == place.parent and course(checkout) else None

    def restart(why):
        if loaded:
            loaded._outdated = True  # what was imported stays, whatever pip puts in its place
        return Stop(f"{why}, restart the kernel, and run this cell again.")

    def git(checkout, *command):
        try:
            done = subprocess.run(["git", "-C", str(checkout), *command], capture_output=True)
        except OSError:
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    def behind(checkout):
        """Return whether a checkout that nobody changed lacks the commit of this notebook."""
        commit = source.rpartition("@")[2]
        return (
            commit
            and git(checkout, "status", "--porcelain", "--", "src/fivelines") == b""
            and git(checkout, "rev-parse", "--is-shallow-repository") == b"false"
            and git(checkout, "merge-base", "--is-ancestor", commit, "HEAD") is None
        )

    def install(*options):
        pip = [sys.executable, "-m", "pip", "install", "--quiet", *options]
        pip += ["--no-compile", f"fivelines @ {source}"]  # compiling would double the wait
        done = subprocess.run(pip, capture_output=True, text=True)
        if done.returncode:
            server = urlsplit(source.removeprefix("git+")).hostname
            try:
                socket.create_connection((server, 443), timeout=5).close()
            except OSError:
                raise Stop(
                    f"There is no network: fivelines could not be fetched from {server}. "
                    "Connect, and run this cell again."
                ) from None
            lines = [line.strip() for line in done.stderr.splitlines()]
            told = [line for line in lines if line.startswith(("fatal:", "ERROR:"))]
            why = [*told, *lines, "pip did not say why"][0]
            raise Stop(f"fivelines could not be installed from {source}: {why}")

    for folder in (Path.cwd(), *Path.cwd().parents):  # is one a checkout, as on Binder?
        if course(folder):
            if str(folder / "src") not in sys.path:
                sys.path.insert(0, str(folder / "src"))
            break
    loaded, note, (place, checkout) = sys.modules.get("fivelines"), "", find()
    on_colab = "google.colab" in sys.modules  # where nobody else uses the machine
    if not place and not source:
        raise Stop(
            "fivelines is not installed, and this notebook was made in a copy of the course that "
            "has no address, or changes: open it in the folder of that copy."
        )
    if not place:
        install()
    elif not checkout and source and on_colab and fingerprint(place) != wanted:
        install("--force-reinstall", "--no-deps")
        if loaded:
            raise restart("fivelines is updated now")
    place, checkout = find()
    if not place:
        raise restart("pip put fivelines where this kernel does not look yet")
    differs = fingerprint(place) != wanted
    if differs and checkout:
        if behind(checkout):
            raise restart(f"{checkout} has not the commit of this notebook: `git pull` there")
        note = f"Note: {place} differs from the package that this notebook was made with."
    elif differs:
        known = metadata.distributions(name="fivelines")
        if not any(Path(one.locate_file("fivelines")).resolve() == place for one in known):
            what = "move it away"  # pip does not know it, and could not replace it
        elif source:
            what = f'run `%pip install --force-reinstall --no-deps "fivelines @ {source}"`'
        else:
            what = "open this notebook in the folder of the copy of the course that it is from"
        raise restart(
            f"{place} is not the fivelines that this notebook was made with, but older, newer, "
            f"changed or somebody else's: {what}"
        )
    if loaded and (
        vars(loaded).get("_outdated") or Path(loaded.__file__ or "").resolve().parent != place
    ):
        raise restart("Another fivelines was imported before this cell")
    project = course(checkout) if checkout else None
    print(
        f"fivelines {project.get('version')}" if project else version("fivelines"),
        f"Python {platform.python_version()}",
        *map(version, ("numpy", "torch", "jax")),
        sep=", ",
    )
    if note:
        print(note)


_setup("@SOURCE@", "@FINGERPRINT@", _fingerprint)
del _setup, _fingerprint
