"""Signed notes, checkpoints, cosignatures and proofs, as C2SP writes them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from .encoding import decode_base64, read_decimal, sha256
from .errors import EvidenceError
from .signatures import VerifyingKey

ED25519 = 0x01
COSIGNATURE = 0x04
_SIGNATURES_AT_MOST = 100
_SIGNATURE_LINE = re.compile("\u2014 ([^ ]+) ([^ ]+)")
_KEY_HASH = re.compile("[0-9a-f]{8}")
_PROOF_HEADER = "c2sp.org/tlog-proof@v1"


@dataclass(frozen=True)
class NoteSignature:
    name: str
    key_hash: int
    signature: bytes


def is_note_text(text: str) -> bool:
    """Whether a text ends in a line feed and has no other ASCII control character."""
    return text.endswith("\n") and not any(
        (character < " " and character != "\n") or "\ud800" <= character <= "\udfff" for character in text
    )


def is_key_name(name: str) -> bool:
    return name != "" and not any(
        character.isspace()
        or character == "+"
        or unicodedata.category(character) == "Cc"
        or "\ud800" <= character <= "\udfff"
        for character in name
    )


def parse_note(note: str) -> tuple[str, list[NoteSignature]]:
    """Text and unchecked signatures of a note. Raises EvidenceError ``note.malformed``."""
    end = note.rfind("\n\n")
    lines = note[end + 2 :].split("\n")[:-1]
    if end == -1 or not is_note_text(note) or not 0 < len(lines) <= _SIGNATURES_AT_MOST:
        raise _malformed_note()
    return note[: end + 1], [_read_signature(line) for line in lines]


def _read_signature(line: str) -> NoteSignature:
    match = _SIGNATURE_LINE.fullmatch(line)
    if match is None or not is_key_name(match[1]):
        raise _malformed_note()
    try:
        data = decode_base64(match[2])
    except EvidenceError:
        raise _malformed_note() from None
    if len(data) <= 4:
        raise _malformed_note()
    return NoteSignature(match[1], int.from_bytes(data[:4], "big"), data[4:])


def _malformed_note() -> EvidenceError:
    return EvidenceError("note.malformed", "This is not a signed note.")


@dataclass(frozen=True)
class VerifierKey:
    """A public key with its name on notes."""

    name: str
    key_hash: int
    kind: int
    public_key: bytes


def note_key_hash(name: str, kind: int, public_key: bytes) -> int:
    return int.from_bytes(sha256(f"{name}\n".encode() + bytes([kind]) + public_key)[:4], "big")


def verifier_key(name: str, kind: int, public_key: bytes) -> VerifierKey:
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


class NoteVerifier:
    """Checks the signatures of one key. With no name, a signature's hash must be that of its name and this key.

    Raises EvidenceError ``key.malformed`` for an unsound key, ``trust.malformed`` for an unknown kind.
    """

    def __init__(self, kind: int, public_key: bytes, name: str | None, witness_id: str = "") -> None:
        if kind not in (ED25519, COSIGNATURE):
            raise EvidenceError("trust.malformed", "A vkey is of a kind that is not known here.")
        self.kind = kind
        self.public_key = public_key
        self.name = name
        self.id = witness_id
        """A witness's name in the quorum."""
        self._key = VerifyingKey(public_key)

    @staticmethod
    def of(key: VerifierKey) -> NoteVerifier:
        return NoteVerifier(key.kind, key.public_key, key.name)

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


def cosignature_time(signature: bytes) -> int | None:
    """Seconds since 1970; None where these are not 8 bytes of time and 64 of signature."""
    time = int.from_bytes(signature[:8], "big")
    return time if len(signature) == 72 and time < 2**63 else None


