"""Shared by both clients: everything about a call except sending and waiting."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
from pydantic import ValidationError

from ._json import read_json, write_json
from ._learned_keys import LearnedKeys
from ._proofs import bundled_record, is_proved
from ._request import Request, RequestOptions
from ._error_bodies import error_of
from ._retries import RetryBudget, is_retried, pause_after
from .errors import EvidenceFault, ServiceError, TransportError
from .evidence import Report, Trust, VerifyOptions, parse_trust, verify_answer, verify_bundle
from .evidence.answers import refuses_every_record
from .evidence.encoding import is_list, is_object
from .evidence.errors import CheckFailed

_TOKEN = "Service-Consistency-Token"
# The service’s own have up to 3 KB: a longer one could make every later request too large.
_KEPT_TOKEN = re.compile(r"[!-~]{1,4096}")
VERSION = "0.3.0"
Pinned = Trust | Mapping[str, Any] | str
"""A trust, or the document of ``GET /v1/log/<environment>/keys`` that you pinned, as a text or parsed."""
Value = TypeVar("Value")


@dataclass(frozen=True)
class Send:
    """Asks the client to send this request, and to resume with its response, or with None if no usable one arrives."""

    request: httpx.Request
    seconds: float


@dataclass(frozen=True)
class Pause:
    """Asks the client to wait."""

    seconds: float


Step = Send | Pause
Exchange = Generator[Step, httpx.Response | None, httpx.Response]


def any_request(
    method: str, path: str, query: Mapping[str, Any] | None, body: Any, options: RequestOptions | None
) -> Request:
    """A call of a route that has no method."""
    is_signed = is_proved(path)
    has_key = method == "POST" and not is_signed
    return Request(method, path, query or {}, body, has_key=has_key, has_nonce=is_signed, accept="*/*", options=options)


class Caller:
    """A credential and the state kept between its calls. Printing it never shows the token."""

    def __init__(
        self,
        token: str,
        base_url: str,
        timeout: float,
        max_retries: int,
        verify: Pinned | None,
        max_log_age: float,
        clock_slack: float,
    ) -> None:
        self._token = token
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout
        self._max_retries = max_retries
        if verify is not None and not isinstance(verify, Trust):
            verify = parse_trust(verify if isinstance(verify, str) else dict(verify))
        self._pinned = verify
        self._learned = None if verify is None else LearnedKeys(verify, max_log_age, clock_slack)
        self._clock_slack = clock_slack
        self._budget = RetryBudget()
        self.consistency_token: str | None = None

    def __repr__(self) -> str:
        return f"<{self._base_url}>"

    def exchange(self, request: Request) -> Exchange:
        """One call with its retries and, where something is pinned, the check of its answer. Raises the client's errors."""
        options = request.options or RequestOptions()
        key = (options.idempotency_key or secrets.token_urlsafe(18)) if request.has_key else None
        nonce = secrets.token_urlsafe(18) if request.has_nonce else None
        content = None if request.body is None else write_json(request.body)
        response = yield from self._answered(request, options, content, key, nonce)
        if _KEPT_TOKEN.fullmatch(token := response.headers.get(_TOKEN, "")):
            self.consistency_token = token
        if self._pinned is not None and self._learned is not None and request.has_nonce:
            yield from self._checked(request, content, nonce, response, self._pinned, self._learned)
        return response

    def _answered(
        self, request: Request, options: RequestOptions, content: bytes | None, key: str | None, nonce: str | None
    ) -> Exchange:
        """The answer of a request, with its retries. Raises ServiceError and TransportError."""
        retries = self._max_retries if options.max_retries is None else options.max_retries
        timeout = self._timeout if options.timeout is None else options.timeout
        # If the service may wait for the log, its answer may come that much later.
        seconds = timeout + (options.wait or 0)
        for attempt in range(retries + 1):
            sent = self.consistency_token
            response = yield Send(self._built(request, options, content, key, nonce, seconds), seconds)
            if response is not None and sent is not None and _refuses_token(response):
                # As after a change to a credential of another project.
                if self.consistency_token == sent:
                    self.consistency_token = None
                response = yield Send(self._built(request, options, content, key, nonce, seconds), seconds)
            pause = pause_after(response, attempt)
            if attempt == retries or pause is None or not self._budget.allows(response):
                break
            yield Pause(pause)
        else:
            raise AssertionError
        if not is_retried(response):
            self._budget.regain()
        if response is None:
            raise TransportError(
                "The service could not be reached, or its answer was late, too large or unreadable.", key
            )
        if 300 <= response.status_code < 400 and response.status_code != 304:
            raise TransportError("The address redirects to another one; use that one as base_url.", key)
        if response.status_code >= 400:
            raise _service_error(response)
        return response

    def _built(
        self,
        request: Request,
        options: RequestOptions,
        content: bytes | None,
        key: str | None,
        nonce: str | None,
        seconds: float,
    ) -> httpx.Request:
        headers = {
            "Authorization": f"Bearer {self._token}",
            "User-Agent": f"record-verification-python/{VERSION}",
            "Accept": request.accept,
        }
        optional = {
            "Content-Type": None if content is None else "application/json",
            "Idempotency-Key": key,
            "Service-Nonce": nonce,
            _TOKEN: self.consistency_token,
            "If-Match": options.if_match,
            "Prefer": None if options.wait is None else f"wait={options.wait}",
        }
        headers |= {name: value for name, value in optional.items() if value is not None}
        return httpx.Request(
            request.method,
            f"{self._base_url}{request.path}",
            params=tuple(request.parameters),
            headers=headers,
            content=content,
            extensions={"timeout": httpx.Timeout(seconds).as_dict()},
        )

    def _checked(
        self,
        request: Request,
        content: bytes | None,
        nonce: str | None,
        response: httpx.Response,
        pinned: Trust,
        learned: LearnedKeys,
    ) -> Generator[Step, httpx.Response | None, None]:
        request_id = response.headers.get("Service-Request-Id")
        bundled = bundled_record(request.path)
        if bundled is not None:
            terms = VerifyOptions(nonce=nonce, request={"record_id": bundled}, clock_slack=self._clock_slack)
            report = verify_bundle(response.content, pinned, terms)
            if not report.ok:
                raise _fault(report, request_id)
            return
        asked = None if content is None else json.loads(content)

        def judge() -> Report:
            terms = VerifyOptions(nonce=nonce, request=asked, clock_slack=self._clock_slack)
            return verify_answer(
                response.content, dict(response.headers), learned.trust, request=asked, nonce=nonce, options=terms
            )

        report = judge()
        failure = report.first_failure
        if failure is not None and failure.check == "answer.key":
            # The key is not pinned: a bundle proves whether the log published it.
            shown = _record_of(response.content)
            if shown is not None:
                yield from self._learn_keys(shown, pinned, learned, request_id)
                report = judge()
        if not report.ok and not refuses_every_record(report, response.content):
            raise _fault(report, request_id)

    def _learn_keys(
        self, record_id: str, pinned: Trust, learned: LearnedKeys, request_id: str | None
    ) -> Generator[Step, httpx.Response | None, None]:
        nonce = secrets.token_urlsafe(18)
        request = Request("GET", f"/v1/records/{quote(record_id, safe='')}/evidence", has_nonce=True)
        response = yield from self._answered(request, RequestOptions(), None, None, nonce)
        terms = VerifyOptions(nonce=nonce, request={"record_id": record_id}, clock_slack=self._clock_slack)
        report = verify_bundle(response.content, pinned, terms)
        if not report.ok:
            return
        try:
            learned.learn(response.content)
        except CheckFailed as error:
            why = f"freshness.witnesses: {error}, so that no key is taken from the log"
            raise EvidenceFault(report, why, request_id) from error


