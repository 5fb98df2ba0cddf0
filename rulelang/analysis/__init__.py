"""Syntax tree in, checked game model out: every mistake that can be found before play is found here."""
