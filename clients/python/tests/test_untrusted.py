"""Paths and answers that would lead a token elsewhere, or harm the client."""

from __future__ import annotations

import asyncio
import gzip
import socketserver
import threading
import time
import traceback
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from conftest import QuietHandler, serving
from pydantic import ValidationError

from record_verification import AsyncRecordVerification, RecordVerification, TransportError
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


class Parts(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that arrives in parts."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts = parts
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield from self._parts

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self._parts:
            yield part

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


def asked(answer: Any, is_async: bool, **settings: Any) -> httpx.Response:
    """The answer to one call."""
    if not is_async:
        return client_of(answer, **settings).request("GET", "/v1/records")

    async def run() -> httpx.Response:
        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        terms: dict[str, Any] = {"token": "x", "base_url": "http://127.0.0.1:2314", "max_retries": 0, **settings}
        async with AsyncRecordVerification(**terms, http=http) as client:
            return await client.request("GET", "/v1/records")

    return asyncio.run(run())


def streamed(parts: Iterator[bytes], coding: str = "identity") -> tuple[Any, Parts]:
    body = Parts(parts)
    return lambda request: httpx.Response(200, headers={"Content-Encoding": coding}, stream=body), body


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("coding", ["identity", "gzip"])
def test_a_body_is_read_up_to_a_limit(coding: str, is_async: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("record_verification._limited_body.LARGEST_BODY", 1_000, raising=False)
    pack = gzip.compress if coding == "gzip" else bytes
    answer, body = streamed(iter([pack(b" " * 1_000)]), coding)
    assert asked(answer, is_async).content == b" " * 1_000 and body.is_closed
    answer, body = streamed(iter([pack(b" " * 1_001)]), coding)
    with pytest.raises(TransportError):
        asked(answer, is_async)
    assert body.is_closed


@pytest.mark.parametrize("is_async", [False, True])
def test_an_attempt_ends_in_time_though_each_read_does(is_async: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)

    def slow(parts: int) -> Iterator[bytes]:
        nonlocal now
        for _ in range(parts):
            now += 0.4
            yield b" "

    for parts, options in ((4, {}), (9, {"timeout": 4})):
        assert asked(streamed(slow(parts))[0], is_async, **{"timeout": 2, **options}).content == b" " * parts
    answer, body = streamed(slow(9))
    with pytest.raises(TransportError):
        asked(answer, is_async, timeout=2)
    assert body.is_closed


def test_an_asynchronous_attempt_ends_in_time_before_the_body_too(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)

    async def answer(request: httpx.Request) -> httpx.Response:
        nonlocal now
        for _ in range(9):
            now += 0.4
            await asyncio.sleep(0)
        return httpx.Response(200)

    with pytest.raises(TransportError):
        asked(answer, True, timeout=2)


def test_an_attempt_ends_though_its_answer_never_begins() -> None:
    class Informing(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(65_536)
            try:
                while True:
                    self.request.sendall(b"HTTP/1.1 103 Early Hints\r\n\r\n")
            except OSError:
                pass

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Informing) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}"
        with (
            RecordVerification(token="x", base_url=url, timeout=0.2, max_retries=1) as client,
            pytest.raises(TransportError),
        ):
            client.records.read("rec_1")
        server.shutdown()


@pytest.mark.parametrize("charset", ["zlib", "idna", "rot13", "undefined", "utf-7"])
def test_a_text_is_utf_8_whatever_the_answer_says(charset: str) -> None:
    headers = {"Content-Type": f"text/plain; charset={charset}"}
    client = client_of(lambda request: httpx.Response(200, headers=headers, content="+AGE- é".encode()))
    assert client.log.checkpoint("development") == "+AGE- é"


@pytest.mark.parametrize("token", [b"caf\xe9", b"a b", b"a\nb", b"", b"a" * 4_097])
def test_a_token_that_no_request_can_hold_is_not_kept(token: bytes) -> None:
    kept = b"v1.write"
    tokens: list[str | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        tokens.append(request.headers.get("Service-Consistency-Token"))
        return httpx.Response(200, headers=[(b"Service-Consistency-Token", kept if len(tokens) == 1 else token)])

    client = client_of(answer)
    for _ in range(3):
        client.request("GET", "/v1/records")
    assert tokens == [None, "v1.write", "v1.write"]


def test_a_token_that_the_service_does_not_take_is_forgotten() -> None:
    tokens: list[str | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        tokens.append(token := request.headers.get("Service-Consistency-Token"))
        if token is None:
            return httpx.Response(200, headers={"Service-Consistency-Token": "v1.write"} if len(tokens) == 1 else {})
        details = [None, {"field": "Service-Consistency-Token", "issue": "must be of this project"}]
        return httpx.Response(400, json={"error": {"code": "request.invalid", "message": "", "details": details}})

    client = client_of(answer)
    for _ in range(3):
        assert client.request("GET", "/v1/records").is_success
    assert tokens == [None, "v1.write", None, None]


def test_no_cookie_is_kept() -> None:
    class Handler(QuietHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Set-Cookie", "a=b")
            self.send_header("Content-Length", "0")
            self.end_headers()

    with serving(Handler) as url, RecordVerification(token="x", base_url=url) as client:
        client.request("GET", "/")
        assert not client._connections.here().cookies  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("is_async", [False, True])
def test_a_service_on_this_machine_is_asked_without_a_proxy(is_async: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Handler(QuietHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

    class Proxy(Handler):
        def do_GET(self) -> None:
            asked_proxy.append(self.path)
            super().do_GET()

    async def run(url: str) -> None:
        async with AsyncRecordVerification(token="x", base_url=url) as client:
            await client.request("GET", "/")

    asked_proxy: list[str] = []
    with serving(Handler) as url, serving(Proxy) as proxy:
        monkeypatch.setenv("http_proxy", proxy)
        for name in ("no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.delenv(name, raising=False)
        if is_async:
            asyncio.run(run(url))
        else:
            with RecordVerification(token="x", base_url=url) as client:
                client.request("GET", "/")
    assert asked_proxy == []
