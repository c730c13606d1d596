"""What a refusal says."""

from __future__ import annotations

from typing import Any

import httpx

from ._json import read_json
from .evidence.encoding import is_object


def error_of(response: httpx.Response) -> tuple[str, dict[str, Any]]:
    """The code and the members of the body's ``error``; an empty code where the body is not the service's."""
    try:
        body = read_json(response.content)
    except ValueError:
        body = None
    error = body.get("error") if is_object(body) else None
    if not is_object(error):
        return "", {}
    return str(error.get("code", "")), error
