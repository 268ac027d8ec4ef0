"""The command `fivelines`."""

import click

from fivelines.copies import copy_notebooks


@click.group()
def main():
    """Five Lines, in the terminal."""


@main.command()
@click.argument("folder", default="my-notebooks")
def notebooks(folder):
    """Copy the chapters to FOLDER, to write in them."""
    try:
        for name, done in copy_notebooks(folder):
            click.echo(f"{folder}/{name}: {done}")
    except OSError as error:
        raise click.ClickException(str(error)) from None
