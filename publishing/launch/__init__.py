"""How a chapter is opened elsewhere: addresses, the notebooks with their setup cell, the tree."""
