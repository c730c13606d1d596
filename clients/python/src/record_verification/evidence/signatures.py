"""Ed25519, verified strictly, and detached JWS."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from .encoding import decode_base64url, encode_base64url, is_object, sha256
from .errors import EvidenceError
from .strict_json import canonical_json, parse_strict_json

_GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493
_FIELD_ORDER = 2**255 - 19
_LOW_ORDER = {
    0,
    1,
    _FIELD_ORDER - 1,
    0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
    0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
}


def is_sound_public_key(public_key: bytes) -> bool:
    """Whether 32 bytes are the canonical form of a point that is not of low order."""
    return len(public_key) == 32 and _is_sound_point(public_key)


def _is_sound_point(encoded: bytes) -> bool:
    y = int.from_bytes(encoded, "little") % 2**255
    return y < _FIELD_ORDER and y not in _LOW_ORDER


class VerifyingKey:
    """An Ed25519 public key (RFC 8032): key and R canonical and not of low order, S below the group's order, no cofactor.

    Raises EvidenceError ``key.malformed`` for an unsound key.
    """

    def __init__(self, public_key: bytes) -> None:
        if not is_sound_public_key(public_key):
            raise EvidenceError("key.malformed", "This is not a sound Ed25519 public key.")
        self._key = Ed25519PublicKey.from_public_bytes(public_key)

    @staticmethod
    def of(public_key: str) -> VerifyingKey:
        """Reads a key in base64url, as a JWK's ``x``."""
        return VerifyingKey(decode_base64url(public_key))

    def verify(self, message: bytes, signature: bytes) -> bool:
        """Whether a signature over a message is valid; False for a malformed one."""
        if len(signature) != 64 or not _is_sound_point(signature[:32]):
            return False
        if int.from_bytes(signature[32:], "little") >= _GROUP_ORDER:
            return False
        try:
            self._key.verify(signature, message)
        except InvalidSignature:
            return False
        return True


def signature_holds(public_key: str, message: bytes, signature: str) -> bool:
    """Whether a signature is valid, with all texts in base64url; False where one of them is malformed."""
    try:
        return VerifyingKey.of(public_key).verify(message, decode_base64url(signature))
    except EvidenceError:
        return False


def thumbprint(public_key: str) -> str:
    """RFC 7638 thumbprint of an Ed25519 key, given in base64url."""
    return encode_base64url(sha256(canonical_json({"crv": "Ed25519", "kty": "OKP", "x": public_key})))


@dataclass(frozen=True)
class DetachedJws:
    """A detached JWS, ``<protected>..<signature>`` (RFC 7515, appendix F)."""

    header: str
    key_id: str
    signature: bytes

    def holds(self, payload: bytes, key: VerifyingKey) -> bool:
        """Whether this is the signature of a payload under a key."""
        return key.verify(f"{self.header}.{encode_base64url(payload)}".encode(), self.signature)


def parse_detached_jws(text: str, kind: str) -> DetachedJws:
    """Reads a JWS whose header is exactly alg, kid and typ in canonical form. Raises EvidenceError ``jws.malformed``."""
    parts = text.split(".")
    if len(parts) != 3 or parts[1] != "":
        raise _malformed()
    header, _, encoded = parts
    try:
        signature = decode_base64url(encoded)
        value: Any = parse_strict_json(decode_base64url(header))
    except EvidenceError:
        raise _malformed() from None
    key_id = value.get("kid") if is_object(value) else None
    if len(signature) != 64 or not isinstance(key_id, str):
        raise _malformed()
    if header != encode_base64url(canonical_json({"alg": "Ed25519", "kid": key_id, "typ": kind}).encode()):
        raise _malformed()
    return DetachedJws(header, key_id, signature)


def _malformed() -> EvidenceError:
    return EvidenceError("jws.malformed", "This is not a detached JWS of this service.")
