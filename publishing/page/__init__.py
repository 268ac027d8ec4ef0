"""From a chapter and its record to a page: the extensions of Sphinx."""
