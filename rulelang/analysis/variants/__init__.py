"""A variant and its bases in, one set of rules out; and what differs between two games."""
