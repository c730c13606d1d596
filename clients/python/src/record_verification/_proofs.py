"""Which answers prove themselves, by the path of the request."""

from __future__ import annotations

from urllib.parse import unquote

from .evidence.answers import VERIFY_BATCH_PATH, VERIFY_PATH


def _segments(path: str) -> list[str]:
    # As the service reads it: /v1/records/%76erify is a verification, too.
    return [unquote(segment) for segment in path.removesuffix("/").split("/")]


def bundled_record(path: str) -> str | None:
    """The record of the bundle that a path requests; None for any other path."""
    match _segments(path):
        case ["", "v1", "records", record_id, "evidence"]:
            return record_id
        case _:
            return None


def is_proved(path: str) -> bool:
    """Whether the answer to a path is signed."""
    is_verification = "/".join(_segments(path)) in (VERIFY_PATH, VERIFY_BATCH_PATH)
    return is_verification or bundled_record(path) is not None
