"""Signed notes, checkpoints, cosignatures and proofs, as C2SP writes them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .encoding import decode_base64
from .errors import EvidenceError
from .verifier_keys import NoteSignature, NoteVerifier, is_key_name

_SIGNATURES_AT_MOST = 100
_SIGNATURE_LINE = re.compile("\u2014 ([^ ]+) ([^ ]+)")


def is_note_text(text: str) -> bool:
    """Whether a text ends in a line feed and has no other ASCII control character."""
    return text.endswith("\n") and not any(
        (character < " " and character != "\n") or "\ud800" <= character <= "\udfff" for character in text
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
