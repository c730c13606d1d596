"""Verification of bundles and of answers without their bundles."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from . import bodies, log_checks
from .answers import (
    ANSWERS_TYPE,
    Answer,
    answer_of_bundle,
    check_members,
    check_request,
    check_signature,
    read_asked,
    read_envelopes,
    read_path,
    received_answer,
)
from .bodies import AnsweredRecord
from .elements import STEPS, Chain, Element, chain_of, continues_log, find_chain_fault
from .encoding import decode_base64url, digest_bytes, moment
from .errors import CheckFailed, NotChecked
from .forms import bundle as bundle_form
from .log_checks import Freshness, KeyOf, LoggedKeys
from .merkle import LogEntries
from .notes import OpenedCheckpoint, Position, open_checkpoint
from .report import NEWEST_CHECKS, Checklist, Established, Report, absent, at_hand
from .signatures import DetachedJws, parse_detached_jws, signature_holds
from .strict_json import canonical_json, parse_strict_json
from .trust import KeyTerms, Trust

_ALONE = "an answer alone does not carry it: a bundle does"
Item = TypeVar("Item")
Value = TypeVar("Value")


@dataclass(frozen=True)
class VerifyOptions:
    """What a verifier may compare evidence with, in addition to its pinned keys."""

    checkpoint: str | None = None
    """A checkpoint that was stored earlier."""
    max_age: float | None = None
    """Maximum age of the answer in seconds; only witnesses prove a time."""
    clock_slack: float = 30
    """Seconds by which two clocks may differ."""
    now: datetime | None = None
    """The verifier's time; default: the system's clock."""
    nonce: str | None = None
    request: dict[str, Any] | None = None
    entries: LogEntries | None = None
    """The log's entries from the first."""
    need_newest: bool = False
    """Whether it must be proven that the log held nothing newer."""
    need_witnesses: bool = False
    """Whether witnesses must have cosigned, even where the evidence has no checkpoint."""
    allow_expired_policy: bool = False

    @property
    def freshness(self) -> Freshness:
        now = time.time() if self.now is None else self.now.timestamp()
        return Freshness(now * 1000, self.max_age, self.clock_slack * 1000)

    @property
    def asked(self) -> list[str]:
        """The checks that were asked for: where one cannot be made, the evidence is not verified."""
        asked: list[tuple[bool, Sequence[str]]] = [
            (self.need_witnesses, ["checkpoint.witnesses"]),
            (self.max_age is not None, ["as_of.time", "freshness.answer", "freshness.witnesses"]),
            (self.entries is not None, ["log.entries", "log.slots"]),
            (self.checkpoint is not None, ["kept.signature", "kept.consistency"]),
            (self.need_newest, NEWEST_CHECKS),
        ]
        return [check for is_asked, checks in asked if is_asked for check in checks]


def verify_bundle(evidence: str | bytes, trust: Trust, options: VerifyOptions | None = None) -> Report:
    """Checks an evidence bundle against the verifier's trust only. Never raises because of the bundle's content."""
    checks = Checklist()
    json = checks.take("bundle.json", lambda: parse_strict_json(evidence))

    def read() -> dict[str, Any]:
        bundle_form(json.value, "bundle")
        return json.value

    bundle = checks.take("bundle.form", read)
    return _Run(checks, trust, options or VerifyOptions(), bundle).of_bundle()


def verify_answer(
    body: str | bytes,
    headers: dict[str, str],
    trust: Trust,
    *,
    request: dict[str, Any] | None = None,
    nonce: str | None = None,
    options: VerifyOptions | None = None,
) -> Report:
    """Checks an answer by its headers, without its bundle, under the keys of the trust document.

    ``request`` is the body that was sent (default: a plain verification of the answered record), ``nonce`` what
    ``Service-Nonce`` was. That the log published the keys, and revoked none, only a bundle proves.
    """
    given = options or VerifyOptions()
    checks = Checklist()
    json = checks.take("bundle.json", lambda: parse_strict_json(body))
    answer = checks.take("bundle.form", lambda: received_answer(json.value, headers, request, nonce))
    asked = given.request if request is None else request
    merged = replace(given, request=asked, nonce=given.nonce if nonce is None else nonce)
    return _Run(checks, trust, merged, absent(_ALONE)).of_answer(answer)


def _on_each(items: Sequence[Item], check: Callable[[Item], Value]) -> list[Value]:
    """The first failure fails; otherwise one that cannot be checked makes all not checked, and so does none at all."""
    if not items:
        raise NotChecked("not decided: the answer shows no record")
    values: list[Value] = []
    not_checked: NotChecked | None = None
    for item in items:
        try:
            values.append(check(item))
        except NotChecked as error:
            not_checked = not_checked or error
    if not_checked is not None:
        raise not_checked
    return values


