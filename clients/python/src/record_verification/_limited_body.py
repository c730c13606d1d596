"""Bodies of answers, within limits."""

from __future__ import annotations

import time
import zlib
from collections.abc import AsyncIterator, Iterator

import httpx

LARGEST_BODY = 64 * 1024 * 1024
"""Bytes of the largest body that is read, decompressed: a few kilobytes can unfold to more than the memory holds."""


class LimitedBody(httpx.SyncByteStream, httpx.AsyncByteStream):
    """Takes the place of a response's stream: decompresses it, and raises RequestError where it is too large or late."""

    def __init__(self, response: httpx.Response, end: float) -> None:
        self._stream = response.stream
        # Any other coding than gzip and deflate fails as one of these: none was asked for.
        is_plain = response.headers.pop("Content-Encoding", "identity").lower() == "identity"
        self._unpacking = None if is_plain else zlib.decompressobj(zlib.MAX_WBITS | 32)
        self._end = end
        self._size = 0

    def _taken(self, part: bytes) -> bytes:
        if time.monotonic() > self._end:
            raise httpx.ReadTimeout("The answer is late.")
        data = part
        if self._unpacking is not None:
            try:
                data = self._unpacking.decompress(part, LARGEST_BODY + 1 - self._size)
            except zlib.error as error:
                raise httpx.DecodingError(str(error)) from error
        # What arrives counts too: it can unfold to nothing.
        self._size += max(len(part), len(data))
        if self._size > LARGEST_BODY:
            raise httpx.ReadError("The answer is too large.")
        return data

    def __iter__(self) -> Iterator[bytes]:
        assert isinstance(self._stream, httpx.SyncByteStream)
        for part in self._stream:
            yield self._taken(part)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        assert isinstance(self._stream, httpx.AsyncByteStream)
        async for part in self._stream:
            yield self._taken(part)

    def close(self) -> None:
        assert isinstance(self._stream, httpx.SyncByteStream)
        self._stream.close()

    async def aclose(self) -> None:
        assert isinstance(self._stream, httpx.AsyncByteStream)
        await self._stream.aclose()
