"""What the body of an answer says, held against the chains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .elements import RULES, Chain, Element, state_at
from .encoding import digest_text, is_text, moment
from .errors import CheckFailed, NotChecked
from .strict_json import canonical_json

_CHAIN_SHOWN = 100
_AUTHORITY_LAG = 10_000
_REASONS = {
    "provenance.unverified",
    "record.suspended",
    "record.superseded",
    "record.expired",
    "record.revoked",
    "authority.compromised",
    "authority.not_valid_at_event",
    "lookup.not_current",
}
_WARNINGS = {
    "authority.not_valid_now",
    "provenance.not_logged",
    "lookup.several_records",
    "lookup.revoked_match",
}


@dataclass(frozen=True)
class AnsweredRecord:
    """An envelope, what it answers, and the chain of its record."""

    envelope: dict[str, Any]
    asked: Any
    chain: Chain


@dataclass(frozen=True)
class _Standing:
    state: str
    valid_at_event: bool
    valid_now: bool
    compromised: bool


def element_named(reference: dict[str, Any], authorities: Sequence[Chain]) -> dict[str, Any] | None:
    """The element of an authority that a record's element names."""
    chain = next((each for each in authorities if each.subject_id == reference["id"]), None)
    version = int(reference["version"])
    if chain is None or not 1 <= version <= len(chain.elements):
        return None
    element = chain.elements[version - 1]
    return element.content if element.digest == reference["digest"] else None


def check_named_authorities(records: Sequence[Chain], authorities: Sequence[Chain]) -> None:
    named: set[str] = set()
    for chain in records:
        for element in chain.elements:
            content = element.content
            authority = element_named(content["authority"], authorities)
            if authority is None:
                raise CheckFailed("the authority that an element names is not there")
            if authority["issuer"] != content["issuer"] or authority["project_id"] != content["project_id"]:
                raise CheckFailed("an element says another issuer or project than its authority")
            named.add(content["authority"]["id"])
    if any(chain.subject_id not in named for chain in authorities):
        raise CheckFailed("no element names an authority that is there")


def check_active_authorities(records: Sequence[Chain], authorities: Sequence[Chain]) -> None:
    for chain in records:
        for element in chain.elements:
            content = element.content
            if not RULES["record"]["transitions"][content["type"]]["needs_active_authority"]:
                continue
            authority = element_named(content["authority"], authorities)
            if authority is None or state_at("authority", authority, moment(content["occurred_at"])) != "active":
                raise CheckFailed("the authority of a transition was not active")


def check_current_authorities(records: Sequence[Chain], authorities: Sequence[Chain]) -> None:
    for chain in records:
        for element in chain.elements:
            content = element.content
            reference, time = content["authority"], moment(content["occurred_at"])
            own = next((each for each in authorities if each.subject_id == reference["id"]), None)
            later: Sequence[Element] = () if own is None else own.elements[reference["version"] - 1 :]
            if not later or moment(later[0].content["occurred_at"]) > time + _AUTHORITY_LAG:
                raise CheckFailed("an element names one of its authority that is later than itself")
            if len(later) > 1 and moment(later[1].content["occurred_at"]) < time - _AUTHORITY_LAG:
                raise CheckFailed("the element of the authority that an element names had been superseded")


def check_record(answered: AnsweredRecord) -> None:
    record, newest = answered.envelope["record"], answered.chain.newest.content
    if record["id"] != newest["record_id"] or record["version"] != newest["sequence"]:
        raise CheckFailed("the answer says another record or version than the chain")


def check_state(answered: AnsweredRecord) -> None:
    envelope = answered.envelope
    state = state_at("record", answered.chain.newest.content, moment(envelope["verified_at"]))
    if envelope["record"]["state"] != state or envelope["evidence"].get("state", state) != state:
        raise CheckFailed(f"the answer says another state than the chain, {state}")


def check_provenance(answered: AnsweredRecord) -> None:
    provenance, chain = answered.envelope["evidence"].get("provenance"), answered.chain
    if provenance is None:
        return
    if provenance["chain_length"] != len(chain.elements):
        raise CheckFailed("the answer says another length of the chain")
    if canonical_json(provenance["chain"]) != canonical_json(list(chain.shown[-_CHAIN_SHOWN:])):
        raise CheckFailed("the answer shows other elements than the newest of the chain")
    if provenance["origin"] != chain.newest.content["origin"]:
        raise CheckFailed("the answer says another origin than the chain")
    if not provenance["verified"]:
        raise CheckFailed("the service itself says that it is not verified")


def _chain_named_by(event: dict[str, Any], authorities: Sequence[Chain]) -> Chain:
    chain = next((each for each in authorities if each.subject_id == event["authority"]["id"]), None)
    if chain is None:
        raise CheckFailed("the chain of the authority is not there")
    return chain


def _standing_at(chain: Chain, event: dict[str, Any], at: str) -> _Standing:
    newest, version = chain.newest.content, int(event["authority"]["version"])
    named = chain.elements[version - 1].content if version <= len(chain.elements) else None
    now, time = moment(at), moment(event["occurred_at"])
    since = None if newest["invalid_since"] is None else moment(newest["invalid_since"])
    state = state_at("authority", newest, now)
    compromised = since is not None and since <= time
    was_active = named is not None and state_at("authority", named, time) == "active"
    return _Standing(
        state, was_active and not compromised, state == "active" and (since is None or since > now), compromised
    )


