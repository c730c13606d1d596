"""The connections of a client: of one process each, and in asyncio of one event loop each."""

from __future__ import annotations

import asyncio
import math
import os
import threading
import time
from collections.abc import Mapping
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx

from ._limited_body import LimitedBody


# The token stays on this machine where the service is here, whatever proxies the environment names.
_DIRECTLY = {f"all://{host}": None for host in ("localhost", "127.0.0.1", "[::1]")}


def _no_cookies() -> CookieJar:
    """Takes none: nothing here sends them, and they would be kept without a limit."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


class _Attempt(threading.local):
    """The attempt that a thread makes. Limits of single reads alone would let answers begin that never end."""

    end = math.inf
    """Infinite between two attempts: the owner of a client that was given uses its connections too."""

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Limits the reads of a connection that was just opened, by httpx's extension ``trace``."""
        if not event.endswith(("connect_tcp.complete", "connect_unix_socket.complete", "start_tls.complete")):
            return
        stream = info["return_value"]
        read = stream.read

        def read_in_time(most: int, timeout: float | None = None) -> bytes:
            left = self.end - time.monotonic()
            if left <= 0:
                raise httpx.ReadTimeout("The answer is late.")
            limit = min(left, math.inf if timeout is None else timeout)
            return read(most, None if limit == math.inf else limit)

        stream.read = read_in_time


class Connections:
    """Those of the process that calls; a client that was given is taken as it is."""

    def __init__(self, given: httpx.Client | None) -> None:
        self._is_given = given is not None
        self._http = httpx.Client(cookies=_no_cookies(), mounts=_DIRECTLY) if given is None else given
        self._attempt = _Attempt()
        self._process = os.getpid()

    def here(self) -> httpx.Client:
        # On the parent's sockets, a forked child would read answers that are the parent's. They are not closed here,
        # because that would end TLS for the parent too.
        if self._process != os.getpid() and not self._is_given:
            self._http = httpx.Client(cookies=_no_cookies(), mounts=_DIRECTLY)
            self._process = os.getpid()
        return self._http

    def send(self, request: httpx.Request, seconds: float) -> httpx.Response:
        """One attempt. Raises RequestError."""
        end = self._attempt.end = time.monotonic() + seconds
        request.extensions["trace"] = self._attempt.trace
        try:
            response = self.here().send(request, stream=True, follow_redirects=False)
            try:
                response.stream = LimitedBody(response, end)
                response.read()
            finally:
                response.close()
            return response
        finally:
            self._attempt.end = math.inf

    def close(self) -> None:
        self.here().close()


class AsyncConnections:
    """Those of the event loop that calls; a client that was given is taken as it is. A forked child has a loop of its own."""

    def __init__(self, given: httpx.AsyncClient | None) -> None:
        self._given = given
        self._of: dict[asyncio.AbstractEventLoop, httpx.AsyncClient] = {}
        # Two threads may each have a loop.
        self._lock = threading.Lock()

    def here(self) -> httpx.AsyncClient:
        if self._given is not None:
            return self._given
        loop = asyncio.get_running_loop()
        with self._lock:
            if loop not in self._of:
                # What a loop leaves behind when it ends can no longer be closed.
                open_loops = {each: http for each, http in self._of.items() if not each.is_closed()}
                self._of = {**open_loops, loop: httpx.AsyncClient(cookies=_no_cookies(), mounts=_DIRECTLY)}
            return self._of[loop]

    async def send(self, request: httpx.Request, seconds: float) -> httpx.Response:
        """One attempt. Raises RequestError and TimeoutError."""
        async with asyncio.timeout(seconds):
            response = await self.here().send(request, stream=True, follow_redirects=False)
            try:
                response.stream = LimitedBody(response, time.monotonic() + seconds)
                await response.aread()
            finally:
                await response.aclose()
            return response

    async def close(self) -> None:
        await self.here().aclose()
