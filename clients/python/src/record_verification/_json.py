"""JSON from others that nobody has verified."""

from __future__ import annotations

import json
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


def _containers(value: Any) -> list[Any]:
    items: list[Any] = list(value.values()) if is_object(value) else list(value)
    return [item for item in items if is_object(item) or is_list(item)]
