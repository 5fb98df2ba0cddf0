"""`python -m rulelang` in, the same as the `rulelang` command out."""

from rulelang.cli.app import main

if __name__ == "__main__":
    main()
