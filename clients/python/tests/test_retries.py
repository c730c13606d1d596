"""What is sent again."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import httpx
import pytest
from conftest import ROOT

from record_verification import AsyncRecordVerification, RecordVerification, TransportError
from record_verification._exchange import next_page
from record_verification._request import Request
from record_verification._retries import RetryBudget, pause_after

RULES = json.loads((ROOT / "clients/retries.json").read_text())


def _refusal(status: int, code: str = "service.unavailable", headers: dict[str, str] | None = None) -> httpx.Response:
    return httpx.Response(status, headers=headers, json={"error": {"code": code, "message": "No."}})


@pytest.mark.parametrize("case", RULES["cases"], ids=str)
def test_a_retry_comes_when_the_rules_say(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "uniform", lambda least, most: 0.007)
    answer = None
    if "status" in case:
        answer = _refusal(case["status"], case.get("code", "service.unavailable"), case.get("headers"))
    pause = pause_after(answer, 0)
    assert pause == (None if case["after"] is None else case["after"] + 0.007)


@pytest.mark.parametrize("part", [0, 0.5, 1])
def test_it_comes_after_any_part_of_the_longest_pause(part: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "uniform", lambda least, most: least + part * (most - least))
    assert [pause_after(None, failed) for failed in range(7)] == [longest * part for longest in RULES["pauses"]]


def test_all_calls_share_few_retries_that_answers_give_back() -> None:
    budget = RetryBudget()

    def left() -> int:
        return sum(budget.allows(_refusal(503)) for _ in range(100))

    assert (left(), budget.allows(_refusal(429, headers={"Retry-After": "0"}))) == (RULES["budget"]["retries"], True)
    assert not budget.allows(_refusal(429))
    for _ in range(12):
        budget.regain()
    assert left() == 12 * RULES["budget"]["regained_by_an_answer"]
    for _ in range(1_000):
        budget.regain()
    assert left() == RULES["budget"]["retries"]


@pytest.mark.parametrize(("status", "retries"), [(503, RULES["budget"]["retries"]), (429, 100 * RULES["max_retries"])])
def test_a_hundred_calls_at_a_time(status: int, retries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return _refusal(status, headers={"Retry-After": "0"})

    monkeypatch.setattr(random, "uniform", lambda least, most: 0)

    async def send() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        async with AsyncRecordVerification(token="x", base_url="http://127.0.0.1", http=http) as client:
            await asyncio.gather(*(client.records.read("rec_1") for _ in range(100)), return_exceptions=True)

    asyncio.run(send())
    assert len(seen) == 100 + retries


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
