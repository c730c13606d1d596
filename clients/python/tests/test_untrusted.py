"""Paths and answers that would lead a token elsewhere, or harm the client."""

from __future__ import annotations

import traceback
from typing import Any

import httpx
import pytest
from pydantic import ValidationError

from record_verification import RecordVerification, TransportError
from record_verification.models import IssuedCredential


def client_of(answer: Any, **settings: Any) -> RecordVerification:
    http = httpx.Client(transport=httpx.MockTransport(answer), follow_redirects=True)
    terms = {"token": "svc_secret", "base_url": "http://127.0.0.1:2314", "max_retries": 0, "http": http}
    return RecordVerification(**{**terms, **settings})


@pytest.mark.parametrize(
    "path",
    [
        "1/leak",
        ".evil.example/x",
        "@evil.example/x",
        "//evil.example",
        "/v1/records/../../x",
        "/v1/.",
        "/a?b",
        "/a#b",
        "/\\a",
        "/a\n",
    ],
)
def test_a_path_that_leads_elsewhere_is_refused(path: str) -> None:
    client = client_of(lambda request: httpx.Response(200))
    assert client.request("GET", "/v1/records/%2E%2E/a..b").is_success
    with pytest.raises(ValueError, match="A path begins with one /"):
        client.request("GET", path)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308, 300])
def test_a_redirect_is_neither_followed_nor_a_success(status: int) -> None:
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(str(request.url))
        return httpx.Response(status, headers={"Location": "/elsewhere"}, json={})

    with pytest.raises(TransportError, match="redirects"):
        client_of(answer).request("GET", "/v1/records")
    assert len(seen) == 1
    assert client_of(lambda request: httpx.Response(304)).request("GET", "/v1/records").status_code == 304


@pytest.mark.parametrize("body", [{"id": 7, "token": "svc_issued"}, ["svc_issued"]])
def test_an_answer_of_another_form_is_not_repeated_in_the_error(body: Any) -> None:
    client = client_of(lambda request: httpx.Response(200, json=body))
    with pytest.raises(TransportError) as failure:
        client.credentials.issue(name="Test", capabilities=["read"])
    assert str(failure.value) == "The answer has another form."
    assert "svc_issued" not in "".join(traceback.format_exception(failure.value))
    with pytest.raises(ValidationError) as invalid:
        IssuedCredential.model_validate(body)
    assert "svc_issued" not in str(invalid.value)


def test_a_broken_body_is_an_error_of_the_client() -> None:
    broken = httpx.ByteStream(b"no gzip")
    client = client_of(lambda request: httpx.Response(200, headers={"Content-Encoding": "gzip"}, stream=broken))
    with pytest.raises(TransportError):
        client.records.read("rec_1")