def _derive(source: Established[Any], make: Callable[[Any], Established[Value]]) -> Established[Value]:
    return make(source.of[0]) if source.of else absent(source.missing)


class _Run:
    """One run of all checks."""

    def __init__(
        self, checks: Checklist, trust: Trust, options: VerifyOptions, bundle: Established[dict[str, Any]]
    ) -> None:
        self.checks = checks
        self.trust = trust
        self.options = options
        self.bundle = bundle
        self.freshness = options.freshness

    def of_bundle(self) -> Report:
        def record_chain(bundle: dict[str, Any]) -> Established[Sequence[Chain]]:
            shown = bundle["record"]
            record_id = shown[-1].get("record_id") if shown else ""
            return at_hand([chain_of(record_id if isinstance(record_id, str) else "", shown)])

        return self._run(
            _derive(self.bundle, lambda bundle: at_hand(answer_of_bundle(bundle["answer"]))),
            lambda _: _derive(self.bundle, record_chain),
            _derive(self.bundle, lambda bundle: at_hand([chain_of(i, e) for i, e in bundle["authorities"].items()])),
            _derive(self.bundle, lambda bundle: at_hand([chain_of(f"key_{i}", e) for i, e in bundle["keys"].items()])),
            None,
        )

    def of_answer(self, answer: Established[Answer]) -> Report:
        def shown(envelopes: list[dict[str, Any]]) -> Established[Sequence[Chain]]:
            chains: list[Chain] = []
            for envelope in envelopes:
                provenance = envelope["evidence"].get("provenance")
                if provenance is None or len(provenance["chain"]) != provenance["chain_length"]:
                    return absent("the answer does not show all elements: a bundle holds them")
                chains.append(chain_of(envelope["record"]["id"], provenance["chain"]))
            return at_hand(chains)

        keys = absent("that the log published the keys, and revoked none, only a bundle shows")
        believed = self.trust.keys.get
        return self._run(answer, lambda envelopes: _derive(envelopes, shown), absent(_ALONE), keys, believed)

    def _run(
        self,
        answer: Established[Answer],
        records_of: Callable[[Established[list[dict[str, Any]]]], Established[Sequence[Chain]]],
        shown_authorities: Established[Sequence[Chain]],
        shown_keys: Established[Sequence[Chain]],
        believed: KeyOf | None,
    ) -> Report:
        take, trust, bundle, fresh = self.checks.take, self.trust, self.bundle, self.freshness
        self._take_policy()
        take("log.origin", lambda: self._check_origin(bundle.value["log"]))
        checkpoint = take("checkpoint.signature", lambda: self._open(bundle.value["checkpoint"]))
        take("checkpoint.witnesses", lambda: self._check_witnesses(checkpoint.value))
        keys = self._take_chains("keys", "key", shown_keys, lambda c, e: f"key_{e['key_id']}" == c.subject_id)
        logged = take(
            "keys.inclusion", lambda: log_checks.check_key_inclusions(bundle.value, checkpoint.value, keys.value)
        )
        key_of: Established[KeyOf] = (
            at_hand(believed) if believed is not None else _derive(logged, lambda of: at_hand(of.terms.get))
        )

        envelopes = take("answer.form", lambda: read_envelopes(answer.value))
        take("answer.members", lambda: check_members(answer.value, envelopes.value))
        signing = take("answer.key", lambda: _check_answer_key(answer.value.signature, key_of.value))
        tree = take("answer.path", lambda: read_path(answer.value))
        as_of = take(
            "answer.signature",
            lambda: check_signature(signing.value[0], signing.value[1].public_key, tree.value, answer.value.as_of),
        )
        take("answer.request_id", lambda: _check_request_id(envelopes.value, answer.value.request_id))
        take("answer.request", lambda: self._check_request(answer.value, envelopes.value))
        take("answer.nonce", lambda: self._check_nonce(answer.value.nonce))
        take("answer.key_time", lambda: log_checks.check_key_time(signing.value[1], as_of.value.at, fresh))

        records = self._take_chains("record", "record", records_of(envelopes), lambda c, e: True)
        authorities = self._take_chains(
            "authorities", "authority", shown_authorities, lambda c, e: e["authority_id"] == c.subject_id
        )
        take("record.authority", lambda: bodies.check_named_authorities(records.value, authorities.value))
        take("record.authority_active", lambda: bodies.check_active_authorities(records.value, authorities.value))
        take("record.authority_current", lambda: bodies.check_current_authorities(records.value, authorities.value))
        take("keys.signatures", lambda: _check_signatures(keys.value, key_of.value, even_compromised=True))
        take("record.signatures", lambda: _check_signatures(records.value, key_of.value))
        take("authorities.signatures", lambda: _check_signatures(authorities.value, key_of.value))
        take("record.issuer_signatures", lambda: _check_issuers(records.value, authorities.value))
        chains = _derive(records, lambda own: at_hand([*own, *_all(authorities), *_all(keys)]))
        take("elements.key_times", lambda: _check_key_times(chains.value, key_of.value, fresh))
        take("elements.salts", lambda: _check_salts(chains.value))

        answered = self._pair(envelopes, answer, records)
        take("answer.record", lambda: _on_each(answered.value, bodies.check_record))
        take("answer.state", lambda: _on_each(answered.value, bodies.check_state))
        take("answer.provenance", lambda: _on_each(answered.value, bodies.check_provenance))
        take("answer.authority", lambda: self._on_authorities(answered, authorities, bodies.check_authority))
        take("answer.lookup", lambda: _on_each(answered.value, bodies.check_lookup))
        take("answer.verdict", lambda: self._check_verdict(envelopes.value, answered, shown_authorities))
        take(
            "answer.times",
            lambda: log_checks.check_answer_times(envelopes.value, as_of.value, chains.value, fresh),
        )

        indices = take(
            "record.inclusion",
            lambda: log_checks.check_record_inclusion(bundle.value, checkpoint.value, records.value),
        )
        authority_indices = take(
            "authorities.inclusion",
            lambda: log_checks.check_inclusions(bundle.value, checkpoint.value, authorities.value),
        )
        consistent = take(
            "as_of.consistency", lambda: log_checks.check_as_of(as_of.value, checkpoint.value, bundle.value)
        )
        positions = [each.position for each in checkpoint.of]
        # Without a bundle everything is compared with the answer's own position.
        positions += [Position(each.size, each.root) for each in (consistent if bundle.of else as_of).of]
        entries = take("log.entries", lambda: log_checks.check_entries(self.options.entries, positions))
        given = entries.of[0] if entries.of else None
        take("log.slots", lambda: log_checks.check_slots(entries.value))
        earlier: dict[str, Any] | None = bundle.of[0].get("earlier") if bundle.of else None
        take("keys.publication", lambda: self._check_publications(keys.value, logged.value, checkpoint.value, given))

        receipts = take(
            "receipt.checkpoint",
            lambda: _on_each(answered.value, lambda each: log_checks.open_receipt(each, trust)),
        )
        received = take(
            "receipt.inclusion",
            lambda: _on_each(receipts.value, lambda each: log_checks.check_receipt_inclusion(each, trust)),
        )
        proven = indices.of[0] if indices.of else None
        take(
            "receipt.consistency",
            lambda: _on_each(
                receipts.value, lambda each: log_checks.check_receipt_consistency(each, proven, positions, given)
            ),
        )
        take("freshness.answer", lambda: log_checks.check_answer_age(envelopes.value, as_of.value, fresh))
        take("freshness.witnesses", lambda: log_checks.check_witnessed_age(checkpoint.value, trust, fresh))
        kept = take("kept.signature", self._open_kept)
        to = checkpoint.of[0] if checkpoint.of else None
        take("kept.consistency", lambda: log_checks.check_kept(kept.value, earlier, to, positions, given))

        places: dict[str, int] = {}
        if received.of and receipts.of:
            places |= {each.chain.subject_id: each.receipt["log_index"] for each in receipts.of[0]}
        for found in (*indices.of, *authority_indices.of, *(each.indices for each in logged.of)):
            places |= found
        trees = [*(each.opened for each in _all(receipts)), *checkpoint.of, *kept.of]
        everything = [*_all(records), *_all(authorities), *_all(keys)]
        is_whole = bool(records.of and authorities.of and keys.of)
        take(
            "as_of.elements",
            lambda: _after(
                records.value, lambda: log_checks.check_as_of_elements(as_of.value, everything, places, fresh)
            ),
        )
        in_time = take(
            "as_of.time",
            lambda: log_checks.check_as_of_time(
                as_of.value, trees, trust, fresh, everything if is_whole else None, given, set(places.values())
            ),
        )

        def until() -> int:
            # Where no witness tells a time, everything below the checkpoint counts.
            if trust.quorum is not None:
                return in_time.value
            return max(as_of.value.size, 0 if to is None else to.size)

        for kind, of in (("record", records), ("authorities", authorities), ("keys", keys)):
            take(
                f"absence.{kind}",
                lambda of=of: log_checks.check_absence(of.value, as_of.value, entries.value, until),
            )
        needed = ["keys.publication"] if logged.of else []
        if not _has_one_of_each(envelopes, records):
            needed.append("answer.record")
        cosigned = len(to.cosignatures) if to is not None else 0
        return self.checks.report([*needed, *self.options.asked], cosigned)

    def _take_policy(self) -> None:
        policy = self.trust.policy

        def accepted() -> None:
            if policy is None:
                raise NotChecked("what is pinned does not come from a signed policy")

        def current() -> None:
            if policy is None:
                raise NotChecked("what is pinned does not come from a signed policy")
            if not policy.is_current(int(self.freshness.now)):
                error = NotChecked if self.options.allow_expired_policy else CheckFailed
                raise error(f"the policy expired on {policy.expires}")

        self.checks.take("policy.signature", accepted)
        self.checks.take("policy.version", accepted)
        self.checks.take("policy.expiry", current)

    def _take_chains(
        self,
        name: str,
        kind: str,
        source: Established[Sequence[Chain]],
        belongs: Callable[[Chain, dict[str, Any]], bool],
    ) -> Established[Sequence[Chain]]:
        """Checks chains element by element; the walk ends at the first fault, and the other steps are not checked."""
        fault: str | None = None
        given: Sequence[Chain] = source.of[0] if source.of else ()
        for chain in given:
            try:
                found = find_chain_fault(kind, chain)
            except (TypeError, KeyError, ValueError, AttributeError):
                found = ("form", 1)
            if found is not None:
                fault = found[0]
                break
            contents = [element.content for element in chain.elements]
            if not all(continues_log(each["log"], self.trust.origin) and belongs(chain, each) for each in contents):
                fault = "subject"
                break
        walked = source
        for step in STEPS:

            def run(step: str = step) -> Sequence[Chain]:
                chains = source.value
                if fault == step:
                    raise CheckFailed(f"an element fails the check of its {step}")
                if fault is not None:
                    raise NotChecked(f"the walk ended: {name}.{fault}")
                return chains

            taken = self.checks.take(f"{name}.{step}", run)
            if fault is None or fault == step:
                walked = taken
        return walked

    def _check_origin(self, origin: str) -> None:
        if origin != self.trust.origin:
            raise CheckFailed(f"the log is {origin}, and the one that is pinned is {self.trust.origin}")

    def _open(self, note: str) -> OpenedCheckpoint:
        return open_checkpoint(note, self.trust.origin, self.trust.log, self.trust.witnesses)

    def _open_kept(self) -> OpenedCheckpoint:
        if self.options.checkpoint is None:
            raise NotChecked("no checkpoint that was kept from before is given")
        return self._open(self.options.checkpoint)

    def _check_witnesses(self, opened: OpenedCheckpoint) -> None:
        if self.trust.quorum is None:
            raise NotChecked("no witness is pinned, so that the log may show others another tree")
        if self.trust.cosigned_at(opened) is None:
            raise CheckFailed("too few witnesses cosigned")

    def _check_request(self, answer: Answer, _envelopes: list[dict[str, Any]]) -> None:
        check_request(answer, self.options.request)

    def _check_nonce(self, signed: str | None) -> None:
        if self.options.nonce is None:
            raise NotChecked("no nonce is given to compare with")
        if signed != self.options.nonce:
            raise CheckFailed("it is signed with another nonce, or with none")

    def _pair(
        self,
        envelopes: Established[list[dict[str, Any]]],
        answer: Established[Answer],
        records: Established[Sequence[Chain]],
    ) -> Established[list[AnsweredRecord]]:
        for source in (envelopes, answer, records):
            if not source.of:
                return absent(source.missing)
        each, chains, asked = envelopes.value, records.value, read_asked(answer.value)
        if len(each) > len(chains):
            return absent(f"the answer shows {len(each)} records, and the evidence holds {len(chains)}")
        return at_hand(
            [
                AnsweredRecord(envelope, asked[index] if index < len(asked) else None, chains[index])
                for index, envelope in enumerate(each)
            ]
        )

    def _on_authorities(
        self,
        answered: Established[list[AnsweredRecord]],
        authorities: Established[Sequence[Chain]],
        check: Callable[[AnsweredRecord, Sequence[Chain]], None],
    ) -> None:
        all_answered, chains = answered.value, authorities.value
        _on_each(all_answered, lambda each: check(each, chains))

    def _check_verdict(
        self,
        envelopes: list[dict[str, Any]],
        answered: Established[list[AnsweredRecord]],
        authorities: Established[Sequence[Chain]],
    ) -> None:
        for envelope in envelopes:
            bodies.check_verdict_agrees(envelope)
        if not answered.of or not authorities.of:
            raise NotChecked("not recomputed: not all chains are there")
        self._on_authorities(answered, authorities, bodies.check_verdict)

    def _check_publications(
        self, keys: Sequence[Chain], logged: LoggedKeys, checkpoint: OpenedCheckpoint, entries: LogEntries | None
    ) -> None:
        earlier = self.bundle.value.get("earlier")
        log_checks.check_publications(
            keys, logged.indices, checkpoint, earlier, entries, self.trust.self_signed_keys
        )


