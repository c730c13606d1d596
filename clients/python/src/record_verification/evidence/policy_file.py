"""The lines of a trust policy (C2SP tlog-policy)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .encoding import moment_or_none, read_decimal
from .errors import EvidenceError
from .quorum import Quorum
from .trust_faults import NamedKey, find_trust_fault
from .verifier_keys import VerifierKey, parse_verifier_key

_AT_MOST = 128
_BARE_KEY = re.compile("[0-9a-fA-F]{64}")


@dataclass(frozen=True)
class PolicyKey:
    """The key of a log or witness; without a name where the policy gives only its bytes."""

    public_key: bytes
    vkey: VerifierKey | None

    @property
    def named(self) -> NamedKey:
        return (None if self.vkey is None else self.vkey.name, self.public_key)


@dataclass(frozen=True)
class TrustPolicy:
    logs: list[PolicyKey]
    witnesses: list[tuple[str, PolicyKey]]
    quorum: Quorum | None
    retired: list[tuple[VerifierKey, int]]
    """Keys that the log signed with before, each with the largest tree that it signed."""
    merge_delay: int | None
    """Seconds after its time until an element is in the log."""


def parse_policy(text: str) -> TrustPolicy:
    """Reads a policy file. Raises EvidenceError ``policy.malformed``."""
    reader = _PolicyReader()
    for number, line in enumerate(text.split("\n"), 1):
        if any((character < " " and character != "\t") or character == "\x7f" for character in line):
            raise malformed_policy(f"line {number} has a control character")
        items = [item for item in re.split("[ \t]+", line) if item != ""]
        try:
            if items and items[0].startswith("#"):
                reader.read_comment(items)
            elif items:
                reader.read(items)
        except EvidenceError as error:
            raise malformed_policy(f"line {number}: {error}") from None
    return reader.policy()


class _PolicyReader:
    def __init__(self) -> None:
        self._logs: list[PolicyKey] = []
        self._retired: list[tuple[VerifierKey, int]] = []
        self._witnesses: list[tuple[str, PolicyKey]] = []
        self._defined: dict[str, Quorum] = {}
        self._members: set[str] = set()
        self._quorum: Quorum | None = None
        self._has_quorum = False
        self._merge_delay: int | None = None

    def read(self, items: list[str]) -> None:
        keyword, *rest = items
        if keyword == "log" and 1 <= len(rest) <= 2:
            self._logs.append(_read_key(rest[0]))
            self._require_sound()
        elif keyword == "witness" and 2 <= len(rest) <= 3:
            self._define(rest[0], Quorum(rest[0]))
            self._witnesses.append((rest[0], _read_key(rest[1])))
            self._require_sound()
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

    def read_comment(self, items: list[str]) -> None:
        """Comments mean nothing to other tools."""
        if items[:2] == ["#", "merge-delay"]:
            seconds = read_decimal(items[2]) if len(items) == 3 else None
            if seconds is None or self._merge_delay is not None:
                raise malformed_policy("it is no second merge delay in seconds")
            self._merge_delay = seconds
        if items[:2] != ["#", "retired-log"]:
            return
        size = read_decimal(items[3]) if len(items) == 5 else None
        if size is None or moment_or_none(items[4]) is None:
            raise malformed_policy("a retired key has a vkey, a tree size and a time")
        key = parse_verifier_key(items[2])
        self._retired.append((key, size))
        self._require_sound()
        if len(self._retired) > _AT_MOST:
            raise malformed_policy(f"the policy has more than {_AT_MOST} of a kind")

    def policy(self) -> TrustPolicy:
        if not self._has_quorum:
            raise malformed_policy("it has no quorum line")
        return TrustPolicy(self._logs, self._witnesses, self._quorum, self._retired, self._merge_delay)

    def _require_sound(self) -> None:
        fault = find_trust_fault(
            [*(key.named for key in self._logs), *((key.name, key.public_key) for key, _ in self._retired)],
            [key.named for _, key in self._witnesses],
        )
        if fault is not None:
            raise malformed_policy(fault)

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


def malformed_policy(reason: str) -> EvidenceError:
    """The error for a policy that cannot be read."""
    return EvidenceError("policy.malformed", f"This is not a policy: {reason}.")
