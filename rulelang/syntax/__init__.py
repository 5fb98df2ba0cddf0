"""Text of a rules file in, syntax tree (and text again) out: the only room that knows the grammar."""
