"""Checkpoints of a log with their cosignatures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .encoding import decode_base64, read_decimal
from .errors import EvidenceError
from .notes import is_note_text, open_note
from .verifier_keys import NoteVerifier, cosignature_time


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
    """Checks and reads a checkpoint's note; one of the log's keys must have signed it, before it was retired. Raises EvidenceError."""
    text, verified = open_note(note, [*log, *cosigners])
    signers = [key for key in log if any(key.is_named_by(by.name, by.key_hash) for _, by in verified)]
    if not signers:
        raise EvidenceError("note.unsigned", "The log did not sign the checkpoint.")
    of, size, root = parse_checkpoint(text)
    if all(key.last_size is not None and key.last_size < size for key in signers):
        raise EvidenceError("note.unsigned", "Only keys signed the checkpoint that had been retired before.")
    if of != origin:
        raise EvidenceError("checkpoint.other_origin", "This is the checkpoint of another log.")
    cosignatures: list[tuple[NoteVerifier, int]] = []
    for _, by in verified:
        cosigner = next((each for each in cosigners if each.is_named_by(by.name, by.key_hash)), None)
        time = cosignature_time(by.signature)
        if cosigner is not None and time is not None:
            cosignatures.append((cosigner, time))
    return OpenedCheckpoint(of, size, root, cosignatures)
