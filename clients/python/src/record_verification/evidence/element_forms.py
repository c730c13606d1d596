"""The members of elements, and their forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .encoding import is_count, is_digest, is_list, is_object, is_size, moment_or_none
from .transitions import RULES


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_moment(value: Any) -> bool:
    return moment_or_none(value) is not None


def _or_null(form: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or form(value)


def _is_text_list(value: Any) -> bool:
    return is_list(value) and len(value) > 0 and all(map(_is_text, value))


def _is_reference(value: Any) -> bool:
    if not is_object(value) or value.keys() != {"id", "version", "digest"}:
        return False
    return _is_text(value["id"]) and is_count(value["version"]) and is_digest(value["digest"])


Forms = Mapping[str, Callable[[Any], bool]]
_ALL: Forms = {
    "format": _is_text,
    "log": _is_text,
    "sequence": is_count,
    "type": _is_text,
    "event_id": _is_text,
    "occurred_at": _is_moment,
    "state": _is_text,
    "reason_digest": _or_null(is_digest),
    "salt": _is_text,
    "previous": _or_null(is_digest),
}
MEMBERS: Mapping[str, Forms] = {
    "record": {
        **_ALL,
        "project_id": _is_text,
        "record_id": _is_text,
        "origin": _is_text,
        "external_id": _or_null(_is_text),
        "authority": _is_reference,
        "issuer": _is_text,
        "expires_at": _or_null(_is_moment),
        "successor_id": _or_null(_is_text),
        "content_digest": is_digest,
        "issuer_signature": _or_null(_is_text),
    },
    "authority": {
        **_ALL,
        "project_id": _is_text,
        "authority_id": _is_text,
        "issuer": _is_text,
        "scope": _is_text_list,
        "valid_until": _is_moment,
        "public_key": _or_null(_is_text),
        "cause": _or_null(_is_text),
        "invalid_since": _or_null(_is_moment),
    },
    "key": {
        **_ALL,
        "key_id": _is_text,
        "purpose": lambda value: value in ("provenance", "answer"),
        "public_key": _is_text,
        "cause": _or_null(lambda value: value in RULES["key"]["present"]["cause"]["values"]),
        "invalid_since": _or_null(_is_moment),
        "invalid_from_size": _or_null(is_size),
    },
}
