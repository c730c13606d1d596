"""The trust that a verifier starts from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .checkpoints import OpenedCheckpoint
from .encoding import decode_base64url, is_list, is_object, is_size, is_text, moment_or_none
from .errors import EvidenceError
from .policy import PinnedPolicy, SignedPolicy, open_policy
from .quorum import Quorum, any_of, quorum_time, quorum_witnesses
from .trust_faults import find_trust_fault
from .signatures import thumbprint
from .strict_json import parse_strict_json
from .verifier_keys import COSIGNATURE, ED25519, NoteVerifier, VerifierKey, parse_verifier_key, verifier_key

MERGE_DELAY_SECONDS = 3600
"""The promise of a service that makes no other one."""


@dataclass(frozen=True)
class KeyTerms:
    """A published key, and from when to when it signs."""

    purpose: str
    public_key: str
    invalid_since: str | None
    published_at: str | None
    revoked_at: str | None
    end: int | None = None
    """Log index of its revocation, where that is known."""


@dataclass(frozen=True)
class Trust:
    """The pinned log, its witnesses, and how many of these must have cosigned."""

    origin: str
    log: Sequence[NoteVerifier]
    witnesses: Sequence[NoteVerifier] = ()
    quorum: Quorum | None = None
    keys: dict[str, KeyTerms] = field(default_factory=dict[str, KeyTerms])
    """Keys of the document, trusted only for an answer without its bundle."""
    self_signed_keys: frozenset[str] = frozenset()
    policy: SignedPolicy | None = None
    merge_delay: int = MERGE_DELAY_SECONDS * 1000
    """Milliseconds after its time until an element is in the log, as the service promises."""

    def cosigned_at(self, opened: OpenedCheckpoint) -> int | None:
        """When a quorum had cosigned a checkpoint, in milliseconds since 1970; None where too few have."""
        if self.quorum is None:
            return None
        times = {witness.id: time for witness, time in opened.cosignatures}
        time = quorum_time(self.quorum, times)
        return None if time is None else time * 1000


def parse_trust(document: str | bytes | dict[str, Any]) -> Trust:
    """Reads the document of ``GET /v1/log/<environment>/keys``, with ``witnesses`` and ``quorum`` where they are pinned.

    Raises EvidenceError ``trust.malformed``, or the error of a vkey in it.
    """
    value = document if is_object(document) else parse_strict_json(document)  # type: ignore[arg-type]
    log = value.get("log") if is_object(value) else None
    if not is_object(value) or not is_object(log):
        raise _malformed("it names no log")
    origin, vkeys = log.get("origin"), log.get("vkeys")
    if not is_text(origin) or not is_list(vkeys) or not vkeys or not all(map(is_text, vkeys)):
        raise _malformed("it names no origin or no vkey of the log")
    verifiers = [NoteVerifier.of(parse_verifier_key(vkey)) for vkey in vkeys]
    verifiers += _read_retired(log.get("retired", []))
    if any(verifier.name != origin for verifier in verifiers):
        raise _malformed("a vkey has another name than the origin of the log")
    witnesses = _read_witnesses(value)
    keys = _read_keys(value.get("keys"))
    fault = find_trust_fault(
        [(each.name, each.public_key) for each in verifiers],
        [(each.name, each.public_key) for each in witnesses],
        [decode_base64url(each.public_key) for each in keys.values()],
    )
    if fault is not None:
        raise _malformed(fault)
    quorum = _read_quorum(value, len(witnesses))
    delay = log.get("merge_delay", MERGE_DELAY_SECONDS)
    if not is_size(delay):
        raise _malformed("log.merge_delay is not a whole number")
    ids = value.get("self_signed_keys", [])
    if not is_list(ids) or not all(map(is_text, ids)):
        raise _malformed("self_signed_keys is not a list of texts")
    return Trust(
        origin=origin,
        log=verifiers,
        witnesses=witnesses,
        quorum=any_of(quorum, [witness.id for witness in witnesses]),
        keys=keys,
        self_signed_keys=frozenset(ids),
        merge_delay=delay * 1000,
    )


def trust_of_policy(signed: SignedPolicy, origin: str | None = None) -> Trust:
    """The trust that an accepted policy gives in one of its logs; ``origin`` may be left out where it names only one.

    Raises EvidenceError ``trust.malformed``.
    """
    logs, quorum = signed.policy.logs, signed.policy.quorum
    named = origin if origin is not None else _only_name([key.vkey for key in logs])
    counted = set(quorum_witnesses(quorum)) if quorum is not None else set[str]()
    keys = [key.vkey for key in logs if key.vkey is not None and key.vkey.name == named]
    if not keys:
        bare = [key for key in logs if key.vkey is None]
        if len(bare) != 1:
            raise _malformed(f"the policy names no key of {named}, or several without a name")
        keys = [verifier_key(named, ED25519, bare[0].public_key)]
    witnesses = [
        _cosigner(key.vkey, name) if key.vkey is not None else NoteVerifier(COSIGNATURE, key.public_key, None, name)
        for name, key in signed.policy.witnesses
        if name in counted
    ]
    retired = [NoteVerifier.of(key, size) for key, size in signed.policy.retired if key.name == named]
    seconds = signed.policy.merge_delay if signed.policy.merge_delay is not None else MERGE_DELAY_SECONDS
    log = [*map(NoteVerifier.of, keys), *retired]
    return Trust(named, log, witnesses, quorum, policy=signed, merge_delay=seconds * 1000)


def accept_policy(
    note: str, pinned: PinnedPolicy | None = None, *, fingerprint: str | None = None, origin: str | None = None
) -> Trust:
    """Opens a signed policy, compares the fingerprint of its key, and gives its trust. Raises EvidenceError."""
    signed = open_policy(note, pinned)
    if fingerprint is not None and signed.fingerprint != fingerprint:
        raise EvidenceError("policy.unsigned", "The policy has another key than the fingerprint names.")
    return trust_of_policy(signed, origin)


def _only_name(keys: list[VerifierKey | None]) -> str:
    names = {None if key is None else key.name for key in keys}
    name = names.pop() if len(names) == 1 else None
    if name is None:
        raise _malformed("the policy names several logs or none; say which one is meant")
    return name


def _cosigner(key: VerifierKey, witness_id: str | None = None) -> NoteVerifier:
    kind = COSIGNATURE if key.kind == ED25519 else key.kind
    return NoteVerifier(kind, key.public_key, key.name, witness_id or "")


def _read_retired(keys: Any) -> list[NoteVerifier]:
    if not is_list(keys):
        raise _malformed("log.retired is not a list")
    read: list[NoteVerifier] = []
    for key in keys:
        if not is_object(key) or not is_text(key.get("vkey")) or not is_size(key.get("tree_size")):
            raise _malformed("a retired key lacks its vkey or its tree size")
        read.append(NoteVerifier.of(parse_verifier_key(key["vkey"]), int(key["tree_size"])))
    return read


def _read_witnesses(value: dict[str, Any]) -> list[NoteVerifier]:
    vkeys = value.get("witnesses", [])
    if not is_list(vkeys) or not all(map(is_text, vkeys)):
        raise _malformed("witnesses is not a list of texts")
    witnesses = [_cosigner(parse_verifier_key(vkey)) for vkey in vkeys]
    for witness in witnesses:
        witness.id = f"{witness.name}+{witness.public_key.hex()}"
    return witnesses


def _read_quorum(value: dict[str, Any], witnesses: int) -> int:
    quorum, weak = value.get("quorum", witnesses), value.get("weak_quorum", False)
    if not is_size(quorum) or not isinstance(weak, bool):
        raise _malformed("quorum is not a whole number, or weak_quorum not true or false")
    if quorum > witnesses or (witnesses > 0 and quorum == 0):
        raise _malformed("the quorum is none of its witnesses")
    if witnesses > 0 and not weak and quorum * 2 <= witnesses:
        raise _malformed("with half of the witnesses or fewer, the log could show two readers two histories")
    return quorum


def _read_keys(keys: Any) -> dict[str, KeyTerms]:
    read: dict[str, KeyTerms] = {}
    if keys is None:
        return read
    if not is_list(keys):
        raise _malformed("its keys are not a list")
    for key in keys:
        if not is_object(key) or key.get("crv") != "Ed25519":
            continue
        kid, x, purpose = key.get("kid"), key.get("x"), key.get("purpose")
        if not is_text(kid) or not is_text(x) or not is_text(purpose) or not is_text(key.get("kty")):
            raise _malformed("a key lacks a member")
        if thumbprint(x) != kid or "invalid_since" not in key:
            raise _malformed("the kid of a key is not its thumbprint, or it does not say since when it is invalid")
        if kid in read:
            raise _malformed("one of its keys is there twice")
        since = key["invalid_since"]
        if since is not None and not is_text(since):
            raise _malformed("a key does not say since when it is invalid")
        read[kid] = KeyTerms(purpose, x, since, _time(key.get("published_at")), _time(key.get("revoked_at")))
    return read


def _time(value: Any) -> str | None:
    if value is not None and moment_or_none(value) is None:
        raise _malformed("a key names what is no time")
    return value


def _malformed(reason: str) -> EvidenceError:
    return EvidenceError("trust.malformed", f"These are not the keys of a log: {reason}.")
