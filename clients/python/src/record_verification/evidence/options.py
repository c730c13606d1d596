"""What a verifier may compare evidence with."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from .merkle import LogEntries
from .check_groups import NEWEST_CHECKS
from .time_checks import Freshness

CLOCK_SLACK = 30
"""Seconds by which two clocks may differ, if the verifier does not say otherwise."""


@dataclass(frozen=True)
class VerifyOptions:
    """What a verifier may compare evidence with, in addition to its pinned keys."""

    checkpoint: str | None = None
    """A checkpoint that was stored earlier."""
    max_age: float | None = None
    """Maximum age of the answer in seconds; only witnesses prove a time."""
    clock_slack: float = CLOCK_SLACK
    """Seconds by which two clocks may differ."""
    now: datetime | None = None
    """The verifier's time; default: the system's clock."""
    nonce: str | None = None
    request: dict[str, Any] | None = None
    entries: LogEntries | None = None
    """The log's entries from the first."""
    need_newest: bool = False
    """Whether it must be proven that the log held nothing newer."""
    need_witnesses: bool = False
    """Whether witnesses must have cosigned, even where the evidence has no checkpoint."""
    allow_expired_policy: bool = False

    @property
    def freshness(self) -> Freshness:
        now = time.time() if self.now is None else self.now.timestamp()
        return Freshness(now * 1000, self.max_age, self.clock_slack * 1000)

    @property
    def asked(self) -> list[str]:
        """The requested checks: if one of them cannot be made, the evidence is not verified."""
        asked: list[tuple[bool, Sequence[str]]] = [
            (self.need_witnesses, ["checkpoint.witnesses"]),
            (self.max_age is not None, ["as_of.time", "freshness.answer", "freshness.witnesses"]),
            (self.entries is not None, ["log.entries", "log.slots"]),
            (self.checkpoint is not None, ["kept.signature", "kept.consistency"]),
            (self.need_newest, NEWEST_CHECKS),
        ]
        return [check for is_asked, checks in asked if is_asked for check in checks]
