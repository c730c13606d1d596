"""Elements, their chains, and the rules of their transitions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .element_forms import MEMBERS
from .encoding import digest_bytes, digest_text
from .merkle import first_slot, next_slot
from .strict_json import canonical_json
from .transitions import RULES, follows

STEPS = ("form", "digests", "sequence", "links", "subject", "times", "transitions")
"""The steps of the check of an element, in order."""

_SIGNATURE = re.compile("[A-Za-z0-9_-]{86}")


@dataclass(frozen=True)
class Element:
    """An element: the hashed content, the claimed digest, and the signature."""

    content: dict[str, Any]
    digest: str
    signature: dict[str, Any] | None
    text: str | None
    """The canonical form of the content; None if it has no such form."""


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
            # A signature in place of the id, so that no second record is logged by one signature. Other text could be the
            # name of a seal or of a key.
            signature: str = self.newest.content.get("issuer_signature") or ""
            slot = first_slot(origin, signature if _SIGNATURE.fullmatch(signature) else self.subject_id)
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
        step = find_element_fault(kind, before, element, sequence)
        if step is not None:
            return step, sequence
        before = element
    return None if before is not None else ("form", 0)


def find_element_fault(kind: str, before: Element | None, element: Element, sequence: int) -> str | None:
    """The step that an element fails after the one before it; None where it continues the chain."""
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
    return None if follows(kind, None if before is None else before.content, content) else "transitions"


def _split_origin(origin: str) -> tuple[str, int]:
    first, separator, number = origin.rpartition("/recovered-")
    is_number = number.isascii() and number.isdigit() and number[:1] != "0" and len(number) <= 9
    return (first, int(number)) if separator != "" and is_number else (origin, 0)


def continues_log(before: str, following: str) -> bool:
    """Whether a chain of one log may continue in the other: in the same log, or in one that replaced it."""
    if before == following:
        return True
    (first, number), (other, later) = _split_origin(before), _split_origin(following)
    return first == other and number < later