def _all(source: Established[Any]) -> list[Any]:
    return list(source.of[0]) if source.of else []


def _after(_needed: object, run: Callable[[], Value]) -> Value:
    return run()


def _has_one_of_each(envelopes: Established[list[dict[str, Any]]], records: Established[Sequence[Chain]]) -> bool:
    if envelopes.of and not envelopes.of[0]:
        return False
    return not envelopes.of or not records.of or len(envelopes.of[0]) <= len(records.of[0])


def _check_answer_key(signature: str, key_of: KeyOf) -> tuple[DetachedJws, KeyTerms]:
    jws = parse_detached_jws(signature, ANSWERS_TYPE)
    key = key_of(jws.key_id)
    if key is None:
        raise CheckFailed("no such key is published")
    if key.purpose != "answer":
        raise CheckFailed(f"it is a key for {key.purpose}")
    if key.invalid_since is not None:
        # A thief of the key can choose the signed times, so no date makes an answer trustworthy.
        raise CheckFailed("it was revoked because it was compromised")
    return jws, key


def _check_request_id(envelopes: list[dict[str, Any]], request_id: str) -> None:
    if any(envelope["request_id"] != request_id for envelope in envelopes):
        raise CheckFailed("the body says another request")


def _check_signatures(chains: Sequence[Chain], key_of: KeyOf, *, even_compromised: bool = False) -> None:
    """Every element is signed with a published provenance key that was not compromised at the time."""
    for chain in chains:
        for element in chain.elements:
            key = None if element.signature is None else key_of(element.signature["key_id"])
            if key is None or key.purpose != "provenance" or not _is_signed_by(element, key):
                raise CheckFailed(f"the signature of an element of {chain.subject_id} is not good")
            since = None if even_compromised else key.invalid_since
            if since is not None and moment(element.content["occurred_at"]) >= moment(since):
                raise CheckFailed(f"an element of {chain.subject_id} is signed with a compromised key")


