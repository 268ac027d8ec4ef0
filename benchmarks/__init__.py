"""The speed ladder: one training run on seven engines, side by side. `make bench` runs it."""
