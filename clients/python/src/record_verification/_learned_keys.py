"""Keys of answers that the pinned log proves."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

from .evidence import Trust
from .evidence.time_checks import Freshness, check_witnessed_age
from .evidence.checkpoints import open_checkpoint
from .evidence.strict_json import parse_strict_json
from .evidence.trust import KeyTerms

_HOLDS = 3600.0
"""Seconds for which a learnt key counts; a revocation in the log is noticed after that."""


class LearnedKeys:
    """Keys from verified bundles, beside those that are pinned. ``max_log_age`` is in seconds."""

    def __init__(self, pinned: Trust, max_log_age: float) -> None:
        """Raises ValueError for an age that is no finite number of seconds above zero."""
        if not (math.isfinite(max_log_age) and max_log_age > 0):
            raise ValueError("max_log_age must be a number of seconds above zero")
        self._pinned = pinned
        self._max_log_age = max_log_age
        self._keys: dict[str, tuple[KeyTerms, float]] = {}

    @property
    def trust(self) -> Trust:
        """What is pinned, with the keys that count now; a pinned one may have been revoked since."""
        now = time.time()
        fresh = {key_id: terms for key_id, (terms, until) in list(self._keys.items()) if until > now}
        return replace(self._pinned, keys={**self._pinned.keys, **fresh})

    def learn(self, content: bytes) -> None:
        """Takes the keys of a bundle, which must have been verified. Raises CheckFailed where its log is too old.

        Otherwise somebody who holds a revoked key could show a log from before the revocation. Without pinned witnesses
        nothing tells the age of a log.
        """
        bundle = parse_strict_json(content)
        now = time.time()
        if self._pinned.quorum is not None:
            opened = open_checkpoint(
                bundle["checkpoint"], self._pinned.origin, self._pinned.log, self._pinned.witnesses
            )
            check_witnessed_age(opened, self._pinned, Freshness(now * 1000, self._max_log_age, 0))
        for key_id, chain in bundle["keys"].items():
            self._keys[key_id] = (_terms_of(chain), now + _HOLDS)


def _terms_of(chain: list[dict[str, Any]]) -> KeyTerms:
    newest = chain[-1]
    revoked_at = newest["occurred_at"] if newest["state"] == "revoked" else None
    published_at = chain[0]["occurred_at"]
    return KeyTerms(newest["purpose"], newest["public_key"], newest["invalid_since"], published_at, revoked_at)
