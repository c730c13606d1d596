"""The checks in their order, and what they answer together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

CHECKS: Mapping[str, str] = {
    "policy.signature": "origin",
    "policy.version": "origin",
    "policy.expiry": "origin",
    "bundle.json": "origin",
    "bundle.form": "origin",
    "log.origin": "origin",
    "checkpoint.signature": "log",
    "checkpoint.witnesses": "log",
    "keys.form": "origin",
    "keys.digests": "origin",
    "keys.sequence": "origin",
    "keys.links": "origin",
    "keys.subject": "origin",
    "keys.times": "origin",
    "keys.transitions": "origin",
    "keys.inclusion": "log",
    "answer.form": "origin",
    "answer.members": "origin",
    "answer.key": "origin",
    "answer.path": "origin",
    "answer.signature": "origin",
    "answer.request_id": "origin",
    "answer.request": "origin",
    "answer.nonce": "origin",
    "answer.key_time": "origin",
    "record.form": "history",
    "record.digests": "history",
    "record.sequence": "history",
    "record.links": "history",
    "record.subject": "history",
    "record.times": "history",
    "record.transitions": "history",
    "authorities.form": "authority",
    "authorities.digests": "authority",
    "authorities.sequence": "authority",
    "authorities.links": "authority",
    "authorities.subject": "authority",
    "authorities.times": "authority",
    "authorities.transitions": "authority",
    "record.authority": "authority",
    "record.authority_active": "authority",
    "record.authority_current": "authority",
    "keys.signatures": "origin",
    "keys.publication": "log",
    "record.signatures": "origin",
    "authorities.signatures": "origin",
    "record.issuer_signatures": "authority",
    "elements.key_times": "origin",
    "elements.salts": "history",
    "answer.record": "history",
    "answer.state": "history",
    "answer.provenance": "history",
    "answer.authority": "authority",
    "answer.lookup": "history",
    "answer.verdict": "history",
    "answer.times": "history",
    "record.inclusion": "log",
    "authorities.inclusion": "log",
    "elements.order": "authority",
    "as_of.consistency": "log",
    "as_of.elements": "newest",
    "as_of.time": "newest",
    "log.entries": "log",
    "log.slots": "log",
    "receipt.checkpoint": "log",
    "receipt.inclusion": "log",
    "receipt.consistency": "log",
    "freshness.answer": "newest",
    "freshness.witnesses": "newest",
    "kept.signature": "log",
    "kept.consistency": "log",
    "earlier.consistency": "log",
    "elements.merge_delay": "log",
    "absence.record": "newest",
    "absence.authorities": "newest",
    "absence.keys": "newest",
}
"""All checks in order, each with its group, also for an answer without its bundle. The names are those of the service's
own verifier."""

NEWEST_CHECKS = ("absence.record", "absence.authorities", "absence.keys")


@dataclass(frozen=True)
class GroupTerms:
    """What is said of a group of checks."""

    refused: str
    """What is wrong with refused evidence, where the first check that failed is in the group."""
    undecided: str
    """What evidence leaves open that was asked for."""
    decisive: Sequence[str]
    """The checks without which the group says nothing."""


GROUPS: Mapping[str, GroupTerms] = {
    "origin": GroupTerms(
        "the pinned service did not say this, or was not asked for it",
        "nothing here shows whether the pinned service said this",
        ("answer.signature",),
    ),
    "authority": GroupTerms(
        "the authority behind the record does not bear it out",
        "nothing here shows whether the authority bears it out",
        ("record.authority",),
    ),
    "history": GroupTerms(
        "the history is not complete and unchanged, or does not say what the answer says",
        "nothing here shows whether the history is complete",
        ("record.transitions",),
    ),
    "log": GroupTerms(
        "the public log does not hold it as it is shown",
        "nothing here shows whether the public log holds it",
        ("record.inclusion",),
    ),
    "newest": GroupTerms(
        "something newer was left out, or it is from another time than was asked for",
        "nothing here shows whether something newer was left out",
        NEWEST_CHECKS,
    ),
}
"""Did the pinned service say this? Was the issuer entitled to it? Is everything that happened to the record there? Does
everybody see the same? Was there nothing later at that time?"""


def terms_of(check: str) -> GroupTerms:
    """What is said of the group of a check."""
    return GROUPS[CHECKS[check]]


def group_outcomes(outcomes: Mapping[str, str], undecided: Sequence[str]) -> dict[str, str]:
    """The outcome of each group: ``failed`` with one of its checks, ``passed`` with all that it rests on."""

    def outcome_of(group: str) -> str:
        if any(outcomes[check] == "failed" for check in outcomes if CHECKS[check] == group):
            return "failed"
        is_open = any(CHECKS[check] == group for check in undecided)
        rests = all(outcomes[check] == "passed" for check in GROUPS[group].decisive)
        return "passed" if rests and not is_open else "not_checked"

    return {group: outcome_of(group) for group in GROUPS}
