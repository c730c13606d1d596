"""Elements, their chains, and the rules of their transitions."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from .encoding import digest_bytes, digest_text, is_count, is_digest, is_list, is_object, moment, moment_or_none
from .merkle import first_slot, next_slot
from .signatures import thumbprint
from .strict_json import canonical_json

RULES: dict[str, Any] = json.loads(resources.files(__package__ or "").joinpath("transitions.json").read_text("utf-8"))

STEPS = ("form", "digests", "sequence", "links", "subject", "times", "transitions")
"""The steps of the check of an element, in order."""


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_moment(value: Any) -> bool:
    return moment_or_none(value) is not None


def _or_null(form: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or form(value)


def _is_text_list(value: Any) -> bool:
    return is_list(value) and len(value) > 0 and all(map(_is_text, value))


def _is_reference(value: Any) -> bool:
    if not is_object(value) or value.keys() != {"id", "version", "digest"}:
        return False
    return _is_text(value["id"]) and is_count(value["version"]) and is_digest(value["digest"])


Forms = Mapping[str, Callable[[Any], bool]]

_ALL: Forms = {
    "format": _is_text,
    "log": _is_text,
    "sequence": is_count,
    "type": _is_text,
    "event_id": _is_text,
    "occurred_at": _is_moment,
    "state": _is_text,
    "reason_digest": _or_null(is_digest),
    "salt": _is_text,
    "previous": _or_null(is_digest),
}
MEMBERS: Mapping[str, Forms] = {
    "record": {
        **_ALL,
        "project_id": _is_text,
        "record_id": _is_text,
        "origin": _is_text,
        "external_id": _or_null(_is_text),
        "authority": _is_reference,
        "issuer": _is_text,
        "expires_at": _or_null(_is_moment),
        "successor_id": _or_null(_is_text),
        "content_digest": is_digest,
        "issuer_signature": _or_null(_is_text),
    },
    "authority": {
        **_ALL,
        "project_id": _is_text,
        "authority_id": _is_text,
        "issuer": _is_text,
        "scope": _is_text_list,
        "valid_until": _is_moment,
        "public_key": _or_null(_is_text),
        "cause": _or_null(_is_text),
        "invalid_since": _or_null(_is_moment),
    },
    "key": {
        **_ALL,
        "key_id": _is_text,
        "purpose": lambda value: value in ("provenance", "answer"),
        "public_key": _is_text,
        "cause": _or_null(lambda value: value in RULES["key"]["present"]["cause"]["values"]),
        "invalid_since": _or_null(_is_moment),
    },
}


@dataclass(frozen=True)
class Element:
    """An element: the hashed content, the claimed digest, and the signature beside it."""

    content: dict[str, Any]
    digest: str
    signature: dict[str, Any] | None
    text: str | None
    """The canonical form of the content; None where there is none."""


@dataclass(frozen=True)
class Chain:
    """The elements of one subject, oldest first."""

    subject_id: str
    elements: list[Element]
    shown: list[dict[str, Any]]

    @property
    def newest(self) -> Element:
        return self.elements[-1]

    def entry(self, origin: str) -> bytes:
        """The log's entry of the newest element."""
        if len(self.elements) == 1:
            slot = first_slot(origin, self.subject_id)
        else:
            slot = slot_after(self.elements[-2])
        return slot + digest_bytes(self.newest.digest)


def slot_after(element: Element) -> bytes:
    """The slot in which the log would hold the successor of an element."""
    return next_slot(element.content["salt"], element.digest)


def chain_of(subject_id: str, shown: list[dict[str, Any]]) -> Chain:
    """Separates the hashed content of elements from digest and signature."""
    elements: list[Element] = []
    for each in shown:
        content = {name: value for name, value in each.items() if name not in ("digest", "signature")}
        try:
            text = canonical_json(content)
        except ValueError:
            text = None
        elements.append(Element(content, each["digest"], each["signature"], text))
    return Chain(subject_id, elements, shown)


def find_chain_fault(kind: str, chain: Chain) -> tuple[str, int] | None:
    """The first failed step of a chain and the element's number; None for a valid chain."""
    before: Element | None = None
    for sequence, element in enumerate(chain.elements, 1):
        step = _find_element_fault(kind, before, element, sequence)
        if step is not None:
            return step, sequence
        before = element
    return None if before is not None else ("form", 0)


def _find_element_fault(kind: str, before: Element | None, element: Element, sequence: int) -> str | None:
    content, forms = element.content, MEMBERS[kind]
    if element.text is None or content.get("format") != "element/v1":
        return "form"
    if digest_text(element.text) != element.digest:
        return "digests"
    if content.keys() != forms.keys() or not all(form(content[name]) for name, form in forms.items()):
        return "form"
    if content["sequence"] != sequence:
        return "sequence"
    if content["previous"] != (None if before is None else before.digest):
        return "links"
    if before is not None:
        old = before.content
        if any(content[member] != old[member] for member in RULES[kind]["constant"]):
            return "subject"
        if not continues_log(old["log"], content["log"]):
            return "subject"
        if content["occurred_at"] < old["occurred_at"]:
            return "times"
    return None if _follows(kind, None if before is None else before.content, content) else "transitions"


def _split_origin(origin: str) -> tuple[str, int]:
    first, separator, number = origin.rpartition("/recovered-")
    is_number = number.isascii() and number.isdigit() and number[:1] != "0" and len(number) <= 9
    return (first, int(number)) if separator != "" and is_number else (origin, 0)


def continues_log(before: str, following: str) -> bool:
    """Whether a chain of one log may continue in another: the same log, or one that replaced it."""
    if before == following:
        return True
    (first, number), (other, later) = _split_origin(before), _split_origin(following)
    return first == other and number < later


def _is_allowed_from(rule: dict[str, Any], state: str | None) -> bool:
    return len(rule["from"]) == 0 if state is None else state in rule["from"]


def _is_due(kind: str, content: dict[str, Any], at: int) -> bool:
    expires = RULES[kind]["expires"]
    if expires is None or not _is_allowed_from(RULES[kind]["transitions"][expires["transition"]], content["state"]):
        return False
    end = content[expires["member"]]
    return end is not None and moment(end) <= at


def state_at(kind: str, content: dict[str, Any], at: int) -> str:
    """State at a time, in milliseconds since 1970: of the newest element, or ``expired`` if that is due."""
    return "expired" if _is_due(kind, content, at) else content["state"]


def _follows(kind: str, old: dict[str, Any] | None, now: dict[str, Any]) -> bool:
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
    if _is_due(kind, old, moment(now["occurred_at"])) != (now["type"] == expiry):
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
