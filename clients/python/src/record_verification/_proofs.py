"""Which answers prove themselves, by the path that was asked for."""

from __future__ import annotations

from urllib.parse import unquote

from .evidence.answers import VERIFY_BATCH_PATH, VERIFY_PATH


def _segments(path: str) -> list[str]:
    # As the service reads it: /v1/records/%76erify is a verification, too.
    return [unquote(segment) for segment in path.split("?")[0].removesuffix("/").split("/")]


def verification_path(path: str) -> str | None:
    """The path of a verification as its signature names it; None for another path."""
    asked = "/".join(_segments(path))
    return asked if asked in (VERIFY_PATH, VERIFY_BATCH_PATH) else None


def bundled_record(path: str) -> str | None:
    """The record whose bundle a path asks for; None for another path."""
    match _segments(path):
        case ["", "v1", "records", record_id, "evidence"]:
            return record_id
        case _:
            return None


def is_proved(path: str) -> bool:
    """Whether the answer to a path is signed."""
    return verification_path(path) is not None or bundled_record(path) is not None
