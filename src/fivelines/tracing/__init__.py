"""Tracing a loss once, and what is written from the trace: fused Python, and JavaScript."""
