"""A rules file in, one result for each of its `example` blocks out."""

from __future__ import annotations

from rulelang.examples.run import ExampleResult, run_examples

__all__ = ["ExampleResult", "run_examples"]
