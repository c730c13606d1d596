"""Trust policies: C2SP tlog-policy, and the signed form of docs/trust-policy.md."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .encoding import moment, moment_or_none, read_decimal, sha256
from .errors import EvidenceError
from .notes import open_note
from .policy_file import TrustPolicy, malformed_policy, parse_policy
from .verifier_keys import ED25519, NoteVerifier, VerifierKey, parse_verifier_key

CLOCK_SLACK = 30_000
"""Milliseconds by which two clocks may differ."""
_FORMAT = "trust-policy/v1"
_HEAD = re.compile("# ([a-z]+) (.+)")


@dataclass(frozen=True)
class PinnedPolicy:
    """The part of the last accepted policy that a reader stores."""

    version: int
    key: str
    digest: str


@dataclass(frozen=True)
class SignedPolicy:
    """A policy whose signatures were checked."""

    version: int
    dated: str
    expires: str
    key: VerifierKey
    digest: str
    policy: TrustPolicy

    @property
    def fingerprint(self) -> str:
        """The fingerprint of its key, which people compare: the SHA-256 of the key's 32 bytes, in hex."""
        return sha256(self.key.public_key).hex()

    def is_current(self, now: int) -> bool:
        """Whether it has not expired. ``now`` is in milliseconds since 1970."""
        return now < moment(self.expires)

    def is_of_the_future(self, now: int, slack: int = CLOCK_SLACK) -> bool:
        """Whether it is dated later than ``now`` by more than two clocks may differ, in milliseconds."""
        return moment(self.dated) > now + slack


def open_policy(note: str, pinned: PinnedPolicy | None) -> SignedPolicy:
    """Opens a signed policy, which its own key must have signed, and also the pinned key, if there is one.

    Raises EvidenceError: ``policy.malformed``; ``policy.unsigned``; ``policy.replaced`` where the reader accepted a
    newer version, or another policy of this version. Check ``is_current`` and ``is_of_the_future`` too.
    """
    text = note[: note.rfind("\n\n") + 1]
    lines = text.split("\n")
    heads = [_HEAD.fullmatch(line) for line in lines[:5]]
    names = [head[1] for head in heads if head is not None]
    if names != ["format", "version", "dated", "expires", "key"]:
        raise malformed_policy("it does not begin with its format, version, date, expiry and key")
    format_name, version_text, dated, expires, key_text = [head[2] for head in heads if head is not None]
    version = read_decimal(version_text)
    if format_name != _FORMAT or not version or None in (moment_or_none(dated), moment_or_none(expires)):
        raise malformed_policy("its format, version, date or expiry is invalid")
    policy = parse_policy(text)
    key = parse_verifier_key(key_text)
    if key.kind != ED25519:
        raise malformed_policy("its key cannot sign a policy")
    signed = SignedPolicy(version, dated, expires, key, sha256(text).hex(), policy)
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
