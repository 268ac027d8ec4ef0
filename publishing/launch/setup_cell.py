# @title Setup: finds the package of this course, or installs it. Run this cell first.
def _setup(source):
    import importlib.metadata as metadata
    import importlib.util
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

    course, found = None, importlib.util.find_spec("fivelines")
    folders = [Path.cwd(), *Path.cwd().parents]
    if found:
        folders += Path(found.origin).parents
    for folder in folders:  # is one a checkout of the course, as on Binder?
        if (folder / "src" / "fivelines").is_dir() and (folder / "pyproject.toml").is_file():
            project = tomllib.loads((folder / "pyproject.toml").read_text("utf8"))["project"]
            course = f"fivelines {project['version']}"
            if str(folder / "src") not in sys.path:
                sys.path.insert(0, str(folder / "src"))
            break
    if not course and not found:
        if not source:
            raise Stop(
                "fivelines is not installed, and this notebook was made in a copy of the course "
                "that has no address: open it in the folder of that copy."
            )
        pip = [sys.executable, "-m", "pip", "install", "--quiet"]
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
        importlib.invalidate_caches()
    print(
        course or version("fivelines"),
        f"Python {platform.python_version()}",
        *map(version, ("numpy", "torch", "jax")),
        sep=", ",
    )


_setup("@SOURCE@")
del _setup
