"""The command jupyter-book, which so starts in half the time: python -m publishing.page."""

from jupyter_book.cli.main import main

main(prog_name="jupyter-book")