def _is_signed_by(element: Element, key: KeyTerms) -> bool:
    signature = element.signature
    return signature is not None and signature_holds(key.public_key, digest_bytes(element.digest), signature["value"])


def _check_issuers(records: Sequence[Chain], authorities: Sequence[Chain]) -> None:
    """Registrations and amendments by an authority with its own key have its signature, and no other element has one."""
    for chain in records:
        for element in chain.elements:
            if not _is_signed_as_demanded(element.content, authorities):
                raise CheckFailed(f"the issuer did not sign an element of {chain.subject_id} so")


def _is_signed_as_demanded(content: dict[str, Any], authorities: Sequence[Chain]) -> bool:
    signature = content["issuer_signature"]
    if not bodies.RULES["record"]["transitions"][content["type"]]["issuer_signs"]:
        return signature is None
    authority = bodies.element_named(content["authority"], authorities)
    if authority is None:
        return False
    public_key = authority["public_key"]
    if public_key is None or signature is None:
        return public_key is None and signature is None
    stated = {
        name: content[name] for name in ("log", "project_id", "origin", "external_id", "content_digest", "expires_at")
    }
    statement = {**stated, "authority_id": content["authority"]["id"]}
    return signature_holds(public_key, f"issuer/v1\n{canonical_json(statement)}".encode(), signature)


def _check_key_times(chains: Sequence[Chain], key_of: KeyOf, freshness: Freshness) -> None:
    for chain in chains:
        for element in chain.elements:
            key = None if element.signature is None else key_of(element.signature["key_id"])
            log_checks.check_key_time(key, element.content["occurred_at"], freshness)


def _check_salts(chains: Sequence[Chain]) -> None:
    """Every element has its own salt: a reader of one could otherwise compute the next slot of another subject."""
    seen: set[str] = set()
    for chain in chains:
        for element in chain.elements:
            salt = element.content["salt"]
            if len(decode_base64url(salt)) != 16 or salt in seen:
                raise CheckFailed(f"the salt of an element of {chain.subject_id} is none of its own")
            seen.add(salt)


