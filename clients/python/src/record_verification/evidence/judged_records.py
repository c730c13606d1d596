"""What verified evidence says of a record, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .authority_checks import chain_named_by, element_named, standing_at
from .elements import Chain
from .strict_json import canonical_json
from .verdict_checks import judge

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,100}")
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
    "\u02ba\u02dd\u02ee\u05f4\u2033\u2036\u201c-\u201f\u275d\u275e\u3003\u301d-\u301f\uff02]"
)
"""Characters that change how the text around them is shown, that nobody sees, or that look like the end of quotes."""
_SHOWN = 100
"""Characters of a quoted name at most; a longer one could push the verdict out of sight."""
_WARNINGS = {
    "provenance.not_logged": "the log does not hold its newest change yet",
    "lookup.several_records": "the service counts other records that match",
    "lookup.revoked_match": "one that matches is revoked",
}


@dataclass(frozen=True)
class JudgedRecord:
    """A record with its issuer, whether it is good (None where that is not shown), and what is said of it."""

    record_id: str
    name: str
    is_good: bool | None
    says: str


def judge_shown(envelope: dict[str, Any], chain: Chain | None, authorities: Sequence[Chain] | None) -> JudgedRecord:
    """Judges a record of a signed answer: by its verdict, or by the chains where it has none."""
    evidence, record = envelope["evidence"], envelope["record"]
    shown, told = evidence.get("authority"), evidence.get("verdict")
    newest = None if chain is None else chain.newest.content
    standing = (
        None
        if newest is None or authorities is None
        else standing_at(chain_named_by(newest, authorities), newest, envelope["verified_at"])
    )
    successor = None if newest is None else newest["successor_id"]
    verdict = told
    if verdict is None and standing is not None:
        provenance = evidence.get("provenance")
        verified = provenance is None or provenance["verified"]
        verdict = judge(verified, True, record["state"], successor, standing, evidence.get("lookup"))
    issuer = newest["issuer"] if newest is not None else None if shown is None else shown["issuer"]
    record_id = plain(record["id"])
    name = f"Record {record_id}" + ("" if issuer is None else f" of issuer {_quoted(issuer)}")
    if verdict is None:
        return JudgedRecord(
            record_id, name, None, f"is {plain(record['state'])}, and whether it is good is not shown"
        )
    state = standing.state if standing is not None else None if shown is None else shown["state"]
    if successor is None:
        successor = verdict.get("successor_id")
    named = None if newest is None or authorities is None else element_named(newest["authority"], authorities)
    has_key = named is not None and named["public_key"] is not None
    by_project = has_key and newest is not None and newest["issuer_signature"] is None
    reasons = [_reason(code, newest, successor, state, by_project) for code in verdict["reasons"]]
    if reasons:
        return JudgedRecord(record_id, name, False, f"is NOT good: {' and '.join(reasons)}")
    ended = plain(state) if _is_ended(state) else "no longer valid"
    words = {**_WARNINGS, "authority.not_valid_now": f"its authority is {ended}"}
    but = " and ".join(words[code] for code in verdict["warnings"] if code in words)
    return JudgedRecord(record_id, name, True, f"is good, though {but}" if but else "is good")


def _reason(
    code: str, newest: dict[str, Any] | None, successor: str | None, authority_state: str | None, by_project: bool
) -> str:
    if code in ("record.revoked", "record.suspended", "record.superseded"):
        state = code.removeprefix("record.")
        by = "" if state != "superseded" else f" by {'another record' if successor is None else plain(successor)}"
        if newest is None or newest["state"] != state:
            return f"it was {state}{by}"
        unsigned = " by the project, not signed by the issuer" if by_project else ""
        return f"it was {state}{by} on {newest['occurred_at']}{unsigned}"
    if code == "record.expired":
        end = None if newest is None else newest["expires_at"]
        return "it expired" + ("" if end is None else f" on {end}")
    if code == "authority.compromised":
        return "its authority was declared compromised since before its newest change"
    if code == "authority.not_valid_at_event":
        now = f" (now {plain(authority_state)})" if _is_ended(authority_state) else ""
        return f"its authority was not active at its newest change{now}"
    if code == "provenance.unverified":
        return "the service itself could not verify its history"
    if code == "lookup.not_current":
        return "it no longer has what it was looked up by"
    return "the service gives a reason that is not known here"


def _is_ended(authority_state: str | None) -> bool:
    return authority_state is not None and authority_state != "active"


def plain(text: str | None) -> str:
    """An id or another word of the service; quoted where it could be taken for more than that."""
    return text if text is not None and _PLAIN.fullmatch(text) else _quoted(text or "")


def _quoted(text: str) -> str:
    """A name as a JSON string with nothing unseen in it, and "…" behind the quotes where it is cut."""
    cut = "…" if len(text) > _SHOWN else ""
    return _UNSEEN.sub(_escaped, canonical_json(text[:_SHOWN])) + cut


def _escaped(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
