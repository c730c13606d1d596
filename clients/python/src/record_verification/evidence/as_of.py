"""The position of the log as of which an answer holds."""

from __future__ import annotations

from dataclasses import dataclass

from .encoding import decode_base64, moment_or_none, read_decimal
from .errors import EvidenceError


@dataclass(frozen=True)
class AsOf:
    """The position of the log as of which an answer holds."""

    origin: str
    size: int
    root: bytes
    at: str
    time: int
    """Milliseconds since 1970."""


def parse_as_of(text: str) -> AsOf | None:
    """Reads ``Service-Evidence-As-Of``; None for another form."""
    parts = text.split(" ")
    if len(parts) != 4 or parts[0] == "":
        return None
    size, time = read_decimal(parts[1]), moment_or_none(parts[3])
    root = decoded(parts[2])
    if size is None or time is None or len(root) != 32:
        return None
    return AsOf(parts[0], size, root, parts[3], time)


def decoded(text: str) -> bytes:
    """The bytes of a text in base64; none where it is malformed."""
    try:
        return decode_base64(text)
    except EvidenceError:
        return b""
