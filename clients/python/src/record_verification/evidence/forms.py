"""Forms of values. Each raises CheckFailed, which names the place, for a value of another form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .encoding import is_list, is_object, is_size, moment_or_none
from .errors import CheckFailed

Form = Callable[[Any, str], None]


def being(what: str, holds: Callable[[Any], bool]) -> Form:
    """A form with a predicate."""

    def check(value: Any, at: str) -> None:
        if not holds(value):
            raise CheckFailed(f"{at} is not {what}")

    return check


text = being("a text", lambda value: isinstance(value, str))
size = being("a whole number", is_size)
truth = being("true or false", lambda value: isinstance(value, bool))
any_object = being("an object", is_object)
timestamp = being("a moment", lambda value: moment_or_none(value) is not None)


def exactly(expected: str) -> Form:
    """The form of one text."""
    return being(expected, lambda value: value == expected)


def with_members(forms: Mapping[str, Form], optional: Mapping[str, Form] | None = None) -> Form:
    """An object with at least these members; the optional ones may be missing."""

    def check(value: Any, at: str) -> None:
        if not is_object(value):
            raise CheckFailed(f"{at} is not an object")
        for name, form in forms.items():
            if name not in value:
                raise CheckFailed(f"{at} has no member {name}")
            form(value[name], f"{at}.{name}")
        for name, form in (optional or {}).items():
            if name in value:
                form(value[name], f"{at}.{name}")

    return check


def members(forms: Mapping[str, Form], optional: Mapping[str, Form] | None = None) -> Form:
    """An object with no other members."""
    known = {*forms, *(optional or {})}
    check_known = with_members(forms, optional)

    def check(value: Any, at: str) -> None:
        if is_object(value):
            for name in value:
                if name not in known:
                    raise CheckFailed(f"{at} has an unknown member {name}")
        check_known(value, at)

    return check


def list_of(form: Form) -> Form:
    """The form of an array of values of a form."""
    def check(value: Any, at: str) -> None:
        if not is_list(value):
            raise CheckFailed(f"{at} is not a list")
        for index, item in enumerate(value):
            form(item, f"{at}[{index}]")

    return check


def map_of(form: Form) -> Form:
    """The form of an object whose members have a form."""
    def check(value: Any, at: str) -> None:
        if not is_object(value):
            raise CheckFailed(f"{at} is not an object")
        for name, item in value.items():
            form(item, f"{at}.{name}")

    return check


def null_or(form: Form) -> Form:
    """A form that also allows null."""
    def check(value: Any, at: str) -> None:
        if value is not None:
            form(value, at)

    return check


SIGNATURE = {"key_id": text, "algorithm": exactly("Ed25519"), "value": text}
shown_element = with_members({"digest": text, "signature": null_or(members(SIGNATURE))})
_elements = list_of(shown_element)
_consistency = members({"from": size, "to": size, "proof": list_of(text)})
_answer = members(
    {
        "body": any_object,
        "request": members({"method": text, "path": text, "body": any_object}),
        "request_id": text,
        "nonce": null_or(text),
        "as_of": text,
        "signature": text,
        "path": text,
    }
)
bundle = members(
    {
        "format": exactly("bundle/v1"),
        "log": text,
        "answer": _answer,
        "record": _elements,
        "authorities": map_of(_elements),
        "keys": map_of(_elements),
        "checkpoint": text,
        "inclusion": map_of(text),
        "order": map_of(text),
        "consistency": _consistency,
    },
    {"earlier": _consistency},
)

_receipt = members(
    {"log_index": size, "tree_size": size, "root_hash": text, "inclusion_proof": list_of(text), "checkpoint": text}
)
PROVENANCE = {
    "origin": text,
    "chain": list_of(shown_element),
    "chain_length": size,
    "verified": truth,
    "receipt": null_or(_receipt),
}
AUTHORITY = {
    "id": text,
    "version": size,
    "digest": text,
    "issuer": text,
    "scope": list_of(text),
    "state": text,
    "valid_until": timestamp,
    "valid_at_event": truth,
    "valid_now": truth,
}
LOOKUP = {"by": text, "counts": text, "current": truth, "matches": size, "revoked_matches": size}
VERDICT = {"result": text, "reasons": list_of(text), "warnings": list_of(text)}
PARTS: dict[str, Form] = {
    "provenance": with_members(PROVENANCE, {"logged_by": timestamp}),
    "authority": with_members(AUTHORITY),
    "state": text,
    "verdict": with_members(VERDICT),
    "lookup": with_members(LOOKUP),
}
RECORD = {"id": text, "state": text, "version": size}
ENVELOPE: dict[str, Form] = {
    "evidence": with_members({}, PARTS),
    "record": with_members(RECORD),
    "request_id": text,
    "verified_at": timestamp,
}
envelope = with_members(ENVELOPE)
