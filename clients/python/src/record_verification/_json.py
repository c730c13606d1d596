"""JSON from others that nobody has verified, and JSON for the service."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from .evidence.encoding import is_list, is_object

_DEEPEST = 64


def read_json(content: str | bytes) -> Any:
    """Parses a text. Raises ValueError where it is not JSON, or is nested more than 64 levels deep."""
    try:
        root = json.loads(content)
    except RecursionError:
        raise ValueError("The JSON is nested too deep.") from None
    level = _containers([root])
    depth = 0
    while level:
        depth += 1
        if depth > _DEEPEST:
            raise ValueError(f"There are more than {_DEEPEST} levels.")
        level = [inner for each in level for inner in _containers(each)]
    return root


def write_json(value: Any) -> bytes:
    """The text of a body, in which a ``datetime`` becomes the service's form of it."""
    return json.dumps(value, separators=(",", ":"), default=_written).encode()


def moment_text(moment: datetime) -> str:
    """A time as elements have it. Raises ValueError for one without a time zone."""
    if moment.tzinfo is None:
        raise ValueError("A time needs a time zone.")
    moment = moment.astimezone(UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def _written(value: object) -> str:
    if isinstance(value, datetime):
        return moment_text(value)
    raise TypeError(f"A body cannot hold a {type(value).__name__}.")


def _containers(value: Any) -> list[Any]:
    items: list[Any] = list(value.values()) if is_object(value) else list(value)
    return [item for item in items if is_object(item) or is_list(item)]
