"""Checks of times and ages."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .as_of import AsOf
from .checkpoints import OpenedCheckpoint, open_checkpoint
from .elements import Chain
from .encoding import moment
from .errors import CheckFailed, NotChecked
from .trust import KeyTerms, Trust

POSITION_LAG = 5_000
"""Milliseconds after which the service no longer answers from a position of the log."""
KeyOf = Callable[[str], KeyTerms | None]


@dataclass(frozen=True)
class Freshness:
    """The verifier's time and the tolerated clock difference in milliseconds; the maximum age in seconds, or None."""

    now: float
    max_age: float | None
    slack: float


def check_answer_times(envelopes: Sequence[dict[str, Any]], as_of: AsOf, freshness: Freshness) -> None:
    """An answer's time is that of its position. Raises CheckFailed."""
    times = [moment(envelope["verified_at"]) for envelope in envelopes]
    if any(abs(time - as_of.time) > POSITION_LAG + freshness.slack for time in times):
        raise CheckFailed("the answer and its position of the log are of other times")


def require_earlier(chains: Sequence[Chain], envelopes: Sequence[dict[str, Any]], freshness: Freshness) -> None:
    """Nothing that an answer shows happened after it. Raises CheckFailed."""
    times = [moment(envelope["verified_at"]) for envelope in envelopes]
    for chain in chains:
        for element in chain.elements:
            latest = max(times, default=-math.inf) + POSITION_LAG + freshness.slack
            if moment(element.content["occurred_at"]) > latest:
                raise CheckFailed("an element happened after the answer")


def check_answer_age(envelopes: Sequence[dict[str, Any]], as_of: AsOf, freshness: Freshness) -> None:
    """An answer is not from the future, nor older than the greatest age. Raises CheckFailed, NotChecked."""
    times = [as_of.time, *(moment(envelope["verified_at"]) for envelope in envelopes)]
    if max(times) - freshness.now > freshness.slack:
        raise CheckFailed("it is from the future")
    if freshness.max_age is None:
        raise NotChecked("no greatest age is given")
    if freshness.now - min(times) > freshness.max_age * 1000:
        raise CheckFailed(f"it is older than {freshness.max_age} s")


def cosigned_by_now(opened: OpenedCheckpoint, freshness: Freshness) -> OpenedCheckpoint:
    """Without cosignatures from the future: the time of such a one is wrong, so that it proves nothing."""
    latest = (freshness.now + freshness.slack) // 1000
    return replace(opened, cosignatures=[each for each in opened.cosignatures if each[1] <= latest])


def open_pinned(note: str, trust: Trust, freshness: Freshness) -> OpenedCheckpoint:
    """Opens a checkpoint of the pinned log, without cosignatures from the future. Raises EvidenceError."""
    return cosigned_by_now(open_checkpoint(note, trust.origin, trust.log, trust.witnesses), freshness)


def check_witnessed_age(opened: OpenedCheckpoint, trust: Trust, freshness: Freshness) -> None:
    """Enough witnesses cosigned within the greatest age, in seconds. Raises CheckFailed, NotChecked."""
    if trust.quorum is None or freshness.max_age is None:
        raise NotChecked("no witness is pinned, or no greatest age is given")
    since = freshness.now // 1000 - freshness.max_age
    fresh = [(witness, time) for witness, time in opened.cosignatures if time >= since]
    if trust.cosigned_at(OpenedCheckpoint(opened.origin, opened.size, opened.root, fresh)) is None:
        raise CheckFailed(f"too few witnesses cosigned within {freshness.max_age} s")


def check_answer_key_time(key: KeyTerms | None, at: str, size: int, freshness: Freshness) -> None:
    """The position of the log does not hold the key's end, either. Who has the key chooses the time."""
    check_key_time(key, at, freshness)
    if key is not None and key.end is not None and key.end < size:
        raise CheckFailed(f"the log has the end of its key at {key.end}, below the position of {size}")


def check_key_time(key: KeyTerms | None, at: str, freshness: Freshness) -> None:
    """A key signed at a time between its publication and its revocation."""
    if key is None or key.published_at is None:
        raise NotChecked("it is not known when the key was published")
    allowed, time = POSITION_LAG + freshness.slack, moment(at)
    if time < moment(key.published_at) - allowed:
        raise CheckFailed(f"its key was published at {key.published_at}, after {at}")
    if key.revoked_at is not None and time > moment(key.revoked_at) + allowed:
        raise CheckFailed(f"its key was revoked at {key.revoked_at}, before {at}")
