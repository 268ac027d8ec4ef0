"""From a chapter to the record of what it printed, and the replay that compares the two."""
