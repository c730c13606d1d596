"""When a request is sent again."""

from __future__ import annotations

import email.utils
import random
import time

import httpx

from ._error_bodies import error_of

# Seconds of the longest ``Retry-After`` that is waited for.
_LONGEST_WAIT = 60.0
# Seconds: limits of the first pause, which doubles with each attempt, and of any pause.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 8.0
# Retries that a client has in stock, and the part of one that each answer gives back.
_STOCK, _REGAINED = 50.0, 0.25


def is_retried(response: httpx.Response | None) -> bool:
    """Whether a request is sent again after this response; None is a connection that failed."""
    if response is None:
        return True
    status = response.status_code
    # Neither a restored copy nor a 501 changes by waiting.
    return status in (408, 429) or (status >= 500 and status != 501 and error_of(response)[0] != "service.restored_copy")


def pause_after(response: httpx.Response | None, attempt: int) -> float | None:
    """Seconds before a retry: ``Retry-After``, and exponential backoff with full jitter; None for no retry."""
    if not is_retried(response):
        return None
    told = 0.0 if response is None else retry_after(response.headers) or 0.0
    if told > _LONGEST_WAIT:
        return None
    # Jitter only adds to Retry-After: all clients that were refused together got the same value.
    return told + random.uniform(0, min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0**attempt))


class RetryBudget:
    """Retries of all calls of a client, so that many at a time do not multiply the load of a service that is down."""

    def __init__(self) -> None:
        self._left = _STOCK

    def allows(self, response: httpx.Response | None) -> bool:
        """Whether one may be repeated after this. 429 with its time costs nothing: its service is well, and says when."""
        if response is not None and response.status_code == 429 and retry_after(response.headers) is not None:
            return True
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def regain(self) -> None:
        self._left = min(_STOCK, self._left + _REGAINED)


def retry_after(headers: httpx.Headers) -> float | None:
    """Seconds of ``Retry-After``; None if it is missing or malformed."""
    text = headers.get("Retry-After")
    if text is None:
        return None
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        # Compared with the answer's own ``Date``, if it has one, because the two clocks may differ.
        sent = headers.get("Date")
        since = time.time() if sent is None else email.utils.parsedate_to_datetime(sent).timestamp()
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - since)
    except (ValueError, OverflowError):
        return None
