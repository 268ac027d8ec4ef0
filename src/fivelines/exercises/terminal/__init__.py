"""The command `fivelines`: the exercises in a terminal and an editor."""
