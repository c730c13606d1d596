"""Trust policies: C2SP tlog-policy, and the signed form of docs/trust-policy.md."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .encoding import moment, moment_or_none, read_decimal, sha256
from .errors import EvidenceError
from .notes import open_note
from .policy_file import TrustPolicy, malformed_policy, parse_policy
from .verifier_keys import ED25519, NoteVerifier, VerifierKey, parse_verifier_key

_FORMAT = "trust-policy/v1"
_HEAD = re.compile("# ([a-z]+) (.+)")


@dataclass(frozen=True)
class PinnedPolicy:
    """What a reader keeps of the policy that it accepted last."""

    version: int
    key: str
    digest: str


@dataclass(frozen=True)
class SignedPolicy:
    """A policy whose signatures were checked."""

    version: int
    expires: str
    key: VerifierKey
    digest: str
    policy: TrustPolicy

    @property
    def fingerprint(self) -> str:
        """What people compare of its key: the SHA-256 of the 32 bytes, in hex."""
        return sha256(self.key.public_key).hex()

    def is_current(self, now: int) -> bool:
        """Whether it has not expired. ``now`` is in milliseconds since 1970."""
        return now < moment(self.expires)


def open_policy(note: str, pinned: PinnedPolicy | None) -> SignedPolicy:
    """Opens a signed policy: its own key signed it, and the pinned one where there is one.

    Raises EvidenceError: ``policy.malformed``; ``policy.unsigned``; ``policy.replaced`` where the reader accepted a newer
    version, or another policy of the same. Look at ``is_current`` too.
    """
    text = note[: note.rfind("\n\n") + 1]
    lines = text.split("\n")
    heads = [_HEAD.fullmatch(line) for line in lines[:4]]
    names = [head[1] for head in heads if head is not None]
    if names != ["format", "version", "expires", "key"]:
        raise malformed_policy("it does not begin with its format, version, expiry and key")
    format_name, version_text, expires, key_text = [head[2] for head in heads if head is not None]
    version = read_decimal(version_text)
    if format_name != _FORMAT or not version or moment_or_none(expires) is None:
        raise malformed_policy("its format, version or expiry is invalid")
    policy = parse_policy(text)
    key = parse_verifier_key(key_text)
    if key.kind != ED25519:
        raise malformed_policy("its key cannot sign a policy")
    signed = SignedPolicy(version, expires, key, sha256(text).hex(), policy)
    _require_signature(note, key)
    if pinned is not None:
        _require_signature(note, parse_verifier_key(pinned.key))
        if version < pinned.version or (version == pinned.version and signed.digest != pinned.digest):
            raise EvidenceError("policy.replaced", "A newer policy, or another of this version, was accepted before.")
    return signed


def _require_signature(note: str, key: VerifierKey) -> None:
    try:
        open_note(note, [NoteVerifier.of(key)])
    except EvidenceError as error:
        if error.code == "note.malformed":
            raise
        raise EvidenceError("policy.unsigned", "The policy's key, or the pinned one, did not sign it.") from None