def parsed(response: httpx.Response, model: Any) -> Any:
    """The answer of a response: a model, a text, bytes, or nothing."""
    if model is None:
        return None
    if model is str:
        # Always UTF-8: another charset that an answer names can fail, or be no charset at all.
        return response.content.decode("utf-8", "replace")
    if model is bytes:
        return response.content
    try:
        value = read_json(response.content)
    except ValueError:
        raise TransportError("The answer is not JSON, or is nested too deep.", None) from None
    try:
        return value if model is dict else model.model_validate(value)
    except ValidationError:
        # It repeats the answer, which may hold a token.
        raise TransportError("The answer has another form.", None) from None


def next_page(request: Request, cursor: str) -> Request:
    if request.query.get("cursor") == cursor:
        raise TransportError("The answer is not a page of a list: its cursor leads to itself.", None)
    return replace(request, query={**request.query, "cursor": cursor})


def _record_of(content: bytes) -> str | None:
    try:
        value = read_json(content)
    except ValueError:
        return None
    data = value.get("data") if is_object(value) else None
    shown = next((each for each in data if is_object(each) and "record" in each), None) if is_list(data) else value
    record = shown.get("record") if is_object(shown) else None
    record_id = record.get("id") if is_object(record) else None
    return record_id if isinstance(record_id, str) else None


def _fault(report: Report, request_id: str | None) -> EvidenceFault:
    failure = report.first_failure
    why = "The answer is not verified" if failure is None else f"{failure.check}: {failure.why}"
    return EvidenceFault(report, why, request_id)


def _refuses_token(response: httpx.Response) -> bool:
    code, error = error_of(response)
    details = error.get("details")
    fields = [each.get("field") for each in details if is_object(each)] if is_list(details) else []
    return code == "request.invalid" and _TOKEN in fields


def _service_error(response: httpx.Response) -> ServiceError:
    code, error = error_of(response)
    message = str(error.get("message", response.reason_phrase))
    request_id = response.headers.get("Service-Request-Id")
    return ServiceError(response.status_code, code, message, request_id, error)
