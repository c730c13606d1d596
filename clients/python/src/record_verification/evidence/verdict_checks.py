"""The verdict of an answer, computed again from the chains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .authority_checks import Standing, chain_named_by, standing_at
from .answered_records import AnsweredRecord
from .elements import Chain
from .encoding import moment
from .errors import CheckFailed, NotChecked
from .transitions import state_at

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
    standing = standing_at(chain_named_by(event, authorities), event, at)
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
    authority: Standing,
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
