"""A call before it is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast
from urllib.parse import quote as _quote

from ._json import moment_text


def quote(segment: str, *, path: bool = False) -> str:
    """Quotes a text as one segment of a path, or as a path; dots that would lead to another path are quoted too."""
    text = _quote(segment, safe="/" if path else "")
    return "/".join(each.replace(".", "%2E") if each in (".", "..") else each for each in text.split("/"))


@dataclass(frozen=True)
class RequestOptions:
    """Options of a single call."""

    idempotency_key: str | None = None
    """Your own idempotency key of a change; by default each call has a new key, which all of its attempts share."""
    if_match: str | None = None
    """The expected version, ``"3"``, or its ETag."""
    wait: int | None = None
    """Seconds that the service may wait for the log or for an event."""
    timeout: float | None = None
    """Seconds of one attempt."""
    max_retries: int | None = None


@dataclass(frozen=True)
class Request:
    """One call of the API. Raises ValueError for a path that leads elsewhere."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    body: Any = None
    has_key: bool = False
    has_nonce: bool = False
    accept: str = "application/json"
    options: RequestOptions | None = None

    def __post_init__(self) -> None:
        # `//host` and `/../` would leave the service, with the token.
        if not re.match(r"/(?!/)", self.path) or re.search(r"/\.{1,2}(?:/|$)|[?#\\\s]", self.path):
            raise ValueError("A path begins with one / and has no query and no dots as a part.")

    @property
    def parameters(self) -> list[tuple[str, str]]:
        """The query as pairs of texts; a list repeats its name."""
        return [(name, _text_of(each)) for name, value in self.query.items() for each in _values_of(value)]


def _values_of(value: Any) -> Sequence[Any]:
    if value is None:
        return []
    return cast(Sequence[Any], value) if isinstance(value, Sequence) and not isinstance(value, str) else [value]


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return moment_text(value) if isinstance(value, datetime) else str(value)
