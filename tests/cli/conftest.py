"""The `command` fixture for all tests of commands."""

from tests.support.command import command

__all__ = ["command"]
