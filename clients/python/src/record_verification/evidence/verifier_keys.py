"""Keys of notes, as C2SP writes them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from .encoding import decode_base64, sha256
from .errors import EvidenceError
from .signatures import VerifyingKey

ED25519 = 0x01
COSIGNATURE = 0x04
_KEY_HASH = re.compile("[0-9a-f]{8}")


@dataclass(frozen=True)
class NoteSignature:
    name: str
    key_hash: int
    signature: bytes


def is_key_name(name: str) -> bool:
    """Whether a text may name a key (C2SP signed-note)."""
    return name != "" and not any(
        character.isspace()
        or character == "+"
        or unicodedata.category(character) == "Cc"
        or "\ud800" <= character <= "\udfff"
        for character in name
    )


@dataclass(frozen=True)
class VerifierKey:
    """A public key with its name on notes."""

    name: str
    key_hash: int
    kind: int
    public_key: bytes


def note_key_hash(name: str, kind: int, public_key: bytes) -> int:
    """The four bytes that name a key in a note (C2SP signed-note)."""
    return int.from_bytes(sha256(f"{name}\n".encode() + bytes([kind]) + public_key)[:4], "big")


def verifier_key(name: str, kind: int, public_key: bytes) -> VerifierKey:
    """A verifier key as text (C2SP signed-note)."""
    if not is_key_name(name):
        raise EvidenceError("verifier_key.malformed", "This is not the name of a key.")
    return VerifierKey(name, note_key_hash(name, kind, public_key), kind, public_key)


def parse_verifier_key(text: str) -> VerifierKey:
    """Reads a vkey, ``<name>+<hash>+<base64>``. Raises EvidenceError ``verifier_key.malformed``."""
    name, *rest = text.split("+", 2)
    if not is_key_name(name) or len(rest) != 2 or _KEY_HASH.fullmatch(rest[0]) is None:
        raise _malformed_key()
    try:
        data = decode_base64(rest[1])
    except EvidenceError:
        raise _malformed_key() from None
    if data == b"":
        raise _malformed_key()
    kind, public_key, key_hash = data[0], data[1:], int(rest[0], 16)
    if kind in (ED25519, COSIGNATURE):
        if len(public_key) != 32 or key_hash != note_key_hash(name, kind, public_key):
            raise _malformed_key()
    return VerifierKey(name, key_hash, kind, public_key)


def _malformed_key() -> EvidenceError:
    return EvidenceError("verifier_key.malformed", "This is not a vkey.")


def cosignature_time(signature: bytes) -> int | None:
    """Seconds since 1970; None where these are not 8 bytes of time and 64 of signature."""
    time = int.from_bytes(signature[:8], "big")
    return time if len(signature) == 72 and time < 2**63 else None


class NoteVerifier:
    """Checks the signatures of one key. Without a name, a signature's hash must be that of its own name and this key.

    Raises EvidenceError ``key.malformed`` for an unsound key, ``trust.malformed`` for an unknown kind.
    """

    def __init__(
        self, kind: int, public_key: bytes, name: str | None, witness_id: str = "", last_size: int | None = None
    ) -> None:
        if kind not in (ED25519, COSIGNATURE):
            raise EvidenceError("trust.malformed", "A vkey is of a kind that is not known here.")
        self.kind = kind
        self.public_key = public_key
        self.name = name
        self.id = witness_id
        """A witness's name in the quorum."""
        self.last_size = last_size
        """Of a retired key of a log: the largest tree whose checkpoint its signature counts for."""
        self._key = VerifyingKey(public_key)

    @staticmethod
    def of(key: VerifierKey, last_size: int | None = None) -> NoteVerifier:
        return NoteVerifier(key.kind, key.public_key, key.name, last_size=last_size)

    def is_named_by(self, name: str, key_hash: int) -> bool:
        if self.name is not None and name != self.name:
            return False
        return key_hash == note_key_hash(name, self.kind, self.public_key)

    def verify(self, text: str, signature: bytes) -> bool:
        if self.kind == ED25519:
            return self._key.verify(text.encode(), signature)
        time = cosignature_time(signature)
        if time is None:
            return False
        return self._key.verify(f"cosignature/v1\ntime {time}\n{text}".encode(), signature[8:])
