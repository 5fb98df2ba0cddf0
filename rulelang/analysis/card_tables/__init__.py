"""Card tables (CSV, YAML, JSON) in, rows of cards declarations out, with the place of every cell."""
