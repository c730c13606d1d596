"""Verification of deliveries."""

from __future__ import annotations

import hashlib
import hmac
import re
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ._delivery_headers import BYTES, Headers, malformed, read_headers, required
from .errors import DeliveryError
from .evidence.encoding import decode_base64, encode_base64, is_object, moment_or_none
from .evidence.errors import EvidenceError
from .evidence.signatures import VerifyingKey
from .evidence.strict_json import parse_strict_json

__all__ = ["DeliveryError", "verify_delivery"]

TOLERANCE_SECONDS = 300
_SIGNATURES_AT_MOST = 16
_SERVICE_TIMESTAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_WEBHOOK_TIMESTAMP = re.compile(r"[0-9]{1,11}")


@dataclass(frozen=True)
class _Secret:
    text: bytes
    key: bytes


@dataclass(frozen=True)
class _Signed:
    event_id: str
    timestamp: str
    seconds: float
    signatures: list[str]

    def content(self, body: bytes) -> bytes:
        return f"{self.event_id}.{self.timestamp}.".encode() + body


def verify_delivery(
    headers: Headers,
    body: bytes | bytearray | memoryview | str,
    keys: str | Iterable[str],
    *,
    tolerance: float = TOLERANCE_SECONDS,
    now: datetime | None = None,
) -> dict[str, Any]:
    """Verifies a delivery and returns its event.

    ``headers`` are a mapping, or name and value in pairs. ``body`` is exactly what was received: a body that was parsed
    and written again may have other bytes. ``keys`` are secrets (``whsec_...``) or public keys (base64url, or
    ``whpk_...``); one valid signature under one of them is enough, and no header may name another event or time than it
    covers. The timestamp may differ by ``tolerance`` seconds from ``now``.

    Raises DeliveryError; TypeError or ValueError for an impossible ``tolerance`` or ``now``.
    """
    seconds = _check_options(tolerance, now)
    content = _content_of_body(body)
    read = _read_keys(keys)
    given = read_headers(headers)
    signed = _check_signatures(given, content, read, seconds, tolerance)
    if _is_contradicted(given, signed):
        raise _mismatch()
    event = _read_event(content)
    if event["id"] != signed.event_id:
        raise DeliveryError("event.other_id", "The headers name another event.")
    return event


def _check_options(tolerance: Any, now: Any) -> float:
    """The receiver's time, in seconds since 1970."""
    if not isinstance(tolerance, int | float) or isinstance(tolerance, bool):
        raise TypeError("tolerance is not a number.")
    if not 0 <= tolerance <= sys.float_info.max:
        raise ValueError("tolerance is negative, infinite or NaN.")
    if now is None:
        return time.time()
    if not isinstance(now, datetime):
        raise TypeError("now is not a datetime.")
    return now.timestamp()


def _content_of_body(body: Any) -> bytes:
    if isinstance(body, str):
        # What cannot be encoded was not received so, and is not what was signed.
        return body.encode("utf-8", "replace")
    if isinstance(body, BYTES):
        return bytes(body)
    raise DeliveryError("body.not_raw", "The body must be given as received, as bytes or as a text.")


def _check_signatures(
    headers: dict[str, str], body: bytes, keys: Sequence[_Secret | VerifyingKey], now: float, tolerance: float
) -> _Signed:
    secrets = [key for key in keys if isinstance(key, _Secret)]
    if secrets and headers.get("service-signature"):
        signed = _read_service_headers(headers)
        _check_time(signed.seconds, now, tolerance)
        content = signed.content(body)
        expected = [f"sha256={hmac.new(secret.text, content, hashlib.sha256).hexdigest()}" for secret in secrets]
        if _any_equal(signed.signatures, expected):
            return signed
        if len(secrets) == len(keys):
            raise _mismatch()
    signed = _read_webhook_headers(headers)
    _check_time(signed.seconds, now, tolerance)
    content = signed.content(body)
    expected = [
        f"v1,{encode_base64(hmac.new(secret.key, content, hashlib.sha256).digest())}" for secret in secrets
    ]
    if _any_equal(signed.signatures, expected):
        return signed
    for key in keys:
        if isinstance(key, VerifyingKey) and any(_is_signed(key, content, each) for each in signed.signatures):
            return signed
    raise _mismatch()


