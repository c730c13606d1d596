"""The checks in their order, and what they answer together."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class GroupTerms:
    """What is said of a group of checks."""

    refused: str
    """What is wrong with refused evidence, where the first check that failed is in the group."""
    undecided: str
    """What evidence leaves open that was asked for."""
    decisive: Sequence[str]
    """The checks without which the group says nothing."""


_PUBLISHED: dict[str, Any] = json.loads(resources.files(__package__ or "").joinpath("checks.json").read_text("utf-8"))

CHECKS: Mapping[str, str] = {each["name"]: each["group"] for each in _PUBLISHED["checks"]}
"""All checks in order, each with its group, also for an answer without its bundle. The names are those of the service's
own verifier."""

GROUPS: Mapping[str, GroupTerms] = {group: GroupTerms(**terms) for group, terms in _PUBLISHED["groups"].items()}
"""Did the pinned service say this? Was the issuer entitled to it? Is everything that happened to the record there? Does
everybody see the same? Was there nothing later at that time?"""

NEWEST_CHECKS = GROUPS["newest"].decisive


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
