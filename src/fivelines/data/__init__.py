"""The data of the course, and what the speed ladder measured last."""
