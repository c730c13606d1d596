"""Canonical encodings, and texts of moments and digests."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from typing import Any, TypeGuard

from .errors import EvidenceError

SAFE_INTEGER = 2**53 - 1

_DECIMAL = re.compile(r"0|[1-9][0-9]{0,15}")
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_HEX = re.compile(r"(?:[0-9a-f]{2})*")
_MOMENT = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})Z")


def sha256(data: bytes | str) -> bytes:
    """SHA-256 (FIPS 180-4) of bytes, or of a text in UTF-8."""
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).digest()


def digest_text(text: str) -> str:
    """SHA-256 of a text in UTF-8, as ``sha256:`` and lower-case hex."""
    return f"sha256:{sha256(text).hex()}"


def is_digest(value: Any) -> bool:
    """Whether a value is a digest in the form that the service writes."""
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def digest_bytes(digest: str) -> bytes:
    """The 32 bytes of a digest. Raises EvidenceError ``encoding.not_canonical``."""
    if not is_digest(digest):
        raise EvidenceError("encoding.not_canonical", "This is not a digest.")
    return bytes.fromhex(digest[len("sha256:") :])


def decode_base64(text: str) -> bytes:
    """Bytes of canonical base64 with padding. Raises EvidenceError ``encoding.not_canonical`` for any other text."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        data = None
    if data is None or base64.b64encode(data).decode() != text:
        raise EvidenceError("encoding.not_canonical", "This is not canonical base64.")
    return data


def decode_base64url(text: str) -> bytes:
    """Bytes of canonical base64url without padding. Raises EvidenceError ``encoding.not_canonical``."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        data = None
    if data is None or encode_base64url(data) != text:
        raise EvidenceError("encoding.not_canonical", "This is not canonical base64url.")
    return data


def encode_base64(data: bytes) -> str:
    """RFC 4648, section 4, with padding."""
    return base64.b64encode(data).decode()


def encode_base64url(data: bytes) -> str:
    """RFC 4648, section 5, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_hex(text: str) -> bytes:
    """Bytes of lower-case hex. Raises EvidenceError ``encoding.not_canonical``."""
    if _HEX.fullmatch(text) is None:
        raise EvidenceError("encoding.not_canonical", "This is not canonical hex.")
    return bytes.fromhex(text)


def read_decimal(text: str) -> int | None:
    """A decimal without leading zeros, from 0 to 2^53 - 1; None for any other text."""
    if _DECIMAL.fullmatch(text) is None:
        return None
    number = int(text)
    return number if number <= SAFE_INTEGER else None


def moment_or_none(text: Any) -> int | None:
    """Milliseconds since 1970 of ``2026-11-21T03:00:00.000Z``; None for another form, or a time that does not exist."""
    match = _MOMENT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    year, month, day, hour, minute, second, millisecond = (int(part) for part in match.groups())
    if not 1 <= month <= 12 or hour > 23 or minute > 59 or second > 59:
        return None
    if not 1 <= day <= _days_in(year, month):
        return None
    seconds = ((_day_number(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    return seconds * 1000 + millisecond


def moment(text: str) -> int:
    """Milliseconds since 1970. Raises EvidenceError ``encoding.not_canonical`` for an invalid moment."""
    milliseconds = moment_or_none(text)
    if milliseconds is None:
        raise EvidenceError("encoding.not_canonical", "This is not a moment.")
    return milliseconds


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in(year: int, month: int) -> int:
    return 29 if month == 2 and _is_leap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def _day_number(year: int, month: int, day: int) -> int:
    """Days since 1970. Not from the standard library, which has no year 0, whereas moments may."""
    before = year - 1
    to_year = before * 365 + before // 4 - before // 100 + before // 400
    return to_year + sum(_days_in(year, each) for each in range(1, month)) + day - 1 - 719162


def is_text(value: Any) -> TypeGuard[str]:
    """Whether a JSON value is a string."""
    return isinstance(value, str)


def is_list(value: Any) -> TypeGuard[list[Any]]:
    """Whether a JSON value is an array."""
    return isinstance(value, list)


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_size(value: Any) -> bool:
    """Whether a value is a whole number from 0 to 2^53 - 1."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= SAFE_INTEGER


def is_count(value: Any) -> bool:
    """Whether a JSON value is a whole number from 0."""
    return is_size(value) and value > 0
