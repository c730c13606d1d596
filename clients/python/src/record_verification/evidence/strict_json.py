"""I-JSON (RFC 7493) in, canonical JSON (RFC 8785) out."""

from __future__ import annotations

import json
from decimal import Decimal, InvalidOperation
from typing import Any

import rfc8785

from .encoding import SAFE_INTEGER, is_list, is_object
from .errors import EvidenceError

_DEEPEST = 64
_LONGEST_NUMBER = 400


def parse_strict_json(data: str | bytes) -> Any:
    """Parses a text that every parser reads the same way; whole numbers become ``int`` in any notation.

    Raises EvidenceError: ``json.syntax``, ``json.duplicate_member``, ``json.lone_surrogate``, ``json.number``,
    ``json.too_deep`` beyond 64 levels.
    """
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
        value = json.loads(
            text,
            object_pairs_hook=_members,
            parse_int=_number,
            parse_float=_number,
            parse_constant=_no_constant,
        )
    except EvidenceError:
        raise
    except RecursionError:
        raise EvidenceError("json.too_deep", f"There are more than {_DEEPEST} levels.") from None
    except ValueError as error:
        raise EvidenceError("json.syntax", f"This is not JSON: {error}.") from None
    _check(value)
    return value


def canonical_json(value: Any) -> str:
    """The canonical text of a value. Raises ValueError on a value that JSON cannot hold."""
    return rfc8785.dumps(value).decode()


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise EvidenceError("json.duplicate_member", "An object names a member twice.")
    return members


def _number(written: str) -> int | float:
    if len(written) <= _LONGEST_NUMBER:
        number = float(written)
        if number.is_integer() and abs(number) <= SAFE_INTEGER:
            if _is_exactly(written, number):
                return int(number)
        elif number not in (float("inf"), float("-inf")) and not number.is_integer():
            if _is_exactly(written, number):
                return number
    raise EvidenceError("json.number", "A double does not hold this number as it is written.")


def _is_exactly(written: str, number: float) -> bool:
    mantissa = written.lower().split("e")[0]
    if not any(digit in "123456789" for digit in mantissa):
        return True
    try:
        return Decimal(written) == Decimal(repr(number))
    except InvalidOperation:
        return False


def _no_constant(name: str) -> Any:
    raise EvidenceError("json.syntax", f"{name} is not JSON.")


def _check(root: Any) -> None:
    levels: list[tuple[Any, int]] = [(root, 1)]
    while levels:
        value, depth = levels.pop()
        if isinstance(value, str):
            _check_text(value)
        elif is_list(value) or is_object(value):
            if depth > _DEEPEST:
                raise EvidenceError("json.too_deep", f"There are more than {_DEEPEST} levels.")
            if is_object(value):
                for name in value:
                    _check_text(name)
            items: list[Any] = list(value.values()) if is_object(value) else list(value)
            levels.extend((item, depth + 1) for item in items)


def _check_text(text: str) -> None:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise EvidenceError("json.lone_surrogate", "A text holds half a surrogate pair.")
