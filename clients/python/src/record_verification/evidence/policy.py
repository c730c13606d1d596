"""Trust policies: C2SP tlog-policy, and the signed form of docs/trust-policy.md."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .encoding import moment, moment_or_none, read_decimal, sha256
from .errors import EvidenceError
from .notes import ED25519, NoteVerifier, VerifierKey, open_note, parse_verifier_key

_FORMAT = "trust-policy/v1"
_AT_MOST = 128
_BARE_KEY = re.compile("[0-9a-fA-F]{64}")
_HEAD = re.compile("# ([a-z]+) (.+)")


@dataclass(frozen=True)
class Quorum:
    """A witness by its name, or so many members of a group."""

    name: str | None
    threshold: int = 0
    members: tuple[Quorum, ...] = ()


def any_of(threshold: int, names: Sequence[str]) -> Quorum | None:
    """Any so many of some witnesses; None of none."""
    members = tuple(Quorum(name) for name in names)
    return Quorum(None, threshold, members) if members else None


def quorum_time(quorum: Quorum, times: Mapping[str, int]) -> int | None:
    """Since when a quorum had cosigned, in the unit of the times; None where too few have."""
    if quorum.name is not None:
        return times.get(quorum.name)
    cosigned = sorted(
        time for time in (quorum_time(member, times) for member in quorum.members) if time is not None
    )
    return cosigned[quorum.threshold - 1] if quorum.threshold <= len(cosigned) else None


def quorum_witnesses(quorum: Quorum) -> list[str]:
    if quorum.name is not None:
        return [quorum.name]
    return [name for member in quorum.members for name in quorum_witnesses(member)]


@dataclass(frozen=True)
class PolicyKey:
    """The key of a log or witness; without a name where the policy gives only its bytes."""

    public_key: bytes
    vkey: VerifierKey | None


@dataclass(frozen=True)
class TrustPolicy:
    logs: list[PolicyKey]
    witnesses: list[tuple[str, PolicyKey]]
    quorum: Quorum | None


def parse_policy(text: str) -> TrustPolicy:
    """Reads a policy file. Raises EvidenceError ``policy.malformed``."""
    reader = _PolicyReader()
    for number, line in enumerate(text.split("\n"), 1):
        if any((character < " " and character != "\t") or character == "\x7f" for character in line):
            raise _malformed(f"line {number} has a control character")
        items = [item for item in re.split("[ \t]+", line) if item != ""]
        if not items or line.lstrip().startswith("#"):
            continue
        try:
            reader.read(items)
        except EvidenceError as error:
            raise _malformed(f"line {number}: {error}") from None
    return reader.policy()


class _PolicyReader:
    def __init__(self) -> None:
        self._logs: list[PolicyKey] = []
        self._witnesses: list[tuple[str, PolicyKey]] = []
        self._defined: dict[str, Quorum] = {}
        self._members: set[str] = set()
        self._quorum: Quorum | None = None
        self._has_quorum = False

    def read(self, items: list[str]) -> None:
        keyword, *rest = items
        if keyword == "log" and 1 <= len(rest) <= 2:
            self._logs.append(_distinct(_read_key(rest[0]), self._logs))
        elif keyword == "witness" and 2 <= len(rest) <= 3:
            self._define(rest[0], Quorum(rest[0]))
            key = _distinct(_read_key(rest[1]), [key for _, key in self._witnesses])
            self._witnesses.append((rest[0], key))
        elif keyword == "group" and len(rest) >= 3:
            members = tuple(self._member(name) for name in rest[2:])
            self._define(rest[0], Quorum(None, _threshold(rest[1], len(members)), members))
        elif keyword == "quorum" and len(rest) == 1 and not self._has_quorum:
            self._quorum = None if rest[0] == "none" else self._known(rest[0])
            self._has_quorum = True
        else:
            raise _malformed("it is no line of a log, witness, group or the one quorum")
        groups = len(self._defined) - len(self._witnesses)
        if max(len(self._logs), len(self._witnesses), groups) > _AT_MOST:
            raise _malformed(f"the policy has more than {_AT_MOST} of a kind")

    def policy(self) -> TrustPolicy:
        if not self._has_quorum:
            raise _malformed("it has no quorum line")
        return TrustPolicy(self._logs, self._witnesses, self._quorum)

    def _define(self, name: str, quorum: Quorum) -> None:
        if name == "none" or name in self._defined:
            raise _malformed(f"the name {name} is taken")
        self._defined[name] = quorum

    def _known(self, name: str) -> Quorum:
        if name not in self._defined:
            raise _malformed(f"no earlier line defines {name}")
        return self._defined[name]

    def _member(self, name: str) -> Quorum:
        quorum = self._known(name)
        if name in self._members:
            raise _malformed(f"{name} is a member already")
        self._members.add(name)
        return quorum


def _threshold(text: str, members: int) -> int:
    threshold = {"any": 1, "all": members}.get(text, read_decimal(text))
    if threshold is None or not 1 <= threshold <= members:
        raise _malformed("a threshold is any, all, or from 1 to the number of members")
    return threshold


def _read_key(text: str) -> PolicyKey:
    if _BARE_KEY.fullmatch(text) is not None:
        return PolicyKey(bytes.fromhex(text), None)
    key = parse_verifier_key(text)
    return PolicyKey(key.public_key, key)


def _distinct(key: PolicyKey, others: Sequence[PolicyKey]) -> PolicyKey:
    if any(other.public_key == key.public_key for other in others):
        raise _malformed("its key was named before")
    return key


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
        raise _malformed("it does not begin with its format, version, expiry and key")
    format_name, version_text, expires, key_text = [head[2] for head in heads if head is not None]
    version = read_decimal(version_text)
    if format_name != _FORMAT or not version or moment_or_none(expires) is None:
        raise _malformed("its format, version or expiry is another")
    policy = parse_policy(text)
    key = parse_verifier_key(key_text)
    if key.kind != ED25519:
        raise _malformed("its key is of a kind that signs no policy")
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


def _malformed(reason: str) -> EvidenceError:
    return EvidenceError("policy.malformed", f"This is not a policy: {reason}.")
