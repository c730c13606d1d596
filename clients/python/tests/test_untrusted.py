"""Paths and answers that would lead a token elsewhere, or harm the client."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from record_verification import RecordVerification


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
