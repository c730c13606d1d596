"""The clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import httpx

from ._async_resources import AsyncResources
from ._async_sender import AsyncSender
from ._connections import AsyncConnections, Connections
from ._exchange import Caller
from ._proofs import is_proved
from ._request import Request, RequestOptions
from ._resources import Resources
from ._sender import Sender
from .evidence import Trust
from .evidence.options import CLOCK_SLACK

Pinned = Trust | Mapping[str, Any] | str
"""A trust, or the document of ``GET /v1/log/<environment>/keys`` that you pinned, as a text or parsed."""


def _request(
    method: str, path: str, query: Mapping[str, Any] | None, body: Any, options: RequestOptions | None
) -> Request:
    is_signed = is_proved(path)
    has_key = method == "POST" and not is_signed
    return Request(method, path, query or {}, body, has_key=has_key, has_nonce=is_signed, accept="*/*", options=options)


class RecordVerification(Resources):
    """Calls the service under one credential.

    ``timeout`` is in seconds, for one attempt. Connection errors, 408, 429 and 5xx are retried up to
    ``max_retries`` times, as long as the retries of all calls are few; all attempts of a change share one idempotency key. With ``verify``, every signed answer is checked, and
    one that fails is withheld: EvidenceFault. A key that is not pinned is taken from the log for an hour; if
    witnesses are pinned, they must have cosigned that log within ``max_log_age`` seconds. An answer from the future is
    withheld, so this machine's clock may be behind by ``clock_slack`` seconds. Close it, or use it in a ``with``.

    Threads may share it, and a forked child opens its own connections. If you pass an ``http`` client, it is used unchanged.
    """

    def __init__(
        self,
        *,
        token: str,
        base_url: str,
        verify: Pinned | None = None,
        timeout: float = 10,
        max_retries: int = 4,
        max_log_age: float = 86_400,
        clock_slack: float = CLOCK_SLACK,
        http: httpx.Client | None = None,
    ) -> None:
        self._caller = Caller(token, base_url, timeout, max_retries, verify, max_log_age, clock_slack)
        self._connections = Connections(http)
        self._sender = Sender(self._caller, self._connections)
        super().__init__(self._sender)

    def __repr__(self) -> str:
        return f"RecordVerification({self._caller!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connections.close()

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        options: RequestOptions | None = None,
    ) -> httpx.Response:
        """Sends any call with retries and checks, for routes without a method; the response is not parsed."""
        return self._sender.response(_request(method, path, query, body, options))


class AsyncRecordVerification(AsyncResources):
    """The client for asyncio. Close it, or use it in an ``async with``.

    It opens its own connections in each event loop, and ``close`` closes those of the running one. If you pass an ``http``
    client, it is used unchanged: it belongs to one loop.
    """

    def __init__(
        self,
        *,
        token: str,
        base_url: str,
        verify: Pinned | None = None,
        timeout: float = 10,
        max_retries: int = 4,
        max_log_age: float = 86_400,
        clock_slack: float = CLOCK_SLACK,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._caller = Caller(token, base_url, timeout, max_retries, verify, max_log_age, clock_slack)
        self._connections = AsyncConnections(http)
        self._sender = AsyncSender(self._caller, self._connections)
        super().__init__(self._sender)

    def __repr__(self) -> str:
        return f"AsyncRecordVerification({self._caller!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._connections.close()

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        options: RequestOptions | None = None,
    ) -> httpx.Response:
        """Sends any call with retries and checks, for routes without a method; the response is not parsed."""
        return await self._sender.response(_request(method, path, query, body, options))
