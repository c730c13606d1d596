"""Errors of evidence, or of pinned keys and policies."""

from __future__ import annotations

from typing import Any


class Rebuilt(Exception):
    """An error that pickle and copy build again with all of its members, as a process pool needs it; as it is, Python calls
    the class with the message alone."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.args), self.__dict__


def _rebuilt(of: type[Rebuilt], arguments: tuple[Any, ...]) -> Rebuilt:
    return of.__new__(of, *arguments)


class EvidenceError(Rebuilt, ValueError):
    """A text does not have the form of its standard, or is not signed as required; ``code`` says which."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class CheckFailed(Exception):
    """A check found something wrong."""


class NotChecked(Exception):
    """A check lacks a value that it needs: it neither proves nor refutes anything."""
