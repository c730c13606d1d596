"""Proofs of inclusion as C2SP writes them."""

from __future__ import annotations

from dataclasses import dataclass

from .encoding import decode_base64, read_decimal
from .errors import EvidenceError

_PROOF_HEADER = "c2sp.org/tlog-proof@v1"


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
