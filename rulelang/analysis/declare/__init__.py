"""Merged rules in, the model with everything declared out; expressions are typed later."""
