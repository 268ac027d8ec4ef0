"""What is done to finished pages: one stylesheet, the index of the search, files beside them."""