def _is_contradicted(headers: dict[str, str], signed: _Signed) -> bool:
    """Whether the headers of one scheme name another event or time than the valid signature covers."""
    service = datetime.fromtimestamp(signed.seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    covered = {
        "service-event-id": signed.event_id,
        "webhook-id": signed.event_id,
        "service-timestamp": service,
        "webhook-timestamp": str(int(signed.seconds)),
    }
    return any((headers.get(name) or value) != value for name, value in covered.items())


def _any_equal(signatures: Sequence[str], expected: Sequence[str]) -> bool:
    return any(
        [hmac.compare_digest(one.encode(), other.encode()) for one in signatures for other in expected]
    )


def _is_signed(key: VerifyingKey, content: bytes, signature: str) -> bool:
    if not signature.startswith("v1a,"):
        return False
    try:
        return key.verify(content, decode_base64(signature[len("v1a,") :]))
    except EvidenceError:
        return False


def _mismatch() -> DeliveryError:
    return DeliveryError("signature.mismatch", "No signature is valid: another secret, or a changed body or header.")


def _read_service_headers(headers: dict[str, str]) -> _Signed:
    timestamp = required(headers, "service-timestamp")
    is_form = _SERVICE_TIMESTAMP.fullmatch(timestamp) is not None
    milliseconds = moment_or_none(f"{timestamp[:-1]}.000Z") if is_form else None
    if milliseconds is None:
        raise malformed("service-timestamp")
    following = headers.get("service-signature-next")
    signatures = [required(headers, "service-signature"), *([following] if following else [])]
    return _Signed(required(headers, "service-event-id"), timestamp, milliseconds / 1000, signatures)


def _read_webhook_headers(headers: dict[str, str]) -> _Signed:
    timestamp = required(headers, "webhook-timestamp")
    if _WEBHOOK_TIMESTAMP.fullmatch(timestamp) is None:
        raise malformed("webhook-timestamp")
    signatures = required(headers, "webhook-signature").split(" ")
    if len(signatures) > _SIGNATURES_AT_MOST:
        raise malformed("webhook-signature")
    return _Signed(required(headers, "webhook-id"), timestamp, int(timestamp), signatures)


def _check_time(seconds: float, now: float, tolerance: float) -> None:
    if seconds < now - tolerance:
        raise DeliveryError("timestamp.too_old", f"The delivery is more than {tolerance} s old.")
    if seconds > now + tolerance:
        raise DeliveryError("timestamp.too_new", f"The delivery is from more than {tolerance} s ahead.")


def _read_keys(keys: Any) -> list[_Secret | VerifyingKey]:
    read = [_read_key(key) for key in ([keys] if isinstance(keys, str) or not hasattr(keys, "__iter__") else keys)]
    if not read:
        raise DeliveryError("key.malformed", "No secret and no key was given.")
    return read


def _read_key(text: Any) -> _Secret | VerifyingKey:
    try:
        if not isinstance(text, str):
            pass
        elif text.startswith("whsec_"):
            key = decode_base64(text[len("whsec_") :])
            if 24 <= len(key) <= 64:
                return _Secret(text.encode(), key)
        elif text.startswith("whpk_"):
            return VerifyingKey(decode_base64(text[len("whpk_") :]))
        else:
            return VerifyingKey.of(text)
    except EvidenceError:
        pass
    raise DeliveryError("key.malformed", "A key is neither a secret (whsec_) nor an Ed25519 public key of 32 bytes.")


def _read_event(body: bytes) -> dict[str, Any]:
    try:
        value = parse_strict_json(body)
    except EvidenceError:
        value = None
    event = value.get("event") if is_object(value) else None
    if not is_object(event) or not isinstance(event.get("id"), str):
        raise DeliveryError("body.malformed", "The body is not JSON with an event.")
    return event
