"""That an answer has the members, and answers the request."""

from __future__ import annotations

from typing import Any

from .answers import KNOWN_PARTS, LOOKUPS, USUAL_PARTS, VERIFY_PATH, Answer, is_refusal
from .encoding import is_list, is_object
from .errors import CheckFailed, NotChecked
from .forms import AUTHORITY, ENVELOPE, LOOKUP, PARTS, PROVENANCE, RECORD, VERDICT
from .strict_json import canonical_json


def check_members(answer: Answer, envelopes: list[dict[str, Any]]) -> None:
    """Raises NotChecked where an envelope has unknown members: they are signed, but cannot be judged here."""
    unknown: list[str] = list(answer.body.keys() - {"data"}) if answer.is_batch else []
    for each in envelopes:
        evidence = each["evidence"]
        for value, known in (
            (each, ENVELOPE),
            (each["record"], RECORD),
            (evidence, PARTS),
            (evidence.get("provenance"), PROVENANCE),
            (evidence.get("authority"), AUTHORITY),
            (evidence.get("lookup"), LOOKUP),
            (evidence.get("verdict"), {**VERDICT, "successor_id": None}),
        ):
            unknown += [name for name in value if name not in known] if is_object(value) else []
    if unknown:
        raise NotChecked(f"signed by the service, and not understood here: {', '.join(sorted(unknown)[:10])}")


def check_request(answer: Answer, expected: Any) -> None:
    """Each envelope answers its part of the request, which must be the caller's. Raises CheckFailed."""
    if answer.method != "POST":
        raise CheckFailed(f"the method is {answer.method}")
    if expected is not None and canonical_json(answer.request) != canonical_json(expected):
        raise CheckFailed("it answers another request than the one that is given")
    if answer.path_of_request == VERIFY_PATH:
        _check_answers(answer.body, answer.request)
    elif answer.is_batch:
        data, records = answer.body.get("data"), answer.request.get("records")
        if answer.request.keys() - {"records"}:
            raise CheckFailed("the request asks for something else than records")
        if not is_list(data) or not is_list(records) or len(data) != len(records):
            raise CheckFailed("the answer has not one item for each record of the request")
        for item, asked in zip(data, records, strict=True):
            if not is_refusal(item):
                _check_answers(item, asked)
    else:
        raise CheckFailed(f"nothing is verified at {answer.path_of_request}")


def _check_answers(item: dict[str, Any], asked: Any) -> None:
    evidence, record_id = item["evidence"], item["record"]["id"]
    if not is_object(asked):
        raise CheckFailed("the request names no record")
    usual = [*USUAL_PARTS, "verdict"] if "verdict" in evidence else [*USUAL_PARTS]
    scope_asked = asked.get("evidence_scope", usual)
    subject = {name: value for name, value in asked.items() if name != "evidence_scope"}
    if not _asks_for(subject, record_id, evidence.get("lookup")):
        raise CheckFailed(f"the request asks for something else than {record_id}")
    scope = [canonical_json(part) for part in scope_asked] if is_list(scope_asked) else []
    shown = [canonical_json(part) for part in evidence if part in KNOWN_PARTS or canonical_json(part) in scope]
    if sorted(scope) != sorted(shown):
        raise CheckFailed("the answer holds other parts of the evidence than were asked for")


def _asks_for(subject: dict[str, Any], record_id: str, lookup: dict[str, Any] | None) -> bool:
    named = [name for name in subject if name != "authority_id"]
    if len(named) != 1:
        return False
    by = named[0]
    if by == "record_id":
        return subject[by] == record_id and lookup is None and "authority_id" not in subject
    return by in LOOKUPS and lookup is not None and lookup["by"] == by
