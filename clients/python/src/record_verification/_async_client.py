"""The client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import httpx

from ._async_resources import AsyncResources
from ._async_sender import AsyncSender
from ._connections import AsyncConnections
from ._exchange import Caller, Pinned, any_request
from ._request import RequestOptions
from .evidence.options import CLOCK_SLACK


class AsyncRecordVerification(AsyncResources):
    """Calls the service under one credential.

    ``timeout`` is in seconds, for one attempt. Connection errors, 408, 429 and 5xx are retried up to
    ``max_retries`` times, as long as the retries of all calls are few; all attempts of a change share one idempotency key. With ``verify``, every signed answer is checked, and
    one that fails is withheld: EvidenceFault. A key that is not pinned is taken from the log for an hour; if
    witnesses are pinned, they must have cosigned that log within ``max_log_age`` seconds. An answer from the future is
    withheld, so this machine's clock may be behind by ``clock_slack`` seconds. Close it, or use it by ``async with``.

    Threads may share it, and a forked child opens its own connections. In asyncio each event loop has connections of its
    own, and ``close`` closes those of the running one. If you pass an ``http`` client, it is used unchanged: in asyncio, it
    belongs to one loop.
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
        return await self._sender.response(any_request(method, path, query, body, options))
