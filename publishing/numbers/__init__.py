"""Where each number that a reader sees comes from; and what happens when one is changed."""
