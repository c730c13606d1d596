"""Made from _async_sender.py by `npm run clients:generate`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import httpx

from ._connections import Connections
from ._exchange import Caller, Send, next_page, parsed
from ._request import Request

Page = TypeVar("Page")
Item = TypeVar("Item")
Value = TypeVar("Value")


class Sender:
    """Sends calls; may be used by several threads."""

    def __init__(self, caller: Caller, connections: Connections) -> None:
        self._caller = caller
        self._connections = connections

    def response(self, request: Request) -> httpx.Response:
        """The response of a call, after retries and checks."""
        steps = self._caller.exchange(request)
        response: httpx.Response | None = None
        try:
            step = next(steps)
            while True:
                if isinstance(step, Send):
                    try:
                        response = self._connections.send(step.request, step.seconds)
                    except (httpx.RequestError, TimeoutError):
                        response = None
                    step = steps.send(response)
                else:
                    time.sleep(step.seconds)
                    step = steps.send(None)
        except StopIteration as end:
            return end.value

    def send(self, request: Request, model: type[Value] | None) -> Value:
        return parsed(self.response(request), model)


class Pages(Generic[Page, Item]):
    """Iterates over the items of all pages; ``pages()`` over the pages. ``cursor`` leads to what comes after the last one."""

    def __init__(self, sender: Sender, request: Request, page: type[Page], item: type[Item]) -> None:
        self._sender = sender
        self._request = request
        self._page = page
        self.cursor: str | None = None

    def pages(self) -> Iterator[Page]:
        request = self._request
        while True:
            page: Any = self._sender.send(request, self._page)
            self.cursor = page.next_cursor or self.cursor
            yield page
            # The feed of events always has a cursor: an empty page is its end for now.
            if page.next_cursor is None or (request.path == "/v1/events" and not page.data):
                return
            request = next_page(request, page.next_cursor)

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            shown: Any = page
            for item in shown.data:
                yield item
