"""Sends calls, and waits between their attempts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Generic, TypeVar

import httpx

from ._connections import AsyncConnections
from ._exchange import Caller, Send, next_page, parsed
from ._request import Request

Page = TypeVar("Page")
Item = TypeVar("Item")
Value = TypeVar("Value")


class AsyncSender:
    """Sends calls; may be used by several tasks and event loops."""

    def __init__(self, caller: Caller, connections: AsyncConnections) -> None:
        self._caller = caller
        self._connections = connections

    async def response(self, request: Request) -> httpx.Response:
        """The response of a call, after retries and checks."""
        steps = self._caller.exchange(request)
        response: httpx.Response | None = None
        try:
            step = next(steps)
            while True:
                if isinstance(step, Send):
                    try:
                        response = await self._connections.send(step.request, step.seconds)
                    except (httpx.RequestError, TimeoutError):
                        response = None
                    step = steps.send(response)
                else:
                    await asyncio.sleep(step.seconds)
                    step = steps.send(None)
        except StopIteration as end:
            return end.value

    async def send(self, request: Request, model: type[Value] | None) -> Value:
        return parsed(await self.response(request), model)


class AsyncPages(Generic[Page, Item]):
    """Iterates over the items of all pages; ``pages()`` over the pages. ``cursor`` leads to what comes after the last one."""

    def __init__(self, sender: AsyncSender, request: Request, page: type[Page], item: type[Item]) -> None:
        self._sender = sender
        self._request = request
        self._page = page
        self.cursor: str | None = None

    async def pages(self) -> AsyncIterator[Page]:
        request = self._request
        while True:
            page: Any = await self._sender.send(request, self._page)
            self.cursor = page.next_cursor or self.cursor
            yield page
            # The feed of events always has a cursor: an empty page is its end for now.
            if page.next_cursor is None or (request.path == "/v1/events" and not page.data):
                return
            request = next_page(request, page.next_cursor)

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            shown: Any = page
            for item in shown.data:
                yield item
