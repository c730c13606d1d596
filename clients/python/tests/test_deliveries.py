"""The published deliveries, in every form that a server could hand them over."""

from __future__ import annotations

import base64
import json
import os
import time
from collections.abc import Iterator
from datetime import datetime
from email.message import Message
from pathlib import Path
from typing import Any

import httpx
import pytest

from record_verification.webhooks import DeliveryError, verify_delivery

FOLDERS = [Path(__file__).parents[3] / "docs" / "vectors", os.environ.get("RANDOM_VECTORS")]
VECTORS: list[dict[str, Any]] = [
    vector
    for folder in FOLDERS
    if folder is not None
    for vector in json.loads((Path(folder) / "deliveries.json").read_text("utf-8"))
]
Pairs = list[tuple[str, Any]]


def header_forms(pairs: Pairs) -> Iterator[tuple[str, Any]]:
    lower = [(name.lower(), value) for name, value in pairs]
    lists = {name: [value for each, value in lower if each == name] for name, _ in lower}
    yield "pairs", pairs
    yield "tuples", tuple(pairs)
    yield "an iterator of pairs", iter(pairs)
    if len(dict(pairs)) == len(pairs):
        yield "a dict", dict(pairs)
    if len(lists) == len(pairs):
        yield "a dict in lower case", dict(lower)
    if not any(isinstance(value, list) for _, value in pairs):
        yield "a dict of lists", lists
    if not all(isinstance(value, str) for _, value in pairs):
        return
    yield "a dict of joined values", {name: ", ".join(values) for name, values in lists.items()}
    try:
        encoded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in pairs]
    except UnicodeEncodeError:
        return  # No such header can arrive.
    yield "pairs of bytes", encoded
    message = Message()
    for name, value in pairs:
        message[name] = value
    yield "a message", message
    yield "headers of httpx", httpx.Headers(encoded)


def body_forms(vector: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    body = base64.b64decode(vector["body"])
    if vector.get("body_as") == "null":
        yield "None", None
        return
    if vector.get("body_as") == "parsed":
        yield "parsed", json.loads(body)
        return
    yield "bytes", body
    yield "a bytearray", bytearray(body)
    yield "a memoryview", memoryview(b"1" + body + b"2")[1:-1]
    try:
        yield "a text", body.decode("utf-8")
    except UnicodeDecodeError:
        pass


def code_of(vector: dict[str, Any], headers: Any, body: Any) -> str | None:
    tolerance = vector.get("tolerance_seconds", 300)
    if tolerance in ("NaN", "Infinity", "-Infinity"):
        tolerance = float(tolerance)
    now = datetime.fromisoformat(vector["now"].replace("Z", "+00:00"))
    try:
        verify_delivery(headers, body, vector["keys"], now=now, tolerance=tolerance)
    except DeliveryError as error:
        return error.code
    except (TypeError, ValueError) as error:
        assert type(error) in (TypeError, ValueError)
        return "argument"
    return None


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_deliveries(vector: dict[str, Any]) -> None:
    pairs = [(name, value) for name, value in vector["headers"]]
    judged = {
        f"{shape}, {form}": code_of(vector, headers, body)
        for form, body in body_forms(vector)
        for shape, headers in header_forms(pairs)
    }
    assert judged == dict.fromkeys(judged, vector["code"])


@pytest.mark.parametrize("headers", ["text", b"bytes", 1, [1], [("a",)], [("a", "b", "c")], dict, {"a"}])
def test_what_are_no_headers(headers: Any) -> None:
    assert code_of(VECTORS[0], headers, b"") == "header.malformed"


def test_none_are_no_headers() -> None:
    assert code_of(VECTORS[0], None, b"") == "header.missing"


def test_a_text_that_cannot_be_encoded_was_not_signed() -> None:
    body = base64.b64decode(VECTORS[0]["body"]).decode()
    assert code_of(VECTORS[0], VECTORS[0]["headers"], body + "\udcff") == "signature.mismatch"


@pytest.mark.parametrize(
    ("off", "code"), [(-400, "timestamp.too_new"), (-60, None), (60, None), (400, "timestamp.too_old")]
)
def test_a_delivery_bears_a_clock_that_is_a_little_off(
    off: float, code: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery = VECTORS[0]
    now = datetime.fromisoformat(delivery["now"].replace("Z", "+00:00")).timestamp()
    monkeypatch.setattr(time, "time", lambda: now + off)
    body = base64.b64decode(delivery["body"])
    if code is None:
        assert verify_delivery(delivery["headers"], body, delivery["keys"])["id"]
        return
    with pytest.raises(DeliveryError) as refused:
        verify_delivery(delivery["headers"], body, delivery["keys"])
    assert refused.value.code == code
