"""Program and state in, next state out: the reference executor, in plain Python."""
