"""What is sent again."""

from __future__ import annotations

import httpx
import pytest

from record_verification import RecordVerification, TransportError
from record_verification._exchange import next_page
from record_verification._request import Request
from record_verification._retries import is_retried


def _refusal(status: int, code: str) -> httpx.Response:
    return httpx.Response(status, json={"error": {"code": code, "message": "No."}})


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        (None, True),
        (_refusal(408, "request.timeout"), True),
        (_refusal(429, "rate.limited"), True),
        (_refusal(503, "service.unavailable"), True),
        (httpx.Response(507, text="a proxy's page"), True),
        (_refusal(503, "service.restored_copy"), False),
        (_refusal(409, "record.conflict"), False),
    ],
)
def test_what_passes_by_itself_is_sent_again(response: httpx.Response | None, expected: bool) -> None:
    assert is_retried(response) is expected


@pytest.mark.parametrize("age", [0, -1, float("nan"), float("inf")])
def test_an_age_that_is_none_is_refused(age: float) -> None:
    pinned = {"vkey": "example.org/log+3edec8f2+AWTg"}
    with pytest.raises(ValueError):
        RecordVerification(token="x", base_url="http://127.0.0.1", verify=pinned, max_log_age=age)


def test_a_page_that_leads_to_itself_is_refused() -> None:
    second = next_page(Request("GET", "/v1/records"), "c1")
    assert second.query == {"cursor": "c1"}
    with pytest.raises(TransportError):
        next_page(second, "c1")
