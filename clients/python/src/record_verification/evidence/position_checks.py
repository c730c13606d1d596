"""Checks that an answer’s position of the log was the newest at its time, and that the log held nothing newer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .as_of import AsOf
from .checkpoints import OpenedCheckpoint
from .elements import Chain, slot_after
from .encoding import moment
from .errors import CheckFailed, NotChecked
from .merkle import LogEntries
from .time_checks import POSITION_LAG, Freshness
from .trust import Trust


def _find_successor(chains: Sequence[Chain], entries: LogEntries, below: int) -> str | None:
    for chain in chains:
        index = entries.index_of(slot_after(chain.newest))
        if index is not None and index < below:
            return chain.subject_id
    return None


def check_as_of_elements(
    as_of: AsOf, chains: Sequence[Chain], indices: Mapping[str, int], freshness: Freshness
) -> None:
    """The tree of the position holds the newest elements; the service may show newer ones only for moments."""
    placed = [chain for chain in chains if chain.subject_id in indices]
    if not placed:
        raise NotChecked("the log index of no element is proven")
    earliest = as_of.time - POSITION_LAG - freshness.slack
    for chain in placed:
        is_late = indices[chain.subject_id] >= as_of.size
        if is_late and moment(chain.newest.content["occurred_at"]) < earliest:
            raise CheckFailed(f"the tree of {as_of.size} does not hold what the answer shows of {chain.subject_id}")


def check_as_of_time(
    as_of: AsOf,
    trees: Sequence[OpenedCheckpoint],
    trust: Trust,
    freshness: Freshness,
    chains: Sequence[Chain] | None,
    entries: LogEntries | None,
    shown: set[int],
) -> int:
    """Size of the smallest tree that was cosigned in time. The position was the newest at its time."""
    if trust.quorum is None:
        raise NotChecked("not decided: no witness is pinned, and the service chose the time")
    times = [(tree, trust.cosigned_at(tree)) for tree in trees]
    witnessed = [
        (tree.size, time)
        for tree, time in times
        if time is not None and (tree.size > as_of.size or (tree.size == as_of.size and tree.root == as_of.root))
    ]
    earliest = as_of.time - POSITION_LAG - freshness.slack
    if any(size > as_of.size and time < earliest for size, time in witnessed):
        raise CheckFailed("the position is older than it says: witnesses had cosigned a larger tree before")
    in_time = [size for size, time in witnessed if time >= earliest]
    if not in_time:
        raise NotChecked("not decided: no tree at hand was cosigned by enough witnesses at that time")
    until = min(in_time)
    count = until - as_of.size
    if count <= len(shown) and all(index in shown for index in range(as_of.size, until)):
        return until
    if chains is None or entries is None or entries.size < until:
        raise NotChecked(f"not decided: only the log's entries tell what the {count} after the position are")
    if _find_successor(chains, entries, until) is not None:
        raise NotChecked("not decided: the cosigned tree holds a later element")
    return until


def check_absence(chains: Sequence[Chain], as_of: AsOf, entries: LogEntries, until: Callable[[], int]) -> None:
    """The log holds no later element, neither below the position nor up to the tree that proves its time."""
    below = _find_successor(chains, entries, as_of.size)
    if below is not None:
        raise CheckFailed(f"the log holds a later element of {below}, below {as_of.size}")
    after = _find_successor(chains, entries, until())
    if after is not None:
        raise NotChecked(f"not decided: the log holds a later element of {after}, above {as_of.size}")
