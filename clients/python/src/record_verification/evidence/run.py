"""All checks, in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, TypeVar

from .answer_checks import check_members, check_request
from .answer_rules import require_kept_promises, require_rules, told_by
from .answered_records import AnsweredRecord, has_one_of_each, on_each, pair_records
from .answers import Answer, answer_of_bundle, check_signature, read_asked, read_envelopes, read_path
from .authority_checks import (
    check_active_authorities,
    check_authority,
    check_current_authorities,
    check_named_authorities,
)
from .bodies import check_lookup, check_provenance, check_record, check_state
from .chain_walk import take_chains
from .checkpoints import OpenedCheckpoint, Position
from .consistency_checks import check_as_of, check_earlier, check_entries, check_kept, check_slots
from .elements import Chain, chain_of
from .errors import CheckFailed, NotChecked
from .first_line import EstablishedEvidence, with_summary
from .inclusion_checks import check_inclusions, check_key_inclusions, check_record_inclusion
from .order_checks import check_element_order, check_merge_delay, places_of_newest
from .options import VerifyOptions
from .policy_checks import take_policy
from .publication_checks import check_publications
from .receipt_checks import check_receipt_consistency, check_receipt_inclusion, open_receipt
from .report import Checklist, Established, Remark, Report, absent, at_hand
from .run_positions import Proven, take_positions
from .signature_checks import check_answer_key, check_issuers, check_key_times, check_salts, check_signatures
from .time_checks import (
    KeyOf,
    check_answer_age,
    check_answer_times,
    check_answer_key_time,
    check_witnessed_age,
    open_pinned,
    require_earlier,
)
from .trust import Trust
from .verdict_checks import check_verdict

ALONE = "an answer alone does not carry it: a bundle does"
Value = TypeVar("Value")


def _derive(source: Established[Any], make: Callable[[Any], Established[Value]]) -> Established[Value]:
    return make(source.of[0]) if source.of else absent(source.missing)


class Run:
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
            _derive(self.bundle, lambda bundle: at_hand([chain_of(i, e) for i, e in sorted(bundle["authorities"].items())])),
            _derive(self.bundle, lambda bundle: at_hand([chain_of(f"key_{i}", e) for i, e in sorted(bundle["keys"].items())])),
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
        return self._run(answer, lambda envelopes: _derive(envelopes, shown), absent(ALONE), keys, believed)

    def _run(
        self,
        answer: Established[Answer],
        records_of: Callable[[Established[list[dict[str, Any]]]], Established[Sequence[Chain]]],
        shown_authorities: Established[Sequence[Chain]],
        shown_keys: Established[Sequence[Chain]],
        believed: KeyOf | None,
    ) -> Report:
        take, trust, bundle, fresh = self.checks.take, self.trust, self.bundle, self.freshness
        take_policy(self.checks, trust.policy, self.options)
        take("log.origin", lambda: self._check_origin(bundle.value["log"]))
        checkpoint = take("checkpoint.signature", lambda: self._open(bundle.value["checkpoint"]))
        take("checkpoint.witnesses", lambda: self._check_witnesses(checkpoint.value))
        keys = take_chains(
            self.checks, trust.origin, "keys", "key", shown_keys, lambda c, e: f"key_{e['key_id']}" == c.subject_id
        )
        logged = take("keys.inclusion", lambda: check_key_inclusions(bundle.value, checkpoint.value, keys.value))
        key_of: Established[KeyOf] = (
            at_hand(believed) if believed is not None else _derive(logged, lambda of: at_hand(of.terms.get))
        )

        envelopes = take("answer.form", lambda: read_envelopes(answer.value))
        take("answer.members", lambda: check_members(answer.value, envelopes.value))
        signing = take("answer.key", lambda: check_answer_key(answer.value.signature, key_of.value))
        tree = take("answer.path", lambda: read_path(answer.value))
        as_of = take(
            "answer.signature",
            lambda: check_signature(signing.value[0], signing.value[1].public_key, tree.value, answer.value.as_of),
        )
        take("answer.request_id", lambda: _check_request_id(envelopes.value, answer.value.request_id))
        take("answer.request", lambda: self._check_request(answer.value, envelopes.value))
        take("answer.nonce", lambda: self._check_nonce(answer.value.nonce))
        take(
            "answer.key_time",
            lambda: check_answer_key_time(signing.value[1], as_of.value.at, as_of.value.size, fresh),
        )

        records = take_chains(self.checks, trust.origin, "record", "record", records_of(envelopes), lambda c, e: True)
        authorities = take_chains(
            self.checks,
            trust.origin,
            "authorities",
            "authority",
            shown_authorities,
            lambda c, e: e["authority_id"] == c.subject_id,
        )
        take("record.authority", lambda: check_named_authorities(records.value, authorities.value))
        take("record.authority_active", lambda: check_active_authorities(records.value, authorities.value))
        take("record.authority_current", lambda: check_current_authorities(records.value, authorities.value))
        take("keys.signatures", lambda: check_signatures(keys.value, key_of.value, even_compromised=True))
        take("record.signatures", lambda: check_signatures(records.value, key_of.value))
        take("authorities.signatures", lambda: check_signatures(authorities.value, key_of.value))
        take("record.issuer_signatures", lambda: check_issuers(records.value, authorities.value))
        chains = _derive(records, lambda own: at_hand([*own, *_all(authorities), *_all(keys)]))
        take("elements.key_times", lambda: check_key_times(chains.value, key_of.value, fresh))
        take("elements.salts", lambda: check_salts(chains.value))

        answered = pair_records(envelopes, answer, records)
        told = _derive(
            envelopes,
            lambda each: _derive(
                answer,
                lambda of: at_hand(
                    [told_by(one, asked) for one, asked in zip_longest(each, read_asked(of)[: len(each)])]
                ),
            ),
        )

        def take_body(check: str, compare: Callable[[AnsweredRecord], None]) -> None:
            def run() -> None:
                require_rules(check, told.value)
                on_each(answered.value, compare)

            take(check, run)

        take_body("answer.record", check_record)
        take_body("answer.state", check_state)
        take_body("answer.provenance", check_provenance)
        take_body("answer.authority", lambda each: check_authority(each, authorities.value))
        take_body("answer.lookup", check_lookup)
        take_body("answer.verdict", lambda each: check_verdict(each, authorities.value))

        def times() -> None:
            check_answer_times(envelopes.value, as_of.value, fresh)
            require_earlier(chains.value, envelopes.value, fresh)

        take("answer.times", times)

        indices = take(
            "record.inclusion",
            lambda: check_record_inclusion(bundle.value, checkpoint.value, records.value),
        )
        authority_indices = take(
            "authorities.inclusion",
            lambda: check_inclusions(bundle.value, checkpoint.value, authorities.value),
        )
        order = take(
            "elements.order",
            lambda: check_element_order(
                bundle.value,
                checkpoint.value,
                records.value,
                authorities.value,
                keys.value,
                {**indices.value, **authority_indices.value, **logged.value.indices},
                trust.origin,
            ),
        )
        consistent = take("as_of.consistency", lambda: check_as_of(as_of.value, checkpoint.value, bundle.value))
        positions = [each.position for each in checkpoint.of]
        # Without a bundle everything is compared with the answer's own position.
        positions += [Position(each.size, each.root) for each in (consistent if bundle.of else as_of).of]
        entries = take("log.entries", lambda: check_entries(self.options.entries, positions))
        given = entries.of[0] if entries.of else None
        take("log.slots", lambda: check_slots(entries.value))
        earlier: dict[str, Any] | None = bundle.of[0].get("earlier") if bundle.of else None

        def publications() -> None:
            of = keys.value
            places = order.of[0] if order.of else places_of_newest(logged.value.indices, of)
            check_publications(of, places, trust.self_signed_keys)

        take("keys.publication", publications)

        receipts = take(
            "receipt.checkpoint",
            lambda: on_each(answered.value, lambda each: open_receipt(each, trust, fresh)),
        )
        received = take(
            "receipt.inclusion",
            lambda: on_each(receipts.value, lambda each: check_receipt_inclusion(each, trust)),
        )
        proven = indices.of[0] if indices.of else None
        take(
            "receipt.consistency",
            lambda: on_each(receipts.value, lambda each: check_receipt_consistency(each, proven, positions, given)),
        )
        take("freshness.answer", lambda: check_answer_age(envelopes.value, as_of.value, fresh))
        take("freshness.witnesses", lambda: check_witnessed_age(checkpoint.value, trust, fresh))
        kept = take("kept.signature", self._open_kept)
        to = checkpoint.of[0] if checkpoint.of else None
        take("kept.consistency", lambda: check_kept(kept.value, earlier, to, positions, given))
        take(
            "earlier.consistency",
            lambda: check_earlier(bundle.value.get("earlier"), checkpoint.value, positions, given),
        )

        established = Proven(
            as_of=as_of,
            checkpoint=checkpoint,
            kept=kept,
            entries=entries,
            receipts=receipts,
            are_received=bool(received.of),
            records=records,
            authorities=authorities,
            keys=keys,
            indices=[*indices.of, *authority_indices.of, *(each.indices for each in logged.of)],
        )

        def check_delay() -> Remark:
            require_kept_promises(told.value, as_of.value, fresh)
            of = chains.value
            places = order.of[0] if order.of else places_of_newest(established.places, of)
            return check_merge_delay(of, places, established.trees, trust, fresh)

        take("elements.merge_delay", check_delay)
        take_positions(self.checks, trust, fresh, established)
        needed = ["keys.publication"] if logged.of else []
        if not has_one_of_each(envelopes, records):
            needed.append("answer.record")
        cosigned = len(to.cosignatures) if to is not None else 0
        report = self.checks.report([*needed, *self.options.asked], cosigned)
        return with_summary(report, EstablishedEvidence(answer, as_of, envelopes, records, authorities, checkpoint), trust)

    def _check_origin(self, origin: str) -> None:
        if origin != self.trust.origin:
            raise CheckFailed(f"the log is {origin}, and the one that is pinned is {self.trust.origin}")

    def _open(self, note: str) -> OpenedCheckpoint:
        return open_pinned(note, self.trust, self.freshness)

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


def _all(source: Established[Any]) -> list[Any]:
    return list(source.of[0]) if source.of else []


def _check_request_id(envelopes: list[dict[str, Any]], request_id: str) -> None:
    if any(envelope["request_id"] != request_id for envelope in envelopes):
        raise CheckFailed("the body says another request")
