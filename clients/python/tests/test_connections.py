"""A client in several event loops, threads and processes."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from conftest import QuietHandler, serving
from record_verification import AsyncRecordVerification, RecordVerification


@pytest.fixture
def ports() -> Iterator[str]:
    """A server that keeps connections and answers with the port of the caller's; its URL."""

    class Handler(QuietHandler):
        def do_GET(self) -> None:
            body = f"{self.path} {self.client_address[1]}".encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with serving(Handler) as url:
        yield url


def test_an_asynchronous_client_works_in_one_event_loop_after_another(ports: str) -> None:
    client = AsyncRecordVerification(token="x", base_url=ports, max_retries=0)

    async def port(name: str) -> str:
        return (await client.request("GET", name)).text.split()[1]

    async def two() -> list[str]:
        return [await port("/a"), await port("/b")]

    (first, again), (second, _) = asyncio.run(two()), asyncio.run(two())
    assert first == again != second

    async def close() -> None:
        await client.close()
        with pytest.raises(RuntimeError):
            await port("/c")

    asyncio.run(close())


def test_threads_share_a_client(ports: str) -> None:
    with RecordVerification(token="x", base_url=ports) as client, ThreadPoolExecutor(8) as pool:
        paths = [f"/{number}" for number in range(64)]
        answers = pool.map(lambda path: client.request("GET", path).text.split()[0], paths)
        assert list(answers) == paths


def test_a_forked_child_does_not_use_the_connection_of_its_parent(ports: str) -> None:
    with RecordVerification(token="x", base_url=ports) as client:
        before = client.request("GET", "/").text
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(writer, client.request("GET", "/").text.encode())
                client.close()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        os.close(writer)
        # The parent's own connection may have been closed meanwhile, as idle.
        assert os.read(reader, 100).decode() not in ("", before)
        assert client.request("GET", "/").text
        os.close(reader)


def test_the_owner_of_a_given_client_goes_on_with_its_connections(ports: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with httpx.Client() as http:
        first = RecordVerification(token="x", base_url=ports, timeout=2, http=http).request("GET", "/").text
        now = time.monotonic
        monkeypatch.setattr(time, "monotonic", lambda: now() + 3)
        assert http.get(ports, timeout=None).text == first