def check_authority(answered: AnsweredRecord, authorities: Sequence[Chain]) -> None:
    told = answered.envelope["evidence"].get("authority")
    if told is None:
        return
    event = answered.chain.newest.content
    chain = _chain_named_by(event, authorities)
    newest, standing = chain.newest, _standing_at(chain, event, answered.envelope["verified_at"])
    expected = {
        "id": newest.content["authority_id"],
        "version": newest.content["sequence"],
        "digest": newest.digest,
        "issuer": newest.content["issuer"],
        "scope": newest.content["scope"],
        "state": standing.state,
        "valid_until": newest.content["valid_until"],
        "valid_at_event": standing.valid_at_event,
        "valid_now": standing.valid_now,
    }
    for member, value in expected.items():
        if canonical_json(told[member]) != canonical_json(value):
            raise CheckFailed(f"the answer says another {member} of the authority than its chain")


def check_lookup(answered: AnsweredRecord) -> None:
    lookup, newest = answered.envelope["evidence"].get("lookup"), answered.chain.newest.content
    if lookup is None:
        return
    by, asked = lookup["by"], answered.asked
    if "authority_id" in asked and asked["authority_id"] != newest["authority"]["id"]:
        raise CheckFailed("the record is one of another authority than was asked for")
    wanted = asked.get(by)
    if not is_text(wanted):
        raise CheckFailed("the request names no text")
    name = "external_id" if by == "external_id" else "content_digest"
    value = digest_text(wanted) if by == "content" else wanted
    if all(element.content[name] != value for element in answered.chain.elements):
        raise CheckFailed("the record never had what was asked for")
    if lookup["current"] != (newest[name] == value):
        raise CheckFailed("the answer says something else about now than the chain")
    is_revoked = newest["state"] == "revoked"
    least, most = (1, lookup["matches"]) if is_revoked else (0, lookup["matches"] - 1)
    if not least <= lookup["revoked_matches"] <= most:
        raise CheckFailed("so many of the records that match cannot be revoked")


def check_verdict_agrees(envelope: dict[str, Any]) -> None:
    """The verdict does not contradict the evidence beside it; this needs no chain."""
    evidence, state = envelope["evidence"], envelope["record"]["state"]
    verdict = evidence.get("verdict")
    if verdict is None:
        return
    reasons = verdict["reasons"]
    provenance, authority = evidence.get("provenance"), evidence.get("authority")
    lookup = evidence.get("lookup")
    stated = [code for code in reasons if code.startswith("record.") and code in _REASONS]
    agrees = (
        (verdict["result"] == "passed") == (len(reasons) == 0)
        and stated == ([] if state == "active" else [f"record.{state}"])
        and ("lookup.not_current" in reasons) == (lookup is not None and not lookup["current"])
        and (provenance is None or ("provenance.unverified" in reasons) != provenance["verified"])
        and (
            authority is None
            or ("authority.compromised" in reasons or "authority.not_valid_at_event" in reasons)
            != authority["valid_at_event"]
        )
    )
    if not agrees:
        raise CheckFailed("the verdict contradicts the evidence beside it")


def check_verdict(answered: AnsweredRecord, authorities: Sequence[Chain]) -> None:
    """The verdict is the one that follows from the chains."""
    evidence, at = answered.envelope["evidence"], answered.envelope["verified_at"]
    verdict, provenance = evidence.get("verdict"), evidence.get("provenance")
    if verdict is None:
        return
    event = answered.chain.newest.content
    standing = _standing_at(_chain_named_by(event, authorities), event, at)
    state = state_at("record", event, moment(at))
    # Without the provenance, the service may know of the log and of its data what the chains do not show.
    verified = [True, False] if provenance is None else [provenance["verified"]]
    logged = [True, False] if provenance is None else [provenance["receipt"] is not None]
    possible = [
        _judge(of_data, in_log, state, event["successor_id"], standing, evidence.get("lookup"))
        for of_data in verified
        for in_log in logged
    ]
    known = {name: value for name, value in verdict.items() if name in ("result", "successor_id")}
    known["reasons"] = [code for code in verdict["reasons"] if code in _REASONS]
    known["warnings"] = [code for code in verdict["warnings"] if code in _WARNINGS]
    unknown_reasons = len(known["reasons"]) < len(verdict["reasons"])
    for expected in possible:
        # A reason that is not known makes the verdict `failed`, and can be its only one.
        is_ours = verdict["result"] == "failed" and unknown_reasons
        if {**known, "result": expected["result"] if is_ours else verdict["result"]} == expected:
            if unknown_reasons or len(known["warnings"]) < len(verdict["warnings"]):
                raise NotChecked("signed by the service, and not understood here: a code of the verdict")
            return
    raise CheckFailed("the answer says another verdict than the one that follows from the chains")


def _judge(
    verified: bool,
    logged: bool,
    state: str,
    successor_id: str | None,
    authority: _Standing,
    lookup: dict[str, Any] | None,
) -> dict[str, Any]:
    reasons: list[str] = []
    warnings: list[str] = []
    if not verified:
        reasons.append("provenance.unverified")
    if state != "active":
        reasons.append(f"record.{state}")
    if authority.compromised:
        reasons.append("authority.compromised")
    elif not authority.valid_at_event:
        reasons.append("authority.not_valid_at_event")
    elif not authority.valid_now:
        warnings.append("authority.not_valid_now")
    if not logged:
        warnings.append("provenance.not_logged")
    if lookup is not None:
        if not lookup["current"]:
            reasons.append("lookup.not_current")
        if lookup["matches"] > 1:
            warnings.append("lookup.several_records")
        if lookup["revoked_matches"] > 0:
            warnings.append("lookup.revoked_match")
    verdict: dict[str, Any] = {"result": "failed" if reasons else "passed", "reasons": reasons, "warnings": warnings}
    if state == "superseded" and successor_id is not None:
        verdict["successor_id"] = successor_id
    return verdict
