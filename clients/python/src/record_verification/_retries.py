"""When a request is sent again."""

from __future__ import annotations

import email.utils
import random
import time

import httpx

from ._error_bodies import error_of

_LONGEST_PAUSE = 60.0


def is_retried(response: httpx.Response | None) -> bool:
    """Whether a request is sent again after this response; None is a connection that failed."""
    if response is None:
        return True
    status = response.status_code
    # Neither a restored copy nor a 501 changes by waiting.
    return status in (408, 429) or (status >= 500 and status != 501 and error_of(response)[0] != "service.restored_copy")


def pause_after(response: httpx.Response | None, attempt: int) -> float:
    """Seconds: `Retry-After`, up to a minute; otherwise exponential backoff with full jitter."""
    told = None if response is None else retry_after(response.headers)
    return min(told, _LONGEST_PAUSE) if told is not None else random.uniform(0, min(8.0, 0.5 * 2**attempt))


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
    except ValueError:
        return None
