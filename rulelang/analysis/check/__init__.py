"""A declared model in, every expression typed and every name resolved out; what does not fit is reported."""
