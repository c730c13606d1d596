"""What is wrong with evidence, or with what is pinned."""

from __future__ import annotations


class EvidenceError(ValueError):
    """A text does not have the form of its standard, or is not signed as required; ``code`` says which."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class CheckFailed(Exception):
    """A check found something wrong."""


class NotChecked(Exception):
    """A check lacks a value that it needs: it neither proves nor refutes anything."""
