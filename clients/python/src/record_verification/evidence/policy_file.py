"""The lines of a trust policy (C2SP tlog-policy)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .encoding import read_decimal
from .errors import EvidenceError
from .quorum import Quorum
from .verifier_keys import VerifierKey, parse_verifier_key

_AT_MOST = 128
_BARE_KEY = re.compile("[0-9a-fA-F]{64}")


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
            raise malformed_policy(f"line {number} has a control character")
        items = [item for item in re.split("[ \t]+", line) if item != ""]
        if not items or line.lstrip().startswith("#"):
            continue
        try:
            reader.read(items)
        except EvidenceError as error:
            raise malformed_policy(f"line {number}: {error}") from None
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
            raise malformed_policy("it is no line of a log, witness, group or the one quorum")
        groups = len(self._defined) - len(self._witnesses)
        if max(len(self._logs), len(self._witnesses), groups) > _AT_MOST:
            raise malformed_policy(f"the policy has more than {_AT_MOST} of a kind")

    def policy(self) -> TrustPolicy:
        if not self._has_quorum:
            raise malformed_policy("it has no quorum line")
        return TrustPolicy(self._logs, self._witnesses, self._quorum)

    def _define(self, name: str, quorum: Quorum) -> None:
        if name == "none" or name in self._defined:
            raise malformed_policy(f"the name {name} is taken")
        self._defined[name] = quorum

    def _known(self, name: str) -> Quorum:
        if name not in self._defined:
            raise malformed_policy(f"no earlier line defines {name}")
        return self._defined[name]

    def _member(self, name: str) -> Quorum:
        quorum = self._known(name)
        if name in self._members:
            raise malformed_policy(f"{name} is a member already")
        self._members.add(name)
        return quorum


def _threshold(text: str, members: int) -> int:
    threshold = {"any": 1, "all": members}.get(text, read_decimal(text))
    if threshold is None or not 1 <= threshold <= members:
        raise malformed_policy("a threshold is any, all, or from 1 to the number of members")
    return threshold


def _read_key(text: str) -> PolicyKey:
    if _BARE_KEY.fullmatch(text) is not None:
        return PolicyKey(bytes.fromhex(text), None)
    key = parse_verifier_key(text)
    return PolicyKey(key.public_key, key)


def _distinct(key: PolicyKey, others: Sequence[PolicyKey]) -> PolicyKey:
    if any(other.public_key == key.public_key for other in others):
        raise malformed_policy("its key was named before")
    return key


def malformed_policy(reason: str) -> EvidenceError:
    """The error for a policy that cannot be read."""
    return EvidenceError("policy.malformed", f"This is not a policy: {reason}.")
