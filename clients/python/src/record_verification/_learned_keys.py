"""Keys of answers that the pinned log proves."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

from .evidence import Trust
from .evidence.options import CLOCK_SLACK
from .evidence.time_checks import Freshness, check_witnessed_age, open_pinned
from .evidence.strict_json import parse_strict_json
from .evidence.trust import KeyTerms

_HOLDS = 3600.0
"""Seconds for which a key's state is cached; a revocation in the log is noticed after that."""


class LearnedKeys:
    """Keys from verified bundles, beside those that are pinned. ``max_log_age`` and ``clock_slack`` are in seconds."""

    def __init__(self, pinned: Trust, max_log_age: float, clock_slack: float = CLOCK_SLACK) -> None:
        """Raises ValueError for an age that is no finite number of seconds above zero."""
        if not (math.isfinite(max_log_age) and max_log_age > 0):
            raise ValueError("max_log_age must be a number of seconds above zero")
        self._pinned = pinned
        self._max_log_age = max_log_age
        self._clock_slack = clock_slack
        self._keys: dict[str, tuple[KeyTerms, float]] = {}

    @property
    def trust(self) -> Trust:
        """The pinned trust with the currently valid keys, without revoked ones. A revocation is permanent."""
        now = time.time()
        fresh = {
            key_id: _together(self._pinned.keys.get(key_id), terms)
            for key_id, (terms, until) in list(self._keys.items())
            if until > now or terms.revoked_at is not None
        }
        return replace(self._pinned, keys={**self._pinned.keys, **fresh})

    def learn(self, content: bytes) -> None:
        """Takes the keys of a verified bundle. Raises CheckFailed where its log is too old.

        Otherwise somebody who holds a revoked key could show a log from before the revocation. Without pinned
        witnesses, the age of a log is unknown and not checked.
        """
        bundle = parse_strict_json(content)
        now = time.time()
        if self._pinned.quorum is not None:
            freshness = Freshness(now * 1000, self._max_log_age, self._clock_slack * 1000)
            opened = open_pinned(bundle["checkpoint"], self._pinned, freshness)
            check_witnessed_age(opened, self._pinned, freshness)
        for key_id, chain in bundle["keys"].items():
            known = self._keys.get(key_id)
            terms = _together(None if known is None else known[0], _terms_of(chain))
            self._keys[key_id] = (terms, now + _HOLDS)


def _together(known: KeyTerms | None, found: KeyTerms) -> KeyTerms:
    """Merges two states of a key. A revocation is never undone, even by an older log."""
    if known is None:
        return found
    is_revoked = known.revoked_at is not None and found.revoked_at is None
    is_compromised = known.invalid_since is not None and found.invalid_since is None
    return known if is_revoked or is_compromised else found


def _terms_of(chain: list[dict[str, Any]]) -> KeyTerms:
    newest = chain[-1]
    revoked_at = newest["occurred_at"] if newest["state"] == "revoked" else None
    published_at = chain[0]["occurred_at"]
    return KeyTerms(newest["purpose"], newest["public_key"], newest["invalid_since"], published_at, revoked_at)
