"""Verification of deliveries."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .evidence.encoding import decode_base64, encode_base64, is_object, moment_or_none
from .evidence.errors import EvidenceError
from .evidence.signatures import VerifyingKey

TOLERANCE_SECONDS = 300
_SIGNATURES_AT_MOST = 16
_SERVICE_TIMESTAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_WEBHOOK_TIMESTAMP = re.compile(r"[0-9]{1,12}")


class DeliveryError(ValueError):
    """A delivery is not verified; ``code`` says why. The message contains neither a secret nor the body."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


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
    headers: Mapping[str, str],
    body: bytes,
    keys: str | Sequence[str],
    *,
    tolerance: float = TOLERANCE_SECONDS,
    now: datetime | None = None,
) -> dict[str, Any]:
    """Verifies a delivery and returns its event.

    ``body`` is exactly what was received: parsed and written again it may have other bytes. ``keys`` are secrets
    (``whsec_...``) or public keys (base64url, or ``whpk_...``); one valid signature under one of them is enough. The
    timestamp may differ by ``tolerance`` seconds from ``now``. Raises DeliveryError.
    """
    read = [_read_key(key) for key in ([keys] if isinstance(keys, str) else keys)]
    if not read:
        raise DeliveryError("key.malformed", "No secret and no key was given.")
    given: dict[str, str] = {}
    for name, value in headers.items():
        if name.lower() in given:
            raise DeliveryError("header.malformed", f"The header {name} occurs more than once.")
        given[name.lower()] = value
    seconds = time.time() if now is None else now.timestamp()
    event_id = _check_signatures(given, body, read, seconds, tolerance)
    event = _read_event(body)
    if event["id"] != event_id:
        raise DeliveryError("event.other_id", "The headers name another event.")
    return event


def _check_signatures(
    headers: Mapping[str, str], body: bytes, keys: Sequence[_Secret | VerifyingKey], now: float, tolerance: float
) -> str:
    secrets = [key for key in keys if isinstance(key, _Secret)]
    if secrets and headers.get("service-signature"):
        signed = _read_service_headers(headers)
        _check_time(signed.seconds, now, tolerance)
        content = signed.content(body)
        expected = [f"sha256={hmac.new(secret.text, content, hashlib.sha256).hexdigest()}" for secret in secrets]
        if _any_equal(signed.signatures, expected):
            return signed.event_id
        if len(secrets) == len(keys):
            raise _mismatch()
    signed = _read_webhook_headers(headers)
    _check_time(signed.seconds, now, tolerance)
    content = signed.content(body)
    expected = [
        f"v1,{encode_base64(hmac.new(secret.key, content, hashlib.sha256).digest())}" for secret in secrets
    ]
    if _any_equal(signed.signatures, expected):
        return signed.event_id
    for key in keys:
        if isinstance(key, VerifyingKey) and any(_is_signed(key, content, each) for each in signed.signatures):
            return signed.event_id
    raise _mismatch()


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


def _read_service_headers(headers: Mapping[str, str]) -> _Signed:
    timestamp = _required(headers, "service-timestamp")
    is_form = _SERVICE_TIMESTAMP.fullmatch(timestamp) is not None
    milliseconds = moment_or_none(f"{timestamp[:-1]}.000Z") if is_form else None
    if milliseconds is None:
        raise _malformed("service-timestamp")
    following = headers.get("service-signature-next")
    signatures = [_required(headers, "service-signature"), *([following] if following else [])]
    return _Signed(_required(headers, "service-event-id"), timestamp, milliseconds / 1000, signatures)


def _read_webhook_headers(headers: Mapping[str, str]) -> _Signed:
    timestamp = _required(headers, "webhook-timestamp")
    if _WEBHOOK_TIMESTAMP.fullmatch(timestamp) is None:
        raise _malformed("webhook-timestamp")
    signatures = _required(headers, "webhook-signature").split(" ")
    if len(signatures) > _SIGNATURES_AT_MOST:
        raise _malformed("webhook-signature")
    return _Signed(_required(headers, "webhook-id"), timestamp, int(timestamp), signatures)


def _required(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise DeliveryError("header.missing", f"The header {name} is missing.")
    return value


def _malformed(name: str) -> DeliveryError:
    return DeliveryError("header.malformed", f"The header {name} is malformed.")


def _check_time(seconds: float, now: float, tolerance: float) -> None:
    if seconds < now - tolerance:
        raise DeliveryError("timestamp.too_old", f"The delivery is more than {tolerance} s old.")
    if seconds > now + tolerance:
        raise DeliveryError("timestamp.too_new", f"The delivery is from more than {tolerance} s ahead.")


def _read_key(text: str) -> _Secret | VerifyingKey:
    try:
        if text.startswith("whsec_"):
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
        value = json.loads(body.decode("utf-8"))
    except ValueError:
        value = None
    event = value.get("event") if is_object(value) else None
    if not is_object(event) or not isinstance(event.get("id"), str):
        raise DeliveryError("body.malformed", "The body is not JSON with an event.")
    return event
