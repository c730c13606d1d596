"""The rules of transitions, which are data."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from .encoding import moment
from .signatures import thumbprint

RULES: dict[str, Any] = json.loads(resources.files(__package__ or "").joinpath("transitions.json").read_text("utf-8"))

ADDING = frozenset(
    name
    for kind in ("record", "authority", "key")
    for name, rule in RULES[kind]["transitions"].items()
    if rule["adds_passed"]
)
"""What can add a ``passed``: late, it is refused. What takes one away counts, late as it is."""


def _is_allowed_from(rule: dict[str, Any], state: str | None) -> bool:
    return len(rule["from"]) == 0 if state is None else state in rule["from"]


def is_due(kind: str, content: dict[str, Any], at: int) -> bool:
    """Whether a subject must expire, at a time in milliseconds since 1970."""
    expires = RULES[kind]["expires"]
    if expires is None or not _is_allowed_from(RULES[kind]["transitions"][expires["transition"]], content["state"]):
        return False
    end = content[expires["member"]]
    return end is not None and moment(end) <= at


def state_at(kind: str, content: dict[str, Any], at: int) -> str:
    """State at a time, in milliseconds since 1970: of the newest element, or ``expired`` if that is due."""
    return "expired" if is_due(kind, content, at) else content["state"]


def follows(kind: str, old: dict[str, Any] | None, now: dict[str, Any]) -> bool:
    """Whether an element may follow another of its kind."""
    rules = RULES[kind]
    rule = rules["transitions"].get(now["type"])
    state = None if old is None else old["state"]
    if rule is None or not _is_allowed_from(rule, state):
        return False
    to = rule["to"] if isinstance(rule["to"], str) else rule["to"].get(state)
    if now["state"] != to or rule["reason"] != (now["reason_digest"] is not None):
        return False
    if not all(_is_present_as_due(now, member, each) for member, each in rules["present"].items()):
        return False
    if kind == "key" and now["key_id"] != thumbprint(now["public_key"]):
        return False
    if old is None:
        return True
    expiry = None if rules["expires"] is None else rules["expires"]["transition"]
    if is_due(kind, old, moment(now["occurred_at"])) != (now["type"] == expiry):
        return False
    if not all(member in rule["changes"] or old[member] == now[member] for member in rules["changeable"]):
        return False
    return kind != "record" or _follows_authority(old["authority"], now["authority"])


def _follows_authority(before: dict[str, Any], following: dict[str, Any]) -> bool:
    if following["id"] != before["id"]:
        return False
    if following["version"] == before["version"]:
        return following["digest"] == before["digest"]
    return following["version"] > before["version"]


def _is_present_as_due(element: dict[str, Any], member: str, rule: dict[str, Any]) -> bool:
    is_due_here = element["type"] in rule["transitions"] and rule.get("cause") in (None, element.get("cause"))
    value = element[member]
    if value is None or not is_due_here:
        return (value is not None) == is_due_here
    if "values" in rule and value not in rule["values"]:
        return False
    if "not" in rule and value == element[rule["not"]]:
        return False
    return "at_most" not in rule or value <= element[rule["at_most"]]
