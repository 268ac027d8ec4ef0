"""How a chapter becomes a recorded notebook, a page of the book and a launch link."""