def open_note(note: str, known: Sequence[NoteVerifier]) -> tuple[str, list[tuple[NoteVerifier, NoteSignature]]]:
    """Text of a note, and one signature for each known key that signed it; signatures of other keys are ignored.

    Raises EvidenceError: ``note.malformed``; ``note.bad_signature`` where a known key's is invalid; ``note.unsigned``.
    """
    text, signatures = parse_note(note)
    verified: list[tuple[NoteVerifier, NoteSignature]] = []
    for signature in signatures:
        key = next((each for each in known if each.is_named_by(signature.name, signature.key_hash)), None)
        if key is None:
            continue
        if not key.verify(text, signature.signature):
            raise EvidenceError("note.bad_signature", f"The signature of {signature.name} is not good.")
        if all(key is not other for other, _ in verified):
            verified.append((key, signature))
    if not verified:
        raise EvidenceError("note.unsigned", "No known key signed the note.")
    return text, verified


@dataclass(frozen=True)
class Position:
    """A size of the log, and its root at that size."""

    size: int
    root: bytes


@dataclass(frozen=True)
class OpenedCheckpoint:
    """A checkpoint whose signatures were checked."""

    origin: str
    size: int
    root: bytes
    cosignatures: list[tuple[NoteVerifier, int]]
    """Known cosigners, and when each of them signed, in seconds since 1970."""

    @property
    def position(self) -> Position:
        return Position(self.size, self.root)


def parse_checkpoint(text: str) -> tuple[str, int, bytes]:
    """Origin, size and root of a checkpoint's text. Raises EvidenceError ``checkpoint.malformed``."""
    lines = text[:-1].split("\n")
    size = read_decimal(lines[1]) if len(lines) >= 3 else None
    if not is_note_text(text) or size is None or lines[0] == "" or "" in lines[3:]:
        raise EvidenceError("checkpoint.malformed", "This is not a checkpoint.")
    try:
        root = decode_base64(lines[2])
    except EvidenceError:
        root = b""
    if len(root) != 32:
        raise EvidenceError("checkpoint.malformed", "The root of the checkpoint is not the base64 of 32 bytes.")
    return lines[0], size, root


def open_checkpoint(
    note: str, origin: str, log: Sequence[NoteVerifier], cosigners: Sequence[NoteVerifier]
) -> OpenedCheckpoint:
    """Checks and reads a checkpoint's note; one of the log's keys must have signed it. Raises EvidenceError."""
    text, verified = open_note(note, [*log, *cosigners])
    if not any(each.is_named_by(by.name, by.key_hash) for _, by in verified for each in log):
        raise EvidenceError("note.unsigned", "The log did not sign the checkpoint.")
    of, size, root = parse_checkpoint(text)
    if of != origin:
        raise EvidenceError("checkpoint.other_origin", "This is the checkpoint of another log.")
    cosignatures: list[tuple[NoteVerifier, int]] = []
    for _, by in verified:
        cosigner = next((each for each in cosigners if each.is_named_by(by.name, by.key_hash)), None)
        time = cosignature_time(by.signature)
        if cosigner is not None and time is not None:
            cosignatures.append((cosigner, time))
    return OpenedCheckpoint(of, size, root, cosignatures)


@dataclass(frozen=True)
class TlogProof:
    index: int
    proof: list[bytes]
    checkpoint: str
    extra: bytes | None


def parse_tlog_proof(text: str) -> TlogProof:
    """Reads a proof without checking it. Raises EvidenceError ``tlog_proof.malformed``."""
    head, separator, checkpoint = text.partition("\n\n")
    header, *lines = head.split("\n")
    if separator == "" or checkpoint == "" or header != _PROOF_HEADER:
        raise _malformed_proof()
    try:
        extra = decode_base64(lines.pop(0)[len("extra ") :]) if lines and lines[0].startswith("extra ") else None
        proof = [decode_base64(line) for line in lines[1:]]
    except EvidenceError:
        raise _malformed_proof() from None
    index = read_decimal(lines[0][len("index ") :]) if lines and lines[0].startswith("index ") else None
    if index is None or any(len(each) != 32 for each in proof):
        raise _malformed_proof()
    return TlogProof(index, proof, checkpoint, extra)


def _malformed_proof() -> EvidenceError:
    return EvidenceError("tlog_proof.malformed", "This is not a proof of a log.")
