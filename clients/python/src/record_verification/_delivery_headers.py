"""The headers of a delivery, in any form that servers hand over."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Protocol

from .errors import DeliveryError

_NAMES = {
    "service-event-id",
    "service-signature",
    "service-signature-next",
    "service-timestamp",
    "webhook-id",
    "webhook-signature",
    "webhook-timestamp",
}
BYTES: tuple[type[Any], ...] = (bytes, bytearray, memoryview)
_LISTS: tuple[type[Any], ...] = (list, tuple)
_PRINTABLE_ASCII = re.compile(r"[ -~]*")


class _HasItems(Protocol):
    def items(self) -> Iterable[tuple[Any, Any]]: ...


Headers = _HasItems | Iterable[tuple[Any, Any]]
"""A mapping, or name and value in pairs, as text or as bytes."""


def read_headers(headers: Headers | None) -> dict[str, str]:
    """The headers that identify and sign a delivery, by their names in lower case.

    Raises DeliveryError ``header.malformed`` for one that occurs more than once, or is no line of ASCII.
    """
    values: dict[str, str] = {}
    for name, value in _pairs_of(headers):
        known = _text_of(name).lower()
        if known not in _NAMES:
            continue
        for each in value if isinstance(value, _LISTS) else [value]:
            if each is None:
                continue
            text = _text_of(each)
            if known in values or not _is_single(text):
                raise malformed(known)
            values[known] = text
    return values


def required(headers: dict[str, str], name: str) -> str:
    """The value of a header. Raises DeliveryError ``header.missing``."""
    value = headers.get(name)
    if not value:
        raise DeliveryError("header.missing", f"The header {name} is missing.")
    return value


def malformed(name: str) -> DeliveryError:
    """The error of a header whose value is wrong."""
    return DeliveryError("header.malformed", f"The header {name} is malformed or occurs more than once.")


def _is_single(text: str) -> bool:
    """Servers join repeated headers with a comma and a space (RFC 9110, section 5.3), which none of ours contains."""
    return _PRINTABLE_ASCII.fullmatch(text) is not None and ", " not in text


def _text_of(value: Any) -> str:
    """A text as it is, bytes as their characters; what is neither becomes a text that no header has."""
    if isinstance(value, str):
        return value
    return bytes(value).decode("latin-1") if isinstance(value, BYTES) else "\0"


def _pairs_of(headers: Any) -> list[tuple[Any, Any]]:
    if headers is None:
        return []
    try:
        return [(name, value) for name, value in (headers.items() if hasattr(headers, "items") else headers)]
    except (TypeError, ValueError):
        fault = "The headers are neither a mapping nor pairs of name and value."
        raise DeliveryError("header.malformed", fault) from None
