"""The verdict of an answer, computed again from the chains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .authority_checks import Standing, chain_named_by, standing_at
from .answered_records import AnsweredRecord
from .elements import Chain
from .encoding import moment
from .errors import CheckFailed, NotChecked
from .transitions import RULES, state_at

_REASONS = {
    "provenance.unverified",
    "authority.compromised",
    "authority.not_valid_at_event",
    "lookup.not_current",
    *(f"record.{state}" for state in RULES["record"]["states"] if state != "active"),
}
_WARNINGS = {
    "authority.not_valid_now",
    "provenance.not_logged",
    "lookup.several_records",
    "lookup.revoked_match",
}


_STANDINGS = (
    Standing("", valid_at_event=True, valid_now=True, compromised=False),
    Standing("", valid_at_event=True, valid_now=False, compromised=False),
    Standing("", valid_at_event=False, valid_now=False, compromised=False),
    Standing("", valid_at_event=False, valid_now=False, compromised=True),
)
"""The standings of an authority that give different verdicts."""


def follows_from_answer(envelope: dict[str, Any], newest: dict[str, Any] | None) -> bool:
    """Whether the verdict follows from the other members of the answer, as far as they tell; this needs no chain."""
    evidence = envelope["evidence"]
    verdict, authority = evidence.get("verdict"), evidence.get("authority")
    if verdict is None:
        return True
    standings = [
        each
        for each in _STANDINGS
        if authority is None
        or (
            each.valid_at_event == authority["valid_at_event"]
            and (not each.valid_at_event or each.valid_now == authority["valid_now"])
        )
    ]
    successor_id = None if newest is None else newest["successor_id"]
    told = verdict.get("successor_id", "") if successor_id is None else successor_id
    return _is_among(verdict, _possible(envelope["record"]["state"], told, standings, evidence))


def check_verdict(answered: AnsweredRecord, authorities: Sequence[Chain]) -> None:
    """The verdict is the one that follows from the chains."""
    evidence, at = answered.envelope["evidence"], answered.envelope["verified_at"]
    verdict = evidence.get("verdict")
    if verdict is None:
        return
    event = answered.chain.newest.content
    standing = standing_at(chain_named_by(event, authorities), event, at)
    possible = _possible(state_at("record", event, moment(at)), event["successor_id"], [standing], evidence)
    if not _is_among(verdict, possible):
        raise CheckFailed("the answer says another verdict than the one that follows from the chains")
    if any(code not in _REASONS for code in verdict["reasons"]) or any(
        code not in _WARNINGS for code in verdict["warnings"]
    ):
        raise NotChecked("signed by the service, and not understood here: a code of the verdict")


def _possible(
    state: str, successor_id: str | None, standings: Sequence[Standing], evidence: dict[str, Any]
) -> list[dict[str, Any]]:
    provenance = evidence.get("provenance")
    # Without the provenance, the service may know facts about the log and its data that nothing shows.
    verified = [True, False] if provenance is None else [provenance["verified"]]
    logged = [True, False] if provenance is None else [provenance["receipt"] is not None]
    return [
        judge(of_data, in_log, state, successor_id, standing, evidence.get("lookup"))
        for standing in standings
        for of_data in verified
        for in_log in logged
    ]


def _is_among(verdict: dict[str, Any], possible: list[dict[str, Any]]) -> bool:
    if verdict["result"] == "passed" and verdict["reasons"]:
        return False
    known = {name: value for name, value in verdict.items() if name in ("result", "successor_id")}
    known["reasons"] = [code for code in verdict["reasons"] if code in _REASONS]
    known["warnings"] = [code for code in verdict["warnings"] if code in _WARNINGS]
    # A reason that is not known makes the verdict `failed`, and can be its only one.
    is_ours = verdict["result"] == "failed" and len(known["reasons"]) < len(verdict["reasons"])
    return any({**known, "result": each["result"] if is_ours else verdict["result"]} == each for each in possible)


def judge(
    verified: bool,
    logged: bool,
    state: str,
    successor_id: str | None,
    authority: Standing,
    lookup: dict[str, Any] | None,
) -> dict[str, Any]:
    """The verdict that follows from these facts."""
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
