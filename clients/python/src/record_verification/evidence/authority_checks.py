"""The authorities of a record, and what an answer says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .answered_records import AnsweredRecord
from .elements import Chain, Element
from .encoding import moment
from .errors import CheckFailed
from .strict_json import canonical_json
from .transitions import RULES, state_at

_AUTHORITY_LAG = 10_000


@dataclass(frozen=True)
class Standing:
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
    """Each element names an authority of the evidence, and each of these is named. Raises CheckFailed."""
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
    """Each authority was active when a transition that needs it happened. Raises CheckFailed."""
    for chain in records:
        for element in chain.elements:
            content = element.content
            if not RULES["record"]["transitions"][content["type"]]["needs_active_authority"]:
                continue
            authority = element_named(content["authority"], authorities)
            if authority is None or state_at("authority", authority, moment(content["occurred_at"])) != "active":
                raise CheckFailed("the authority of a transition was not active")


def check_current_authorities(records: Sequence[Chain], authorities: Sequence[Chain]) -> None:
    """Each element names its authority as it was at that time. Raises CheckFailed."""
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


def chain_named_by(event: dict[str, Any], authorities: Sequence[Chain]) -> Chain:
    """The chain of the authority that an element names. Raises CheckFailed where the chain is missing."""
    chain = next((each for each in authorities if each.subject_id == event["authority"]["id"]), None)
    if chain is None:
        raise CheckFailed("the chain of the authority is not there")
    return chain


def standing_at(chain: Chain, event: dict[str, Any], at: str) -> Standing:
    """What an authority's chain says about an element, at a moment."""
    newest, version = chain.newest.content, int(event["authority"]["version"])
    named = chain.elements[version - 1].content if version <= len(chain.elements) else None
    now, time = moment(at), moment(event["occurred_at"])
    since = None if newest["invalid_since"] is None else moment(newest["invalid_since"])
    state = state_at("authority", newest, now)
    compromised = since is not None and since <= time
    was_active = named is not None and state_at("authority", named, time) == "active"
    return Standing(
        state, was_active and not compromised, state == "active" and (since is None or since > now), compromised
    )


def check_authority(answered: AnsweredRecord, authorities: Sequence[Chain]) -> None:
    """What an answer says of the authority follows from its chain. Raises CheckFailed."""
    told = answered.envelope["evidence"].get("authority")
    if told is None:
        return
    event = answered.chain.newest.content
    chain = chain_named_by(event, authorities)
    newest, standing = chain.newest, standing_at(chain, event, answered.envelope["verified_at"])
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
