"""Signed answers: the signed statement, the request, and the body."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from .as_of import AsOf, decoded, parse_as_of
from .encoding import digest_text, encode_base64, is_list, is_object, is_text, read_decimal
from .errors import CheckFailed
from .forms import PARTS, envelope
from .merkle import hash_leaf, root_of_inclusion
from .report import Report
from .signatures import DetachedJws, VerifyingKey
from .strict_json import canonical_json

VERIFY_PATH = "/v1/records/verify"
VERIFY_BATCH_PATH = "/v1/records/verify/batch"
ANSWERS_TYPE = "answers+jws"
LOOKUPS = ("external_id", "content_digest", "content")
USUAL_PARTS = ("authority", "provenance", "state")
KNOWN_PARTS = tuple(part for part in PARTS if part != "lookup")


@dataclass(frozen=True)
class Answer:
    """An answer with everything that its signature covers."""

    body: dict[str, Any]
    method: str
    path_of_request: str
    request: dict[str, Any]
    request_id: str
    nonce: str | None
    as_of: str
    signature: str
    path: str

    @property
    def is_batch(self) -> bool:
        return self.path_of_request == VERIFY_BATCH_PATH


def answer_of_bundle(answer: dict[str, Any]) -> Answer:
    """The answer in a bundle, with its request."""
    request = answer["request"]
    return Answer(
        answer["body"],
        request["method"],
        request["path"],
        request["body"],
        answer["request_id"],
        answer["nonce"],
        answer["as_of"],
        answer["signature"],
        answer["path"],
    )


def read_path(answer: Answer) -> tuple[int, bytes]:
    """Size and root of the tree of the answers that share a signature. Raises CheckFailed."""
    place, *encoded = answer.path.split(",")
    numbers = [read_decimal(text) for text in place.split("/")]
    hashes = [decoded(text) for text in encoded]
    if len(numbers) != 2 or any(len(each) != 32 for each in hashes):
        raise CheckFailed("it is not an index, a size and hashes")
    index, size = numbers
    if index is None or size is None:
        raise CheckFailed("it is not an index, a size and hashes")
    request = {"body": _covered(answer), "method": answer.method, "path": answer.path_of_request}
    statement = {
        "answer": digest_text(canonical_json(answer.body)),
        "as_of": answer.as_of,
        "format": "answer/v1",
        "nonce": answer.nonce,
        "request": digest_text(canonical_json(request)),
        "request_id": answer.request_id,
    }
    root = root_of_inclusion(hash_leaf(canonical_json(statement).encode()), index, size, hashes)
    if root is None:
        raise CheckFailed("it has not as many hashes as its index and size ask for")
    return size, root


def _covered(answer: Answer) -> dict[str, Any]:
    """The request as its digest covers it: null stands for each item that the answer calls malformed."""
    records, data = answer.request.get("records"), answer.body.get("data")
    if not is_list(records) or not is_list(data):
        return answer.request
    codes = [item["error"].get("code") if is_object(item) and is_object(item.get("error")) else None for item in data]
    kept = [
        None if index < len(codes) and codes[index] == "request.malformed" else item
        for index, item in enumerate(records)
    ]
    return {**answer.request, "records": kept}


def check_signature(jws: DetachedJws, public_key: str, tree: tuple[int, bytes], as_of: str) -> AsOf:
    """The key signed root and size for the answer's log. Raises CheckFailed."""
    position = parse_as_of(as_of)
    if position is None:
        raise CheckFailed("its position of the log is malformed")
    size, root = tree
    text = f"answers/v1\n{position.origin}\n{size}\n{encode_base64(root)}\n"
    if not jws.holds(text.encode(), VerifyingKey.of(public_key)):
        raise CheckFailed("it is not that of this answer, request, nonce, request id and position of the log")
    return position


def is_refusal(item: Any) -> bool:
    """Whether an item of a batch refuses its record."""
    return is_object(item) and "error" in item and "record" not in item and "evidence" not in item


def refuses_every_record(report: Report, content: bytes) -> bool:
    """Whether a batch is signed and refuses every record: nothing in it is wrong, and it says nothing about any record."""
    if report.failed or any(check != "answer.record" for check in report.undecided):
        return False
    body = json.loads(content)
    data = body.get("data") if is_object(body) else None
    return is_list(data) and len(data) > 0 and all(is_refusal(each) for each in data)


def read_envelopes(answer: Answer) -> list[dict[str, Any]]:
    """The envelopes of an answer: one, or those of a batch without its errors. Raises CheckFailed."""
    if not answer.is_batch:
        envelope(answer.body, "body")
        return [answer.body]
    data = answer.body.get("data")
    if not is_list(data):
        raise CheckFailed("body.data is not a list")
    shown: list[dict[str, Any]] = []
    for index, item in enumerate(data):
        if not is_refusal(item):
            envelope(item, f"body.data[{index}]")
            shown.append(item)
    return shown


def read_asked(answer: Answer) -> list[Any]:
    """The parts of the request that the envelopes answer, in the order of the envelopes."""
    if not answer.is_batch:
        return [answer.request]
    data, records = answer.body.get("data"), answer.request.get("records")
    if not is_list(data) or not is_list(records):
        return []
    return [records[index] if index < len(records) else None for index, item in enumerate(data) if not is_refusal(item)]


def refused_items(answer: Answer) -> list[int]:
    """The items of a batch that refuse their records, counted from 1."""
    data = answer.body.get("data") if answer.is_batch else None
    return [number for number, item in enumerate(data, 1) if is_refusal(item)] if is_list(data) else []


def received_answer(body: Any, headers: dict[str, str], request: dict[str, Any] | None, nonce: str | None) -> Answer:
    """An answer as it was received. Raises CheckFailed where a header is missing."""
    if not is_object(body):
        raise CheckFailed("the body is not an object")
    asked = request
    if asked is None:
        record = body.get("record")
        if not is_object(record) or "id" not in record:
            raise CheckFailed("the request is not given, and the body names no record")
        asked = {"record_id": record["id"]}
    lower = {name.lower(): value for name, value in headers.items()}

    def header(name: str) -> str:
        value = lower.get(name.lower())
        if not is_text(value):
            raise CheckFailed(f"there is no header {name}")
        return value

    return Answer(
        body,
        "POST",
        VERIFY_BATCH_PATH if "data" in body else VERIFY_PATH,
        asked,
        header("Service-Request-Id"),
        nonce,
        header("Service-Evidence-As-Of"),
        header("Service-Evidence-Signature"),
        header("Service-Evidence-Path"),
    )
